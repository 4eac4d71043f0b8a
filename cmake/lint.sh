#!/usr/bin/env bash
# lint.sh BUILD_DIR JOBS: clang-format by diff, then clang-tidy over every source of ours.
set -euo pipefail
build=$1 jobs=$2
status=0

echo "== clang-format"
mapfile -t files < <(git ls-files 'src/*.[ch]pp' 'include/*.h' 'include/*.hpp' 'tests/*.[ch]pp' 'tests/*.c' \
    'bench/*.[ch]pp' 'examples/*.c' 'examples/*.cpp')
for file in "${files[@]}"; do
    [ -f "$file" ] || continue
    diff -u --label "$file" --label "$file (formatted)" "$file" <(clang-format-14 "$file") || status=1
done
[ $status = 0 ] || echo "clang-format: run clang-format-14 -i on the files above"

echo "== clang-tidy"
run-clang-tidy-14 -quiet -j "$jobs" -p "$build" "^$PWD/(src|bench)/.*\.cpp$" \
    >"$build/clang-tidy.log" 2>&1 || {
    status=1
    # Each finding once, however many files include the header it is in.
    sed 's/\x1b\[[0-9;]*m//g' "$build/clang-tidy.log" | grep -E '(warning|error):' | sort -u
}
exit $status
