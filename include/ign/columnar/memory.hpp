#pragma once

namespace ign::columnar {

/// Gives back to the system what the heap and Arrow's own pool keep for the next rows. It takes
/// milliseconds: for the end of something that needed much memory, before something else does.
void release_unused_memory();

}  // namespace ign::columnar
