#include "group_matcher.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "ign/columnar/errors.hpp"
#include "ign/tasks/for_each.hpp"

namespace ign::search {
namespace {

using columnar::Field;
using columnar::FileReader;
using columnar::Leaf;
using columnar::RowBatch;
using convert::NumberingScheme;

// What is read of a row group before it is judged, so that it stays in cache: of columns asked of,
// of games.
constexpr std::size_t values_at_a_time = 2048;
constexpr std::size_t games_at_a_time = 4096;
constexpr std::size_t games_of_a_task = 128;

// Appends the rows of a mask that have a value. Written without a branch: which rows these are is
// not to be predicted.
void append_rows(const RowMask& mask, std::uint8_t value, std::vector<std::uint32_t>& rows) {
    std::array<std::uint32_t, 256> some;
    for (std::size_t begin = 0; begin < mask.size(); begin += some.size()) {
        std::size_t end = std::min(begin + some.size(), mask.size());
        std::size_t count = 0;
        for (std::size_t row = begin; row < end; ++row) {
            some[count] = static_cast<std::uint32_t>(row);
            count += static_cast<std::size_t>(mask[row] == value);
        }
        rows.insert(rows.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    }
}

bool has_any(std::span<const std::uint8_t> mask) {
    return std::ranges::find(mask, 1) != mask.end();
}

[[noreturn]] void fail_column(const FileReader& file, Field field, const std::string& why) {
    throw columnar::ParquetError(file.name() + ": the column " +
                                 std::string(columnar::info(field).name) + " " + why);
}

void need(const FileReader& file, Field field, const char* why) {
    if (!file.has(field)) fail_column(file, field, std::string("is missing, which ") + why);
}

// The numbering of rows that do not name one.
std::optional<NumberingScheme> numbering_of(const FileReader& file, const Query& query) {
    if (auto name = file.metadata("ign.numbering")) return convert::parse_numbering_scheme(*name);
    return query.numbering;
}

bool starts_as_usual(const Line& line) {
    return is_same_position(line.start, chess::Position::standard());
}
bool is_short(const Line& line) { return line.moves.size() <= 8; }

// The short number of a game from the standard position tells whether it begins with the line, or
// with as much of the line as it covers.
bool is_asked_of_ign8(const FileReader& file, const Query& query) {
    return query.line && starts_as_usual(*query.line) && file.has(Field::ign8);
}

bool is_asked_of_games(const FileReader& file, const Query& query) {
    if (query.position || query.material) return true;
    return query.line && !(is_asked_of_ign8(file, query) && is_short(*query.line));
}

// Walks a flat column row by row.
class Column {
  public:
    explicit Column(const Leaf& leaf) : leaf_(leaf) {}

    /// To be called for each row in turn: the place of its value, or nothing for NULL.
    std::optional<std::size_t> next() {
        bool has_value = row_ < leaf_.definition.size() && leaf_.definition[row_] != 0;
        ++row_;
        if (!has_value) return std::nullopt;
        return value_++;
    }
    std::optional<std::string_view> next_bytes() {
        auto value = next();
        if (!value) return std::nullopt;
        return leaf_.bytes_at(*value);
    }

  private:
    const Leaf& leaf_;
    std::size_t row_ = 0;
    std::size_t value_ = 0;
};

}  // namespace

void check_columns(const FileReader& file, const Query& query) {
    if (query.where) {
        for (Field field : query.where->fields()) need(file, field, "the condition asks for");
    }
    bool asks_games = is_asked_of_games(file, query);
    if (asks_games) {
        need(file, Field::ign, "holds the games");
        bool is_set_up = query.line && !starts_as_usual(*query.line);
        if (is_set_up || !file.has(Field::ign8)) need(file, Field::fen, "says where games start");
    }
    if (!asks_games && !query.line) return;
    if (!file.has(Field::numbering) && !numbering_of(file, query)) {
        fail_column(file, Field::numbering,
                    "is missing, and the file's metadata do not say how its games are numbered "
                    "either; give --numbering");
    }
}

// How the rows of a group are numbered: all alike, or each by itself.
class GroupMatcher::Numberings {
  public:
    Numberings(FileReader& file, int group, const Query& query) : all_(numbering_of(file, query)) {
        if (!file.has(Field::numbering)) return;
        columnar::ColumnBounds bounds = file.bounds(group, Field::numbering);
        if (bounds.nulls == 0 && bounds.least_text && bounds.least_text == bounds.greatest_text) {
            if (auto only = convert::parse_numbering_scheme(*bounds.least_text)) {
                all_ = only;
                return;
            }
        }
        read_rows(file, group);
    }

