#include "status.hpp"

#include <new>

#include "ign/columnar/errors.hpp"
#include "ign/convert/report.hpp"
#include "ign/io/errors.hpp"

namespace ign::capi {

namespace {

thread_local std::string last_message;

}  // namespace

ign_status report_fault(ign_status status, std::string message) noexcept {
    last_message = std::move(message);
    return status;
}

ign_status report_exception() noexcept {
    try {
        throw;
    } catch (const io::InputError& error) {
        return report_fault(IGN_INPUT, error.what());
    } catch (const io::OutputError& error) {
        return report_fault(IGN_OUTPUT, error.what());
    } catch (const columnar::ParquetError& error) {
        return report_fault(IGN_INPUT, error.what());
    } catch (const convert::Cancelled& error) {
        return report_fault(IGN_CANCELLED, error.what());
    } catch (const std::bad_alloc&) {
        return report_fault(IGN_NO_MEMORY, {});
    } catch (const std::exception& error) {
        return report_fault(IGN_INTERNAL, error.what());
    } catch (...) {
        return report_fault(IGN_INTERNAL, "unknown fault");
    }
}

}  // namespace ign::capi

const char* ign_version(void) { return IGN_VERSION; }

const char* ign_status_text(ign_status status) {
    switch (status) {
        case IGN_OK:
            return "done";
        case IGN_TOO_SMALL:
            return "the buffer is too small";
        case IGN_BAD_ARGUMENT:
            return "bad argument";
        case IGN_BAD_GAME:
            return "no game";
        case IGN_BAD_NUMBER:
            return "no number of a game";
        case IGN_INPUT:
            return "unreadable input";
        case IGN_OUTPUT:
            return "unwritable output";
        case IGN_CANCELLED:
            return "cancelled";
        case IGN_NO_MEMORY:
            return "out of memory";
        case IGN_INTERNAL:
            return "internal fault";
    }
    return "unknown status";
}

const char* ign_error_message(void) { return ign::capi::last_message.c_str(); }
