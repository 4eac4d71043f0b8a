#pragma once

#include <cstddef>

#include "column_chunk.hpp"

namespace ign::columnar {

/// Some consecutive rows of a leaf.
struct Window {
    const Leaf* leaf = nullptr;
    std::size_t rows = 0;
    std::size_t slot = 0;
    std::size_t slots = 0;
    std::size_t value = 0;
    std::size_t values = 0;

    /// Of a leaf of text or bytes.
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] const Level* definition() const { return leaf->definition.data() + slot; }
    [[nodiscard]] const Level* repetition() const { return leaf->repetition.data() + slot; }
};

/// Slots of the first `rows` of some, given their repetition levels.
std::size_t slots_of_rows(const Level* repetition, std::size_t slots, std::size_t rows);

/// Cuts the rows of a leaf into blocks.
class RowBlocks : public ColumnEncoder::Blocks {
  public:
    explicit RowBlocks(const parquet::ColumnDescriptor& column);

    void add(const RowSlice& slice, const Leaf& leaf) override;
    void add_constant(std::size_t rows, std::string_view value) override;

  protected:
    [[nodiscard]] Level max_definition() const { return max_definition_; }
    [[nodiscard]] bool is_repeated() const { return repeated_; }

    /// Rows of the block in the making.
    virtual void append(const Window& window) = 0;
    virtual void append_nulls(std::size_t rows) = 0;
    virtual void append_constant(std::string_view value) = 0;
    virtual void end_block() = 0;

    /// Ends the block if it has rows.
    void end_last_block();

  private:
    Window take(Window& window, std::size_t rows) const;
    [[nodiscard]] bool fits(const Window& window) const;
    void append_window(const Window& window);
    void add_nulls(std::size_t rows);
    void count(std::size_t rows, std::size_t slots, std::size_t bytes);

    Level max_definition_;
    bool repeated_;
    bool is_bytes_;
    bool is_long_;
    // Of the block in the making.
    std::size_t rows_ = 0;
    std::size_t slots_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace ign::columnar
