#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "decoder.hpp"
#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

constexpr const char* member_name = "gzip member";

/// Decodes a chain of gzip members (RFC 1952) with zlib, which Boost.Iostreams stands on too.
///
/// Not with boost::iostreams::gzip_decompressor, for three reasons (Boost 1.74): when it throws,
/// the bytes of that call decoded before the fault are lost; it leaves the length in the trailer
/// and the checksum of the header unchecked; and it says no offset.
class GzipDecoder : public Decoder {
  public:
    explicit GzipDecoder(ByteReader& reader) : reader_(reader) {
        constexpr int gzip_only = 16;
        if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~GzipDecoder() override { inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    std::optional<std::size_t> decode(std::span<char> into) override {
        while (true) {
            if (!in_member_ && !begin_member()) {
                return std::nullopt;
            }
            const std::size_t made = step(into);
            if (made > 0) {
                return made;
            }
        }
    }

  private:
    bool begin_member() {
        const std::span<const char> bytes = reader_.peek(2);
        if (bytes.empty()) {
            return false;
        }
        if (bytes[0] != '\x1F' || (bytes.size() > 1 && bytes[1] != '\x8B')) {
            reader_.fail_trailing(member_name);
        }
        begin_unit(reader_.position());
        inflateReset(&stream_);
        in_member_ = true;
        return true;
    }

    std::size_t step(std::span<char> into) {
        const std::span<const char> bytes = reader_.peek(1);
        // zlib takes its input as a pointer to non-const, but does not write to it.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream_.avail_in = static_cast<uInt>(bytes.size());
        stream_.next_out = reinterpret_cast<Bytef*>(into.data());
        const std::size_t room =
            std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max());
        stream_.avail_out = static_cast<uInt>(room);
        const int status = inflate(&stream_, Z_NO_FLUSH);
        const std::size_t made = room - stream_.avail_out;
        reader_.consume(bytes.size() - stream_.avail_in);
        if (status == Z_STREAM_END) {
            in_member_ = false;
        } else if (made == 0) {
            report(status, bytes.empty());
        }
        // After a fault that followed good bytes, zlib repeats its verdict at the next call.
        return made;
    }

    void report(int status, bool at_end) {
        if (status == Z_MEM_ERROR) {
            throw std::bad_alloc();
        }
        if (status != Z_OK && status != Z_BUF_ERROR) {
            reader_.fail_corrupt(member_name,
                                 stream_.msg != nullptr ? stream_.msg : "not decodable",
                                 restart_point().stored);
        }
        if (at_end) {
            reader_.fail_truncated(member_name);
        }
    }

    ByteReader& reader_;
    z_stream stream_{};
    bool in_member_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder(ByteReader& reader) {
    return std::make_unique<GzipDecoder>(reader);
}

}  // namespace ign::io
