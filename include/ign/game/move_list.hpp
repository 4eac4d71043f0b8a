#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace ign::game {

/// The moves of a position in their order, at most `capacity`, without a heap.
template <class Move, std::size_t capacity>
class MoveList {
  public:
    void push(Move move) {
        assert(size_ < capacity);
        moves_[size_++] = move;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, capacity> moves_{};
    std::size_t size_ = 0;
};

}  // namespace ign::game
