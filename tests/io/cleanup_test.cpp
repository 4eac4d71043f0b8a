#include "ign/io/cleanup.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <functional>

#include "ign/io/sink.hpp"
#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

/// Runs `action` in a child process and returns its wait status.
int in_child(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
        action();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

TEST_CASE("a signal removes the temporaries and still ends the process") {
    const TemporaryFolder folder;
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        const int status = in_child([&] {
            std::signal(signal_number, SIG_DFL);
            install_cleanup_handlers();
            AtomicFile first(folder.path() / "first", Overwrite::no);
            AtomicFile second(folder.path() / "second", Overwrite::no);
            AtomicFile done(folder.path() / ("done" + std::to_string(signal_number)),
                            Overwrite::no);
            done.commit();
            first.write(as_bytes("half"));
            first.flush();
            std::filesystem::current_path("/");
            ::raise(signal_number);
        });
        REQUIRE(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal_number);
    }
    CHECK(folder.names().size() == 3);
    for (const std::string& name : folder.names()) {
        CHECK_THAT(name, Catch::StartsWith("done"));
    }
}

TEST_CASE("an ignored signal stays ignored") {
    const TemporaryFolder folder;
    const int status = in_child([&] {
        std::signal(SIGHUP, SIG_IGN);
        install_cleanup_handlers();
        AtomicFile file(folder.path() / "out", Overwrite::no);
        ::raise(SIGHUP);
        file.commit();
    });
    CHECK(status == 0);
    CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("the table is bounded, and places are used again") {
    std::vector<std::size_t> places;
    while (const auto place = register_for_removal("/nonexistent/ign-io-test")) {
        places.push_back(*place);
    }
    CHECK(places.size() >= 64);
    unregister_for_removal(places.back());
    CHECK(register_for_removal("/nonexistent/ign-io-test") == places.back());
    CHECK_FALSE(register_for_removal("/nonexistent/ign-io-test"));
    // A full table takes nothing from the file itself.
    const TemporaryFolder folder;
    AtomicFile file(folder.path() / "out", Overwrite::no);
    file.commit();
    CHECK(folder.names() == std::vector<std::string>{"out"});
    for (const std::size_t place : places) {
        unregister_for_removal(place);
    }
    const auto place = register_for_removal("/" + std::string(5'000, 'x'));
    CHECK_FALSE(place);
}
