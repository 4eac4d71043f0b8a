#include "command.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <thread>

#include "ign/base/ascii.hpp"
#include "ign/io/inputs.hpp"

namespace ign::app {

std::span<const Command> commands() {
    static constexpr std::array all = {
        Command{"convert", "PGN to Parquet, every game replayed and numbered", run_convert},
        Command{"export", "Parquet back to PGN, byte for byte", run_export},
        Command{"verify", "does the Parquet hold every byte of the PGN?", run_verify},
        Command{"search", "games by opening, position, material or columns", run_search},
        Command{"info", "what a Parquet file holds: rows, columns, bytes a game", run_info},
        Command{"encode", "the moves of one game to its number", run_encode},
        Command{"decode", "a number to the moves of its game", run_decode},
        Command{"fen", "positions as FEN, EPD or Chess960 start number, normalised", run_fen},
        Command{"annotate", "games with evaluations by a UCI engine", run_annotate},
        Command{"uci", "an engine that plays the moves of a number, for chess programs", run_uci},
        Command{"perft", "count the move sequences from a position", run_perft},
        Command{"bench", "the speed of every stage, and a signature of all numbers", run_bench},
    };
    return all;
}

namespace {

// Values that are no texts are whole numbers. A stream would make of -1 the largest there is.
void check_numbers(const options::parsed_options& parsed) {
    for (const options::option& option : parsed.options) {
        const auto* known = parsed.description->find_nothrow(option.string_key, false);
        if (known == nullptr || option.value.size() != 1) continue;
        const auto* typed = dynamic_cast<const options::typed_value_base*>(known->semantic().get());
        if (typed == nullptr || typed->value_type() == typeid(std::string) ||
            typed->value_type() == typeid(std::vector<std::string>)) {
            continue;
        }
        const std::string& text = option.value.front();
        const bool is_signed = typed->value_type() == typeid(int) && text.starts_with('-');
        const std::string_view digits = std::string_view(text).substr(is_signed ? 1 : 0);
        if (!digits.empty() && std::ranges::all_of(digits, is_digit)) continue;
        const char* negative = text.starts_with('-') ? " that is not negative" : "";
        throw UsageError("--" + option.string_key + " takes a whole number" + negative + ", not '" +
                         text + "'");
    }
}

}  // namespace

CommandLine::CommandLine(std::string usage, std::string about, std::string examples)
    : usage_(std::move(usage)),
      about_(std::move(about)),
      examples_(std::move(examples)),
      visible_("Options", 100) {
    visible_.add_options()("help,h", "show this help");
}

bool CommandLine::parse(std::span<const std::string> arguments) {
    options::options_description all;
    all.add(visible_);
    // A positional argument is an option without a line in the help.
    for (unsigned i = 0; i < 1 && positional_.max_total_count() != 0; ++i) {
        hidden_.add_options()(positional_.name_for_position(i).c_str(),
                              options::value<std::vector<std::string>>());
    }
    all.add(hidden_);
    try {
        using options::command_line_style::style_t;
        auto parsed = options::command_line_parser(
                          std::vector<std::string>(arguments.begin(), arguments.end()))
                          .options(all)
                          .positional(positional_)
                          .style(style_t::unix_style & ~style_t::allow_guessing)
                          .run();
        check_numbers(parsed);
        options::store(parsed, values_);
        options::notify(values_);
    } catch (const options::too_many_positional_options_error&) {
        throw UsageError("this command takes options alone, and no other arguments");
    } catch (const options::invalid_option_value& error) {
        throw UsageError(error.get_option_name() + " takes a number that is not so large");
    } catch (const options::error& error) {
        if (values_.count("help") == 0) throw UsageError(error.what());
    }
    if (!has("help")) return true;
    print_help();
    return false;
}

std::vector<std::string> CommandLine::words(const char* name) const {
    if (!has(name)) return {};
    return get<std::vector<std::string>>(name);
}

std::string CommandLine::description(std::span<const std::string_view> without) const {
    std::string text;
    for (const auto& [name, value] : values_) {
        if (std::find(without.begin(), without.end(), name) != without.end()) continue;
        text += name;
        if (const auto* word = boost::any_cast<std::string>(&value.value())) {
            text += ' ' + *word;
        } else if (const auto* number = boost::any_cast<int>(&value.value())) {
            text += ' ' + std::to_string(*number);
        } else if (const auto* count = boost::any_cast<std::uint64_t>(&value.value())) {
            text += ' ' + std::to_string(*count);
        } else if (!value.empty()) {
            throw std::logic_error("the option " + name + " has a type without description");
        }
        text += '\n';
    }
    return text;
}

void CommandLine::print_help() const {
    std::cout << "Usage: ign " << usage_ << "\n\n" << about_ << "\n\n" << visible_;
    if (!examples_.empty()) std::cout << "\nExamples:\n" << examples_;
}

chess::Numbering parse_numbering(const std::string& name) {
    if (name == "pseudo-legal") return chess::Numbering::pseudo_legal;
    if (name == "legal") return chess::Numbering::legal;
    throw UsageError("--numbering is pseudo-legal or legal, not '" + name + "'");
}

void add_threads_option(CommandLine& line) {
    line.add()("threads,T", number<int>(), "threads to use (default: all cores)");
}

int parse_threads(const CommandLine& line) {
    constexpr int most_threads = 1024;
    auto given = line.find<int>("threads");
    int threads =
        given ? *given : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (threads < 1 || threads > most_threads) throw UsageError("--threads takes 1 to 1024");
    return threads;
}

void refuse_output_over_input(std::span<const std::filesystem::path> inputs,
                              const std::filesystem::path& output) {
    for (const std::filesystem::path& input : inputs) {
        if (!io::same_file(input, output)) continue;
        throw UsageError(input.string() + " is input and output at once; choose another output");
    }
}

std::uint64_t parse_size(const char* option, const std::string& text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    auto [rest, fault] = std::from_chars(text.data(), end, value);
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    constexpr std::array<std::string_view, 4> units = {"", "k", "M", "G"};
    for (std::size_t i = 0; i < units.size() && fault == std::errc(); ++i) {
        if (unit == units[i] && value != 0 && value < (std::uint64_t{1} << 50 >> (10 * i))) {
            return value << (10 * i);
        }
    }
    throw UsageError("--" + std::string(option) + " takes bytes such as 32M, not '" + text + "'");
}

}  // namespace ign::app
