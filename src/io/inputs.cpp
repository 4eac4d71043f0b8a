#include "ign/io/inputs.hpp"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "ign/base/ascii.hpp"
#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

using Paths = std::vector<std::filesystem::path>;

std::span<const std::string_view> endings_of(FileKind kind) {
    static constexpr std::array<std::string_view, 4> pgn{".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2"};
    static constexpr std::array<std::string_view, 4> wthor{".wtb", ".wtb.zst", ".wtb.gz",
                                                           ".wtb.bz2"};
    static constexpr std::array<std::string_view, 1> parquet{".parquet"};
    switch (kind) {
        case FileKind::pgn:
            return pgn;
        case FileKind::wthor:
            return wthor;
        case FileKind::parquet:
            break;
    }
    return parquet;
}

bool is_named_as(const std::filesystem::path& path, FileKind kind) {
    std::span<const std::string_view> endings = endings_of(kind);
    std::string name = lower(path.filename().string());
    // A file named ".pgn" is hidden, and none of the kind.
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.size() > ending.size() && name.ends_with(ending);
    });
}

void sort_by_bytes(Paths& paths) {
    std::ranges::sort(paths, {}, [](const std::filesystem::path& path) -> const std::string& {
        return path.native();
    });
}

Paths files_below(const std::filesystem::path& folder, FileKind kind) {
    Paths files;
    try {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (is_named_as(entry.path(), kind) && !entry.is_directory()) {
                files.push_back(entry.path());
            }
        }
    } catch (const std::filesystem::filesystem_error& error) {
        const std::filesystem::path& place = error.path1().empty() ? folder : error.path1();
        throw InputError(place.string(), "cannot list the folder: " + error.code().message());
    }
    if (files.empty()) {
        std::string names;
        std::span<const std::string_view> endings = endings_of(kind);
        for (std::size_t i = 0; i < endings.size(); ++i) {
            if (i != 0) names += i + 1 == endings.size() ? " or " : ", ";
            names += '*';
            names += endings[i];
        }
        throw InputError(folder.string(), "the folder holds no " + names +
                                              "; name the files themselves if they are called "
                                              "otherwise");
    }
    sort_by_bytes(files);
    return files;
}

Paths matches_of(const std::string& pattern) {
    struct Matches {
        glob_t value{};
        ~Matches() { ::globfree(&value); }
    } matches;
    const int status = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &matches.value);
    if (status == GLOB_NOMATCH) {
        throw InputError(pattern, "no file matches the pattern");
    }
    if (status != 0) {
        throw InputError(pattern, "cannot read a folder of the pattern");
    }
    Paths paths(matches.value.gl_pathv, matches.value.gl_pathv + matches.value.gl_pathc);
    sort_by_bytes(paths);
    return paths;
}

void append_existing(const std::filesystem::path& path, FileKind kind, Paths& inputs) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const Paths files = files_below(path, kind);
        inputs.insert(inputs.end(), files.begin(), files.end());
    } else {
        inputs.push_back(path);
    }
}

}  // namespace

Paths expand_inputs(std::span<const std::string> arguments, FileKind kind) {
    Paths inputs;
    for (const std::string& argument : arguments) {
        struct stat status {};
        if (argument == "-") {
            if (kind == FileKind::parquet) throw InputError("stdin", parquet_needs_a_file);
            inputs.emplace_back(argument);
        } else if (::stat(argument.c_str(), &status) == 0) {
            append_existing(argument, kind, inputs);
        } else if (errno == ENOENT && argument.find_first_of("*?[") != std::string::npos) {
            for (const auto& match : matches_of(argument)) {
                append_existing(match, kind, inputs);
            }
        } else {
            throw InputError(argument, "cannot open: " + std::generic_category().message(errno));
        }
    }
    return inputs;
}

bool same_file(const std::filesystem::path& left, const std::filesystem::path& right) {
    struct stat first {};
    struct stat second {};
    const bool is_there =
        left == "-" ? ::fstat(STDIN_FILENO, &first) == 0 : ::stat(left.c_str(), &first) == 0;
    return is_there && ::stat(right.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

}  // namespace ign::io
