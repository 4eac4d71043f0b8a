#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "ign/convert/numbering_scheme.hpp"
#include "status.hpp"

/// What C programs hand over, checked.
namespace ign::capi {

[[noreturn]] inline void bad_argument(std::string message) {
    throw Fault{IGN_BAD_ARGUMENT, std::move(message)};
}

inline void require(const void* pointer, const char* name) {
    if (pointer == nullptr) bad_argument(std::string(name) + " is null");
}

/// A structure as this version knows it: members that the caller's version has not are 0, and those
/// that only the caller's version has must be.
template <class Struct>
Struct copy_struct(const Struct* given) {
    Struct copy{};
    if (given == nullptr) return copy;
    std::size_t size = given->struct_size;
    if (size < sizeof size) bad_argument("struct_size is not set; use the _INIT macro");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    if (size > sizeof copy &&
        std::any_of(bytes + sizeof copy, bytes + size, [](unsigned char b) { return b != 0; })) {
        bad_argument("the structure has members that this version of ign does not know");
    }
    std::memcpy(&copy, bytes, std::min(size, sizeof copy));
    return copy;
}

inline convert::NumberingScheme scheme_of(int numbering, int resign) {
    if (numbering != IGN_PSEUDO_LEGAL && numbering != IGN_LEGAL) {
        bad_argument("unknown numbering " + std::to_string(numbering));
    }
    return {numbering == IGN_LEGAL ? chess::Numbering::legal : chess::Numbering::pseudo_legal,
            resign != 0 ? game::Resignation::offered : game::Resignation::none};
}

}  // namespace ign::capi
