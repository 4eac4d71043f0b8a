// Any bytes as what a killed run has left: records are read or refused, and what is read is written
// back as the same bytes.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check.hpp"
#include "ign/base/record.hpp"
#include "ign/columnar/row_group_record.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/io/journal.hpp"

namespace {

template <class Load, class Save>
void check(std::string_view bytes, Load load, Save save) {
    try {
        auto value = load(bytes);
        IGN_CHECK(save(value) == bytes);
    } catch (const ign::RecordError&) {
    }
}

void check_records(std::string_view bytes) {
    check(bytes, ign::convert::load_checkpoint, ign::convert::save_checkpoint);
    check(bytes, ign::columnar::load_row_group, ign::columnar::save_row_group);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_records(bytes);
    std::size_t end = 0;
    for (const std::string& record : ign::io::parse_journal(bytes, end)) check_records(record);
    IGN_CHECK(end <= size);
    return 0;
}
