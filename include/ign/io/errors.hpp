#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ign::io {

/// An input that cannot be opened, read or decompressed. `what()` reads
/// "NAME: what happened at byte N: why, and what to do".
class InputError : public std::runtime_error {
  public:
    /// `happened` is a short phrase ("truncated zstd frame"); `reason` says why and what to do.
    InputError(std::string name, std::uint64_t offset, std::string happened, std::string reason);
    /// A fault that has no place inside the file, such as a missing file.
    InputError(std::string name, std::string reason);

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Bytes from the start of the input as it is stored, that is, of the compressed bytes.
    [[nodiscard]] std::uint64_t offset() const { return offset_; }
    /// "truncated zstd frame" and the like, without name, place and advice.
    [[nodiscard]] const std::string& reason() const { return reason_; }

  private:
    std::string name_;
    std::uint64_t offset_ = 0;
    std::string reason_;
};

/// An output that cannot be created, written or put under its final name.
class OutputError : public std::runtime_error {
  public:
    /// `text` is the whole message but for the name: what happened, why, and what to do.
    OutputError(std::string name, int error_number, const std::string& text);

    [[nodiscard]] const std::string& name() const { return name_; }
    /// The system's errno, or 0 where the program itself refuses.
    [[nodiscard]] int error_number() const { return error_number_; }

  private:
    std::string name_;
    int error_number_;
};

/// The reader of a pipe went away (`ign export ... | head`): to be left quietly, not reported.
class ClosedPipe : public std::runtime_error {
  public:
    ClosedPipe();
};

/// Builds the error for a failed system call: "NAME: cannot ACTION: errno text; what to do".
[[nodiscard]] OutputError output_error(const std::string& name, int error_number,
                                       const std::string& action);

}  // namespace ign::io
