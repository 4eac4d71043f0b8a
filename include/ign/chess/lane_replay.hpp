#pragma once

#include <array>
#include <span>

#include "ign/chess/lanes.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/san_move.hpp"

namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

/// [square]: from where a piece comes there in one step or jump.
using NearTable = std::array<Bitboard, 64>;

/// Of the side's pawns that capture, but for promotions.
template <Color us>
inline constexpr NearTable pawn_captures_from = [] {
    NearTable from = pawn_attacks[1 - static_cast<int>(us)];
    for (std::size_t file = 0; file < 8; ++file) from[(us == Color::white ? 56 : 0) + file] = {};
    return from;
}();
/// Of its pawns that go straight on, but for promotions and the step of two.
template <Color us>
inline constexpr NearTable pawn_steps_from = [] {
    NearTable from{};
    for (std::size_t at = 0; at < 64; ++at) {
        bool is_last = at / 8 == (us == Color::white ? 7 : 0);
        if (!is_last) from[at] = backward<us>(Bitboard(static_cast<Square>(at)));
    }
    return from;
}();
inline constexpr NearTable no_near{};

/// How pieces of a type, capturing or not, are found from the square they go to. (What the text
/// says of a capture is believed here; that it is spelled as it should be is looked at later.)
struct alignas(64) PieceWays {
    const NearTable* near;
    Bitboard diagonal;    ///< all squares if they go along diagonals, else none
    Bitboard orthogonal;  ///< likewise along files and ranks
    // They stand where set `first` and set `second` of a Position, the latter flipped, overlap.
    Bitboard flipped;
    std::uint32_t first;
    std::uint32_t second;
    Bitboard if_pawn;
    Bitboard if_walk;            ///< a pawn that does not capture
    std::uint32_t capture_form;  ///< how a capture is spelled, see san_form
};

/// [PieceType][does it capture?]
template <Color us>
inline constexpr std::array<std::array<PieceWays, 2>, 6> piece_ways = [] {
    constexpr Bitboard all = all_squares;
    constexpr Bitboard none = no_squares;
    constexpr std::uint32_t x = san_form::capture;
    PieceWays step{&pawn_steps_from<us>, none, none, none, 0, 0, all, all, x | san_form::file};
    PieceWays take = step;
    take.near = &pawn_captures_from<us>;
    take.if_walk = none;
    PieceWays knight{&knight_attacks, none, none, none, 1, 1, none, none, x};
    PieceWays bishop{&no_near, all, none, all, 2, 3, none, none, x};
    PieceWays rook{&no_near, none, all, all, 3, 2, none, none, x};
    PieceWays queen{&no_near, all, all, none, 2, 3, none, none, x};
    PieceWays king{&king_attacks, none, none, none, 4, 4, none, none, x};
    return std::array<std::array<PieceWays, 2>, 6>{{{step, take},
                                                    {knight, knight},
                                                    {bishop, bishop},
                                                    {rook, rook},
                                                    {queen, queen},
                                                    {king, king}}};
}();

}  // namespace detail

/// Replay for the pseudo-legal numbering on processors with AVX-512: whole games by sets of pieces
/// instead of single pieces, see lanes.hpp. Use by the pattern in isa.hpp, with IGN_TARGET_V4.
class LaneReplay : public Replay<PextSliders, Numbering::pseudo_legal> {
  public:
    class Run;

    /// As Replay::play_all.
    [[nodiscard]] IGN_TARGET_LANES inline bool play_all(std::span<const SanToken> tokens,
                                                        codec::Digit* digits);
};

/// A game that White begins, being played: play for each move, then finish.
///
/// To find a move takes long, each step waiting for the one before, and what is left to do then
/// (its digit, whether it was legal and gave check) waits for the move. So that is looked at only
/// when the next move has been made: the processor, which looks ahead little more than one ply of
/// this code, then has work at hand that waits for nothing. The positions of White's and of Black's
/// turns lie in places of their own for that.
class LaneReplay::Run {
  public:
    /// What is kept in registers, by the caller.
    using Registers = Lanes;

    /// From where the replay stands. `digits` has room for one a move.
    Run(LaneReplay& replay, codec::Digit* digits)
        : boards_{replay.position_, replay.position_}, replay_(replay), digits_(digits) {
        boards_[1].set_turn(Color::black);
        constexpr Bitboard corners(0x8100000000000081);
        Bitboard rooks = boards_[0].castling_rooks();
        for (Color color : {Color::white, Color::black}) {
            Bitboard own = rooks & rank_squares(home_rank(color));
            bool begins_on_e = file_of(boards_[0].king(color)) == 4;
            odd_castles_ |= own & ~(corners & squares_if(begins_on_e));
        }
    }
    [[nodiscard]] IGN_TARGET_LANES inline Lanes begin() const { return Lanes(boards_[0]); }

