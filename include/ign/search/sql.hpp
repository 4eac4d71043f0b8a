#pragma once

#include <span>
#include <string>

#include "ign/convert/numbering_scheme.hpp"
#include "ign/search/query.hpp"

namespace ign::search {

/// A query as SQL for engines that know nothing of chess.
struct SqlPredicate {
    std::string text;  ///< on one line; to stand behind WHERE
    bool is_exact;     ///< the rows are those of the query; otherwise at least those
};

/// The SQL that DuckDB and Spark both read. A line is told exactly as far as `ign8` goes, which is
/// 8 half-moves from the standard position. `numberings` are those of the rows, at least one; of
/// several the predicate asks the column of that name. With Wanted::others the rows of an inexact
/// predicate are not at least those of the query but at most.
[[nodiscard]] SqlPredicate to_sql(const Query& query,
                                  std::span<const convert::NumberingScheme> numberings);

}  // namespace ign::search
