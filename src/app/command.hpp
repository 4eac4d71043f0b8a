#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ign/chess/ordinal.hpp"

namespace ign::app {

/// How the program ends.
enum class ExitCode : std::uint8_t {
    done = 0,
    rejects = 1,        ///< done, but not everything was good, and the caller asked to be told
    nothing_found = 1,  ///< a search without a match
    failed = 2,         ///< bad usage, unreadable input, unwritable output
};

/// A command line that cannot be followed; the text says what is wrong and what would be right.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A subcommand: its name, one line for the overview, the help text, and what it does.
struct Command {
    std::string_view name;
    std::string_view summary;
    ExitCode (*run)(std::span<const std::string> arguments);
};

std::span<const Command> commands();

namespace options = boost::program_options;

/// The value of an option; in the help `name` stands for it.
inline options::typed_value<std::string>* text(const char* name) {
    return options::value<std::string>()->value_name(name);
}
/// The same, of a whole number: int where it may be negative.
template <class T>
options::typed_value<T>* number(const char* name = "N") {
    return options::value<T>()->value_name(name);
}

/// The options of one subcommand, with the help text that goes with them.
class CommandLine {
  public:
    /// `usage` is the line after `ign`; `examples` are whole lines shown at the end of the help.
    CommandLine(std::string usage, std::string about, std::string examples);

    options::options_description_easy_init add() { return visible_.add_options(); }
    /// Takes all arguments that belong to no option under `name`.
    void positional(const char* name) { positional_.add(name, -1); }

    /// False if help was asked for and printed. Throws UsageError.
    bool parse(std::span<const std::string> arguments);

    [[nodiscard]] bool has(const char* name) const { return values_.count(name) != 0; }
    template <class T>
    [[nodiscard]] const T& get(const char* name) const {
        return values_[name].as<T>();
    }
    /// Named on the command line, not by its default.
    [[nodiscard]] bool is_given(const char* name) const {
        return has(name) && !values_[name].defaulted();
    }
    /// The value of an option that may be given or not.
    template <class T>
    [[nodiscard]] std::optional<T> find(const char* name) const {
        if (!has(name)) return std::nullopt;
        return get<T>(name);
    }
    [[nodiscard]] std::vector<std::string> words(const char* name) const;
    /// All options with their values, defaults too, a line each, but for those named.
    [[nodiscard]] std::string description(std::span<const std::string_view> without) const;

  private:
    void print_help() const;

    std::string usage_;
    std::string about_;
    std::string examples_;
    options::options_description visible_;
    options::options_description hidden_;
    options::positional_options_description positional_;
    options::variables_map values_;
};

/// `pseudo-legal` or `legal`; throws UsageError for anything else.
chess::Numbering parse_numbering(const std::string& name);

/// The option --threads, and its value: all cores unless given; throws UsageError.
void add_threads_option(CommandLine& line);
int parse_threads(const CommandLine& line);

/// Bytes such as `32M`, `1500k`, `2G` (powers of 1024) or a bare number; throws UsageError.
std::uint64_t parse_size(const char* option, const std::string& text);

/// Throws UsageError if the output is one of the inputs, by whatever name; "-" among these is
/// standard input.
void refuse_output_over_input(std::span<const std::filesystem::path> inputs,
                              const std::filesystem::path& output);

ExitCode run_convert(std::span<const std::string> arguments);
ExitCode run_export(std::span<const std::string> arguments);
ExitCode run_verify(std::span<const std::string> arguments);
ExitCode run_search(std::span<const std::string> arguments);
ExitCode run_info(std::span<const std::string> arguments);
ExitCode run_encode(std::span<const std::string> arguments);
ExitCode run_decode(std::span<const std::string> arguments);
ExitCode run_fen(std::span<const std::string> arguments);
ExitCode run_uci(std::span<const std::string> arguments);
ExitCode run_annotate(std::span<const std::string> arguments);
ExitCode run_perft(std::span<const std::string> arguments);
ExitCode run_bench(std::span<const std::string> arguments);

}  // namespace ign::app
