#include "number_reader.hpp"

#include <algorithm>

#include "ign/columnar/errors.hpp"

namespace ign::columnar {

bool NumberReader::can_read(const parquet::ColumnDescriptor& column) {
    bool is_flat = column.max_repetition_level() == 0 && column.path()->ToDotVector().size() == 1;
    if (!is_flat || column.physical_type() != parquet::Type::INT64) return false;
    const auto& meaning = column.logical_type();
    if (!meaning || meaning->is_none())
        return column.converted_type() == parquet::ConvertedType::NONE;
    return meaning->is_int() && static_cast<const parquet::IntLogicalType&>(*meaning).is_signed();
}

NumberReader::NumberReader(parquet::RowGroupReader& group, int column)
    : reader_(std::static_pointer_cast<parquet::Int64Reader>(group.Column(column))),
      has_nulls_(reader_->descr()->max_definition_level() != 0) {}

std::size_t NumberReader::read(std::size_t rows, Leaf& leaf) {
    levels_.resize(rows);
    std::size_t done = 0;
    while (done < rows && reader_->HasNext()) {
        std::size_t wanted = rows - done;
        std::int64_t values = 0;
        std::int64_t slots = reader_->ReadBatch(static_cast<std::int64_t>(wanted), levels_.data(),
                                                nullptr, leaf.longs.reserve(wanted), &values);
        if (slots <= 0) break;
        Level* definition = leaf.definition.reserve(static_cast<std::size_t>(slots));
        std::int64_t defined = slots;
        if (has_nulls_) {
            const std::int16_t* levels = levels_.data();
            for (std::int64_t i = 0; i < slots; ++i) definition[i] = static_cast<Level>(levels[i]);
            defined = std::count(levels, levels + slots, 1);
        } else {
            std::fill_n(definition, slots, Level{1});
        }
        if (defined != values) throw ParquetError("has pages with values missing");
        leaf.longs.commit(static_cast<std::size_t>(values));
        leaf.definition.commit(static_cast<std::size_t>(slots));
        done += static_cast<std::size_t>(slots);
    }
    return done;
}

}  // namespace ign::columnar
