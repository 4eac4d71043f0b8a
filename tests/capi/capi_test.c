/* The C interface as a C program meets it. Expected numbers are published ones or those of
 * tests/python/board_games.py. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ign.h"

static int failures = 0;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            ++failures;                                                        \
            fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, \
                    ign_error_message());                                      \
        }                                                                      \
    } while (0)

/* The number of a game as decimal text, "" and the status on failure. */
static const char* number_of(const ign_rules* rules, const char* text, ign_status* status) {
    static char decimal[4096];
    uint8_t number[2048];
    size_t size = sizeof number;
    size_t length = sizeof decimal;
    decimal[0] = 0;
    *status = ign_encode(rules, text, number, &size);
    if (*status == IGN_OK) *status = ign_number_to_text(number, size, 10, decimal, &length);
    return decimal;
}

static const char* moves_of(const ign_rules* rules, const char* decimal, ign_status* status) {
    static char moves[4096];
    uint8_t number[2048];
    size_t size = sizeof number;
    size_t length = sizeof moves;
    moves[0] = 0;
    *status = ign_number_from_text(decimal, 10, number, &size);
    if (*status == IGN_OK) *status = ign_decode(rules, number, size, moves, &length);
    if (*status == IGN_OK && length != strlen(moves) + 1) *status = IGN_INTERNAL;
    return moves;
}

static void check_both(const ign_rules* rules, const char* moves, const char* decimal) {
    ign_status status;
    CHECK(strcmp(number_of(rules, moves, &status), decimal) == 0);
    CHECK(status == IGN_OK);
    CHECK(strcmp(moves_of(rules, decimal, &status), moves) == 0);
    CHECK(status == IGN_OK);
}

static void test_one_game(void) {
    ign_rules rules = IGN_RULES_INIT;
    ign_status status;
    check_both(NULL, "f3 e5 g4 Qh4#", "143395");
    check_both(&rules, "", "0");
    rules.notation = IGN_UCI;
    check_both(&rules, "f2f3 e7e5 g2g4 d8h4", "143395");
    rules.notation = IGN_SAN;
    rules.resign = 1;
    check_both(&rules, "f3 e5 g4 resign", "280680");
    rules.game = "tic-tac-toe";
    check_both(&rules, "5 1 resign", "735");
    rules.resign = 0;
    rules.game = "othello";
    check_both(&rules, "f5 d6 c3 d3 c4", "803");
    CHECK(strcmp(number_of(NULL, "[White \"Ann\"]\n\n1. f3 e5 2. g4 {oh} Qh4# 0-1\n", &status),
                 "143395") == 0);

    number_of(NULL, "e4 e5 Ke3", &status);
    CHECK(status == IGN_BAD_GAME && strstr(ign_error_message(), "illegal move at ply 3: Ke3"));
    moves_of(&rules,
             "99999999999999999999999999999999999999999999999999999999999999999999999999999999999",
             &status);
    CHECK(status == IGN_BAD_NUMBER);
    moves_of(NULL, "12x", &status);
    CHECK(status == IGN_BAD_NUMBER && strstr(ign_error_message(), "12x"));
    rules.game = "go";
    number_of(&rules, "", &status);
    CHECK(status == IGN_BAD_ARGUMENT && strstr(ign_error_message(), "go"));
    rules.game = NULL;
    rules.fen = "nonsense";
    number_of(&rules, "", &status);
    CHECK(status == IGN_BAD_ARGUMENT && strstr(ign_error_message(), "FEN"));
    /* f1g1 would be the king's own step here. */
    rules.fen = "5k1r/pppppppp/8/8/8/8/PPPPPPPP/5K1R w Kk - 0 1";
    rules.notation = IGN_UCI;
    check_both(&rules, "f1h1 b7b5", "63");
    rules.fen = NULL;
    rules.numbering = 7;
    number_of(&rules, "", &status);
    CHECK(status == IGN_BAD_ARGUMENT);
}

