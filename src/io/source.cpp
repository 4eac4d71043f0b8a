#include "ign/io/source.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "decoder.hpp"
#include "ign/io/errors.hpp"
#include "text_ring.hpp"
#include "zstd_decoder.hpp"

namespace ign::io {
namespace {

class PlainDecoder : public Decoder {
  public:
    explicit PlainDecoder(ByteReader& reader) : reader_(reader) {}
    std::optional<std::size_t> decode(std::span<char> into) override {
        begin_unit(reader_.position());
        const std::size_t made = reader_.read(into);
        return made > 0 ? std::optional(made) : std::nullopt;
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

    [[nodiscard]] RestartPoint restart_point() const override { return decoder_->restart_point(); }

  protected:
    Window window() override { return decoder_->window(); }

    std::optional<std::size_t> make(std::span<char> into) override {
        const std::optional<std::size_t> made = decoder_->decode(into);
        decoder_->count(made.value_or(0));
        set_compressed_position(reader_->position());
        return made;
    }

  private:
    std::unique_ptr<ByteReader> reader_;
    std::unique_ptr<Decoder> decoder_;
};

}  // namespace

Source::Source(std::string name, std::optional<std::uint64_t> size)
    : name_(std::move(name)), size_(size) {}

Source::~Source() = default;

std::size_t Source::read(std::span<char> into) {
    std::size_t filled = take_from_ring(into);
    try {
        while (filled < into.size() && !fault_) {
            const std::span<char> rest = into.subspan(filled);
            const bool any_place = window().size == 0;
            const std::optional<std::size_t> made = any_place ? make(rest) : make_in_ring(1);
            if (!made) {
                break;
            }
            filled += any_place ? *made : take_from_ring(rest);
        }
    } catch (const InputError&) {
        fault_ = std::current_exception();
    }
    if (fault_ && filled == 0 && !into.empty()) {
        std::rethrow_exception(fault_);
    }
    return filled;
}

std::span<const char> Source::peek(std::size_t size) {
    static_assert(longest_peek == TextRing::longest_text && peek_padding == TextRing::padding);
    if (!ring_) {
        ring_ = std::make_unique<TextRing>();
    }
    try {
        while (ring_->size() < size && !fault_ && make_in_ring(size - ring_->size())) {
        }
    } catch (const InputError&) {
        fault_ = std::current_exception();
    }
    if (fault_ && ring_->size() == 0 && size > 0) {
        std::rethrow_exception(fault_);
    }
    return ring_->text();
}

void Source::consume(std::size_t count) { ring_->drop(count); }

bool Source::skip(std::uint64_t count) {
    while (count > 0) {
        const std::size_t step = std::min<std::uint64_t>(count, longest_peek);
        if (peek(step).size() < step) {
            if (fault_) {
                std::rethrow_exception(fault_);
            }
            return false;
        }
        consume(step);
        count -= step;
    }
    return true;
}

std::optional<std::size_t> Source::make_in_ring(std::size_t size) {
    if (!ring_) {
        ring_ = std::make_unique<TextRing>();
    }
    if (const Window next = window(); next.is_new) {
        try {
            ring_->begin_window(next.size);
        } catch (const std::bad_alloc&) {
            if (next.size == 0) {
                throw;
            }
            throw InputError(name_, restart_point().stored, "not enough memory for a zstd frame",
                             "its window takes up to 2 GiB; free some memory or compress the file "
                             "again without --long");
        }
    }
    const std::optional<std::size_t> made = make(ring_->make_room(size));
    ring_->add(made.value_or(0));
    return made;
}

std::size_t Source::take_from_ring(std::span<char> into) {
    if (!ring_) {
        return 0;
    }
    const std::size_t count = std::min(ring_->size(), into.size());
    std::copy_n(ring_->text().begin(), count, into.begin());
    ring_->drop(count);
    return count;
}

void Source::start_anew() {
    if (ring_) {
        ring_->drop(ring_->size());
    }
    fault_ = nullptr;
}

std::unique_ptr<Source> open_source(const std::filesystem::path& path) {
    return std::make_unique<FileSource>(std::make_unique<ByteReader>(path));
}

std::unique_ptr<Source> open_source(const std::filesystem::path& path, RestartPoint from,
                                    std::uint64_t text_offset) {
    auto source = std::make_unique<FileSource>(std::make_unique<ByteReader>(path));
    source->begin_at(from);
    if (!source->skip(text_offset - from.text)) {
        throw InputError(source->name(), "its text is shorter than it was; start anew");
    }
    return source;
}

}  // namespace ign::io
