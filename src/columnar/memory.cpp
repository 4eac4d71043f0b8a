#include "ign/columnar/memory.hpp"

#include <arrow/memory_pool.h>
#include <malloc.h>

#include <cstdlib>

#include "slot_pool.hpp"

namespace ign::columnar {

void release_unused_memory() {
    encoding_memory().ReleaseUnused();
    ::arrow::default_memory_pool()->ReleaseUnused();
    malloc_trim(0);
}

void use_heap() { setenv("ARROW_DEFAULT_MEMORY_POOL", "system", 0); }

}  // namespace ign::columnar
