#include "ign/io/errors.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace ign::io {
namespace {

const char* advice(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "; free some space or choose another folder with -o";
        case EFBIG:
            return "; raise the limit on file sizes (ulimit -f) or choose another file system";
        case EACCES:
        case EPERM:
            return "; check the permissions of the folder or choose another one with -o";
        case EROFS:
            return "; the file system is read-only, choose another folder with -o";
        case ENOENT:
        case ENOTDIR:
            return "; create the folder first or check its name";
        case EMFILE:
        case ENFILE:
            return "; raise the limit on open files (ulimit -n)";
        case ENAMETOOLONG:
            return "; choose a shorter name";
        case EIO:
            return "; the device may be failing, choose another one";
        default:
            return "";
    }
}

}  // namespace

InputError::InputError(std::string name, std::uint64_t offset, std::string happened,
                       std::string reason)
    : std::runtime_error(name + ": " + happened + " at byte " + std::to_string(offset) + ": " +
                         reason),
      name_(std::move(name)),
      offset_(offset),
      reason_(std::move(happened)) {}

InputError::InputError(std::string name, std::string reason)
    : std::runtime_error(name + ": " + reason),
      name_(std::move(name)),
      reason_(std::move(reason)) {}

OutputError::OutputError(std::string name, int error_number, const std::string& text)
    : std::runtime_error(name + ": " + text), name_(std::move(name)), error_number_(error_number) {}

ClosedPipe::ClosedPipe() : std::runtime_error("the reader of the output closed the pipe") {}

OutputError output_error(const std::string& name, int error_number, const std::string& action) {
    return OutputError(name, error_number,
                       "cannot " + action + ": " + std::generic_category().message(error_number) +
                           advice(error_number));
}

}  // namespace ign::io
