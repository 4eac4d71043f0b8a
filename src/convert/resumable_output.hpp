#pragma once

#include <memory>

#include "ign/convert/output.hpp"

namespace ign::convert {

/// An output that a killed run has begun, or a new one; `options.resume` is set. Throws
/// io::OutputError if the parts of another command are there, and io::InputError for inputs that
/// cannot be read twice.
std::unique_ptr<Output> open_resumable_output(const Options& options,
                                              const columnar::WriterOptions& writer);

}  // namespace ign::convert
