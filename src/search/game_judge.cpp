#include "game_judge.hpp"

#include <utility>

#include "ign/chess/fen.hpp"

namespace ign::search {
namespace {

// FENs repeat or are few, but for files of positions, where keeping them all helps nobody.
constexpr std::size_t most_starts = 4096;

}  // namespace

Start make_start(const chess::Position& position, const Query& query) {
    Start start{position, true, {}};
    if (!query.line) return start;
    start.begins_line = is_same_position(position, query.line->start);
    if (!start.begins_line) return start;
    for (std::size_t i = 0; i < scheme_count; ++i) {
        start.prefixes[i] = prefix_of(position, query.line->moves, scheme_at(i));
    }
    return start;
}

GameJudge::GameJudge(const Query& query)
    : query_(query), standard_(make_start(chess::Position::standard(), query)) {
    if (query.position || query.material) seeker_.emplace(query);
}

const Start& GameJudge::start_of(std::string_view fen) {
    if (fen.empty()) return standard_;
    std::string key(fen);
    if (auto found = set_up_.find(key); found != set_up_.end()) return found->second;
    if (set_up_.size() == most_starts) set_up_.clear();
    Start start;
    if (auto position = chess::parse_fen(fen)) start = make_start(*position, query_);
    return set_up_.emplace(std::move(key), std::move(start)).first->second;
}

Outcome GameJudge::judge(const GameRow& game) {
    const Start& start = start_of(game.fen);
    if (!start.position) return Outcome::no_game;
    if (!start.begins_line) return Outcome::not_found;
    if (query_.line) {
        const LinePrefix& prefix = start.prefixes[index_of(game.numbering)];
        if (!begins_with(game.number, prefix, unfold_)) return Outcome::not_found;
    }
    if (!seeker_) return Outcome::found;
    return seeker_->seek(*start.position, game.number, game.numbering, game.plies);
}

}  // namespace ign::search
