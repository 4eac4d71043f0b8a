#include "ign/convert/numbering_scheme.hpp"

#include <array>

namespace ign::convert {

namespace {

using chess::Numbering;
using game::Resignation;

struct Named {
    std::string_view name;
    NumberingScheme scheme;
};

constexpr std::array<Named, 4> all = {{
    {"pseudo-legal", {Numbering::pseudo_legal, Resignation::none}},
    {"legal", {Numbering::legal, Resignation::none}},
    {"pseudo-legal+resign", {Numbering::pseudo_legal, Resignation::offered}},
    {"legal+resign", {Numbering::legal, Resignation::offered}},
}};

}  // namespace

std::string_view to_text(NumberingScheme scheme) {
    for (const Named& named : all) {
        if (named.scheme == scheme) return named.name;
    }
    return {};  // not reached: all combinations are named
}

std::optional<NumberingScheme> parse_numbering_scheme(std::string_view text) {
    for (const Named& named : all) {
        if (named.name == text) return named.scheme;
    }
    return std::nullopt;
}

}  // namespace ign::convert
