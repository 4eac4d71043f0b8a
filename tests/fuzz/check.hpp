#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program where a law is broken, in every build, so that the fuzzer keeps the input.
#define IGN_CHECK(condition)                                                                 \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            std::fprintf(stderr, "%s:%d: broken law: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                    \
        }                                                                                    \
    } while (false)