    /// Makes the move number `ply`, from 0, of the side `us`, and settles the one before, whose
    /// token lies before this one. False as in Replay::play_all.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool play(Lanes& lanes, const SanToken* token,
                                                    std::size_t ply) {
        if (!make<us>(*token)) return false;
        return ply == 0 || settle<!us>(lanes, token[-1], ply - 1, false);
    }

    /// Plays the last of these moves, those before it having been played, and puts the replay where
    /// they end.
    [[nodiscard, gnu::noinline]] IGN_TARGET_LANES bool finish(Lanes lanes,
                                                              std::span<const SanToken> tokens) {
        if (tokens.empty()) return true;
        std::size_t last = tokens.size() - 1;
        bool is_right = last % 2 == 0 ? play_last<Color::white>(lanes, &tokens[last], last)
                                      : play_last<Color::black>(lanes, &tokens[last], last);
        if (!is_right) return false;
        replay_.position_ = boards_[tokens.size() % 2];
        replay_.ends_with_check_ = ends_with_check_;
        if (tokens.size() % 8 != 0) write_last_digits(tokens.size());
        return true;
    }

  private:
    /// From where pawns promote.
    template <Color us>
    static constexpr Bitboard seventh_rank = rank_squares(us == Color::white ? 6 : 1);

    /// A move that has been made on the board, with what is left to look at.
    struct Made {
        Bitboard from;
        Bitboard to;
        Bitboard ep;             ///< as it was before
        Bitboard castles;        ///< see open_castles; none if `uncounted` has castling
        codec::Digit uncounted;  ///< see uncounted_moves
        std::uint32_t form = 0;  ///< how it is spelled canonically, but for the sign of check
    };

    /// Makes the move on the board. The move before may turn out to be illegal yet: both kings
    /// stand then, but one can be taken.
    template <Color us>
    // NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
    [[nodiscard]] IGN_TARGET_LANES inline bool make(const SanToken& token) {
        const Position& before = boards_[static_cast<std::size_t>(us)];
        Position& after = boards_[static_cast<std::size_t>(!us)];
        std::size_t captures = token.form / san_form::capture & 1;
        const detail::PieceWays& ways =
            detail::piece_ways<us>[static_cast<std::size_t>(token.piece)][captures];
        bool is_pawn = token.piece == PieceType::pawn;
        Bitboard to(token.to);
        Bitboard own = before.pieces(us);
        Bitboard them = before.pieces(!us);
        Bitboard occupied = own | them;

        // A promotion is no usual move: no pawn goes to the last rank here.
        constexpr Bitboard start = rank_squares(us == Color::white ? 1 : 6);
        Bitboard near = (*ways.near)[index(token.to)];
        near |= backward<us>(near & ~occupied) & start & ways.if_walk;
        Bitboard reached = near | (PextSliders::bishop(token.to, occupied) & ways.diagonal) |
                           (PextSliders::rook(token.to, occupied) & ways.orthogonal);
        Bitboard rivals =
            reached & own & before.sets_[ways.first] & (before.sets_[ways.second] ^ ways.flipped);
        Bitboard from = rivals & token.origins;
        bool is_usual = token.status == SanStatus::ok && token.kind == SanKind::piece &&
                        token.promotion == Promotion::none;
        if (!is_usual || !from || from.has_many() || (own & to)) [[unlikely]]
            return make_rare<us>(token);

        Bitboard taken_ep = backward<us>(to & before.ep() & ways.if_pawn);
        Bitboard if_capture = squares_if(static_cast<bool>((to & them) | taken_ep));
        Made& move = made_[static_cast<std::size_t>(us)];
        move = {from, to, before.ep(), no_squares, {1, 0}, 0};
        move.form = ways.capture_form & static_cast<std::uint32_t>(if_capture.bits);
        if (!is_pawn & rivals.has_many()) [[unlikely]]
            move.form |= origin_form<us>(before, rivals, from, to);
        Bitboard runners = before.pawns() & own & seventh_rank<us>;
        Bitboard rooks = before.castling_rooks() & rank_squares(home_rank(us));
        if (runners || (rooks & odd_castles_)) [[unlikely]] {
            move.uncounted = uncounted_moves<us>(before, from, to, Promotion::none);
        } else if (rooks) {
            move.castles = rooks & open_castles<us>(occupied);
        }

        Lanes::move<us>(before, token.piece, from, to, taken_ep, after);
        after.set_ep(backward<us>(forward<us>(from, 2) & to & ways.if_pawn));
        return true;
    }

    /// The corners that the king of the side may castle with, as far as what is between goes.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES static inline Bitboard open_castles(Bitboard occupied) {
        return (squares_if(!(occupied & castling_way(us, home<us>(4), home<us>(0)))) &
                file_squares(0)) |
               (squares_if(!(occupied & castling_way(us, home<us>(4), home<us>(7)))) &
                file_squares(7));
    }
    template <Color us>
    [[nodiscard]] static constexpr Square home(int file) {
        return make_square(file, home_rank(us));
    }
    /// From the king's square to that it comes to with the rook of this file.
    template <Color us>
    [[nodiscard]] static constexpr Bitboard king_way(int rook_file) {
        return span_of(home<us>(4), castling_targets(home<us>(4), home<us>(rook_file)).king);
    }

    /// Of those the ones that it may castle with. The lanes are of the position before the move.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES static inline Bitboard possible_castles(const Lanes& lanes,
                                                                           Bitboard corners) {
        bool may_long = lanes.may_castle<us>(king_way<us>(0));
        bool may_short = lanes.may_castle<us>(king_way<us>(7));
        return corners & ((squares_if(may_long) & file_squares(0)) |
                          (squares_if(may_short) & file_squares(7)));
    }

    /// Adds castling to what is not counted otherwise, in place among the moves from the king's
    /// square; false if the move is a castling that is not possible.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES static inline bool count_castles(const Lanes& lanes,
                                                                    const Made& move,
                                                                    codec::Digit& uncounted) {
        constexpr Bitboard king(home<us>(4));
        Bitboard corners = possible_castles<us>(lanes, move.castles);
        Bitboard in_front = squares_if(king.bits < move.from.bits) |
                            (squares_if(king == move.from) & Bitboard(move.to.bits - 1));
        uncounted.radix += corners.count();
        uncounted.index += (corners & in_front).count();
        return !(move.castles & move.to & ~corners);
    }

    template <Color us>
    [[nodiscard, gnu::noinline]] IGN_TARGET_LANES static std::uint32_t origin_form(
        const Position& before, Bitboard rivals, Bitboard from, Bitboard to) {
        return chess::origin_form<PextSliders, us>(before, rivals & ~from, from.first(), to);
    }

    /// The same for castling as from the standard position, its way being free and no pawn about to
    /// promote; false for all else.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool make_castling(const Position& before,
                                                             const SanToken& token) {
        if (token.status != SanStatus::ok || !is_castling(token.kind)) return false;
        Bitboard rooks = before.castling_rooks() & rank_squares(home_rank(us));
        Bitboard castles = rooks & open_castles<us>(before.occupied());
        Bitboard corner = castles & file_squares(token.kind == SanKind::castle_short ? 7 : 0);
        Bitboard runners = before.pawns() & before.pieces(us) & seventh_rank<us>;
        if (!corner || runners || (rooks & odd_castles_)) return false;
        Square king = before.king(us);
        made_[static_cast<std::size_t>(us)] = {Bitboard(king), corner, before.ep(),
                                               castles,        {1, 0}, 0};
        Position& after = boards_[static_cast<std::size_t>(!us)];
        after = before;
        after.apply_castling<us>(king, corner.first());
        return true;
    }

    /// The same by the plain rules: for other castling, promotions, coordinates, and where more
    /// than one piece may be meant.
    template <Color us>
    [[nodiscard, gnu::noinline]] IGN_TARGET_LANES bool make_rare(const SanToken& token) {
        const Position& before = boards_[static_cast<std::size_t>(us)];
        if (make_castling<us>(before, token)) return true;
        // The plain rules may not be asked about a position where a king can be taken.
        if (attackers<PextSliders, us>(before, before.king(!us), before.occupied())) return false;
        SanMove move;
        if (find_move<PextSliders, us>(before, token, move) != SanStatus::ok) return false;
        Bitboard to(move.to);
        Bitboard taken_ep =
            backward<us>(to & before.ep() & squares_if(move.type == PieceType::pawn));
        Bitboard gone = (to & before.pieces(!us)) | taken_ep;
        made_[static_cast<std::size_t>(us)] = {
            Bitboard(move.from),
            to,
            before.ep(),
            no_squares,
            uncounted_moves<us>(before, Bitboard(move.from), to, move.promotion),
            canonical_form<PextSliders, us>(before, move, gone)};
        Position& after = boards_[static_cast<std::size_t>(!us)];
        after = before;
        if (move.castles) {
            if (!castling_moves<PextSliders, us>(before).has(move.to)) return false;
            after.apply_castling<us>(move.from, move.to);
        } else {
            PieceType placed =
                move.promotion == Promotion::none ? move.type : piece_of(move.promotion);
            after.apply<us>(move.type, move.from, move.to, placed);
        }
        return true;
    }

    /// Looks at what is left of a move of the side `us`; false if it was illegal or is not
    /// spelled canonically. `lanes` are those of the position before it, and then of that
    /// after.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool settle(Lanes& lanes, const SanToken& token,
                                                      std::size_t ply, bool is_last) {
        const Made& move = made_[static_cast<std::size_t>(us)];
        const Position& after = boards_[static_cast<std::size_t>(!us)];
        _mm512_store_si512(&tallies_[ply % 8], lanes.tally<us>(move.from, move.to, move.ep));
        uncounted_[ply % 8] = move.uncounted;
        if (move.castles && !count_castles<us>(lanes, move, uncounted_[ply % 8])) return false;
        lanes = Lanes(after);
        ends_with_check_ = lanes.in_check<!us>();
        std::uint32_t form = move.form | ends_with_check_ * san_form::check;
        bool is_right = token.form == form && token.kind != SanKind::coordinates;
        if (!is_right) [[unlikely]] {
            // Of `#` more is known when the game is over.
            if (!is_last || !is_canonical(after, token, move.form, ends_with_check_)) return false;
        }
        if constexpr (us == Color::black) {
            if (ply % 8 == 7) _mm512_storeu_si512(digits_ + (ply - 7), sums());
        }
        return !lanes.in_check<us>();
    }

    /// The digits of the last eight plies: the sums of their lanes, side by side.
    [[nodiscard]] IGN_TARGET_LANES inline __m512i sums() const {
        __m512i sums = fours(fours(pairs(0), pairs(2)), fours(pairs(4), pairs(6)));
        return sums + _mm512_load_si512(uncounted_.data());
    }
    [[nodiscard]] IGN_TARGET_LANES inline __m512i pairs(std::size_t ply) const {
        __m512i a = _mm512_load_si512(&tallies_[ply]);
        __m512i b = _mm512_load_si512(&tallies_[ply + 1]);
        return _mm512_maskz_unpacklo_epi64(0xFF, a, b) + _mm512_maskz_unpackhi_epi64(0xFF, a, b);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i fours(__m512i a, __m512i b) {
        return _mm512_maskz_shuffle_i64x2(0xFF, a, b, 0x88) +
               _mm512_maskz_shuffle_i64x2(0xFF, a, b, 0xDD);
    }

    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool play_last(Lanes& lanes, const SanToken* token,
                                                         std::size_t ply) {
        return play<us>(lanes, token, ply) && settle<us>(lanes, *token, ply, true);
    }

    // The rest of the digits, fewer than eight.
    IGN_TARGET_LANES inline void write_last_digits(std::size_t plies) {
        std::size_t rest = plies % 8;
        for (std::size_t i = rest; i < 8; ++i) {
            tallies_[i].fill(0);
            uncounted_[i] = {};
        }
        _mm512_mask_storeu_epi64(digits_ + (plies - rest), static_cast<__mmask8>((1U << rest) - 1),
                                 sums());
    }

    alignas(64) std::array<Position, 2> boards_;  // by turn
    std::array<Made, 2> made_;                    // by who moved
    Bitboard odd_castles_;  // rooks that may castle, but not as from the standard position
    bool ends_with_check_ = false;
    // Of the last plies, eight at a time: what Lanes::tally gives, and what is added to its sum.
    alignas(64) std::array<std::array<std::uint64_t, 8>, 8> tallies_;
    alignas(64) std::array<codec::Digit, 8> uncounted_;
    LaneReplay& replay_;
    codec::Digit* digits_;
};

IGN_TARGET_LANES inline bool LaneReplay::play_all(std::span<const SanToken> tokens,
                                                  codec::Digit* digits) {
    // Games from a position with Black to move are rare.
    if (position_.turn() == Color::black) return Replay::play_all(tokens, digits);
    Run run(*this, digits);
    Lanes lanes = run.begin();
    for (std::size_t ply = 0; ply + 1 < tokens.size(); ++ply) {
        if (!run.play<Color::white>(lanes, &tokens[ply], ply)) return false;
        if (++ply + 1 >= tokens.size()) break;
        if (!run.play<Color::black>(lanes, &tokens[ply], ply)) return false;
    }
    return run.finish(lanes, tokens);
}

#endif

}  // namespace ign::chess
