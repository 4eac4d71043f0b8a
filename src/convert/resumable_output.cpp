// What lies in OUT.partial:
//
//     command           what is converted, and how (io::PartialFolder)
//     journal           a record for each finished row group: a checkpoint, and what the footer is
//                       to say of the group; at the end one without a group (io::Journal)
//     data              the row groups of the file in the making, one after another
//     parts/            the files of a folder that are complete
//
// A group is first made durable in `data` and then noted in the journal. So the journal never
// speaks of what is not there, and what it does not speak of is cut off and made again.

#include "resumable_output.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <span>

#include "ign/base/record.hpp"
#include "ign/columnar/row_group_record.hpp"
#include "ign/io/continued_file.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/journal.hpp"
#include "ign/io/partial_folder.hpp"
#include "ign/io/publish.hpp"

namespace ign::convert {
namespace {

std::string on_one_line(const std::string& text) {
    std::string line;
    for (char c : text) {
        if (c == '\n') {
            line += "\\n";
        } else {
            line += c;
        }
    }
    return line;
}

// The command and its inputs as they are now.
std::string describe(const Options& options) {
    std::string text = *options.resume;
    for (const std::filesystem::path& input : options.inputs) {
        struct stat status {};
        if (input == "-" || ::stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            throw io::InputError(input == "-" ? "stdin" : input.string(),
                                 "only a file can be read again from where a killed run was; give "
                                 "a file, or leave out --resume");
        }
        text += "input " + on_one_line(std::filesystem::absolute(input).string()) + ", " +
                std::to_string(status.st_size) + " bytes, changed " +
                std::to_string(status.st_mtim.tv_sec) + "." +
                std::to_string(status.st_mtim.tv_nsec) + "\n";
    }
    return text;
}

struct JournalEntry {
    std::string checkpoint;
    std::optional<std::string> group;
};

std::string save(const JournalEntry& entry) {
    RecordWriter out;
    out.put(entry.checkpoint);
    out.put_optional(entry.group, [&](const std::string& group) { out.put(group); });
    return out.take();
}

JournalEntry load(std::string_view record) {
    RecordReader in(record);
    JournalEntry entry;
    entry.checkpoint = in.get_text();
    entry.group = in.get_optional<std::string>([&] { return std::string(in.get_text()); });
    in.finish();
    return entry;
}

std::uint64_t size_of(const std::vector<std::filesystem::path>& files) {
    std::uint64_t bytes = 0;
    for (const auto& path : files) bytes += std::filesystem::file_size(path);
    return bytes;
}

std::filesystem::path target(const Options& options, io::Overwrite overwrite) {
    return (options.part_row_groups ? io::folder_target : io::file_target)(options.output,
                                                                           overwrite);
}

// Goes when nobody needs it: after the output has its name, or if nothing has been finished.
struct Partial {
    Partial(const std::filesystem::path& output, std::string command)
        : folder(output, std::move(command)), is_needed(!folder.is_new()) {}
    ~Partial() {
        if (!is_needed) folder.remove();
    }
    Partial(const Partial&) = delete;
    Partial& operator=(const Partial&) = delete;

    io::PartialFolder folder;
    bool is_needed;
};

struct Part {
    std::unique_ptr<io::ContinuedFile> file;
    std::unique_ptr<columnar::FileWriter> writer;
    std::uint64_t groups = 0;
};

class ResumableOutput : public Output {
  public:
    ResumableOutput(const Options& options, const columnar::WriterOptions& writer,
                    std::filesystem::path target, std::shared_ptr<Partial> partial)
        : parts_(options.part_row_groups.has_value()),
          groups_of_a_part_(
              options.part_row_groups.value_or(std::numeric_limits<std::uint64_t>::max())),
          overwrite_(options.overwrite),
          options_(writer),
          target_(std::move(target)),
          partial_(std::move(partial)) {
        journal_ = std::make_unique<io::Journal>(file("journal"));
        if (parts_) std::filesystem::create_directory(file("parts"));
        try {
            take_up(journal_->take_records(), options.inputs.size());
        } catch (const RecordError& error) {
            throw io::OutputError(file("journal").string(), 0,
                                  std::string("it cannot be read (") + error.what() +
                                      "); delete the folder it lies in to start anew");
        }
    }

    void append(columnar::EncodedRowGroup group, const std::string& checkpoint) override {
        if (!part_) open_part({});
        std::string record = save({checkpoint, columnar::save_row_group(group)});
        part_->writer->append(std::move(group));
        part_->file->sync();
        journal_->append(record);
        partial_->is_needed = true;
        if (++part_->groups == groups_of_a_part_) close_part({});
    }

    void complete(const Metadata& metadata, const std::string& checkpoint) override {
        end_ = checkpoint;
        if (!is_ended_) journal_->append(save({checkpoint, std::nullopt}));
        partial_->is_needed = true;
        if (!part_ && files_.empty()) open_part({});
        if (part_) close_part(metadata);
    }

    [[nodiscard]] std::vector<std::filesystem::path> files() const override { return files_; }

    std::uint64_t publish() override {
        std::uint64_t bytes = size_of(files_);
        std::filesystem::path finished = file(parts_ ? "parts" : "data");
        partial_->folder.announce(finished, end_);
        (parts_ ? io::publish_folder : io::publish_file)(finished, target_, overwrite_);
        partial_->is_needed = false;
        return bytes;
    }

    void discard() override { partial_->is_needed = false; }

    [[nodiscard]] std::shared_ptr<void> leftovers() const override { return partial_; }

