#include "ign/io/sink.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

constexpr std::size_t buffer_capacity = std::size_t{64} << 10;

}  // namespace

Sink::~Sink() = default;

DescriptorSink::DescriptorSink(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {
    buffer_.reserve(buffer_capacity);
}

void DescriptorSink::write(std::span<const std::byte> bytes) {
    if (buffer_.size() + bytes.size() > buffer_capacity) {
        flush();
    }
    if (bytes.size() >= buffer_capacity) {
        write_out(bytes);
    } else {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    }
    position_ += bytes.size();
}

void DescriptorSink::flush() {
    write_out(buffer_);
    buffer_.clear();
}

void DescriptorSink::write_out(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            throw ClosedPipe();
        } else if (errno != EINTR) {
            throw output_error(name_, errno, "write");
        }
    }
}

StdoutSink::StdoutSink() : DescriptorSink(STDOUT_FILENO, "stdout") {
    // Else the signal would end the process before write() could return EPIPE.
    std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace ign::io
