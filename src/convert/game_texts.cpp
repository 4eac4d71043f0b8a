#include "ign/convert/game_texts.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>
#include <vector>

#include "ign/columnar/parquet_reader.hpp"
#include "ign/convert/exporter.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/row_cursor.hpp"
#include "ign/convert/wthor_conversion.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/inputs.hpp"
#include "ign/io/source.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

constexpr std::string_view parquet_magic = "PAR1";

class PgnTexts : public GameTexts {
  public:
    explicit PgnTexts(const std::filesystem::path& path)
        : path_(path), source_(io::open_source(path)) {
        fill();
        refuse_wide_characters(buffer_, source_->name());
        if (buffer_.starts_with(parquet_magic)) {
            throw io::InputError(source_->name(), io::parquet_needs_a_file);
        }
    }

    bool next(Game& game) override {
        std::optional<std::string> span = next_span();
        // What follows the last game belongs to it, so a game goes out once another one is there.
        if (span && !pending_) {
            pending_ = std::move(span);
            span = next_span();
        }
        if (!pending_) {
            gameless_text_ = rest();
            return false;
        }
        game.source.clear();
        game.text = *std::exchange(pending_, std::move(span));
        if (!pending_) {
            game.text += rest();
            from_ = buffer_.size();
        }
        return true;
    }

    const std::string& gameless_text() const override { return gameless_text_; }
    std::uint64_t input_bytes() const override { return source_->compressed_position(); }
    RowOptions row_options() const override { return {}; }
    Metadata source_metadata() const override {
        Metadata metadata = {{"ign.source.count", "1"},
                             {"ign.source.name", path_.filename().string()}};
        if (auto size = source_->compressed_size()) {
            metadata.emplace_back("ign.source.bytes", std::to_string(*size));
        }
        return metadata;
    }

  private:
    std::string rest() { return buffer_.substr(from_); }

    // The span of the next game; nothing where none is left, the rest of the text staying.
    std::optional<std::string> next_span() {
        while (from_ != buffer_.size() || fill()) {
            const char* begin = buffer_.data() + from_;
            pgn::Tokenizer tokens(begin, buffer_.data() + buffer_.size(),
                                  at_end_ ? pgn::TextEnd::at_eof : pgn::TextEnd::more);
            while (tokens.next().kind != pgn::TokenKind::end) continue;
            if (tokens.state() == pgn::GameEnd::complete) {
                auto size = static_cast<std::size_t>(tokens.game_end() - begin);
                from_ += size;
                return std::string(begin, size);
            }
            if (tokens.state() == pgn::GameEnd::no_game || !fill()) break;
        }
        return std::nullopt;
    }

    // Reads as much again as there is, at least. False at the end; then what is there is all.
    bool fill() {
        constexpr std::size_t least = std::size_t{1} << 20;
        if (at_end_) return false;
        buffer_.erase(0, std::exchange(from_, 0));
        std::size_t size = buffer_.size();
        buffer_.resize(size + std::max(size, least));
        std::size_t room = buffer_.size() - size;
        std::size_t got = source_->read({buffer_.data() + size, room});
        buffer_.resize(size + got);
        at_end_ = got < room;
        return true;
    }

    std::filesystem::path path_;
    std::unique_ptr<io::Source> source_;
    std::string buffer_;
    std::size_t from_ = 0;
    bool at_end_ = false;
    std::optional<std::string> pending_;
    std::string gameless_text_;
};

class ParquetTexts : public GameTexts {
  public:
    explicit ParquetTexts(const std::filesystem::path& path)
        : file_(path),
          numbering_(parse_numbering_scheme(file_.metadata("ign.numbering").value_or(""))
                         .value_or(NumberingScheme())),
          writer_(numbering_),
          wanted_(export_fields().begin(), export_fields().end()),
          gameless_text_(file_.metadata("ign.source.text").value_or("")) {
        if (holds_othello(file_)) {
            throw columnar::ParquetError(file_.name() + ": its games are of Othello, not of chess");
        }
        wanted_.push_back(Field::source);
        if (!file_.has(Field::fen)) wanted_.push_back(Field::ign8);
    }

    bool next(Game& game) override {
        while (!cursor_ || !cursor_->next()) {
            if (group_ == file_.row_groups()) return false;
            batch_ = file_.read_row_group(group_++, wanted_);
            cursor_.emplace(batch_);
        }
        ++row_;
        game.text.clear();
        game.source = cursor_->bytes(Field::source).value_or("");
        Exactness exactness = writer_.write(*cursor_, game.text);
        if (exactness == Exactness::impossible) {
            throw columnar::ParquetError(file_.name() + ": row " + std::to_string(row_) + ": " +
                                         writer_.fault());
        }
        approximate_ += exactness == Exactness::approximate;
        return true;
    }

    const std::string& gameless_text() const override { return gameless_text_; }
    std::uint64_t input_bytes() const override {
        // Rows are about equally long.
        double share = static_cast<double>(row_) /
                       static_cast<double>(std::max<std::uint64_t>(1, file_.num_rows()));
        return static_cast<std::uint64_t>(share * static_cast<double>(file_.file_bytes()));
    }
    std::uint64_t approximate() const override { return approximate_; }

    RowOptions row_options() const override {
        RowOptions options;
        options.numbering = numbering_.moves;
        options.resignation = numbering_.resignation;
        if (file_.has(Field::clock_white)) options.clocks = ClockColumns::remaining;
        if (file_.has(Field::movetext)) options.movetext = Movetext::keep;
        return options;
    }
    bool has_source_column() const override { return file_.has(Field::source); }
    Metadata source_metadata() const override {
        Metadata metadata;
        for (const auto& [key, value] : file_.metadata()) {
            bool is_text = key == "ign.source.text";  // written with the last row
            if (key.starts_with("ign.source.") && !is_text) metadata.emplace_back(key, value);
        }
        return metadata;
    }

  private:
    columnar::FileReader file_;
    NumberingScheme numbering_;
    GameWriter writer_;
    std::vector<Field> wanted_;
    std::string gameless_text_;
    int group_ = 0;
    columnar::RowBatch batch_;
    std::optional<RowCursor> cursor_;
    std::uint64_t row_ = 0;
    std::uint64_t approximate_ = 0;
};

}  // namespace

bool is_parquet(const std::filesystem::path& path) {
    std::error_code fault;
    if (!std::filesystem::is_regular_file(path, fault)) return false;
    std::array<char, parquet_magic.size()> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    return file && std::string_view(start.data(), start.size()) == parquet_magic;
}

std::unique_ptr<GameTexts> open_game_texts(const std::filesystem::path& path) {
    if (is_parquet(path)) return std::make_unique<ParquetTexts>(path);
    return std::make_unique<PgnTexts>(path);
}

}  // namespace ign::convert
