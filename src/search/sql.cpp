#include "ign/search/sql.hpp"

#include <algorithm>
#include <vector>

namespace ign::search {
namespace {

using convert::NumberingScheme;

constexpr std::size_t short_plies = 8;

// Engines disagree on backslashes and doubled quotes inside a text.
std::string sql_quoted(std::string_view text) {
    if (text.find_first_of("'\\") == std::string_view::npos) return quoted(text);
    std::string out = "concat(''";
    std::string run;
    auto end_run = [&] {
        if (!run.empty()) out.append(", '").append(run).append("'");
        run.clear();
    };
    for (char c : text) {
        if (c != '\'' && c != '\\') {
            run += c;
            continue;
        }
        end_run();
        out += c == '\'' ? ", chr(39)" : ", chr(92)";
    }
    end_run();
    return out + ")";
}

std::string ign8_test(const LinePrefix& prefix) {
    std::string value = std::to_string(prefix.first8.value);
    if (prefix.digits.empty()) return "ign8 IS NOT NULL";
    return "ign8 >= " + value + " AND ign8 % " + std::to_string(prefix.first8.product) + " = " +
           std::to_string(prefix.first8.value % prefix.first8.product);
}

std::string line_test(const Line& line, std::span<const NumberingScheme> numberings) {
    if (numberings.size() == 1) {
        return ign8_test(prefix_of(line.start, line.moves, numberings.front()));
    }
    std::string text;
    for (NumberingScheme numbering : numberings) {
        text.append(text.empty() ? "(" : " OR ").append("numbering = '");
        text.append(to_text(numbering)).append("' AND ");
        text += ign8_test(prefix_of(line.start, line.moves, numbering));
    }
    return text + ")";
}

}  // namespace

SqlPredicate to_sql(const Query& query, std::span<const NumberingScheme> numberings) {
    std::vector<std::string> tests;
    bool is_exact = true;
    std::size_t least_plies = 0;
    if (query.line) {
        const Line& line = *query.line;
        bool is_standard = is_same_position(line.start, chess::Position::standard());
        if (is_standard) {
            tests.push_back(line_test(line, numberings));
        } else {
            tests.emplace_back("FEN IS NOT NULL AND ign8 IS NULL");
        }
        is_exact = is_standard && line.moves.size() <= short_plies;
        if (!is_exact) least_plies = line.moves.size();
    }
    if (query.position || query.material) is_exact = false;
    if (!is_exact) tests.push_back("plies >= " + std::to_string(least_plies));
    if (query.where) tests.push_back("(" + query.where->to_sql(sql_quoted) + ")");
    std::string text;
    for (const std::string& test : tests) text += (text.empty() ? "" : " AND ") + test;
    if (text.empty()) text = "TRUE";
    if (query.wanted == Wanted::others) text = "(" + text + ") IS NOT TRUE";
    return {text, is_exact};
}

}  // namespace ign::search
