#pragma once

#include "command.hpp"

namespace ign::app {

/// `ign encode --uci`: a number for each line of the inputs.
ExitCode encode_uci_lines(const CommandLine& line);

}  // namespace ign::app
