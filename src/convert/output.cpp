#include "ign/convert/output.hpp"

#include <cstdio>

#include "ign/io/atomic_folder.hpp"
#include "ign/io/sink.hpp"

namespace ign::convert {
namespace {

class SingleFile : public Output {
  public:
    SingleFile(const Options& options, const columnar::WriterOptions& writer)
        : file_(options.output, options.overwrite), writer_(file_, writer) {}

    void append(columnar::EncodedRowGroup group) override { writer_.append(std::move(group)); }

    std::uint64_t finish(const Metadata& metadata) override {
        writer_.finish(metadata);
        file_.commit();
        return file_.position();
    }

  private:
    io::AtomicFile file_;
    columnar::FileWriter writer_;
};

// part-00000.parquet, part-00001.parquet …: so many row groups each. The folder appears with all of
// them.
class PartFiles : public Output {
  public:
    PartFiles(const Options& options, const columnar::WriterOptions& writer)
        : folder_(options.output, options.overwrite),
          groups_of_a_part_(*options.part_row_groups),
          options_(writer) {}

    void append(columnar::EncodedRowGroup group) override {
        if (!part_) open_part();
        part_->writer.append(std::move(group));
        // others.
        if (++groups_ == groups_of_a_part_) close_part({});
    }

    std::uint64_t finish(const Metadata& metadata) override {
        if (!part_ && parts_ == 0) open_part();
        if (part_) close_part(metadata);
        folder_.commit();
        return bytes_;
    }

  private:
    struct Part {
        Part(const std::filesystem::path& path, const columnar::WriterOptions& options)
            : file(path, io::Overwrite::no), writer(file, options) {}
        io::AtomicFile file;
        columnar::FileWriter writer;
    };

    void open_part() {
        char name[32];
        std::snprintf(name, sizeof name, "part-%05zu.parquet", parts_++);
        part_ = std::make_unique<Part>(folder_.add(name), options_);
        groups_ = 0;
    }

    void close_part(const Metadata& metadata) {
        part_->writer.finish(metadata);
        part_->file.commit();
        bytes_ += part_->file.position();
        part_.reset();
    }

    io::AtomicFolder folder_;
    std::uint64_t groups_of_a_part_;
    columnar::WriterOptions options_;
    std::unique_ptr<Part> part_;
    std::size_t parts_ = 0;
    std::uint64_t groups_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<Output> open_output(const Options& options, const columnar::WriterOptions& writer) {
    if (options.part_row_groups) return std::make_unique<PartFiles>(options, writer);
    return std::make_unique<SingleFile>(options, writer);
}

}  // namespace ign::convert
