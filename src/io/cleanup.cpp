#include "ign/io/cleanup.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>

namespace ign::io {
namespace {

enum class SlotState : std::uint8_t { empty, filling, armed };

/// A path is written only while its slot is `filling`, and read by the handler only while `armed`.
struct Slot {
    std::atomic<SlotState> state{SlotState::empty};
    std::array<char, 4096> path{};
};

// The handler may take no lock and allocate nothing, so the table is fixed and global.
std::array<Slot, 1024> slots;
static_assert(std::atomic<SlotState>::is_always_lock_free);

extern "C" void remove_listed_files(int signal_number) {
    const int saved_errno = errno;
    for (Slot& slot : slots) {
        if (slot.state.load() == SlotState::armed) {
            ::unlink(slot.path.data());
        }
    }
    // Folders of part files, empty now.
    for (Slot& slot : slots) {
        if (slot.state.load() == SlotState::armed) {
            ::rmdir(slot.path.data());
        }
    }
    errno = saved_errno;
    // SA_RESETHAND has put the default action back, and the signal is blocked until we return.
    ::raise(signal_number);
}

}  // namespace

std::optional<std::size_t> register_for_removal(const std::filesystem::path& path) {
    // The working folder may be another one by the time of the signal.
    const std::string absolute = std::filesystem::absolute(path).string();
    if (absolute.size() >= slots[0].path.size()) {
        return std::nullopt;
    }
    for (std::size_t place = 0; place < slots.size(); ++place) {
        Slot& slot = slots[place];
        SlotState expected = SlotState::empty;
        if (slot.state.compare_exchange_strong(expected, SlotState::filling)) {
            std::memcpy(slot.path.data(), absolute.c_str(), absolute.size() + 1);
            slot.state.store(SlotState::armed);
            return place;
        }
    }
    return std::nullopt;
}

void unregister_for_removal(std::size_t place) noexcept {
    slots[place].state.store(SlotState::empty);
}

void install_cleanup_handlers() {
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(signal_number, nullptr, &before);
        if (before.sa_handler == SIG_IGN) {
            continue;
        }
        struct sigaction action {};
        action.sa_handler = remove_listed_files;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        // One handler at a time, whichever signal comes.
        sigemptyset(&action.sa_mask);
        for (const int other : {SIGINT, SIGTERM, SIGHUP}) {
            sigaddset(&action.sa_mask, other);
        }
        ::sigaction(signal_number, &action, nullptr);
    }
}

}  // namespace ign::io
