#pragma once

#include <unistd.h>

#include <utility>

namespace ign::io {

/// Owns a file descriptor open for reading, whose close() has nothing to report.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor() {
        // Stdin is borrowed from the process.
        if (value_ > STDERR_FILENO) {
            ::close(value_);
        }
    }

    [[nodiscard]] int get() const { return value_; }

  private:
    int value_ = -1;
};

}  // namespace ign::io
