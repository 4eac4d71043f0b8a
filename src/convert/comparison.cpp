#include "ign/convert/comparison.hpp"

#include <algorithm>

namespace ign::convert {
namespace {

// Bytes of a difference that are kept to be shown.
constexpr std::size_t shown = 60;

}  // namespace

void Comparison::take(std::string_view text) {
    if (differs_) return;
    expected_.resize(text.size());
    std::size_t got = read_({expected_.data(), expected_.size()});
    std::string_view expected(expected_.data(), got);
    auto [in_text, in_expected] = std::mismatch(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(got), expected.begin());
    auto same = static_cast<std::size_t>(in_text - text.begin());
    difference_.offset += same;
    if (same == text.size()) return;
    differs_ = true;
    difference_.found = text.substr(same, shown);
    difference_.expected = expected.substr(same, shown);
}

void Comparison::finish() {
    if (differs_) return;
    difference_.expected.resize(shown);
    difference_.expected.resize(read_(difference_.expected));
    differs_ = !difference_.expected.empty();
}

}  // namespace ign::convert
