#include <malloc.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "command.hpp"
#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"
#include "standard_streams.hpp"

namespace {

using ign::app::ExitCode;

void print_overview(std::ostream& out) {
    out << "ign: chess games from PGN to Parquet and back, one integer a game\n\n"
           "Usage: ign COMMAND [OPTIONS] ...\n\nCommands:\n";
    for (const auto& command : ign::app::commands()) {
        out << "  " << command.name << std::string(10 - command.name.size(), ' ') << command.summary
            << '\n';
    }
    out << "\n'ign COMMAND --help' tells more about each, with examples.\n"
           "Exit codes: 0 done; 1 done, but not all was good (a rejected game under --strict, a "
           "cut\n"
           "input under --keep-going, a difference, a bad line, nothing found); 2 not done.\n";
}

ExitCode run(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        print_overview(std::cerr);
        return ExitCode::failed;
    }
    const std::string& name = arguments.front();
    if (name == "help" && arguments.size() == 2) return run({arguments.back(), "--help"});
    if (name == "--help" || name == "-h" || name == "help") {
        print_overview(std::cout);
        return ExitCode::done;
    }
    if (name == "--version" || name == "-V" || name == "version") {
        std::cout << "ign " IGN_VERSION "\n";
        return ExitCode::done;
    }
    for (const auto& command : ign::app::commands()) {
        if (command.name == name) return command.run(std::span(arguments).subspan(1));
    }
    throw ign::app::UsageError("there is no command '" + name + "'; 'ign --help' lists them");
}

// Large blocks come and go all the time here; giving each back to the system and taking fresh pages
// again costs more than what is done with them. Not those of the largest games, whose copies grow
// through every size: the holes that they leave would take as much as they do.
void keep_memory() {
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

// What was written before a fault is good too, and goes out before its message.
ExitCode run_and_flush(const std::vector<std::string>& arguments) {
    try {
        ExitCode code = run(arguments);
        std::cout.flush();
        return code;
    } catch (const ign::io::OutputError&) {
        throw;
    } catch (const ign::io::ClosedPipe&) {
        throw;
    } catch (...) {
        std::cout.flush();
        throw;
    }
}

// A limit on file sizes (ulimit -f) is a fault of the write that meets it, not the end.
void expect_full_disks() { std::signal(SIGXFSZ, SIG_IGN); }

ExitCode fail(const std::exception& error) {
    std::cerr << "ign: " << error.what() << '\n';
    return ExitCode::failed;
}

}  // namespace

int main(int count, char** values) {
    ign::app::reserve_standard_descriptors();
    std::ios::sync_with_stdio(false);
    ign::app::StdoutBuffer standard_output;
    standard_output.install();
    keep_memory();
    expect_full_disks();
    ign::io::install_cleanup_handlers();
    ExitCode code = ExitCode::done;
    try {
        code = run_and_flush(std::vector<std::string>(values + 1, values + count));
    } catch (const ign::io::ClosedPipe&) {
        // The reader has seen enough (`| head`); that is no fault.
    } catch (const std::bad_alloc&) {
        std::cerr << "ign: out of memory; try fewer --threads or a smaller --row-group-size\n";
        code = ExitCode::failed;
    } catch (const std::exception& error) {
        code = fail(error);
    }
    // Without the destructors of libraries, which have nothing to do for us and take their time.
    std::_Exit(static_cast<int>(code));
}
