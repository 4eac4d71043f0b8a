#include "input_feed.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace ign::convert {

io::InputError changed_input(const std::string& name) {
    return {name, "the file has changed while it was read; start anew"};
}

InputFeed::InputFeed(const Options& options, Verification& verification, TextPool& texts,
                     Progress& progress)
    : options_(options), verification_(verification), texts_(texts), progress_(progress) {}

void InputFeed::go_on(const Checkpoint& start) {
    start_ = start;
    for (; input_ < start_.input; ++input_) {
        finished_bytes_ += std::filesystem::file_size(options_.inputs[input_]);
    }
}

bool InputFeed::next(InputPart& part) {
    while (!is_stopped()) {
        if (progress_.cancelled) throw Cancelled();
        if (input_is_broken_ && options_.broken_input == BrokenInput::fail) return false;
        if (!is_open_) {
            if (input_ == options_.inputs.size()) return false;
            open_next_input();
        }
        if (!is_given_up(input_) && next_of_input(part)) {
            part.input = input_;
            part.number = parts_given_++;
            return true;
        }
        close_input();
    }
    return false;
}

bool InputFeed::next_of_input(InputPart& part) {
    if (next_stretch(part) || next_piece(part)) return true;
    check_size();
    return false;
}

void InputFeed::open_next_input() {
    const std::filesystem::path& path = options_.inputs[input_];
    stretches_ = goes_on() ? plan_stretches(path, start_.restart.stored,
                                            start_.text_offset - start_.restart.text, options_)
                           : plan_stretches(path, 0, 0, options_);
    stretches_given_ = 0;
    source_begin_ = 0;
    is_open_ = true;
    is_at_beginning_ = !goes_on();
    if (stretches_.empty()) return open_source();
    const io::ZstdFrame& last = stretches_.back()->frames();
    stored_size_ = last.offset + last.size;
}

bool InputFeed::next_stretch(InputPart& part) {
    if (stretches_given_ == stretches_.size()) return false;
    part.stretch = stretches_[stretches_given_++];
    progress_.input_bytes = finished_bytes_ + part.stretch->frames().offset;
    return true;
}

// What is left of the last stretch goes out in pieces, so that all threads end together.
bool InputFeed::take_over_stretch() {
    Stretch& last = *stretches_.back();
    source_ = last.take_over();
    if (!source_) return false;
    source_begin_ = last.frames().offset;
    is_at_beginning_ = false;
    cut_source();
    return true;
}

// Of a file with stretches.
void InputFeed::check_size() const {
    if (stretches_.empty()) return;
    const std::filesystem::path& path = options_.inputs[input_];
    std::error_code error;
    if (std::filesystem::file_size(path, error) == stored_size_) return;
    throw changed_input(path.string());
}

void InputFeed::open_source() {
    const std::filesystem::path& path = options_.inputs[input_];
    source_ = goes_on() ? io::open_source(path, start_.restart, start_.text_offset)
                        : io::open_source(path);
    if (options_.verify == Verify::yes) source_ = verification_.watch(input_, std::move(source_));
    cut_source();
}

void InputFeed::cut_source() {
    // One thread is done with a piece before it reads the next.
    PieceText place = options_.threads == 1 ? PieceText::lent : PieceText::own;
    cutter_ = std::make_unique<PieceCutter>(*source_, texts_, options_.piece_bytes, place);
}

bool InputFeed::next_piece(InputPart& part) {
    if (!cutter_ && !take_over_stretch()) return false;
    if (input_is_broken_ || !read_piece(part)) return false;
    if (std::exchange(is_at_beginning_, false)) {
        refuse_wide_characters(part.piece.text, source_->name());
    }
    // Of a stretch, where its text lies in that of the file is not known here.
    if (stretches_.empty()) part.restart = source_->restart_point();
    progress_.input_bytes = finished_bytes_ + source_begin_ + source_->compressed_position();
    return true;
}

// A fault of the input goes the way of its text, so that what lies before is known by then.
bool InputFeed::read_piece(InputPart& part) {
    try {
        return cutter_->next(part.piece);
    } catch (const io::InputError& fault) {
        part.fault = fault;
        input_is_broken_ = true;
        return true;
    }
}

void InputFeed::close_input() {
    finished_bytes_ += stretches_.empty() ? source_->compressed_position() : stored_size_;
    progress_.input_bytes = finished_bytes_;
    cutter_.reset();
    source_.reset();
    is_open_ = false;
    input_is_broken_ = false;
    ++input_;
}

}  // namespace ign::convert