static void test_perft(void) {
    ign_rules rules = IGN_RULES_INIT;
    uint64_t count = 0;
    rules.numbering = IGN_LEGAL;
    CHECK(ign_perft(&rules, 4, &count) == IGN_OK && count == 197281);
    rules.resign = 1;
    CHECK(ign_perft(&rules, 2, &count) == IGN_OK && count == 420);
    rules.resign = 0;
    rules.game = "connect4";
    CHECK(ign_perft(&rules, 7, &count) == IGN_OK && count == 823536);
    CHECK(ign_perft(&rules, -1, &count) == IGN_BAD_ARGUMENT);
}

static void test_buffers(void) {
    uint8_t number[3] = {0x23, 0x30, 0x02}; /* 143395 */
    uint8_t small[2];
    char text[16];
    size_t size = 0;
    CHECK(ign_encode(NULL, "f3 e5 g4 Qh4", NULL, &size) == IGN_TOO_SMALL && size == 3);
    size = sizeof small;
    CHECK(ign_encode(NULL, "f3 e5 g4 Qh4", small, &size) == IGN_TOO_SMALL && size == 3);
    size = 0;
    CHECK(ign_encode(NULL, "", NULL, &size) == IGN_OK && size == 0);
    size = 6;
    CHECK(ign_number_to_text(number, 3, 10, text, &size) == IGN_TOO_SMALL && size == 7);
    size = sizeof text;
    CHECK(ign_number_to_text(number, 3, 16, text, &size) == IGN_OK && strcmp(text, "23023") == 0 &&
          size == 6);
    CHECK(ign_number_to_text(number, 3, 8, text, &size) == IGN_BAD_ARGUMENT);
    CHECK(ign_number_to_text(NULL, 3, 10, text, &size) == IGN_BAD_ARGUMENT);
    CHECK(ign_encode(NULL, NULL, number, &size) == IGN_BAD_ARGUMENT);
    CHECK(ign_encode(NULL, "e4", number, NULL) == IGN_BAD_ARGUMENT);
}

static void test_structures_of_other_versions(void) {
    struct {
        ign_rules rules;
        uint64_t unknown;
    } newer = {IGN_RULES_INIT, 0};
    ign_rules older = IGN_RULES_INIT;
    size_t size = 0;
    newer.rules.struct_size = sizeof newer;
    CHECK(ign_encode(&newer.rules, "", NULL, &size) == IGN_OK);
    newer.unknown = 1;
    CHECK(ign_encode(&newer.rules, "", NULL, &size) == IGN_BAD_ARGUMENT);
    older.struct_size = offsetof(ign_rules, numbering);
    older.numbering = 99; /* behind the end of the older structure */
    CHECK(ign_encode(&older, "", NULL, &size) == IGN_OK);
    older.struct_size = 0;
    CHECK(ign_encode(&older, "", NULL, &size) == IGN_BAD_ARGUMENT);
}

struct seen {
    uint64_t games;
    int calls;
    int rejects;
    char last_error[200];
    FILE* file;
    size_t bytes;
    int stop_after;
};

static int on_progress(void* user, const ign_progress* progress) {
    struct seen* seen = user;
    ++seen->calls;
    if (progress->games < seen->games) ++failures;
    seen->games = progress->games;
    return seen->stop_after != 0 && seen->calls >= seen->stop_after;
}

static void on_reject(void* user, const ign_reject* reject) {
    struct seen* seen = user;
    ++seen->rejects;
    snprintf(seen->last_error, sizeof seen->last_error, "%s|%d|%d|%s",
             strrchr(reject->input, '/') + 1, (int)reject->game, (int)reject->offset,
             reject->error);
}

static int on_bytes(void* user, const char* bytes, size_t size) {
    struct seen* seen = user;
    seen->bytes += size;
    return seen->file == NULL || fwrite(bytes, 1, size, seen->file) != size;
}

static char* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    char* bytes = malloc(1 << 20);
    *size = 0;
    if (file == NULL || bytes == NULL) exit(2);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void write_bad_games(const char* path, int copies) {
    FILE* file = fopen(path, "wb");
    int i;
    if (file == NULL) exit(2);
    for (i = 0; i < copies; ++i)
        fputs("[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 Ke3 *\n\n", file);
    fclose(file);
}

