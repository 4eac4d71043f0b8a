#include "ign/io/source.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "decoder.hpp"
#include "ign/io/errors.hpp"
#include "zstd_decoder.hpp"

namespace ign::io {
namespace {

class PlainDecoder : public Decoder {
  public:
    explicit PlainDecoder(ByteReader& reader) : reader_(reader) {}
    std::size_t decode(std::span<char> into) override {
        begin_unit(reader_.position());
        return reader_.read(into);
    }

  private:
    ByteReader& reader_;
};

std::unique_ptr<Decoder> make_decoder(ByteReader& reader) {
    const std::span<const char> head = reader.peek(4);
    const std::string_view text(head.data(), std::min<std::size_t>(head.size(), 4));
    // Of an input shorter than the magic number, what is no text is taken for a cut archive.
    const bool is_zstd = head.size() > 1 && begins_zstd_frame(head);
    if (is_zstd || (head.size() >= 4 && begins_skippable_frame(head))) {
        return std::make_unique<ZstdDecoder>(reader);
    }
    if (text.starts_with("\x1F\x8B") || text == "\x1F") {
        return make_gzip_decoder(reader);
    }
    if (text.starts_with("BZh")) {
        return make_bzip2_decoder(reader);
    }
    return std::make_unique<PlainDecoder>(reader);
}

class FileSource : public Source {
  public:
    explicit FileSource(std::unique_ptr<ByteReader> reader)
        : Source(reader->name(), reader->size()),
          reader_(std::move(reader)),
          decoder_(make_decoder(*reader_)) {}

    /// Goes to a place of the file, the format of which is known from its first bytes.
    void begin_at(RestartPoint start) {
        reader_->seek(start.stored);
        decoder_->begin_at(start);
    }

    std::size_t read(std::span<char> into) override {
        const std::size_t count = filler_.fill(*decoder_, into);
        set_compressed_position(reader_->position());
        return count;
    }

    [[nodiscard]] RestartPoint restart_point() const override { return decoder_->restart_point(); }

  private:
    std::unique_ptr<ByteReader> reader_;
    std::unique_ptr<Decoder> decoder_;
    Filler filler_;
};

}  // namespace

Source::Source(std::string name, std::optional<std::uint64_t> size)
    : name_(std::move(name)), size_(size) {}

Source::~Source() = default;

std::size_t Filler::fill(Decoder& decoder, std::span<char> into) {
    std::size_t filled = 0;
    try {
        while (filled < into.size() && !fault_) {
            const std::size_t made = decoder.decode(into.subspan(filled));
            if (made == 0) {
                return filled;
            }
            filled += made;
            decoder.count(made);
        }
    } catch (const InputError&) {
        fault_ = std::current_exception();
    }
    if (fault_ && filled == 0) {
        std::rethrow_exception(fault_);
    }
    return filled;
}

std::unique_ptr<Source> open_source(const std::filesystem::path& path) {
    return std::make_unique<FileSource>(std::make_unique<ByteReader>(path));
}

std::unique_ptr<Source> open_source(const std::filesystem::path& path, RestartPoint from,
                                    std::uint64_t text_offset) {
    auto source = std::make_unique<FileSource>(std::make_unique<ByteReader>(path));
    source->begin_at(from);
    std::vector<char> skipped(std::min<std::uint64_t>(text_offset - from.text, 1 << 20));
    for (std::uint64_t left = text_offset - from.text; left > 0;) {
        const std::size_t got =
            source->read(std::span(skipped).first(std::min<std::uint64_t>(left, skipped.size())));
        if (got == 0) {
            throw InputError(source->name(), "its text is shorter than it was; start anew");
        }
        left -= got;
    }
    return source;
}

}  // namespace ign::io