    /// That of all rows, if they are alike.
    [[nodiscard]] std::optional<NumberingScheme> only() const {
        return rows_.empty() ? all_ : std::nullopt;
    }
    [[nodiscard]] NumberingScheme at(std::size_t row) const {
        return rows_.empty() ? *all_ : rows_[row];
    }

  private:
    void read_rows(FileReader& file, int group) {
        constexpr std::array fields = {Field::numbering};
        RowBatch batch = file.read_row_group(group, fields);
        Column names(batch[Field::numbering]);
        rows_.reserve(batch.rows());
        for (std::size_t row = 0; row < batch.rows(); ++row) {
            auto name = names.next_bytes();
            auto numbering = name ? convert::parse_numbering_scheme(*name) : all_;
            if (!numbering) {
                std::string what =
                    name ? "has a value that is no numbering of chess: " + std::string(*name) +
                               "; leave out such rows to search for lines, "
                               "positions or material"
                         : "has rows without a value; give --numbering";
                fail_column(file, Field::numbering, what);
            }
            rows_.push_back(*numbering);
        }
    }

    std::optional<NumberingScheme> all_;
    std::vector<NumberingScheme> rows_;
};

GroupMatcher::GroupMatcher(const Query& query)
    : query_(query),
      standard_(make_start(chess::Position::standard(), query)),
      judges_([&query] { return GameJudge(query); }) {}

GroupMatch GroupMatcher::match(FileReader& file, int group) {
    GroupMatch match;
    match.rows = file.row_group_rows(group);
    RowMask mask(match.rows, 0);
    if (may_match(file, group, match.rows)) {
        match.was_read = true;
        std::ranges::fill(mask, 1);
        ask_columns(file, group, mask, match);
    }
    std::uint8_t found = query_.wanted == Wanted::matching ? 1 : 0;
    append_rows(mask, found, match.found);
    return match;
}

bool GroupMatcher::may_match(const FileReader& file, int group, std::uint64_t rows) const {
    auto bounds_of = [&](Field field) { return file.bounds(group, field); };
    if (query_.where && !query_.where->may_match(bounds_of, rows)) return false;
    if (!query_.line || standard_.begins_line) return true;
    return bounds_of(Field::fen).nulls != rows;
}

void GroupMatcher::ask_columns(FileReader& file, int group, RowMask& mask, GroupMatch& match) {
    if (query_.where) ask_where(file, group, mask);
    bool asks_ign8 = is_asked_of_ign8(file, query_);
    bool asks_games = is_asked_of_games(file, query_);
    if (!(asks_ign8 || asks_games) || !has_any(mask)) return;
    Numberings numberings(file, group, query_);
    if (asks_ign8) ask_ign8(file, group, numberings, mask);
    if (asks_games && has_any(mask)) ask_games(file, group, numberings, mask, match);
}

void GroupMatcher::ask_where(FileReader& file, int group, RowMask& mask) const {
    file.open_row_group(group, query_.where->fields(), values_at_a_time);
    std::span<std::uint8_t> rest = mask;
    RowBatch batch;
    for (; file.read_rows(batch); batch.clear()) {
        query_.where->apply(batch, rest.first(batch.rows()));
        rest = rest.subspan(batch.rows());
    }
}

// NULL where a game does not start from the standard position, or was rejected.
void GroupMatcher::ask_ign8(FileReader& file, int group, const Numberings& numberings,
                            RowMask& mask) const {
    constexpr std::array fields = {Field::ign8};
    file.open_row_group(group, fields, values_at_a_time);
    std::span<std::uint8_t> rest = mask;
    std::size_t row = 0;
    auto ask = [&](const RowBatch& batch, auto prefix_at) {
        const Leaf& leaf = batch[Field::ign8];
        std::size_t value = 0;
        for (std::size_t i = 0; i < batch.rows(); ++i, ++row) {
            bool is_there = leaf.definition[i] != 0;
            rest[i] &= static_cast<std::uint8_t>(
                is_there && may_begin_with(leaf.longs[value++], prefix_at(row)));
        }
        rest = rest.subspan(batch.rows());
    };
    auto prefix_of = [&](NumberingScheme scheme) {
        return standard_.prefixes[index_of(scheme)].first8;
    };
    RowBatch batch;
    while (file.read_rows(batch)) {
        if (auto scheme = numberings.only()) {
            ask(batch, [prefix = prefix_of(*scheme)](std::size_t) { return prefix; });
        } else {
            ask(batch, [&](std::size_t at) { return prefix_of(numberings.at(at)); });
        }
        batch.clear();
    }
}

// What only the whole number tells: a long line, one from another position, what is reached.
void GroupMatcher::ask_games(FileReader& file, int group, const Numberings& numberings,
                             RowMask& mask, GroupMatch& match) {
    // Without FEN, ign8 shows by NULL which games do not start from the standard position.
    bool has_fen = file.has(Field::fen);
    const Field start_field = has_fen ? Field::fen : Field::ign8;
    std::vector<Field> fields = {Field::ign, start_field};
    if (query_.position || query_.material) fields.push_back(Field::plies);
    file.open_row_group(group, fields, games_at_a_time);
    RowBatch batch;
    std::vector<GameRow> games;
    for (std::size_t first = 0; file.read_rows(batch); first += batch.rows(), batch.clear()) {
        if (!has_any(std::span(mask).subspan(first, batch.rows()))) continue;
        games.clear();
        Column numbers(batch[Field::ign]);
        Column plies(batch[Field::plies]);
        Column starts(batch[start_field]);
        for (std::size_t row = first; row < first + batch.rows(); ++row) {
            auto number = numbers.next_bytes();
            auto ply_value = plies.next();
            auto start = starts.next();
            if (!number) mask[row] = 0;  // a rejected game
            if (mask[row] == 0) continue;
            if (!has_fen && !start) {
                fail_column(file, Field::fen,
                            "is missing, which says where the game of row " + std::to_string(row) +
                                " of row group " + std::to_string(group) + " starts");
            }
            GameRow game{static_cast<std::uint32_t>(row),
                         std::as_bytes(std::span(number->data(), number->size())),
                         {},
                         std::nullopt,
                         numberings.at(row)};
            if (has_fen && start) game.fen = batch[Field::fen].bytes_at(*start);
            if (ply_value) game.plies = batch[Field::plies].ints[*ply_value];
            games.push_back(game);
        }
        judge_games(games, mask, match);
    }
}

void GroupMatcher::judge_games(std::span<const GameRow> games, RowMask& mask, GroupMatch& match) {
    std::vector<Outcome> outcomes(games.size());
    tasks::for_each_range(games.size(), games_of_a_task, [&](std::size_t begin, std::size_t end) {
        GameJudge& judge = judges_.local();
        for (std::size_t i = begin; i != end; ++i) outcomes[i] = judge.judge(games[i]);
    });
    for (std::size_t i = 0; i < games.size(); ++i) {
        mask[games[i].row] = outcomes[i] == Outcome::found;
        bool is_fault = outcomes[i] == Outcome::no_game;
        if (is_fault && match.no_games++ == 0) match.first_fault = games[i].row;
    }
}

}  // namespace ign::search
