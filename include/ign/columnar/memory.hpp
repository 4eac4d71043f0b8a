#pragma once

namespace ign::columnar {

/// Gives back to the system what the heap and Arrow's own pool keep for the next rows. It takes
/// milliseconds: for the end of something that needed much memory, before something else does.
void release_unused_memory();

/// Lets also those parts of Arrow use the heap that cannot be given a memory pool (the encoders of
/// lengths and bytes among them), unless the environment's ARROW_DEFAULT_MEMORY_POOL says
/// otherwise. Its own pool clears huge pages for them, of which they fill little. To be called by a
/// program that writes, before threads begin and before anything else of Arrow's is used.
void encode_in_heap();

}  // namespace ign::columnar
