#include "ign/convert/checkpoint.hpp"

#include "ign/base/record.hpp"

namespace ign::convert {
namespace {

template <class Element>
std::vector<Element> first(const std::vector<Element>& elements, std::size_t count) {
    return {elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(count)};
}

void put_report(const Report& report, RecordWriter& out) {
    auto put_text = [&](const std::string& text) { out.put(text); };
    out.put(report.games);
    out.put(report.rejected);
    for (std::uint64_t count : report.rejected_by_reason) out.put(count);
    out.put_list(report.first_rejects, put_text);
    out.put_list(report.broken_inputs, [&](const CutInput& broken) {
        out.put(broken.name);
        out.put(broken.fault);
        out.put(broken.text_bytes);
    });
    out.put(report.text_bytes);
    out.put_list(report.empty_inputs, put_text);
    out.put(report.gameless_text);
}

Report get_report(RecordReader& in) {
    Report report;
    report.games = in.get();
    report.rejected = in.get();
    for (std::uint64_t& count : report.rejected_by_reason) count = in.get();
    in.get_list([&] { report.first_rejects.emplace_back(in.get_text()); });
    in.get_list([&] {
        CutInput broken;
        broken.name = in.get_text();
        broken.fault = in.get_text();
        broken.text_bytes = in.get();
        report.broken_inputs.push_back(std::move(broken));
    });
    report.text_bytes = in.get();
    in.get_list([&] { report.empty_inputs.emplace_back(in.get_text()); });
    report.gameless_text = in.get_text();
    return report;
}

}  // namespace

std::string save_checkpoint(const Checkpoint& checkpoint) {
    RecordWriter out;
    out.put(std::uint64_t{checkpoint.input});
    out.put(checkpoint.text_offset);
    out.put(checkpoint.input_games);
    out.put(checkpoint.restart.stored);
    out.put(checkpoint.restart.text);
    put_report(checkpoint.report, out);
    return out.take();
}

Checkpoint load_checkpoint(std::string_view record) {
    RecordReader in(record);
    Checkpoint checkpoint;
    checkpoint.input = in.get();
    checkpoint.text_offset = in.get();
    checkpoint.input_games = in.get();
    checkpoint.restart.stored = in.get();
    checkpoint.restart.text = in.get();
    checkpoint.report = get_report(in);
    in.finish();
    if (checkpoint.restart.text > checkpoint.text_offset) {
        throw RecordError("a restart point lies behind its place");
    }
    return checkpoint;
}

CheckpointTrail::CheckpointTrail(const Checkpoint& checkpoint) : place_(checkpoint) {
    note_lists(checkpoint.report);
}

void CheckpointTrail::begin_input(std::size_t input, std::uint64_t text_before) {
    input_ = input;
    text_before_ = text_before;
    // What the place needs it has.
    points_.clear();
}

void CheckpointTrail::pass(io::RestartPoint point) {
    if (points_.empty() || point.text > points_.back().text) points_.push_back(point);
}

void CheckpointTrail::reach(std::uint64_t text_offset, std::uint64_t input_games,
                            const Report& report) {
    if (place_.input != input_) place_.restart = {};
    place_.input = input_;
    place_.text_offset = text_offset;
    place_.input_games = input_games;
    while (!points_.empty() && points_.front().text <= text_offset) {
        place_.restart = points_.front();
        points_.pop_front();
    }
    place_.report.games = report.games;
    place_.report.rejected = report.rejected;
    place_.report.rejected_by_reason = report.rejected_by_reason;
    place_.report.text_bytes = text_before_ + text_offset;
    note_lists(report);
}

void CheckpointTrail::note_lists(const Report& report) {
    rejects_listed_ = report.first_rejects.size();
    broken_inputs_ = report.broken_inputs.size();
    empty_inputs_ = report.empty_inputs.size();
}

Checkpoint CheckpointTrail::last(const Report& report) const {
    Checkpoint checkpoint = place_;
    checkpoint.report.first_rejects = first(report.first_rejects, rejects_listed_);
    checkpoint.report.broken_inputs = first(report.broken_inputs, broken_inputs_);
    checkpoint.report.empty_inputs = first(report.empty_inputs, empty_inputs_);
    return checkpoint;
}

}  // namespace ign::convert
