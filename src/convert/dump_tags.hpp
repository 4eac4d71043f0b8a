#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ign/chess/isa.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/pgn/dump_notes.hpp"
#include "ign/pgn/limits.hpp"

/// The tags of the fast path of the game reader (dump_reader.hpp).
namespace ign::convert::dump {

/// The opening of a tag and a ply's text are shorter than this; with less before the end of the
/// text the general path reads.
inline constexpr std::ptrdiff_t most_ply_bytes = 96;

/// Longer values are read by the general path, which knows their limit.
inline constexpr std::ptrdiff_t most_value_bytes = 4096;

/// The end of a tag value.
struct ValueEnd {
    const char* quote;  ///< nullptr if a look of the general path is needed
    bool is_ascii;
};

/// The end of a tag value from p on, unless something stands in it that needs a second look (a
/// backslash, a control character) or it does not end before `end`.
IGN_INLINE ValueEnd find_value_end(const char* p, const char* end) {
    bool is_ascii = true;
#if defined(__x86_64__)
    for (; end - p >= 16; p += 16) {
        __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        auto bits = [](__m128i mask) __attribute__((always_inline)) {
            return static_cast<std::uint32_t>(_mm_movemask_epi8(mask));
        };
        __m128i control = _mm_min_epu8(bytes, _mm_set1_epi8(0x1F));
        std::uint32_t quotes = bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
        std::uint32_t odd =
            bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))) | bits(_mm_cmpeq_epi8(bytes, control));
        std::uint32_t before = quotes == 0 ? ~0U : (quotes & -quotes) - 1;
        if ((odd & before) != 0) break;
        is_ascii &= (bits(bytes) & before) == 0;
        if (quotes != 0) return {p + std::countr_zero(quotes), is_ascii};
    }
#else
    for (; p < end && *p != '\\' && static_cast<unsigned char>(*p) >= 0x20; ++p) {
        if (*p == '"') return {p, is_ascii};
        is_ascii &= static_cast<unsigned char>(*p) < 0x80;
    }
#endif
    return {nullptr, false};
}

/// `[White "` and the like, to compare with at once.
struct TagOpening {
    static constexpr int words = 3;
    std::array<std::uint64_t, words> text{};
    std::array<std::uint64_t, words> mask{};
    std::uint32_t size = 0;

    [[nodiscard]] IGN_INLINE bool stands_at(const char* p) const {
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < words; ++i) {
            difference |= (pgn::detail::load8(p + 8 * i) ^ text[i]) & mask[i];
        }
        return difference == 0;
    }
};

constexpr auto make_tag_openings() {
    std::array<TagOpening, tag_fields.size()> openings{};
    for (std::size_t field = 0; field < tag_fields.size(); ++field) {
        TagOpening& opening = openings[field];
        auto add = [&opening](char c) {
            auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(c));
            opening.text[opening.size / 8] |= byte << (8 * (opening.size % 8));
            opening.mask[opening.size / 8] |= std::uint64_t{0xFF} << (8 * (opening.size % 8));
            ++opening.size;
        };
        add('[');
        for (char c : tag_fields[field].name) add(c);
        add(' ');
        add('"');
    }
    return openings;
}
inline constexpr auto tag_openings = make_tag_openings();

/// Tags mostly stand in the order of the game before: which one followed which is remembered.
class TagForecast {
  public:
    static constexpr std::size_t none = tag_fields.size();  ///< before the first tag

    [[nodiscard]] std::size_t after(std::size_t field) const { return after_[field]; }
    void learn(std::size_t field, std::size_t next) {
        after_[field] = static_cast<std::uint8_t>(next);
    }

  private:
    std::array<std::uint8_t, tag_fields.size() + 1> after_{};
};

/// Where the value of the tag at p begins, or nullptr if no tag is read there.
IGN_INLINE const char* read_tag_name(const char* p, const char* end, const char* readable_end) {
    const char* name = ++p;
    if (static_cast<unsigned char>((*p | 0x20) - 'a') >= 26) return nullptr;
    while (static_cast<unsigned char>((*p | 0x20) - 'a') < 26 ||
           static_cast<unsigned char>(*p - '0') < 10) {
        if (++p == end) return nullptr;
    }
    bool is_tag = readable_end - p >= most_ply_bytes && p[0] == ' ' && p[1] == '"' && p != name;
    return is_tag ? p + 2 : nullptr;
}

/// Reads the tag section and the line behind it; returns where the moves begin, or nullptr.
IGN_INLINE const char* read_tags(const char* p, const char* end, const char* readable_end,
                                 TagForecast& forecast, GameRecord& game) {
    std::size_t before = TagForecast::none;
    while (readable_end - p > most_ply_bytes && *p == '[') {
        const char* begin = p;
        auto field = static_cast<int>(forecast.after(before));
        const TagOpening& opening = tag_openings[static_cast<std::size_t>(field)];
        const char* value = begin + opening.size;
        if (!opening.stands_at(begin)) [[unlikely]] {
            value = read_tag_name(begin, end, readable_end);
            if (value == nullptr) return nullptr;
            field = find_tag_field({begin + 1, value - 2});
            if (field >= 0) forecast.learn(before, static_cast<std::size_t>(field));
        }
        auto [quote, is_ascii] = find_value_end(value, end);
        if (quote == nullptr || quote - value > most_value_bytes || end - quote < 4 ||
            quote[1] != ']' || quote[2] != '\n' || game.tags.size() == pgn::tags_limit)
            return nullptr;
        game.add_tag({{begin + 1, value - 2}, {value, quote}, pgn::TagForm::canonical}, field,
                     begin, quote + 2);
        game.tags_are_ascii &= is_ascii;
        before = field < 0 ? TagForecast::none : static_cast<std::size_t>(field);
        p = quote + 3;
    }
    return readable_end - p > most_ply_bytes && *p == '\n' ? p + 1 : nullptr;
}

}  // namespace ign::convert::dump
