#pragma once

#include <string>
#include <utility>

#include "ign.h"

/// Faults on their way to C: nothing may be thrown across the interface.
namespace ign::capi {

/// A fault that has its status already.
struct Fault {
    ign_status status;
    std::string message;
};

/// Keeps the message for ign_error_message and gives back the status.
ign_status report_fault(ign_status status, std::string message) noexcept;
/// Of the exception that is being handled.
ign_status report_exception() noexcept;

/// Runs `work`, which returns an ign_status or throws.
template <class Work>
ign_status guarded(Work&& work) noexcept {
    try {
        return std::forward<Work>(work)();
    } catch (const Fault& fault) {
        return report_fault(fault.status, fault.message);
    } catch (...) {
        return report_exception();
    }
}

}  // namespace ign::capi
