#include <algorithm>
#include <iostream>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/fen.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/io/inputs.hpp"
#include "ign/io/sink.hpp"
#include "ign/search/searcher.hpp"
#include "ign/search/sql.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

using search::RowFormat;

constexpr const char* about =
    "Finds games in Parquet files made by ign and prints them as PGN, the text that was "
    "converted.\n"
    "LINE is what games begin with: moves in SAN or UCI, with or without move numbers, from the\n"
    "standard position unless --fen names another. It ends before the first argument that does "
    "not\n"
    "look like moves (write ./e4 for a file of that name); given another criterion it may be left\n"
    "out, and with --fen alone all games from there are found. All criteria must hold. Rejected\n"
    "games match only --where, and --invert.\n\n"
    "--where takes a condition as of SQL: AND, OR, NOT, parentheses, = != < <= > >=, IN, BETWEEN,\n"
    "LIKE, IS NULL, over the columns that 'ign info' lists; texts in 'single' or \"double\" "
    "quotes.\n"
    "Exit codes: 0 found, 1 nothing found, 2 not done.";

constexpr const char* examples =
    "  ign search 'e4 c5 Nf3' 2025-01.parquet > sicilian.pgn\n"
    "  ign search '1. f3 e5' parts/ --count\n"
    "  ign search 'e4 c5' games.parquet --where 'WhiteElo > 2400 and Result = \"1-0\"' --columns "
    "Site,Opening\n"
    "  ign search --position 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -' "
    "games.parquet\n"
    "  ign search --material KRPvKR --json games.parquet\n"
    "  ign search 'e4 c5 Nf3' --sql                  the condition for DuckDB, Spark and others\n";

CommandLine make_command_line() {
    CommandLine line("search [LINE] FILE... [OPTIONS]", about, examples);
    line.positional("words");
    line.add()("line,e", text("LINE"), "the line, so that all arguments are files")(
        "fen", text("FEN"), "the games and the line start from this position")(
        "chess960",
        "castling in UCI moves is the king taking its rook and nothing else (without it both are "
        "read)")("position", text("FEN"),
                 "games that reach this position at any ply; counters do not count")(
        "material", text("PIECES"),
        "games that reach this material: KRPvKR, or KRPkr where the capitals are White")(
        "where,w", text("CONDITION"), "games whose columns meet the condition")(
        "invert,v", "the games that do not match")("limit,n", number<std::uint64_t>(),
                                                   "stop after so many games")(
        "count,c", "print only how many games are found")(
        "columns", text("NAMES"), "print these columns as CSV with a header: White,Black,...")(
        "json", "print an object a line, of --columns or of all but layout, rest and raw")(
        "sql", "print the condition for an SQL engine and search nothing; no FILE is needed")(
        "numbering", text("RULE"),
        "of files that do not say: pseudo-legal or legal, or either with +resign")(
        "explain", "say on stderr what was read");
    add_threads_option(line);
    return line;
}

// A text of the command line and the place in it that is wrong.
std::string pointed(const char* option, const std::string& what, const std::string& text,
                    std::size_t offset) {
    std::string shown = text;
    std::ranges::replace_if(
        shown, [](char c) { return c >= 0 && c < ' '; }, ' ');
    auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; };
    auto inside = std::string_view(shown).substr(0, offset);
    auto column =
        inside.size() - static_cast<std::size_t>(std::ranges::count_if(inside, is_continuation));
    return std::string(option) + ": " + what + "\n  " + shown + "\n  " + std::string(column, ' ') +
           '^';
}

chess::Position parse_position(const char* option, const std::string& fen) {
    auto position = chess::parse_fen(fen);
    if (!position) {
        throw UsageError(std::string(option) + " '" + fen +
                         "': " + std::string(chess::to_text(position.error())));
    }
    return *position;
}

search::Line parse_line(const std::string& text, const chess::Position& start,
                        search::CastlingWords castling) {
    auto line = search::parse_line(text, start, castling);
    if (!line) throw UsageError(pointed("line", line.error().what, text, line.error().offset));
    return *line;
}

