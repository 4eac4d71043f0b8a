#include "ign/uci/search_info.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>

#include "ign/chess/uci.hpp"
#include "ign/uci/position_command.hpp"

namespace ign::uci {

namespace {

struct NumberField {
    std::string_view name;
    std::optional<std::int64_t> SearchInfo::*field;
};
constexpr std::array number_fields = {
    NumberField{"depth", &SearchInfo::depth},
    NumberField{"seldepth", &SearchInfo::seldepth},
    NumberField{"multipv", &SearchInfo::multipv},
    NumberField{"time", &SearchInfo::time},
    NumberField{"nodes", &SearchInfo::nodes},
    NumberField{"nps", &SearchInfo::nps},
    NumberField{"tbhits", &SearchInfo::tbhits},
    NumberField{"hashfull", &SearchInfo::hashfull},
    NumberField{"cpuload", &SearchInfo::cpuload},
    NumberField{"currmovenumber", &SearchInfo::currmovenumber},
};

/// Walks the words of a line; each step takes those that belong to one keyword.
class InfoReader {
  public:
    InfoReader(const chess::Position& position, std::string_view arguments)
        : position_(position), arguments_(arguments), words_(words_of(arguments)) {}

    SearchInfo read() {
        while (at_ < words_.size()) {
            std::string_view word = words_[at_++];
            if (word == "string") {
                read_text();
            } else if (word == "score") {
                read_score();
            } else if (word == "wdl") {
                read_chances();
            } else if (word == "pv") {
                info_.pv = read_moves();
            } else if (word == "refutation" || word == "currline") {
                read_moves();
            } else if (word == "currmove") {
                if (at_ < words_.size())
                    info_.currmove = chess::parse_uci(position_, words_[at_++]);
            } else {
                read_number_field(word);
            }
        }
        return std::move(info_);
    }

  private:
    std::optional<std::int64_t> take_number() {
        if (at_ >= words_.size()) return std::nullopt;
        std::string_view word = words_[at_];
        std::int64_t value = 0;
        const char* end = word.data() + word.size();
        auto [stop, fault] = std::from_chars(word.data(), end, value);
        if (fault != std::errc() || stop != end) return std::nullopt;
        ++at_;
        return value;
    }

    void read_number_field(std::string_view word) {
        const auto* known = std::ranges::find(number_fields, word, &NumberField::name);
        if (known == number_fields.end()) return;
        if (auto value = take_number()) info_.*known->field = value;
    }

    void read_text() {
        if (at_ < words_.size()) {
            std::string_view first = words_[at_];
            info_.text =
                arguments_.substr(static_cast<std::size_t>(first.data() - arguments_.data()));
        }
        at_ = words_.size();
    }

    void read_score() {
        Score score;
        bool has_value = false;
        while (at_ < words_.size()) {
            std::string_view word = words_[at_];
            if (word == "cp" || word == "mate") {
                ++at_;
                score.kind = word == "cp" ? Score::Kind::centipawns : Score::Kind::mate;
                auto value = take_number();
                constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
                has_value = value && *value <= most && *value >= -most;
                if (has_value) score.value = static_cast<std::int32_t>(*value);
            } else if (word == "lowerbound" || word == "upperbound") {
                ++at_;
                score.bound = word == "lowerbound" ? Bound::lower : Bound::upper;
            } else {
                break;
            }
        }
        if (has_value) info_.score = score;
    }

    void read_chances() {
        auto win = take_number();
        auto draw = win ? take_number() : std::nullopt;
        auto loss = draw ? take_number() : std::nullopt;
        if (loss) info_.wdl = WinDrawLoss{*win, *draw, *loss};
    }

    /// Legal moves one after another; what follows them is left.
    std::vector<chess::Move> read_moves() {
        std::vector<chess::Move> moves;
        chess::Position position = position_;
        for (; at_ < words_.size(); ++at_) {
            auto move = chess::parse_uci(position, words_[at_]);
            if (!move) break;
            moves.push_back(*move);
            position.play(*move);
        }
        return moves;
    }

    const chess::Position& position_;
    std::string_view arguments_;
    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
    SearchInfo info_;
};

}  // namespace

SearchInfo read_info(const chess::Position& position, std::string_view arguments) {
    return InfoReader(position, arguments).read();
}

BestMove read_best_move(const chess::Position& position, std::string_view arguments) {
    BestMove answer;
    std::vector<std::string_view> words = words_of(arguments);
    constexpr std::array<std::string_view, 3> none = {"(none)", "0000", "NULL"};
    if (words.empty() || std::ranges::find(none, words[0]) != none.end()) return answer;
    answer.best = chess::parse_uci(position, words[0]);
    answer.is_legal = answer.best.has_value();
    if (answer.best && words.size() >= 3 && words[1] == "ponder") {
        chess::Position after = position;
        after.play(*answer.best);
        answer.ponder = chess::parse_uci(after, words[2]);
    }
    return answer;
}

}  // namespace ign::uci
