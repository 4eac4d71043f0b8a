#include "standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <span>

namespace ign::app {

void reserve_standard_descriptors() {
    for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) >= 0) continue;
        // The lowest free descriptor is this one. Open the wrong way round, it is of no use.
        (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void StdoutBuffer::install() {
    std::cout.rdbuf(this);
    // Else each message would flush standard output, and throw again what it may be about.
    std::cerr.tie(nullptr);
    std::cout.exceptions(std::ios::badbit);
}

StdoutBuffer::int_type StdoutBuffer::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) return 0;
    char byte = traits_type::to_char_type(character);
    xsputn(&byte, 1);
    return character;
}

std::streamsize StdoutBuffer::xsputn(const char* text, std::streamsize count) {
    sink_.write(std::as_bytes(std::span(text, static_cast<std::size_t>(count))));
    return count;
}

int StdoutBuffer::sync() {
    sink_.flush();
    return 0;
}

}  // namespace ign::app
