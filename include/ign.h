/* The C interface of ign: games of perfect information as integers, chess games from PGN to Parquet
 * and back. Compiles as C99 and as C++.
 *
 * Functions that can fail return an ign_status; ign_error_message() then says what was wrong,
 * where, and what to do. No function keeps a pointer that it was given after it has returned, and
 * none returns memory to be freed: results go into buffers of the caller. All texts are UTF-8 that
 * ends in a zero byte. All functions may be called from several threads at once.
 *
 * Buffers: a function that fills a buffer takes its room in *size and gives back there what the
 * whole result needs. If that is more, the status is IGN_TOO_SMALL and the buffer's content is of
 * no use; so a first call with a null buffer and *size == 0 asks for the size.
 *
 * Structures begin with their own size and are best made with their _INIT macro, which gives every
 * other member its default, 0: so a program compiled with an older ign.h goes on working.
 */
#ifndef IGN_H
#define IGN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define IGN_API __attribute__((visibility("default")))
#else
#define IGN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ign_status {
    IGN_OK = 0,
    IGN_TOO_SMALL = 1,    /* the buffer; *size says what is needed */
    IGN_BAD_ARGUMENT = 2, /* a null pointer, an unknown value, a FEN that is none */
    IGN_BAD_GAME = 3,     /* the text is no game that can be played */
    IGN_BAD_NUMBER = 4,   /* no game has this number, or the text is no number */
    IGN_INPUT = 5,        /* an input cannot be opened, read or decompressed */
    IGN_OUTPUT = 6,       /* an output cannot be written, or exists already */
    IGN_CANCELLED = 7,    /* by a callback; nothing is left under the output's name */
    IGN_NO_MEMORY = 8,
    IGN_INTERNAL = 9 /* a fault of ign itself or of a library below it */
} ign_status;

/* "0.1.0" */
IGN_API const char* ign_version(void);
/* The status in a few words, the same for every occurrence. */
IGN_API const char* ign_status_text(ign_status status);
/* What was wrong with the last call that failed in this thread; valid until its next call. */
IGN_API const char* ign_error_message(void);

/* --- one game and its number ------------------------------------------------------------------ */

typedef enum ign_numbering {
    IGN_PSEUDO_LEGAL = 0, /* every move by the movement rules counts: the published numbering */
    IGN_LEGAL = 1         /* legal moves only: shorter numbers */
} ign_numbering;

typedef enum ign_notation {
    IGN_SAN = 0,
    IGN_UCI = 1,         /* castling is the king's step; as below from starts of Chess960 alone */
    IGN_UCI_CHESS960 = 2 /* castling is the king taking its rook */
} ign_notation;

/* What a number depends on beside the moves, and how moves are written. */
typedef struct ign_rules {
    size_t struct_size;
    const char* game; /* null or "chess", "connect-four", "othello", "tic-tac-toe" */
    const char* fen;  /* the start (chess only); null for the standard position or the FEN tag */
    int numbering;    /* an ign_numbering; of no meaning for other games */
    int resign;       /* not 0: the resign option, under which "resign" may be the last move */
    int notation;     /* an ign_notation, for ign_decode; of no meaning for other games */
} ign_rules;
#define IGN_RULES_INIT \
    { sizeof(ign_rules), NULL, NULL, 0, 0, 0 }

/* The number of the one game in `text`, little-endian bytes without leading zeros: none for a game
 * without moves. The text is PGN or bare moves, in SAN or UCI. `rules` may be null. */
IGN_API ign_status ign_encode(const ign_rules* rules, const char* text, uint8_t* number,
                              size_t* size);

/* The moves of a number, separated by blanks; *size counts the zero byte at the end. */
IGN_API ign_status ign_decode(const ign_rules* rules, const uint8_t* number, size_t number_size,
                              char* moves, size_t* size);

