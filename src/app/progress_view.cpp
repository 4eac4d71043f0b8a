#include "progress_view.hpp"

#include <barkeep/barkeep.h>
#include <unistd.h>

#include <iostream>
#include <sstream>

#include "command.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

constexpr std::chrono::milliseconds bar_interval{200};
constexpr std::chrono::seconds json_interval{1};
constexpr std::chrono::seconds plain_interval{10};

}  // namespace

ProgressStyle parse_progress(const std::string& name) {
    if (name == "auto")
        return isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::plain;
    if (name == "off") return ProgressStyle::off;
    if (name == "plain") return ProgressStyle::plain;
    if (name == "bar") return ProgressStyle::bar;
    if (name == "json") return ProgressStyle::json;
    throw UsageError("--progress is off, plain, bar or json, not '" + name + "'");
}

// The bar of bytes read, where their number is known, and the figures beside it.
class ProgressView::Bar {
  public:
    Bar(const convert::Progress& progress, std::optional<std::uint64_t> input_bytes) {
        status_ =
            barkeep::Status({.out = &std::cerr, .message = "", .interval = 0.2, .show = false});
        if (input_bytes) {
            // The library asks for a pointer to what may change; it only reads.
            auto* bytes = const_cast<std::atomic<std::uint64_t>*>(&progress.input_bytes);
            auto bar = barkeep::ProgressBar(
                bytes, {.out = &std::cerr, .total = *input_bytes, .interval = 0.2, .show = false});
            all_ = barkeep::Composite({bar, status_});
        } else {
            all_ = status_;
        }
        all_->show();
    }
    ~Bar() { all_->done(); }
    void message(const std::string& text) { status_->message(text); }

  private:
    std::shared_ptr<barkeep::StatusDisplay> status_;
    std::shared_ptr<barkeep::BaseDisplay> all_;
};

ProgressView::ProgressView(ProgressStyle style, const convert::Progress& progress,
                           std::optional<std::uint64_t> input_bytes)
    : style_(style), progress_(progress), input_bytes_(input_bytes) {
    if (style_ == ProgressStyle::off) return;
    if (style_ == ProgressStyle::bar) bar_ = std::make_unique<Bar>(progress_, input_bytes_);
    thread_ = std::thread([this] { run(); });
}

ProgressView::~ProgressView() {
    if (!thread_.joinable()) return;
    {
        std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    wake_.notify_all();
    thread_.join();
    // The last state: of short runs the only one.
    if (style_ != ProgressStyle::plain) show();
}

void ProgressView::run() {
    std::chrono::milliseconds interval = style_ == ProgressStyle::bar    ? bar_interval
                                         : style_ == ProgressStyle::json ? json_interval
                                                                         : plain_interval;
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, interval, [this] { return stopped_; })) show();
}

void ProgressView::show() {
    if (style_ == ProgressStyle::bar) {
        bar_->message(line());
    } else {
        std::cerr << (style_ == ProgressStyle::json ? json() : line()) << std::endl;
    }
}

double ProgressView::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::optional<double> ProgressView::seconds_left() const {
    auto done = static_cast<double>(progress_.input_bytes.load());
    if (!input_bytes_ || done == 0) return std::nullopt;
    double left = static_cast<double>(*input_bytes_) - done;
    return left <= 0 ? 0 : seconds() * left / done;
}

std::string ProgressView::line() const {
    double elapsed = seconds();
    std::uint64_t games = progress_.games;
    double megabytes = static_cast<double>(progress_.text_bytes.load()) / 1e6;
    std::string text = grouped(games) + " games, " +
                       grouped(static_cast<std::uint64_t>(static_cast<double>(games) / elapsed)) +
                       " games/s, " + fixed(megabytes / elapsed, 1) + " MB/s, " +
                       grouped(progress_.rejected) + " rejected";
    if (auto left = seconds_left()) text += ", " + duration(*left) + " left";
    return text;
}

std::string ProgressView::json() const {
    std::ostringstream out;
    out << "{\"games\":" << progress_.games << ",\"rejected\":" << progress_.rejected
        << ",\"text_bytes\":" << progress_.text_bytes
        << ",\"input_bytes\":" << progress_.input_bytes;
    if (input_bytes_) out << ",\"input_bytes_total\":" << *input_bytes_;
    out << ",\"seconds\":" << fixed(seconds(), 3);
    if (auto left = seconds_left()) out << ",\"seconds_left\":" << fixed(*left, 3);
    out << '}';
    return out.str();
}

}  // namespace ign::app
