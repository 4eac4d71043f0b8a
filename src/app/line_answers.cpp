#include "line_answers.hpp"

#include <filesystem>
#include <iostream>
#include <system_error>

#include "ign/io/inputs.hpp"
#include "ign/io/sink.hpp"
#include "line_reader.hpp"

namespace ign::app {

namespace {

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

class Answers {
  public:
    explicit Answers(const LineRules& rules) : rules_(rules) {}

    void answer(std::string_view line, const std::string& place) {
        give(is_blank(line) ? LineAnswer(std::string()) : rules_.answer(line), line, place);
    }

    void answer_file(const std::filesystem::path& path) {
        LineReader lines(path);
        while (auto line = lines.next()) {
            std::string place = lines.name();
            (place += ": line ") += std::to_string(lines.number());
            if (lines.is_cut()) {
                give(fail(std::string("the line is longer than 16 MiB")), *line, place);
            } else {
                answer(*line, place);
            }
        }
    }

    ExitCode finish() {
        out_.flush();
        return all_good_ ? ExitCode::done : ExitCode::rejects;
    }

  private:
    void give(LineAnswer answer, std::string_view line, const std::string& place) {
        if (!answer) {
            all_good_ = false;
            out_.flush();  // so that a terminal shows the answers before it where they belong
            std::cerr << "ign: " << place << ": " << answer.error() << ": " << excerpt(line)
                      << '\n';
            answer = std::string();
        }
        *answer += '\n';
        out_.write(std::as_bytes(std::span(*answer)));
    }

    const LineRules& rules_;
    io::StdoutSink out_;
    bool all_good_ = true;
};

}  // namespace

ExitCode answer_lines(std::span<const std::string> inputs, const LineRules& rules) {
    const std::string standard_input = "-";
    if (inputs.empty()) inputs = std::span(&standard_input, 1);
    Answers answers(rules);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::error_code missing;
        if (!std::filesystem::exists(inputs[i], missing) && rules.is_line(inputs[i])) {
            answers.answer(inputs[i], "argument " + std::to_string(i + 1));
            continue;
        }
        for (const auto& path : io::expand_inputs(inputs.subspan(i, 1))) answers.answer_file(path);
    }
    return answers.finish();
}

}  // namespace ign::app
