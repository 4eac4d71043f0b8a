#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "ign/convert/output.hpp"
#include "ign/convert/row_writer.hpp"

namespace ign::convert {

/// The texts of an input's games, one after another. Put together they are the input's text.
class GameTexts {
  public:
    virtual ~GameTexts() = default;

    /// One game of the input.
    struct Game {
        std::string text;    ///< its span; of the last one also what follows it
        std::string source;  ///< of a row with that column, else empty
    };
    /// False after the last game.
    virtual bool next(Game& game) = 0;

    /// The text of an input without games; known after next() has returned false.
    [[nodiscard]] virtual const std::string& gameless_text() const = 0;
    /// Bytes read of the input as it is stored.
    [[nodiscard]] virtual std::uint64_t input_bytes() const = 0;
    /// Games so far that are right but not spelled as once (see Exactness::approximate).
    [[nodiscard]] virtual std::uint64_t approximate() const { return 0; }

    /// What a Parquet file of these games is to be like: that of the input, or the defaults.
    [[nodiscard]] virtual RowOptions row_options() const = 0;
    [[nodiscard]] virtual bool has_source_column() const { return false; }
    /// What its metadata says of where the games come from: keys `ign.source.…`.
    [[nodiscard]] virtual Metadata source_metadata() const = 0;
};

/// Is it a Parquet file, by its first bytes? False for what is no regular file.
[[nodiscard]] bool is_parquet(const std::filesystem::path& path);

/// Opens a PGN input (see io::open_source) or a Parquet file of ours. A row of which no text can be
/// made is thrown as columnar::ParquetError.
[[nodiscard]] std::unique_ptr<GameTexts> open_game_texts(const std::filesystem::path& path);

}  // namespace ign::convert