search::Filter parse_where(const std::string& text) {
    auto condition = search::parse_where(text);
    if (!condition) {
        throw UsageError(
            pointed("--where", condition.error().what, text, condition.error().offset));
    }
    auto filter = search::Filter::compile(*condition);
    if (!filter) {
        throw UsageError(pointed("--where", filter.error().what, text, filter.error().offset));
    }
    return *std::move(filter);
}

constexpr const char* criteria =
    "give a line of moves before the files, such as 'e4 c5', or --position, --material, --where or "
    "--fen";

bool is_file(const std::string& word) {
    std::error_code ignored;
    return std::filesystem::exists(word, ignored);
}

// Where a line is needed, a file in its place means that there is none, or that it comes later.
void expect_line(const std::vector<std::string>& words) {
    if (words.empty()) throw UsageError(std::string("nothing to search for; ") + criteria);
    const std::string& first = words.front();
    if (search::looks_like_line(first) || !is_file(first)) return;
    if (std::ranges::any_of(words, search::looks_like_line)) {
        throw UsageError("the line of moves stands before the files, not behind " + first);
    }
    throw UsageError("nothing to search for in " + first + "; " + criteria);
}

// Takes the line off the arguments, if it is there.
std::optional<std::string> take_line(const CommandLine& line, std::vector<std::string>& words) {
    if (auto text = line.find<std::string>("line")) return text;
    bool is_needed = true;
    for (const char* criterion : {"position", "material", "where", "fen"}) {
        if (line.has(criterion)) is_needed = false;
    }
    if (is_needed) expect_line(words);
    if (!is_needed && (words.empty() || !search::looks_like_line(words.front()))) {
        return std::nullopt;
    }
    std::string text = words.front();
    auto rest = std::find_if_not(words.begin() + 1, words.end(), search::looks_like_line);
    for (auto word = words.begin() + 1; word != rest; ++word) text += ' ' + *word;
    words.erase(words.begin(), rest);
    return text;
}

search::Query make_query(const CommandLine& line, std::vector<std::string>& words) {
    search::Query query;
    chess::Position start = parse_start(line);
    auto castling =
        line.has("chess960") ? search::CastlingWords::takes_rook : search::CastlingWords::either;
    if (auto text = take_line(line, words)) {
        query.line = parse_line(*text, start, castling);
    } else if (line.has("fen")) {
        query.line = search::Line{start, {}};
    }
    if (auto fen = line.find<std::string>("position")) {
        query.position.emplace(parse_position("--position", *fen));
    }
    if (auto text = line.find<std::string>("material")) {
        auto material = search::parse_material(*text);
        if (!material) throw UsageError("--material " + material.error() + ", not '" + *text + "'");
        query.material = *material;
    }
    if (auto text = line.find<std::string>("where")) query.where = parse_where(*text);
    if (line.has("invert")) query.wanted = search::Wanted::others;
    if (auto name = line.find<std::string>("numbering")) {
        query.numbering = convert::parse_numbering_scheme(*name);
        if (!query.numbering) {
            throw UsageError("--numbering is pseudo-legal or legal, with +resign or not, not '" +
                             *name + "'");
        }
    }
    return query;
}

// All columns of the first file but those that only `ign export` reads.
std::vector<columnar::Field> all_columns(const std::vector<std::filesystem::path>& files) {
    using columnar::Field;
    std::vector<Field> columns;
    columnar::FileReader file(files.front());
    for (std::size_t i = 0; i < columnar::field_count; ++i) {
        auto field = static_cast<Field>(i);
        bool is_text_of_export =
            field == Field::layout || field == Field::rest || field == Field::raw;
        if (is_text_of_export || field == Field::tags_value || !file.has(field)) continue;
        columns.push_back(field);
    }
    return columns;
}

search::PrintOptions make_print_options(const CommandLine& line, const search::Query& query,
                                        const std::vector<std::filesystem::path>& files) {
    search::PrintOptions print;
    auto names = line.find<std::string>("columns");
    if (line.has("count")) {
        if (names || line.has("json")) throw UsageError("--count prints no columns");
        print.format = RowFormat::none;
    } else if (line.has("json")) {
        print.format = RowFormat::json;
        if (!names) print.columns = all_columns(files);
    } else if (names) {
        print.format = RowFormat::csv;
    }
    if (names) {
        auto columns = search::parse_columns(*names);
        if (!columns) {
            throw UsageError("--columns: there is no column '" + columns.error() +
                             "'; 'ign info FILE' lists them");
        }
        print.columns = *columns;
    }
    print.numbering = query.numbering.value_or(convert::NumberingScheme());
    return print;
}

