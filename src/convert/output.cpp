#include "ign/convert/output.hpp"

#include <cstdio>

#include "ign/io/atomic_folder.hpp"
#include "ign/io/sink.hpp"
#include "resumable_output.hpp"

namespace ign::convert {
namespace {

class SingleFile : public Output {
  public:
    SingleFile(const Options& options, const columnar::WriterOptions& writer)
        : file_(options.output, options.overwrite), writer_(file_, writer) {}

    void append(columnar::EncodedRowGroup group, const std::string& /*checkpoint*/) override {
        writer_.append(std::move(group));
    }

    void complete(const Metadata& metadata, const std::string& /*checkpoint*/) override {
        writer_.finish(metadata);
        file_.seal();
    }

    [[nodiscard]] std::vector<std::filesystem::path> files() const override {
        return {file_.temporary_path()};
    }

    std::uint64_t publish() override {
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

    void append(columnar::EncodedRowGroup group, const std::string& /*checkpoint*/) override {
        if (!part_) open_part();
        part_->writer.append(std::move(group));
        if (++groups_ == groups_of_a_part_) close_part({});
    }

    void complete(const Metadata& metadata, const std::string& /*checkpoint*/) override {
        if (!part_ && files_.empty()) open_part();
        if (part_) close_part(metadata);
    }

    [[nodiscard]] std::vector<std::filesystem::path> files() const override { return files_; }

    std::uint64_t publish() override {
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
        files_.push_back(folder_.add(part_name(files_.size())));
        part_ = std::make_unique<Part>(files_.back(), options_);
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
    std::vector<std::filesystem::path> files_;
    std::unique_ptr<Part> part_;
    std::uint64_t groups_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace

Metadata source_metadata(const Options& options) {
    Metadata metadata;
    metadata.emplace_back("ign.source.count", std::to_string(options.inputs.size()));
    if (options.inputs.size() == 1) {
        const std::filesystem::path& input = options.inputs[0];
        metadata.emplace_back("ign.source.name", input.filename().string());
        std::error_code fault;
        if (std::filesystem::is_regular_file(input, fault)) {
            metadata.emplace_back("ign.source.bytes",
                                  std::to_string(std::filesystem::file_size(input, fault)));
        }
    }
    if (options.limit) metadata.emplace_back("ign.source.limit", std::to_string(*options.limit));
    return metadata;
}

std::unique_ptr<Output> open_output(const Options& options, const columnar::WriterOptions& writer) {
    if (options.resume) return open_resumable_output(options, writer);
    if (options.part_row_groups) return std::make_unique<PartFiles>(options, writer);
    return std::make_unique<SingleFile>(options, writer);
}

std::string part_name(std::size_t number) {
    char name[40];
    std::snprintf(name, sizeof name, "part-%05zu.parquet", number);
    return name;
}

}  // namespace ign::convert
