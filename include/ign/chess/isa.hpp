#pragma once

/// How one binary holds code for newer processors beside code for any.
///
/// Hot functions are templates over a slider policy, written without intrinsics (but for the
/// policy) and marked IGN_INLINE. A caller gives them an instruction set by being their only
/// non-inlined ancestor:
///
///     IGN_TARGET_V3 void run_new(...)  { run<PextSliders>(...); }
///     IGN_TARGET_ANY void run_any(...) { run<MagicSliders>(...); }
///     void run(...) { cpu_has_pext() ? run_new(...) : run_any(...); }
///
/// LaneReplay and LanePlayback are written for AVX-512 themselves, with intrinsics that carry their
/// target (IGN_TARGET_LANES); their callers are IGN_TARGET_V4, behind cpu_has_lanes().
///
/// "Any" still means popcnt, which every x86-64 processor since 2008 has. `flatten` pulls all
/// callees in, so that std::popcount and the like become popcnt, blsr, tzcnt there. A callee that
/// was not inlined would silently be compiled for any processor (std::popcount is then a library
/// call); PextSliders' own functions carry the target they need, so they are right in any build and
/// fast in an optimized one. What should stay a call (rare paths) is an ordinary function in a
/// source file.

#define IGN_INLINE [[gnu::always_inline]] inline

#if defined(__x86_64__)
#define IGN_TARGET_V3 [[gnu::flatten, gnu::target("popcnt,bmi,bmi2,lzcnt,avx2")]]
#define IGN_TARGET_PEXT [[gnu::target("bmi2")]]
#define IGN_LANE_FEATURES                                                                 \
    "popcnt,bmi,bmi2,lzcnt,avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi2," \
    "avx512vpopcntdq"
#define IGN_TARGET_V4 [[gnu::flatten, gnu::target(IGN_LANE_FEATURES)]]
#define IGN_TARGET_LANES [[gnu::target(IGN_LANE_FEATURES)]]
#define IGN_TARGET_ANY [[gnu::flatten, gnu::target("popcnt")]]
#else
#define IGN_TARGET_V3 [[gnu::flatten]]
#define IGN_TARGET_PEXT
#define IGN_TARGET_ANY [[gnu::flatten]]
#endif

namespace ign::chess {

/// May code marked IGN_TARGET_V3 run here, and is pext fast? (On AMD before Zen 3 it is microcode.)
[[nodiscard]] bool cpu_has_pext();

/// May code marked IGN_TARGET_V4 run here, the kernels of lanes.hpp and move_lanes.hpp? (AVX-512
/// with counts of bits and packing of bytes: AMD since Zen 4, Intel's servers since Ice Lake.)
[[nodiscard]] bool cpu_has_lanes();

}  // namespace ign::chess
