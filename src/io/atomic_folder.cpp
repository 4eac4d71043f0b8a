#include "ign/io/atomic_folder.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/publish.hpp"

namespace ign::io {

AtomicFolder::AtomicFolder(const std::filesystem::path& path, Overwrite overwrite)
    : path_(folder_target(path, overwrite)),
      temporary_(temporary_name(path_)),
      overwrite_(overwrite),
      // Before the folder is there, so that no signal finds it unlisted.
      removal_(register_for_removal(temporary_, Listed::folder)) {
    // The name is one of two thousand million: that it is taken is no case to go on from.
    if (::mkdir(temporary_.c_str(), 0777) != 0) {
        const int error_number = errno;
        if (removal_) unregister_for_removal(*removal_);
        throw output_error(path.string(), error_number, "create the folder");
    }
}

AtomicFolder::~AtomicFolder() {
    if (!committed_) {
        std::error_code ignored;
        std::filesystem::remove_all(temporary_, ignored);
    }
    if (removal_) unregister_for_removal(*removal_);
}

std::filesystem::path AtomicFolder::add(const std::string& name) const { return temporary_ / name; }

void AtomicFolder::commit() {
    publish_folder(temporary_, path_, overwrite_);
    committed_ = true;
}

}  // namespace ign::io
