#include "ign/convert/report.hpp"

namespace ign::convert {

void Report::count_reject(const std::string& input, const Reject& reject) {
    ++rejected;
    ++rejected_by_reason[static_cast<std::size_t>(reject.reason)];
    if (first_rejects.size() < most_rejects_listed) {
        first_rejects.push_back(input + ": game " + std::to_string(reject.game) + " at byte " +
                                std::to_string(reject.offset) + ": " + reject.error);
    }
}

}  // namespace ign::convert
