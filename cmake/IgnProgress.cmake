# The progress bar library (barkeep, one header): an installed one where there is one, else the
# pinned header that ./dev setup puts into .venv. System include: its warnings are not ours.

find_path(IGN_BARKEEP_INCLUDE barkeep/barkeep.h
          HINTS ${CMAKE_SOURCE_DIR}/.venv/include NO_CACHE)
if(NOT IGN_BARKEEP_INCLUDE)
    message(FATAL_ERROR "barkeep/barkeep.h not found: install barkeep, or run ./dev setup, "
                        "which puts the pinned header into .venv/include")
endif()
add_library(ign_progress_library INTERFACE)
target_include_directories(ign_progress_library SYSTEM INTERFACE ${IGN_BARKEEP_INCLUDE})
target_link_libraries(ign_progress_library INTERFACE Threads::Threads)
