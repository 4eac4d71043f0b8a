#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/columnar/schema.hpp"
#include "ign/search/where.hpp"

namespace ign::search {

/// For each row of a batch, whether it is still wanted: 1 or 0.
using RowMask = std::vector<std::uint8_t>;

/// A condition that has been checked against the columns there are, ready to be asked of rows.
///
/// Like SQL, what compares a NULL is unknown, and unknown rows are not wanted. Texts compare by
/// bytes. A date is compared with '2017-04-01' or '2017.04.01', a time with '2017-04-01',
/// '2017-04-01 12:30' or '2017-04-01 12:30:15', in UTC.
class Filter {
  public:
    /// Columns' names in any case. An error names the operand that does not fit.
    [[nodiscard]] static Result<Filter, WhereError> compile(const Condition& condition);

    Filter(Filter&&) noexcept;
    Filter& operator=(Filter&&) noexcept;
    ~Filter();

    /// What a batch must hold to be asked; of a map its keys.
    [[nodiscard]] std::span<const columnar::Field> fields() const { return fields_; }

    /// False if no row of a row group can be wanted, by its statistics.
    using BoundsOf = std::function<columnar::ColumnBounds(columnar::Field)>;
    [[nodiscard]] bool may_match(const BoundsOf& bounds_of, std::uint64_t rows) const;

    /// Clears the mask of the rows that are not wanted.
    void apply(const columnar::RowBatch& batch, std::span<std::uint8_t> mask) const;

    /// The condition with the columns' own names and what SQL calls its operators; texts in quotes
    /// by `quote`.
    [[nodiscard]] std::string to_sql(Quote quote) const;

    struct Node;  ///< inside the module

  private:
    Filter(Condition condition, std::unique_ptr<const Node> root);

    Condition condition_;  // with the columns' own names
    std::unique_ptr<const Node> root_;
    std::vector<columnar::Field> fields_;
};

}  // namespace ign::search
