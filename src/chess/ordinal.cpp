#include "ign/chess/ordinal.hpp"

namespace ign::chess {

namespace {

template <Numbering numbering>
IGN_TARGET_V3 std::uint32_t radix_v3(const Position& position) {
    return detail::radix_with<PextSliders, numbering>(position);
}
template <Numbering numbering>
IGN_TARGET_ANY std::uint32_t radix_any(const Position& position) {
    return detail::radix_with<MagicSliders, numbering>(position);
}
template <Numbering numbering>
IGN_TARGET_V3 codec::Digit ordinal_v3(const Position& position, Move move) {
    return detail::ordinal_with<PextSliders, numbering>(position, move);
}
template <Numbering numbering>
IGN_TARGET_ANY codec::Digit ordinal_any(const Position& position, Move move) {
    return detail::ordinal_with<MagicSliders, numbering>(position, move);
}
template <Numbering numbering>
IGN_TARGET_V3 std::optional<Move> select_v3(const Position& position, std::uint32_t index) {
    return detail::select_with<PextSliders, numbering>(position, index);
}
template <Numbering numbering>
IGN_TARGET_ANY std::optional<Move> select_any(const Position& position, std::uint32_t index) {
    return detail::select_with<MagicSliders, numbering>(position, index);
}

const bool has_pext = cpu_has_pext();

}  // namespace

template <Numbering numbering>
std::uint32_t radix(const Position& position) {
    return has_pext ? radix_v3<numbering>(position) : radix_any<numbering>(position);
}
template <Numbering numbering>
codec::Digit ordinal(const Position& position, Move move) {
    return has_pext ? ordinal_v3<numbering>(position, move)
                    : ordinal_any<numbering>(position, move);
}
template <Numbering numbering>
std::optional<Move> select(const Position& position, std::uint32_t index) {
    return has_pext ? select_v3<numbering>(position, index)
                    : select_any<numbering>(position, index);
}

template std::uint32_t radix<Numbering::pseudo_legal>(const Position&);
template std::uint32_t radix<Numbering::legal>(const Position&);
template codec::Digit ordinal<Numbering::pseudo_legal>(const Position&, Move);
template codec::Digit ordinal<Numbering::legal>(const Position&, Move);
template std::optional<Move> select<Numbering::pseudo_legal>(const Position&, std::uint32_t);
template std::optional<Move> select<Numbering::legal>(const Position&, std::uint32_t);

std::uint32_t radix(const Position& position, Numbering numbering) {
    return numbering == Numbering::legal ? radix<Numbering::legal>(position)
                                         : radix<Numbering::pseudo_legal>(position);
}

codec::Digit ordinal(const Position& position, Move move, Numbering numbering) {
    return numbering == Numbering::legal ? ordinal<Numbering::legal>(position, move)
                                         : ordinal<Numbering::pseudo_legal>(position, move);
}

std::optional<Move> select(const Position& position, std::uint32_t index, Numbering numbering) {
    return numbering == Numbering::legal ? select<Numbering::legal>(position, index)
                                         : select<Numbering::pseudo_legal>(position, index);
}

}  // namespace ign::chess
