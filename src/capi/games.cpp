// One game and its number, in C.

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "ign.h"
#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/perft.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/single_game.hpp"
#include "ign/game/catalogue.hpp"
#include "ign/game/resignation.hpp"
#include "status.hpp"

namespace ign::capi {

namespace {

// The rules, checked.
struct Rules {
    const game::CatalogueEntry* other = nullptr;  // nullptr for chess
    std::optional<chess::Position> start;
    convert::NumberingScheme scheme;
    convert::MoveWords words = convert::MoveWords::san;
};

Rules read_rules(const ign_rules* given) {
    auto raw = copy_struct<ign_rules>(given);
    Rules rules;
    rules.scheme = scheme_of(raw.numbering, raw.resign);
    std::string_view name = raw.game == nullptr ? "chess" : raw.game;
    if (name != "chess") {
        rules.other = game::find_game(name, rules.scheme.resignation);
        if (rules.other == nullptr) bad_argument("there is no game called " + std::string(name));
        if (raw.fen != nullptr) bad_argument("a FEN is for chess, not for " + std::string(name));
    }
    if (raw.fen != nullptr) {
        auto position = chess::parse_fen(raw.fen);
        if (!position) bad_argument("bad FEN: " + std::string(chess::to_text(position.error())));
        rules.start = *position;
    }
    using convert::MoveWords;
    constexpr MoveWords words[] = {MoveWords::san, MoveWords::uci, MoveWords::uci_takes_rook};
    if (raw.notation < IGN_SAN || raw.notation > IGN_UCI_CHESS960) {
        bad_argument("unknown notation " + std::to_string(raw.notation));
    }
    rules.words = words[raw.notation];
    return rules;
}

// Copies a result into the caller's buffer, as far as there is one and it is large enough.
ign_status give(const void* result, std::size_t result_size, void* buffer, std::size_t* size) {
    std::size_t room = *size;
    *size = result_size;
    if (result_size > room || (buffer == nullptr && result_size != 0)) {
        return report_fault(IGN_TOO_SMALL, "the buffer has room for " + std::to_string(room) +
                                               " bytes of " + std::to_string(result_size));
    }
    if (result_size != 0) std::memcpy(buffer, result, result_size);
    return IGN_OK;
}

ign_status give(const std::vector<std::byte>& number, std::uint8_t* buffer, std::size_t* size) {
    return give(number.data(), number.size(), buffer, size);
}

ign_status give(const std::string& text, char* buffer, std::size_t* size) {
    return give(text.c_str(), text.size() + 1, buffer, size);
}

std::span<const std::byte> bytes_of(const std::uint8_t* number, std::size_t size) {
    if (number == nullptr && size != 0) bad_argument("the number is null");
    return {reinterpret_cast<const std::byte*>(number), size};
}

void require_base(int base) {
    if (base != 10 && base != 16) bad_argument("the base is 10 or 16");
}

template <chess::Numbering numbering>
std::uint64_t resigning_perft(const chess::Position& start, int depth) {
    return game::perft(game::WithResignation(chess::ChessGame<numbering>(start)), depth);
}

std::uint64_t count(const Rules& rules, int depth) {
    if (rules.other != nullptr) return rules.other->perft(depth);
    chess::Position start = rules.start.value_or(chess::Position::standard());
    if (rules.scheme.resignation == game::Resignation::none) {
        return chess::perft(start, depth, rules.scheme.moves);
    }
    return rules.scheme.moves == chess::Numbering::legal
               ? resigning_perft<chess::Numbering::legal>(start, depth)
               : resigning_perft<chess::Numbering::pseudo_legal>(start, depth);
}

}  // namespace

}  // namespace ign::capi

using namespace ign;  // the functions below are the C names of what stands above

ign_status ign_encode(const ign_rules* rules, const char* text, std::uint8_t* number,
                      std::size_t* size) {
    return capi::guarded([&] {
        capi::require(text, "text");
        capi::require(size, "size");
        capi::Rules checked = capi::read_rules(rules);
        auto result = checked.other != nullptr
                          ? checked.other->encode(text)
                          : convert::encode_game(text, checked.start, checked.scheme);
        if (!result) return capi::report_fault(IGN_BAD_GAME, result.error());
        return capi::give(*result, number, size);
    });
}

ign_status ign_decode(const ign_rules* rules, const std::uint8_t* number, std::size_t number_size,
                      char* moves, std::size_t* size) {
    return capi::guarded([&] {
        capi::require(size, "size");
        capi::Rules checked = capi::read_rules(rules);
        auto bytes = capi::bytes_of(number, number_size);
        if (checked.other != nullptr) {
            auto text = checked.other->decode(bytes);
            if (!text) return capi::report_fault(IGN_BAD_NUMBER, text.error());
            return capi::give(*text, moves, size);
        }
        auto start = checked.start.value_or(chess::Position::standard());
        auto game = convert::decode_game(bytes, start, checked.scheme);
        if (!game) return capi::report_fault(IGN_BAD_NUMBER, game.error());
        return capi::give(convert::write_words(*game, checked.words), moves, size);
    });
}

ign_status ign_number_to_text(const std::uint8_t* number, std::size_t number_size, int base,
                              char* text, std::size_t* size) {
    return capi::guarded([&] {
        capi::require(size, "size");
        capi::require_base(base);
        auto bytes = capi::bytes_of(number, number_size);
        return capi::give(base == 10 ? codec::to_decimal(bytes) : codec::to_hex(bytes), text, size);
    });
}

ign_status ign_number_from_text(const char* text, int base, std::uint8_t* number,
                                std::size_t* size) {
    return capi::guarded([&] {
        capi::require(text, "text");
        capi::require(size, "size");
        capi::require_base(base);
        auto bytes = base == 10 ? codec::from_decimal(text) : codec::from_hex(text);
        if (!bytes) return capi::report_fault(IGN_BAD_NUMBER, "no number: " + std::string(text));
        return capi::give(*bytes, number, size);
    });
}

ign_status ign_perft(const ign_rules* rules, int depth, std::uint64_t* count) {
    return capi::guarded([&] {
        capi::require(count, "count");
        if (depth < 0) capi::bad_argument("the depth is negative");
        *count = capi::count(capi::read_rules(rules), depth);
        return IGN_OK;
    });
}
