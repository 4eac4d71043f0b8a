// Conversions and exports, in C.

#include <chrono>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "arguments.hpp"
#include "ign.h"
#include "ign/convert/exporter.hpp"
#include "ign/convert/pipeline.hpp"
#include "status.hpp"

namespace ign::capi {

namespace {

using std::chrono::milliseconds;

int threads_of(int threads) {
    if (threads < 0) bad_argument("the number of threads is negative");
    if (threads != 0) return threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::vector<std::filesystem::path> paths_of(const char* const* inputs, std::size_t count) {
    if (count == 0) bad_argument("there is no input");
    require(inputs, "inputs");
    std::vector<std::filesystem::path> paths;
    for (std::size_t i = 0; i < count; ++i) {
        require(inputs[i], "an input");
        paths.emplace_back(inputs[i]);
    }
    return paths;
}

convert::Options job_of(const ign_convert_options& given) {
    convert::Options job;
    job.inputs = paths_of(given.inputs, given.input_count);
    require(given.output, "output");
    job.output = given.output;
    convert::NumberingScheme scheme = scheme_of(given.numbering, given.resign);
    job.numbering = scheme.moves;
    job.resignation = scheme.resignation;
    if (given.remaining_clocks != 0) job.clocks = convert::ClockColumns::remaining;
    if (given.movetext != 0) job.movetext = convert::Movetext::keep;
    if (given.overwrite != 0) job.overwrite = io::Overwrite::yes;
    if (given.keep_going != 0) job.broken_input = convert::BrokenInput::keep_games;
    job.threads = threads_of(given.threads);
    if (given.zstd_level < 0 || given.zstd_level > 22) bad_argument("zstd_level is 1 to 22");
    if (given.zstd_level != 0) job.zstd_level = given.zstd_level;
    if (given.limit != 0) job.limit = given.limit;
    if (given.row_group_size != 0) job.row_group_bytes = given.row_group_size;
    if (std::string_view(given.output).ends_with('/')) {
        job.part_row_groups = convert::row_groups_of_a_part;
    }
    return job;
}

// A conversion in a thread of its own, while the caller's thread sees to the callbacks.
class ObservedConversion {
  public:
    ObservedConversion(convert::Options job, const ign_convert_options& given)
        : job_(std::move(job)), given_(given) {
        if (given_.on_reject == nullptr) return;
        job_.on_reject = [this](const std::string& input, const convert::Reject& reject) {
            std::lock_guard lock(mutex_);
            rejects_.push_back({input, reject});
        };
    }

    convert::Report run() {
        auto result =
            std::async(std::launch::async, [this] { return convert::convert(job_, progress_); });
        while (result.wait_for(milliseconds(100)) != std::future_status::ready) call_back();
        convert::Report report = result.get();
        call_back();
        return report;
    }

  private:
    struct RejectOfInput {
        std::string input;
        convert::Reject reject;
    };

    void call_back() {
        std::vector<RejectOfInput> rejects;
        {
            std::lock_guard lock(mutex_);
            rejects.swap(rejects_);
        }
        for (const auto& [input, reject] : rejects) {
            ign_reject shown{input.c_str(), reject.game, reject.offset, reject.error.c_str()};
            given_.on_reject(given_.user, &shown);
        }
        if (given_.on_progress == nullptr) return;
        ign_progress shown{progress_.games, progress_.rejected, progress_.text_bytes,
                           progress_.input_bytes};
        if (given_.on_progress(given_.user, &shown) != 0) progress_.cancelled = true;
    }

    convert::Options job_;
    const ign_convert_options& given_;
    convert::Progress progress_;
    std::mutex mutex_;
    std::vector<RejectOfInput> rejects_;
};

}  // namespace

}  // namespace ign::capi

using namespace ign;  // the functions below are the C names of what stands above

ign_status ign_convert(const ign_convert_options* options, ign_report* report) {
    return capi::guarded([&] {
        capi::require(options, "options");
        auto given = capi::copy_struct(options);
        capi::ObservedConversion conversion(capi::job_of(given), given);
        convert::Report done = conversion.run();
        if (report != nullptr) {
            *report = {done.games,
                       done.rejected,
                       done.text_bytes,
                       done.output_bytes,
                       0,
                       done.broken_inputs.size()};
        }
        return IGN_OK;
    });
}

ign_status ign_export(const char* const* inputs, std::size_t input_count, int threads,
                      ign_write_callback write, void* user, ign_report* report) {
    return capi::guarded([&] {
        if (write == nullptr) capi::bad_argument("write is null");
        auto paths = capi::paths_of(inputs, input_count);
        auto to_caller = [&](std::string_view text) {
            if (write(user, text.data(), text.size()) != 0) throw convert::Cancelled();
        };
        convert::ExportReport done =
            convert::export_pgn(paths, capi::threads_of(threads), to_caller);
        if (report != nullptr) *report = {done.games, 0, done.bytes, 0, done.approximate, 0};
        if (done.impossible != 0) return capi::report_fault(IGN_INPUT, done.first_fault);
        return IGN_OK;
    });
}
