#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ign::io {

/// The folder `OUT.partial` beside an output, where a run keeps what it has finished so that the
/// same command can go on from there if the run is killed. It holds
///   command    a line for each thing that decides about the bytes of the output; written first
///   and what its owner writes into it.
/// One process at a time has it.
class PartialFolder {
  public:
    /// Opens the folder that belongs to `output`, or creates it. Throws OutputError if another
    /// process has it, if it holds the parts of another command, or if it is none of ours.
    PartialFolder(const std::filesystem::path& output, std::string command);
    ~PartialFolder();
    PartialFolder(const PartialFolder&) = delete;
    PartialFolder& operator=(const PartialFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Whether no earlier run has left it.
    [[nodiscard]] bool is_new() const { return is_new_; }

    /// Notes durably that `finished`, a file or folder, is complete and about to be renamed to the
    /// output, and what the owner wants to know of it later (some hundred bytes).
    void announce(const std::filesystem::path& finished, std::string_view note);
    /// The note, if that was announced and done: the output is what was announced.
    [[nodiscard]] std::optional<std::string> published() const;

    /// Removes the folder, with the parts that are in it.
    void remove();

  private:
    void lock();
    void check_command();

    std::filesystem::path path_;
    std::filesystem::path output_;
    std::string command_;
    std::string announced_;  // see partial_folder.cpp
    bool is_new_ = false;
    int lock_ = -1;
};

/// The note that was announced with the file or folder `output`, if that was made by this command.
/// The file itself carries it, as an attribute that file systems keep outside of its bytes; those
/// that do not give nothing.
[[nodiscard]] std::optional<std::string> note_of(const std::filesystem::path& output,
                                                 std::string_view command);

/// The name of the folder: OUT.partial, also for OUT/.
[[nodiscard]] std::filesystem::path partial_path(const std::filesystem::path& output);

}  // namespace ign::io
