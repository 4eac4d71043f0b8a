#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "ign/io/sink.hpp"

namespace ign::io {

/// A file that goes on from a place up to which another process has written it. It stays when the
/// object goes.
class ContinuedFile : public Sink {
  public:
    /// Creates the file if `position` is 0; cuts off what is behind the position. Throws
    /// OutputError, also if the file does not reach that far.
    ContinuedFile(const std::filesystem::path& path, std::uint64_t position);
    ~ContinuedFile() override;

    void write(std::span<const std::byte> bytes) override { writer_->write(bytes); }
    void flush() override { writer_->flush(); }
    /// From the beginning of the file.
    [[nodiscard]] std::uint64_t position() const override { return start_ + writer_->position(); }

    /// Makes what is written durable.
    void sync();
    /// sync, and nothing may be written afterwards.
    void close();

  private:
    void go_to(std::uint64_t position);

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t start_;
    std::optional<DescriptorSink> writer_;
};

}  // namespace ign::io
