#pragma once

#include <chrono>
#include <string_view>

#include "ign/uci/engine.hpp"

namespace ign::uci {

/// An engine made of a few lines of shell, which may read its input with `read line`.
inline Engine::Settings fake_engine(std::string_view script) {
    return {"/bin/sh", {"-c", std::string(script)}, std::chrono::milliseconds(3000)};
}

/// One that shakes hands, and then does what `script` says.
inline Engine::Settings after_handshake(std::string_view script) {
    return fake_engine("read line; echo id name Fake; echo uciok; " + std::string(script));
}

}  // namespace ign::uci
