#include "ign/wthor/format.hpp"

#include <algorithm>

namespace ign::wthor {

namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

std::uint16_t short_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint16_t>(byte_at(bytes, at) | byte_at(bytes, at + 1) << 8);
}

void append_short(std::uint16_t value, std::string& out) {
    out += static_cast<char>(value & 0xFF);
    out += static_cast<char>(value >> 8);
}

}  // namespace

Header read_header(std::string_view bytes) {
    Header header;
    header.records = short_at(bytes, 4) | std::uint32_t{short_at(bytes, 6)} << 16;
    header.year = short_at(bytes, 10);
    header.board = byte_at(bytes, 12);
    header.kind = byte_at(bytes, 13);
    return header;
}

bool looks_like_header(std::string_view bytes) {
    if (bytes.size() < header_bytes) return false;
    int century = byte_at(bytes, 0);
    return (century == 19 || century == 20) && byte_at(bytes, 1) <= 99 && byte_at(bytes, 2) <= 12 &&
           byte_at(bytes, 3) <= 31;
}

std::string describe_unsupported(const Header& header) {
    if (header.kind == 1) return "the header says it holds solitaires, not games";
    if (header.board == 0 || header.board == 8) return {};
    std::string side = std::to_string(header.board);
    return "the header says the games are on boards of " + side + "x" + side +
           " squares; only those on 8x8 can be read";
}

Record read_record(std::string_view bytes) {
    Record record;
    record.tournament = short_at(bytes, 0);
    record.black = short_at(bytes, 2);
    record.white = short_at(bytes, 4);
    record.black_score = byte_at(bytes, 6);
    record.theoretical_score = byte_at(bytes, 7);
    for (std::size_t i = 0; i < moves_in_record; ++i) record.moves[i] = byte_at(bytes, 8 + i);
    return record;
}

void append_record(const Record& record, std::string& out) {
    append_short(record.tournament, out);
    append_short(record.black, out);
    append_short(record.white, out);
    out += static_cast<char>(record.black_score);
    out += static_cast<char>(record.theoretical_score);
    for (std::uint8_t move : record.moves) out += static_cast<char>(move);
}

std::string_view find_name(std::string_view file, std::size_t name_bytes, std::uint16_t number) {
    std::size_t begin = header_bytes + number * name_bytes;
    if (begin + name_bytes > file.size()) return {};
    std::string_view name = file.substr(begin, name_bytes);
    return name.substr(0, std::min(name.find('\0'), name.size()));
}

}  // namespace ign::wthor
