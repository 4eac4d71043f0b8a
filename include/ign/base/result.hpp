#pragma once

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

namespace ign {

/// Wraps an error so that `return fail(SanError::illegal);` reads like what it does.
template <class E>
struct Failure {
    E error;
};

template <class E>
[[nodiscard]] constexpr Failure<E> fail(E error) {
    return {std::move(error)};
}

/// A value or the reason why there is none. Reading the wrong side is a bug, not an error.
template <class T, class E>
class [[nodiscard]] Result {
  public:
    constexpr Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    constexpr Result(Failure<E> failure)
        : state_(std::in_place_index<1>, std::move(failure.error)) {}

    [[nodiscard]] constexpr bool has_value() const { return state_.index() == 0; }
    constexpr explicit operator bool() const { return has_value(); }

    constexpr T& operator*() & { return value(); }
    constexpr const T& operator*() const& { return value(); }
    constexpr T&& operator*() && { return std::move(value()); }
    constexpr T* operator->() { return &value(); }
    constexpr const T* operator->() const { return &value(); }

    [[nodiscard]] constexpr const E& error() const {
        assert(!has_value());
        return *std::get_if<1>(&state_);
    }

  private:
    constexpr T& value() {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    constexpr const T& value() const {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }

    std::variant<T, E> state_;
};

}  // namespace ign
