#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "ign/convert/report.hpp"

namespace ign::app {

enum class ProgressStyle : std::uint8_t { off, plain, bar, json };

/// `auto` is a bar where stderr is a terminal and plain lines where it is not. Throws UsageError.
ProgressStyle parse_progress(const std::string& name);

/// Shows on stderr how far a conversion has come, from a thread of its own, as long as it lives.
class ProgressView {
  public:
    /// `input_bytes`: size of the inputs as they are stored, where it is known.
    ProgressView(ProgressStyle style, const convert::Progress& progress,
                 std::optional<std::uint64_t> input_bytes);
    ~ProgressView();
    ProgressView(const ProgressView&) = delete;
    ProgressView& operator=(const ProgressView&) = delete;

  private:
    class Bar;

    void run();
    void show();
    [[nodiscard]] double seconds() const;
    [[nodiscard]] std::string line() const;
    [[nodiscard]] std::string json() const;
    [[nodiscard]] std::optional<double> seconds_left() const;

    ProgressStyle style_;
    const convert::Progress& progress_;
    std::optional<std::uint64_t> input_bytes_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::unique_ptr<Bar> bar_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopped_ = false;
    std::thread thread_;
};

}  // namespace ign::app
