#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ign/chess/san.hpp"

namespace ign::convert::dump {

/// The moves read lately, by their text: all but two or three of a hundred plies of a dump are
/// spelled like one of these, and to look one up takes a sixth of the instructions of reading it.
class MoveTexts {
  public:
    /// The move whose text is `word` (the first character lowest, zeros behind), or nullptr.
    [[nodiscard]] IGN_INLINE const chess::SanToken* find(std::uint64_t word) const {
        const auto& words = words_[set_of(word)];
        std::size_t way = words[1] == word;
        return words[way] == word ? &tokens_[set_of(word)][way] : nullptr;
    }

    /// Puts a move there, in the place of one that has been there longer.
    void add(std::uint64_t word, const chess::SanToken& token) {
        std::size_t set = set_of(word);
        words_[set] = {word, words_[set][0]};
        tokens_[set] = {token, tokens_[set][0]};
    }

  private:
    static constexpr int set_bits = 11;

    [[nodiscard]] IGN_INLINE static std::size_t set_of(std::uint64_t word) {
        // Multiplied by 2^64 divided by the golden ratio: the upper bits depend on all of them.
        return word * 0x9E3779B97F4A7C15 >> (64 - set_bits);
    }

    std::array<std::array<std::uint64_t, 2>, 1 << set_bits> words_{};
    std::array<std::array<chess::SanToken, 2>, 1 << set_bits> tokens_{};
};

}  // namespace ign::convert::dump