    [[nodiscard]] std::optional<Resumed> resumed() const override { return resumed_; }

  private:
    using Groups = std::span<const columnar::EncodedRowGroup>;

    [[nodiscard]] std::filesystem::path file(const char* name) const {
        return partial_->folder.path() / name;
    }

    void take_up(const std::vector<std::string>& records, std::size_t inputs) {
        std::vector<columnar::EncodedRowGroup> groups;
        for (const std::string& record : records) {
            JournalEntry entry = load(record);
            Checkpoint checkpoint = load_checkpoint(entry.checkpoint);
            std::uint64_t rows = resumed_ ? resumed_->rows : 0;
            if (entry.group) {
                groups.push_back(columnar::load_row_group(*entry.group));
                rows += groups.back().rows();
            }
            if (checkpoint.input > inputs || checkpoint.report.games > rows) {
                throw RecordError("a checkpoint lies behind its row group");
            }
            resumed_ = {std::move(checkpoint), rows};
            is_ended_ = !entry.group;
        }
        partial_->is_needed = !records.empty();
        take_up_parts(groups);
    }

    // Files that are complete count as they are; the one in the making goes on.
    void take_up_parts(Groups groups) {
        std::error_code ignored;
        while (parts_ && std::filesystem::exists(part_path(), ignored)) {
            files_.push_back(part_path());
            groups = groups.subspan(std::min<std::size_t>(groups.size(), groups_of_a_part_));
        }
        if (groups.empty()) return;
        if (groups.size() > groups_of_a_part_) {
            throw io::OutputError(part_path().string(), 0,
                                  "the file is missing; delete the folder " +
                                      partial_->folder.path().string() + " to start anew");
        }
        open_part(groups);
        if (part_->groups == groups_of_a_part_) close_part({});
    }

    [[nodiscard]] std::filesystem::path part_path() const {
        return file("parts") / part_name(files_.size());
    }

    void open_part(Groups groups) {
        part_.emplace();
        part_->writer = std::make_unique<columnar::FileWriter>(
            [this](std::span<const std::byte> bytes) { part_->file->write(bytes); }, options_);
        for (const columnar::EncodedRowGroup& group : groups) part_->writer->skip(group);
        part_->groups = groups.size();
        part_->file = std::make_unique<io::ContinuedFile>(file("data"), part_->writer->position());
    }

    void close_part(const Metadata& metadata) {
        part_->writer->finish(metadata);
        part_->file->close();
        part_.reset();
        if (parts_) io::publish_file(file("data"), part_path(), io::Overwrite::yes);
        files_.push_back(parts_ ? part_path() : file("data"));
    }

    bool parts_;
    std::uint64_t groups_of_a_part_;
    io::Overwrite overwrite_;
    columnar::WriterOptions options_;
    std::filesystem::path target_;
    std::shared_ptr<Partial> partial_;
    bool is_ended_ = false;
    std::string end_;
    std::unique_ptr<io::Journal> journal_;
    std::optional<Resumed> resumed_;
    std::vector<std::filesystem::path> files_;
    std::optional<Part> part_;
};

// What an earlier run of the same command has finished.
class FinishedOutput : public Output {
  public:
    FinishedOutput(const Options& options, const std::filesystem::path& target,
                   std::string_view checkpoint, std::shared_ptr<void> leftovers)
        : leftovers_(std::move(leftovers)) {
        resumed_.checkpoint = load_checkpoint(checkpoint);
        resumed_.rows = resumed_.checkpoint.report.games;
        do {
            files_.push_back(options.part_row_groups ? target / part_name(files_.size()) : target);
        } while (options.part_row_groups &&
                 std::filesystem::exists(target / part_name(files_.size())));
    }

    void append(columnar::EncodedRowGroup /*group*/, const std::string& /*checkpoint*/) override {}
    void complete(const Metadata& /*metadata*/, const std::string& /*checkpoint*/) override {}
    [[nodiscard]] std::vector<std::filesystem::path> files() const override { return files_; }
    std::uint64_t publish() override { return size_of(files_); }
    [[nodiscard]] std::shared_ptr<void> leftovers() const override { return leftovers_; }
    [[nodiscard]] std::optional<Resumed> resumed() const override { return resumed_; }

  private:
    std::shared_ptr<void> leftovers_;
    Resumed resumed_;
    std::vector<std::filesystem::path> files_;
};

}  // namespace

std::unique_ptr<Output> open_resumable_output(const Options& options,
                                              const columnar::WriterOptions& writer) {
    std::string command = describe(options);
    std::filesystem::path path = target(options, io::Overwrite::yes);
    std::error_code ignored;
    if (!std::filesystem::exists(io::partial_path(path) / "command", ignored)) {
        auto note = io::note_of(path, command);
        if (note && options.overwrite == io::Overwrite::no) {
            std::filesystem::remove(io::partial_path(path), ignored);  // if it is empty
            return std::make_unique<FinishedOutput>(options, path, *note, nullptr);
        }
        (void)target(options, options.overwrite);
    }
    auto partial = std::make_shared<Partial>(path, std::move(command));
    // The output may be there because an earlier run was killed when it had just named it.
    if (auto note = partial->folder.published()) {
        partial->is_needed = false;
        return std::make_unique<FinishedOutput>(options, path, *note, std::move(partial));
    }
    (void)target(options, options.overwrite);
    return std::make_unique<ResumableOutput>(options, writer, std::move(path), std::move(partial));
}

}  // namespace ign::convert
