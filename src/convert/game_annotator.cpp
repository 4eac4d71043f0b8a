#include "ign/convert/game_annotator.hpp"

#include <algorithm>
#include <array>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"

namespace ign::convert {
namespace {

using Game = chess::ChessGame<chess::Numbering::legal>;

std::string text_of(const pgn::EvalValue& eval) {
    std::array<char, pgn::annotation_bytes> text;
    return {text.data(), pgn::write_eval(eval, text.data())};
}

}  // namespace

GameAnnotator::GameAnnotator(Evaluate evaluate, ExistingEvals existing)
    : evaluate_(std::move(evaluate)),
      existing_(existing),
      reader_(make_game_reader(chess::Numbering::legal)) {}

Annotated GameAnnotator::annotate(std::string_view game, std::string& out) {
    const char* end = game.data() + game.size();
    auto as_it_is = [&](Annotated why) {
        out += game;
        return why;
    };
    pgn::GameEnd state = reader_->read(game.data(), end, pgn::TextEnd::at_eof, record_);
    if (state != pgn::GameEnd::complete || record_.reason != RejectReason::none) {
        return as_it_is(Annotated::rejected);
    }
    if (record_.number.size() == 0) return as_it_is(Annotated::no_moves);
    if (record_.has_evals && existing_ == ExistingEvals::keep) {
        return as_it_is(Annotated::has_some);
    }
    auto number = record_.number.finish();
    number_.assign(number.begin(), number.end());
    bytes_behind_ = game.size() - record_.text.size();
    std::size_t begin = out.size();
    read_texts(game);
    if (!read_moves() || plies_.size() != moves_.size()) return as_it_is(Annotated::rejected);

    copied_ = game.data();
    bool white_has_comment = false;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        bool is_black = game_.end.turn() == chess::Color::black;
        if (is_black && white_has_comment && !plies_[i].has_number) {
            copy_to(plies_[i].begin, out);
            out += std::to_string(game_.end.fullmove_number());
            out += "... ";
        }
        game_.moves.push_back(moves_[i]);
        game_.end.play(moves_[i]);
        std::optional<pgn::EvalValue> eval = evaluate(game_);
        white_has_comment = !is_black && eval;
        write_ply(plies_[i], eval, out);
    }
    copy_to(end, out);
    if (is_same_game(std::string_view(out).substr(begin))) return Annotated::yes;
    out.resize(begin);
    return as_it_is(Annotated::rejected);
}

/// A brace left open in text before the game would be closed by the first comment that is put in.
bool GameAnnotator::is_same_game(std::string_view text) {
    pgn::GameEnd state =
        reader_->read(text.data(), text.data() + text.size(), pgn::TextEnd::at_eof, record_);
    return state == pgn::GameEnd::complete && record_.reason == RejectReason::none &&
           text.size() - record_.text.size() == bytes_behind_ &&
           std::ranges::equal(record_.number.finish(), number_);
}

/// The moves of the record, by its number, and the start position.
bool GameAnnotator::read_moves() {
    game_.start = chess::Position::standard();
    game_.moves.clear();
    if (!record_.fen.empty()) {
        auto start = chess::parse_fen(record_.fen);
        if (!start) return false;
        game_.start = *start;
    }
    game_.end = game_.start;
    auto moves = game::decode(Game(game_.start), record_.number.finish());
    if (!moves) return false;
    moves_ = std::move(*moves);
    return true;
}

void GameAnnotator::read_texts(std::string_view game) {
    plies_.clear();
    pgn::Tokenizer tokens(game.data(), game.data() + game.size(), pgn::TextEnd::at_eof);
    bool has_number = false;
    bool is_behind_move = false;  // only glyphs lie between
    while (true) {
        pgn::Token token = tokens.next();
        switch (token.kind) {
            case pgn::TokenKind::end:
                return;
            case pgn::TokenKind::move:
                plies_.push_back({token.begin, token.end, nullptr, nullptr, nullptr, has_number});
                has_number = false;
                is_behind_move = true;
                break;
            case pgn::TokenKind::nag:
            case pgn::TokenKind::glyph:
                if (is_behind_move) plies_.back().end = token.end;
                break;
            case pgn::TokenKind::comment:
                is_behind_move = false;
                note_comment(token.text());
                break;
            case pgn::TokenKind::variation_open:
                is_behind_move = false;
                tokens.skip_variation();
                break;
            case pgn::TokenKind::move_number:
                has_number = true;
                is_behind_move = false;
                break;
            default:
                is_behind_move = false;
                break;
        }
    }
}

void GameAnnotator::note_comment(std::string_view comment) {
    if (plies_.empty()) return;
    PlyText& ply = plies_.back();
    pgn::Annotations notes = pgn::scan_annotations(comment);
    if (notes.clock && ply.clock == nullptr) ply.clock = notes.clock->begin;
    if (notes.eval && ply.eval == nullptr) {
        ply.eval = notes.eval->begin;
        ply.eval_end = notes.eval->end;
    }
}

std::optional<pgn::EvalValue> GameAnnotator::evaluate(const uci::PlayedGame& game) {
    if (!chess::has_legal_move(game.end)) {
        if (chess::checkers(game.end)) return std::nullopt;
        return pgn::EvalValue{pgn::EvalKind::centipawns, 0, -1};
    }
    ++positions_;
    return evaluate_(game);
}

void GameAnnotator::copy_to(const char* to, std::string& out) {
    out.append(copied_, to);
    copied_ = to;
}

void GameAnnotator::write_ply(const PlyText& ply, const std::optional<pgn::EvalValue>& eval,
                              std::string& out) {
    if (!eval) return;
    if (ply.eval != nullptr) {
        copy_to(ply.eval, out);
        out += text_of(*eval);
        copied_ = ply.eval_end;
    } else if (ply.clock != nullptr) {
        copy_to(ply.clock, out);
        (out += text_of(*eval)) += ' ';
    } else {
        copy_to(ply.end, out);
        ((out += " { ") += text_of(*eval)) += " }";
    }
}

}  // namespace ign::convert
