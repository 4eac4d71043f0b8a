// Any bytes as a WTHOR file. The law: the moves of a record that is a game come back from its
// number, and the record's bytes from the record.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/wthor/format.hpp"
#include "ign/wthor/replay.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ign::wthor;
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.size() >= header_bytes) (void)describe_unsupported(read_header(bytes));
    (void)looks_like_header(bytes);
    ign::codec::Fold fold;
    for (std::size_t at = header_bytes; at + record_bytes <= size; at += record_bytes) {
        std::string_view record_text = bytes.substr(at, record_bytes);
        Record record = read_record(record_text);
        std::string again;
        append_record(record, again);
        IGN_CHECK(again == record_text);
        (void)find_name(bytes, player_bytes, record.black);
        (void)find_name(bytes, tournament_bytes, record.tournament);
        auto played = replay(record.moves, fold);
        if (played) IGN_CHECK(moves_of(fold.finish()) == record.moves);
    }
    return 0;
}
