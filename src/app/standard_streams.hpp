#pragma once

#include <streambuf>

#include "ign/io/sink.hpp"

namespace ign::app {

/// Makes sure that no file which the program opens gets the descriptor of a standard stream that
/// the caller has closed: messages would be written into it. What is written to such a stream
/// fails.
void reserve_standard_descriptors();

/// Standard output for std::cout, whose own buffer would forget faults: they are thrown as
/// io::OutputError, or io::ClosedPipe if the reader has left.
class StdoutBuffer : public std::streambuf {
  public:
    /// Makes std::cout write here and throw.
    void install();

  protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

  private:
    io::StdoutSink sink_;
};

}  // namespace ign::app
