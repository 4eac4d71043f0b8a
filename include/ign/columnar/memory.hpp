#pragma once

namespace ign::columnar {

/// Gives back to the system what the heap and Arrow's own pool keep for the next rows. It takes
/// milliseconds: for the end of something that needed much memory, before something else does.
void release_unused_memory();

/// Lets all of Arrow use the heap, those parts too that cannot be given a memory pool (the encoders
/// of lengths and bytes among them), unless the environment's ARROW_DEFAULT_MEMORY_POOL says
/// otherwise. Its own pool begins with huge pages, of which writing and short reading fill little:
/// clearing them, and finding them where memory is in use, takes longer than a search. To be called
/// before threads begin and before anything else of Arrow's is used.
void use_heap();

}  // namespace ign::columnar