/* Numbers as text in base 10 or 16; *size counts the zero byte at the end. */
IGN_API ign_status ign_number_to_text(const uint8_t* number, size_t number_size, int base,
                                      char* text, size_t* size);
IGN_API ign_status ign_number_from_text(const char* text, int base, uint8_t* number, size_t* size);

/* How many sequences of `depth` moves there are from the start position. */
IGN_API ign_status ign_perft(const ign_rules* rules, int depth, uint64_t* count);

/* --- files ------------------------------------------------------------------------------------ */

/* How far a conversion has come. */
typedef struct ign_progress {
    uint64_t games;       /* rows made, rejected games among them */
    uint64_t rejected;    /* games */
    uint64_t text_bytes;  /* decompressed bytes that have become rows */
    uint64_t input_bytes; /* bytes read of the inputs as they are stored */
} ign_progress;

/* A game that became a row without a number. The texts are valid during the call. */
typedef struct ign_reject {
    const char* input;
    uint64_t game;     /* in its input, from 1 */
    uint64_t offset;   /* of its first byte in the decompressed input, from 0 */
    const char* error; /* "illegal move at ply 38: Qxh9", as in the column `error` */
} ign_reject;

/* Called in the thread that called ign_convert, some ten times a second; what is not 0 cancels. */
typedef int (*ign_progress_callback)(void* user, const ign_progress* progress);
/* Called in that thread too, for every rejected game in the order of the rows. */
typedef void (*ign_reject_callback)(void* user, const ign_reject* reject);
/* Takes the next bytes of a text; what is not 0 cancels. Called in a thread of the library, one
 * call after another. */
typedef int (*ign_write_callback)(void* user, const char* bytes, size_t size);

typedef struct ign_convert_options {
    size_t struct_size;
    const char* const* inputs; /* files; "-" is standard input */
    size_t input_count;
    const char* output;      /* a Parquet file, or with a / at the end a folder of part files */
    int numbering;           /* an ign_numbering */
    int resign;              /* not 0: the resign option */
    int remaining_clocks;    /* not 0: columns of the clocks left, not of the time spent */
    int movetext;            /* not 0: a column with the moves as text */
    int overwrite;           /* not 0: replace an existing output */
    int keep_going;          /* not 0: keep the games before the fault of a damaged input */
    int threads;             /* 0: all cores */
    int zstd_level;          /* 1 to 22; 0: the default, 3 */
    uint64_t limit;          /* stop after so many games; 0: no limit */
    uint64_t row_group_size; /* bytes before compression; 0: the default, 32 MiB */
    ign_progress_callback on_progress; /* may be null */
    ign_reject_callback on_reject;     /* may be null */
    void* user;                        /* handed to the callbacks */
} ign_convert_options;
#define IGN_CONVERT_OPTIONS_INIT \
    { sizeof(ign_convert_options), NULL, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL }

/* What a conversion or an export has done. */
typedef struct ign_report {
    uint64_t games;         /* rows written, or games exported */
    uint64_t rejected;      /* of a conversion: rows without a number */
    uint64_t text_bytes;    /* of PGN, decompressed */
    uint64_t output_bytes;  /* of a conversion: the size of the output */
    uint64_t inexact;       /* of an export: games that are right but not byte for byte */
    uint64_t broken_inputs; /* of a conversion with keep_going: inputs that were cut or damaged */
} ign_report;

/* PGN files (plain, zstd, gzip or bzip2; told by the first bytes) to Parquet. `report` may be null.
 * The output appears only when it is whole. */
IGN_API ign_status ign_convert(const ign_convert_options* options, ign_report* report);

/* Parquet files back to the PGN that was converted, byte for byte. `threads` 0: all cores; `report`
 * may be null. Rows of which no game can be made are IGN_INPUT, after all others are written. */
IGN_API ign_status ign_export(const char* const* inputs, size_t input_count, int threads,
                              ign_write_callback write, void* user, ign_report* report);

#ifdef __cplusplus
}
#endif

#endif
