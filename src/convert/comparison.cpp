#include "ign/convert/comparison.hpp"

#include <algorithm>

namespace ign::convert {
namespace {

// Bytes of a difference that are kept to be shown.
constexpr std::size_t shown = 60;
// A piece may be a game that fills the memory.
constexpr std::size_t most_at_a_time = std::size_t{1} << 20;

}  // namespace

void Comparison::take(std::string_view text) {
    while (!text.empty() && !differs_) {
        std::size_t size = std::min(text.size(), most_at_a_time);
        expected_.resize(size);
        expected_.resize(read_(expected_));
        auto [in_expected, in_text] =
            std::mismatch(expected_.begin(), expected_.end(), text.begin());
        auto same = static_cast<std::size_t>(in_expected - expected_.begin());
        difference_.offset += same;
        text.remove_prefix(same);
        if (same != size) note_difference(text, same);
    }
}

// The texts part here: `text` goes on, and so does what is expected from `at` on.
void Comparison::note_difference(std::string_view text, std::size_t at) {
    differs_ = true;
    difference_.found = text.substr(0, shown);
    difference_.expected = expected_.substr(at, shown);
    std::size_t size = difference_.expected.size();
    difference_.expected.resize(shown);
    size += read_(std::span(difference_.expected).subspan(size));
    difference_.expected.resize(size);
}

void Comparison::finish() {
    if (differs_) return;
    difference_.expected.resize(shown);
    difference_.expected.resize(read_(difference_.expected));
    differs_ = !difference_.expected.empty();
}

}  // namespace ign::convert
