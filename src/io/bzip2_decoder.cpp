#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string_view>

#include "decoder.hpp"
#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

constexpr const char* stream_name = "bzip2 stream";

/// Decodes a chain of bzip2 streams with libbz2, which Boost.Iostreams stands on too; not with
/// boost::iostreams::bzip2_decompressor, which on a fault loses the bytes of that call decoded
/// before it, and says no offset.
class Bzip2Decoder : public Decoder {
  public:
    explicit Bzip2Decoder(ByteReader& reader) : reader_(reader) {}
    ~Bzip2Decoder() override { end_stream(); }
    Bzip2Decoder(const Bzip2Decoder&) = delete;
    Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

    std::optional<std::size_t> decode(std::span<char> into) override {
        while (true) {
            if (fault_ != BZ_OK) {
                report(fault_);
            }
            if (!in_stream_ && !begin_stream()) {
                return std::nullopt;
            }
            const std::size_t made = step(into);
            if (made > 0) {
                return made;
            }
        }
    }

  private:
    bool begin_stream() {
        constexpr std::string_view magic = "BZh";
        const std::span<const char> bytes = reader_.peek(magic.size());
        if (bytes.empty()) {
            return false;
        }
        if (!std::ranges::equal(bytes.first(std::min(bytes.size(), magic.size())),
                                magic.substr(0, bytes.size()))) {
            reader_.fail_trailing(stream_name);
        }
        begin_unit(reader_.position());
        stream_ = {};
        if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) {
            throw std::bad_alloc();
        }
        in_stream_ = true;
        return true;
    }

    void end_stream() {
        if (in_stream_) {
            BZ2_bzDecompressEnd(&stream_);
            in_stream_ = false;
        }
    }

    std::size_t step(std::span<char> into) {
        const std::span<const char> bytes = reader_.peek(1);
        // libbz2 takes its input as a pointer to non-const, but does not write to it.
        stream_.next_in = const_cast<char*>(bytes.data());
        stream_.avail_in = static_cast<unsigned>(bytes.size());
        stream_.next_out = into.data();
        const std::size_t room =
            std::min<std::size_t>(into.size(), std::numeric_limits<unsigned>::max());
        stream_.avail_out = static_cast<unsigned>(room);
        const int status = BZ2_bzDecompress(&stream_);
        const std::size_t made = room - stream_.avail_out;
        reader_.consume(bytes.size() - stream_.avail_in);
        if (status == BZ_STREAM_END) {
            end_stream();
        } else if (status != BZ_OK) {
            fault_ = status;
        } else if (made == 0 && bytes.empty()) {
            reader_.fail_truncated(stream_name);
        }
        return made;
    }

    [[noreturn]] void report(int status) const {
        if (status == BZ_MEM_ERROR) {
            throw std::bad_alloc();
        }
        reader_.fail_corrupt(stream_name,
                             status == BZ_DATA_ERROR_MAGIC
                                 ? "its header is no bzip2 header"
                                 : "the data do not match their checksum or format",
                             restart_point().stored);
    }

    ByteReader& reader_;
    bz_stream stream_{};
    bool in_stream_ = false;
    int fault_ = BZ_OK;
};

}  // namespace

std::unique_ptr<Decoder> make_bzip2_decoder(ByteReader& reader) {
    return std::make_unique<Bzip2Decoder>(reader);
}

}  // namespace ign::io
