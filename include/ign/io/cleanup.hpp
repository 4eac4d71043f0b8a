#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace ign::io {

/// What a name on the list is that of.
enum class Listed : std::uint8_t { file, folder };

/// Names a file, or a folder with the files in it, that a signal handler shall remove; it need not
/// exist yet. Returns the place in the table, or nothing when the table (1,024 names, paths up to
/// 4,095 bytes) cannot take it: then only the signal leaves it behind. Thread-safe.
[[nodiscard]] std::optional<std::size_t> register_for_removal(const std::filesystem::path& path,
                                                              Listed listed = Listed::file);

/// Takes a file off the list again, once it is removed or renamed. Thread-safe.
void unregister_for_removal(std::size_t place) noexcept;

/// Installs handlers for SIGINT, SIGTERM and SIGHUP that remove the listed files and then let the
/// signal end the process as it would have. A signal that is ignored (nohup) stays ignored.
void install_cleanup_handlers();

}  // namespace ign::io
