/* numbers MOVES...: the number of a game of chess, and the moves of that number again. */

#include <stdio.h>
#include <string.h>

#include "ign.h"

static int fail(void) {
    fprintf(stderr, "numbers: %s\n", ign_error_message());
    return 1;
}

int main(int count, char** words) {
    char moves[4096] = "", decimal[4096];
    unsigned char number[2048];
    size_t number_size = sizeof number, decimal_size = sizeof decimal, moves_size = sizeof moves;
    int i;
    for (i = 1; i < count; ++i) {
        strncat(moves, words[i], sizeof moves - strlen(moves) - 1);
        strncat(moves, " ", sizeof moves - strlen(moves) - 1);
    }
    if (ign_encode(NULL, moves, number, &number_size) != IGN_OK) return fail();
    if (ign_number_to_text(number, number_size, 10, decimal, &decimal_size) != IGN_OK)
        return fail();
    if (ign_decode(NULL, number, number_size, moves, &moves_size) != IGN_OK) return fail();
    printf("%s is %s\n", decimal, moves);
    return 0;
}
