#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "game_judge.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/search/query.hpp"
#include "ign/tasks/per_thread.hpp"

namespace ign::search {

/// What has been found in a row group.
struct GroupMatch {
    std::uint64_t rows = 0;
    std::vector<std::uint32_t> found;  ///< rows, ascending
    bool was_read = false;             ///< or the statistics were enough
    std::uint64_t no_games = 0;        ///< rows whose number could not be replayed
    std::uint32_t first_fault = 0;     ///< the first of these, if there are any
};

/// Throws ParquetError if the file lacks a column that the query needs, or does not say how its
/// games are numbered.
void check_columns(const columnar::FileReader& file, const Query& query);

/// Finds the rows of row groups that a query wants, reading no more columns than it takes to tell.
/// For any number of threads at once, each with a reader of its own; the games of a group are
/// spread over the task arena it is called in. The query must outlive it.
class GroupMatcher {
  public:
    explicit GroupMatcher(const Query& query);

    [[nodiscard]] GroupMatch match(columnar::FileReader& file, int group);

  private:
    class Numberings;

    [[nodiscard]] bool may_match(const columnar::FileReader& file, int group,
                                 std::uint64_t rows) const;
    void ask_columns(columnar::FileReader& file, int group, RowMask& mask, GroupMatch& match);
    void ask_ign8(columnar::FileReader& file, int group, const Numberings& numberings,
                  RowMask& mask) const;
    void ask_where(columnar::FileReader& file, int group, RowMask& mask) const;
    void ask_games(columnar::FileReader& file, int group, const Numberings& numberings,
                   RowMask& mask, GroupMatch& match);
    void judge_games(std::span<const GameRow> games, RowMask& mask, GroupMatch& match);

    const Query& query_;
    Start standard_;
    tasks::PerThread<GameJudge> judges_;
};

}  // namespace ign::search
