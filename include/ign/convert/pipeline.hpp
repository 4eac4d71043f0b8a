#pragma once

#include "ign/convert/options.hpp"
#include "ign/convert/report.hpp"

namespace ign::convert {

/// Converts the inputs into the output that the options name, which appears only when it is
/// complete. The rows are the games of the inputs in order; the bytes written depend on the inputs
/// and the options, not on the number of threads. Memory is bounded by the pieces, the stretches of
/// archives and the row groups in flight. Throws io::InputError, io::OutputError and, if the
/// progress says so, Cancelled; a game that cannot be replayed is no error but a row.
Report convert(const Options& options, Progress& progress);

}  // namespace ign::convert
