#include "ign/io/cleanup.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
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
    Listed listed = Listed::file;
    std::array<char, 4096> path{};
};

// The handler may take no lock and allocate nothing, so the table is fixed and global.
std::array<Slot, 1024> slots;
static_assert(std::atomic<SlotState>::is_always_lock_free);

// A folder's entry as getdents64 gives it; readdir would allocate.
struct Entry {
    std::uint64_t inode;
    std::int64_t next;
    std::uint16_t size;
    std::uint8_t type;
    char name[1];
};

void remove_folder(const char* path) {
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return;
    }
    alignas(Entry) std::array<char, 8192> entries;
    while (true) {
        const auto size = ::syscall(SYS_getdents64, folder, entries.data(), entries.size());
        if (size <= 0) {
            break;
        }
        for (long place = 0; place < size;) {
            const auto* entry = reinterpret_cast<const Entry*>(entries.data() + place);
            // Of "." and "..", which are folders, it removes nothing.
            ::unlinkat(folder, static_cast<const char*>(entry->name), 0);
            place += entry->size;
        }
    }
    ::close(folder);
    ::rmdir(path);
}

extern "C" void remove_listed(int signal_number) {
    const int saved_errno = errno;
    // Other threads go on meanwhile and may be about to create a file in a folder.
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
        for (Slot& slot : slots) {
            if (slot.state.load() != SlotState::armed) {
                continue;
            }
            if (slot.listed == Listed::folder) {
                remove_folder(slot.path.data());
            } else {
                ::unlink(slot.path.data());
            }
        }
    }
    errno = saved_errno;
    // SA_RESETHAND has put the default action back, and the signal is blocked until we return.
    ::raise(signal_number);
}

}  // namespace

std::optional<std::size_t> register_for_removal(const std::filesystem::path& path, Listed listed) {
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
            slot.listed = listed;
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
        action.sa_handler = remove_listed;
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