// By what the files are numbered, as their metadata say; without files the default of all commands.
std::vector<convert::NumberingScheme> numberings_of(
    const search::Query& query, const std::vector<std::filesystem::path>& files) {
    if (query.numbering) return {*query.numbering};
    if (!query.line) return {convert::NumberingScheme()};  // nothing else depends on it
    std::vector<convert::NumberingScheme> all;
    for (const auto& file : files) {
        auto name = columnar::FileReader(file).metadata("ign.numbering");
        auto scheme = convert::parse_numbering_scheme(name.value_or(""));
        if (!scheme) {
            throw UsageError(file.string() +
                             ": its metadata do not say how it is numbered; give --numbering");
        }
        if (std::ranges::find(all, *scheme) == all.end()) all.push_back(*scheme);
    }
    if (all.empty()) all.emplace_back();
    return all;
}

ExitCode print_sql(const search::Query& query, const std::vector<std::filesystem::path>& files) {
    search::SqlPredicate sql = search::to_sql(query, numberings_of(query, files));
    if (!sql.is_exact) {
        if (query.wanted == search::Wanted::others) {
            throw UsageError(
                "--sql cannot say what does not match a long line, another start, a "
                "position or a material");
        }
        std::cout
            << "-- a prefilter: SQL cannot tell more; the games sought are among these rows\n";
    }
    std::cout << sql.text << '\n';
    return ExitCode::done;
}

void explain(const search::Report& report) {
    std::cerr << "ign: searched " << grouped(report.rows) << " games in " << grouped(report.files)
              << (report.files == 1 ? " file" : " files") << "; read "
              << grouped(report.row_groups_read) << " of " << grouped(report.row_groups)
              << " row groups";
    if (report.row_groups_read != report.row_groups) {
        std::cerr << ", their statistics rule out the others";
    }
    std::cerr << "; found " << grouped(report.found) << '\n';
}

ExitCode judge(const search::Report& report) {
    if (report.approximate != 0) {
        std::cerr << "ign: warning: " << grouped(report.approximate)
                  << " games are right but not byte for byte: columns are missing (layout or "
                     "others)\n";
    }
    if (report.impossible != 0) {
        std::cerr << "ign: " << grouped(report.impossible)
                  << " rows hold no game that can be replayed or written; " << report.first_fault
                  << '\n';
        return ExitCode::failed;
    }
    return report.found == 0 ? ExitCode::nothing_found : ExitCode::done;
}

}  // namespace

ExitCode run_search(std::span<const std::string> arguments) {
    CommandLine line = make_command_line();
    if (!line.parse(arguments)) return ExitCode::done;
    columnar::use_heap();
    std::vector<std::string> words = line.words("words");
    search::Query query = make_query(line, words);
    std::vector<std::filesystem::path> files = io::expand_inputs(words, io::FileKind::parquet);
    if (line.has("sql")) {
        for (const char* other : {"count", "columns", "json", "limit", "explain"}) {
            if (line.has(other)) {
                throw UsageError(std::string("--sql searches nothing; leave out --") + other);
            }
        }
        return print_sql(query, files);
    }
    if (files.empty()) throw UsageError("no input; give the Parquet files to search");
    search::PrintOptions print = make_print_options(line, query, files);
    io::StdoutSink out;
    auto report = search::search(files, query, print, line.find<std::uint64_t>("limit"),
                                 parse_threads(line), [&out](std::string_view text) {
                                     out.write(std::as_bytes(std::span(text.data(), text.size())));
                                 });
    if (print.format == RowFormat::none) {
        std::string text = std::to_string(report.found) + '\n';
        out.write(std::as_bytes(std::span(text.data(), text.size())));
    }
    out.flush();
    if (line.has("explain")) explain(report);
    return judge(report);
}

}  // namespace ign::app
