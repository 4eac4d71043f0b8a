#include "line_reader.hpp"

namespace ign::app {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

}  // namespace

LineReader::LineReader(const std::filesystem::path& path) : source_(io::open_source(path)) {}

bool LineReader::fill() {
    buffer_.resize(buffer_size);
    buffer_.resize(source_->read(buffer_));
    rest_ = buffer_;
    return !rest_.empty();
}

std::optional<std::string_view> LineReader::next() {
    line_.clear();
    is_cut_ = false;
    bool is_any = false;
    bool is_whole = false;
    while (!is_whole && (!rest_.empty() || fill())) {
        is_any = true;
        std::size_t end = rest_.find('\n');
        is_whole = end != std::string_view::npos;
        std::string_view part = rest_.substr(0, end);
        std::string_view kept = part.substr(0, longest - line_.size());
        line_ += kept;
        is_cut_ |= kept.size() != part.size();
        rest_.remove_prefix(part.size() + static_cast<std::size_t>(is_whole));
    }
    if (!is_any) return std::nullopt;
    ++number_;
    std::string_view line = line_;
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (number_ == 1 && line.starts_with(mark)) line.remove_prefix(mark.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string excerpt(std::string_view text, std::size_t most) {
    std::string shown(text.substr(0, most));
    for (char& c : shown) {
        if (c < ' ' || c > '~') c = '?';
    }
    return text.size() > most ? shown + "..." : shown;
}

}  // namespace ign::app