static void test_files(const char* folder) {
    char bad[400], parquet[400], pgn[400];
    const char* inputs[2] = {IGN_SOURCE_DIR "/datasets/famous.pgn", NULL};
    const char* outputs[1];
    ign_convert_options options = IGN_CONVERT_OPTIONS_INIT;
    struct seen seen = {0};
    ign_report report;
    size_t size_a, size_b;
    char *a, *b;
    snprintf(bad, sizeof bad, "%s/capi_bad.pgn", folder);
    snprintf(parquet, sizeof parquet, "%s/capi.parquet", folder);
    snprintf(pgn, sizeof pgn, "%s/capi.pgn", folder);
    remove(parquet);
    write_bad_games(bad, 1);

    options.inputs = inputs;
    options.input_count = 1;
    options.output = parquet;
    options.on_progress = on_progress;
    options.on_reject = on_reject;
    options.user = &seen;
    CHECK(ign_convert(&options, &report) == IGN_OK);
    CHECK(report.games == 12 && report.rejected == 0 && seen.calls >= 1 && seen.games == 12);
    CHECK(ign_convert(&options, &report) == IGN_OUTPUT); /* it exists */
    CHECK(strstr(ign_error_message(), "capi.parquet") != NULL);

    outputs[0] = parquet;
    seen.file = fopen(pgn, "wb");
    CHECK(ign_export(outputs, 1, 0, on_bytes, &seen, &report) == IGN_OK);
    fclose(seen.file);
    a = read_file(inputs[0], &size_a);
    b = read_file(pgn, &size_b);
    CHECK(report.games == 12 && report.text_bytes == size_a && seen.bytes == size_a);
    CHECK(size_a == size_b && memcmp(a, b, size_a) == 0);
    free(a);
    free(b);
    seen.file = NULL; /* so the callback refuses */
    CHECK(ign_export(outputs, 1, 1, on_bytes, &seen, NULL) == IGN_CANCELLED);

    inputs[1] = bad;
    options.input_count = 2;
    options.overwrite = 1;
    CHECK(ign_convert(&options, &report) == IGN_OK);
    CHECK(report.games == 14 && report.rejected == 1 && seen.rejects == 1);
    CHECK(strcmp(seen.last_error, "capi_bad.pgn|2|25|illegal move at ply 2: Ke3") == 0);

    inputs[0] = "/nonexistent.pgn";
    CHECK(ign_convert(&options, NULL) == IGN_INPUT &&
          strstr(ign_error_message(), "/nonexistent.pgn"));
    options.input_count = 0;
    CHECK(ign_convert(&options, NULL) == IGN_BAD_ARGUMENT);
}

static void test_cancelling(const char* folder) {
    char bad[400], parquet[400];
    const char* inputs[1];
    ign_convert_options options = IGN_CONVERT_OPTIONS_INIT;
    struct seen seen = {0};
    FILE* file;
    snprintf(bad, sizeof bad, "%s/capi_long.pgn", folder);
    snprintf(parquet, sizeof parquet, "%s/capi_cancelled.parquet", folder);
    remove(parquet);
    write_bad_games(bad, 300000);
    inputs[0] = bad;
    options.inputs = inputs;
    options.input_count = 1;
    options.output = parquet;
    options.threads = 1;
    options.on_progress = on_progress;
    options.user = &seen;
    seen.stop_after = 1;
    CHECK(ign_convert(&options, NULL) == IGN_CANCELLED);
    file = fopen(parquet, "rb");
    CHECK(file == NULL);
    if (file != NULL) fclose(file);
    remove(bad);
}

int main(int count, char** arguments) {
    if (count != 2) return 2;
    CHECK(strcmp(ign_version(), IGN_VERSION) == 0);
    CHECK(strcmp(ign_status_text(IGN_BAD_GAME), "no game") == 0);
    test_one_game();
    test_perft();
    test_buffers();
    test_structures_of_other_versions();
    test_files(arguments[1]);
    test_cancelling(arguments[1]);
    if (failures == 0) puts("all passed");
    return failures != 0;
}
