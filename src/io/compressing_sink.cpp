#include <zstd.h>

#include <boost/iostreams/concepts.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/write.hpp>
#include <new>

#include "ign/io/errors.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {

class CompressingSink::Encoder {
  public:
    virtual ~Encoder() = default;
    virtual void write(std::span<const std::byte> bytes) = 0;
    virtual void finish() = 0;
};

namespace {

class PassingEncoder : public CompressingSink::Encoder {
  public:
    explicit PassingEncoder(Sink& inner) : inner_(inner) {}
    void write(std::span<const std::byte> bytes) override { inner_.write(bytes); }
    void finish() override {}

  private:
    Sink& inner_;
};

class ZstdEncoder : public CompressingSink::Encoder {
  public:
    ZstdEncoder(Sink& inner, int level)
        : inner_(inner), context_(ZSTD_createCCtx()), buffer_(ZSTD_CStreamOutSize()) {
        if (!context_) {
            throw std::bad_alloc();
        }
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    void write(std::span<const std::byte> bytes) override { compress(bytes, ZSTD_e_continue); }
    void finish() override { compress({}, ZSTD_e_end); }

  private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };

    void compress(std::span<const std::byte> bytes, ZSTD_EndDirective directive) {
        ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
        bool done = false;
        while (!done) {
            ZSTD_outBuffer output{buffer_.data(), buffer_.size(), 0};
            const std::size_t left =
                ZSTD_compressStream2(context_.get(), &output, &input, directive);
            if (ZSTD_isError(left) != 0) {
                throw OutputError("zstd", 0, ZSTD_getErrorName(left));
            }
            inner_.write(std::span(buffer_).first(output.pos));
            done = directive == ZSTD_e_end ? left == 0 : input.pos == input.size;
        }
    }

    Sink& inner_;
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    std::vector<std::byte> buffer_;
};

class GzipEncoder : public CompressingSink::Encoder {
  public:
    GzipEncoder(Sink& inner, int level)
        : device_{&inner}, compressor_(boost::iostreams::gzip_params(level), buffer_size) {}

    // The filter is called by itself, since a chain over std::ostream would swallow exceptions.
    void write(std::span<const std::byte> bytes) override {
        boost::iostreams::write(compressor_, device_, reinterpret_cast<const char*>(bytes.data()),
                                static_cast<std::streamsize>(bytes.size()));
    }
    void finish() override { compressor_.close(device_, std::ios_base::out); }

  private:
    static constexpr std::streamsize buffer_size = 64 << 10;

    struct Device : boost::iostreams::sink {
        explicit Device(Sink* sink) : inner(sink) {}
        std::streamsize write(const char* text, std::streamsize count) {
            inner->write(std::as_bytes(std::span(text, static_cast<std::size_t>(count))));
            return count;
        }
        Sink* inner;
    };

    Device device_;
    boost::iostreams::gzip_compressor compressor_;
};

std::unique_ptr<CompressingSink::Encoder> make_encoder(Sink& inner, Compression compression,
                                                       std::optional<int> level) {
    constexpr int zstd_default = 3;
    constexpr int gzip_default = 6;
    switch (compression) {
        case Compression::zstd:
            return std::make_unique<ZstdEncoder>(inner, level.value_or(zstd_default));
        case Compression::gzip:
            return std::make_unique<GzipEncoder>(inner, level.value_or(gzip_default));
        case Compression::none:
            break;
    }
    return std::make_unique<PassingEncoder>(inner);
}

}  // namespace

Compression compression_by_name(const std::filesystem::path& path) {
    if (path.extension() == ".zst") {
        return Compression::zstd;
    }
    return path.extension() == ".gz" ? Compression::gzip : Compression::none;
}

CompressingSink::CompressingSink(Sink& inner, Compression compression, std::optional<int> level)
    : inner_(inner), encoder_(make_encoder(inner, compression, level)) {}

CompressingSink::~CompressingSink() = default;

void CompressingSink::write(std::span<const std::byte> bytes) {
    encoder_->write(bytes);
    position_ += bytes.size();
}

void CompressingSink::flush() { inner_.flush(); }

void CompressingSink::finish() {
    encoder_->finish();
    inner_.flush();
}

}  // namespace ign::io
