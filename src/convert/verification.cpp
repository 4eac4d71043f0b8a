#include "ign/convert/verification.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "ign/convert/comparison.hpp"
#include "ign/convert/exporter.hpp"

namespace ign::convert {
namespace {

// Another source, of whose text checksums are kept.
class WatchedSource : public io::Source {
  public:
    WatchedSource(std::unique_ptr<io::Source> source, io::BlockChecks& checks)
        : Source(source->name(), source->compressed_size()),
          source_(std::move(source)),
          checks_(checks) {}

  protected:
    std::optional<std::size_t> make(std::span<char> into) override {
        std::size_t got = source_->read(into);
        checks_.add(into.first(got));
        set_compressed_position(source_->compressed_position());
        return got != 0 ? std::optional(got) : std::nullopt;
    }

  private:
    std::unique_ptr<io::Source> source_;
    io::BlockChecks& checks_;
};

// The text of one input, with which exported text is compared.
class InputText {
  public:
    virtual ~InputText() = default;
    /// Compares the next bytes; returns how many of them belong to this input, fewer than all only
    /// where it ends.
    virtual std::size_t take(std::string_view text) = 0;
    /// To be called where the exported text ends: this must be the end of the input too.
    virtual void finish() = 0;
    [[nodiscard]] virtual std::optional<InputDifference> difference() const = 0;
};

// A file that is read again, as far as its games were kept.
class FileText : public InputText {
  public:
    FileText(const std::filesystem::path& path, std::optional<std::uint64_t> kept_bytes)
        : source_(io::open_source(path)), left_(kept_bytes) {}

    std::size_t take(std::string_view text) override {
        constexpr std::size_t most_at_a_time = std::size_t{1} << 20;
        std::size_t taken = 0;
        while (taken != text.size()) {
            std::string_view step = text.substr(taken, most_at_a_time);
            read_ahead(step.size());
            comparison_.take(step.substr(0, ahead_.size()));
            taken += ahead_.size();
            if (ahead_.size() < step.size()) break;
        }
        return taken;
    }

    void finish() override {
        read_ahead(1);
        comparison_.finish();
    }

    [[nodiscard]] std::optional<InputDifference> difference() const override {
        if (!comparison_.differs()) return std::nullopt;
        return InputDifference{source_->name(), comparison_.difference(), 0};
    }

  private:
    void read_ahead(std::uint64_t size) {
        size = std::min(size, left_.value_or(size));
        ahead_.resize(size);
        ahead_.resize(source_->read(ahead_));
        if (left_) *left_ -= ahead_.size();
        given_ = 0;
    }

    std::size_t give(std::span<char> into) {
        std::size_t size = ahead_.copy(into.data(), into.size(), given_);
        given_ += size;
        return size;
    }

    std::unique_ptr<io::Source> source_;
    std::optional<std::uint64_t> left_;
    std::string ahead_;
    std::size_t given_ = 0;
    Comparison comparison_{[this](std::span<char> into) { return give(into); }};
};

// An input of which only checksums are left.
class WatchedText : public InputText {
  public:
    WatchedText(std::string name, const io::BlockChecks& expected,
                std::optional<std::uint64_t> kept_bytes)
        : name_(std::move(name)),
          expected_(expected),
          // What a fault has cut off leaves its block unchecked.
          size_(kept_bytes.value_or(expected.size())) {}

    std::size_t take(std::string_view text) override {
        std::string_view head = text.substr(0, size_ - found_.size());
        found_.add(head);
        compare_blocks(found_.size() / io::BlockChecks::block_size);
        return head.size();
    }

    void finish() override {
        bool all = found_.size() == expected_.size();
        compare_blocks(all ? found_.checks().size() : compared_);
        if (found_.size() < size_) differs_ = true;
    }

    [[nodiscard]] std::optional<InputDifference> difference() const override {
        if (!differs_) return std::nullopt;
        return InputDifference{
            name_, {compared_ * io::BlockChecks::block_size, {}, {}}, io::BlockChecks::block_size};
    }

  private:
    void compare_blocks(std::size_t end) {
        while (!differs_ && compared_ < end) {
            differs_ = found_.checks()[compared_] != expected_.checks()[compared_];
            if (!differs_) ++compared_;
        }
    }

    std::string name_;
    const io::BlockChecks& expected_;
    std::uint64_t size_;
    io::BlockChecks found_;
    std::size_t compared_ = 0;
    bool differs_ = false;
};

}  // namespace

std::unique_ptr<io::Source> Verification::watch(std::size_t input,
                                                std::unique_ptr<io::Source> source) {
    std::error_code error;
    const std::filesystem::path& path = options_.inputs[input];
    if (path != "-" && std::filesystem::is_regular_file(path, error)) return source;
    return std::make_unique<WatchedSource>(std::move(source), watched_[input]);
}

// The text that comes out against the inputs, one after another.
class Verification::Comparison {
  public:
    Comparison(const Verification& verification, Report& report)
        : verification_(verification), inputs_(verification.options_.inputs), report_(report) {}

    void take(std::string_view text) {
        while (!text.empty() && !report_.difference) {
            if (!input_ && next_ == inputs_.size()) {
                // More text than there is in the inputs.
                report_.difference = InputDifference{
                    "the end of the inputs", {0, {}, std::string(text.substr(0, 60))}, 0};
                return;
            }
            if (!input_) open_next();
            text.remove_prefix(input_->take(text));
            report_.difference = input_->difference();
            if (!text.empty() && !report_.difference) close();
        }
    }

    // The inputs must be over too.
    void end() {
        while (!report_.difference && (input_ || next_ != inputs_.size())) {
            if (!input_) open_next();
            close();
        }
    }

  private:
    void open_next() {
        const std::filesystem::path& path = inputs_[next_];
        std::optional<std::uint64_t> kept;
        for (const CutInput& cut : report_.broken_inputs) {
            if (cut.name == path.string()) kept = cut.text_bytes;
        }
        auto watched = verification_.watched_.find(next_++);
        if (watched == verification_.watched_.end()) {
            input_ = std::make_unique<FileText>(path, kept);
        } else {
            input_ = std::make_unique<WatchedText>(path == "-" ? "stdin" : path.string(),
                                                   watched->second, kept);
        }
    }

    // The input is over, or the text has ended: what differs is known then.
    void close() {
        input_->finish();
        report_.difference = input_->difference();
        if (!report_.difference) input_.reset();
    }

    const Verification& verification_;
    std::span<const std::filesystem::path> inputs_;
    Report& report_;
    std::size_t next_ = 0;
    std::unique_ptr<InputText> input_;
};

void Verification::verify(std::span<const std::filesystem::path> files, Report& report) const {
    Comparison comparison(*this, report);
    report.verified_bytes = export_pgn(files, options_.threads, [&](std::string_view text) {
                                comparison.take(text);
                            }).bytes;
    // With a limit the inputs go on where the text ends.
    if (!options_.limit || report.games < *options_.limit) comparison.end();
}

}  // namespace ign::convert
