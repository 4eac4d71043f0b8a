#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ign/io/errors.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {

/// Keeps what is written, and fails at the n-th write (from 1) with the errno given, and at each
/// write after it. For fault injection in tests.
class FailingSink : public Sink {
  public:
    /// Fails at that write, from 1, with that errno.
    FailingSink(std::size_t failing_write, int error_number)
        : failing_write_(failing_write), error_number_(error_number) {}

    void write(std::span<const std::byte> bytes) override {
        if (++writes_ >= failing_write_) {
            throw output_error("failing-sink", error_number_, "write");
        }
        for (const std::byte byte : bytes) {
            content_.push_back(static_cast<char>(byte));
        }
    }
    void flush() override {}
    [[nodiscard]] std::uint64_t position() const override { return content_.size(); }

    [[nodiscard]] const std::string& content() const { return content_; }
    [[nodiscard]] std::size_t writes() const { return writes_; }

  private:
    std::size_t failing_write_;
    int error_number_;
    std::size_t writes_ = 0;
    std::string content_;
};

/// Keeps what is written.
class MemorySink : public FailingSink {
  public:
    MemorySink() : FailingSink(static_cast<std::size_t>(-1), 0) {}
};

}  // namespace ign::io
