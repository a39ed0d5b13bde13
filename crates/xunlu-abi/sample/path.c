/* A path from C: cc path.c $(pkg-config --cflags --libs xunlu). Built and run by `cargo xtask abi`. */
#include <stdio.h>
#include <stdlib.h>
#include <xunlu.h>

enum { WIDTH = 20, HEIGHT = 8, WALL = 254, SWAMP = 3 };

static void die(const char *what) {
    uint8_t why[512];
    uint32_t length = xunlu_last_error(why, sizeof why);
    if (length > sizeof why) length = sizeof why;
    fprintf(stderr, "%s: %.*s\n", what, (int)length, (char *)why);
    exit(1);
}

static uint32_t ask(uint32_t session, uint32_t from, uint32_t to) {
    uint32_t status;
    if (xunlu_begin(session, from, to, 0, 100, 0, 0) != XUNLU_DONE) die("begin");
    while ((status = xunlu_advance(session, 1000)) == XUNLU_WORKING) {}
    if (status != XUNLU_DONE) die("advance");
    return xunlu_answer(session, 0);
}

int main(void) {
    static uint8_t ground[WIDTH * HEIGHT];
    const uint32_t mover[7] = {1, 2, 10, 14, 1, 1, 0}; /* eight ways, no cutting, 10/14, 1x1, turns are free */
    const uint32_t from = 2 * WIDTH + 2, to = 2 * WIDTH + 17;
    uint32_t session, count, ends, *path, *turns;
    for (int y = 0; y < HEIGHT - 2; y++) ground[y * WIDTH + 10] = WALL;
    for (int y = 0; y < HEIGHT; y++) ground[y * WIDTH + 14] = SWAMP;

    if (xunlu_abi_version() != XUNLU_ABI_VERSION) { fprintf(stderr, "another ABI\n"); return 1; }
    session = xunlu_map(0, WIDTH, HEIGHT, ground, WIDTH * HEIGHT);
    if (!session) die("map");
    if (xunlu_mover(session, mover, 7) != XUNLU_DONE) die("mover");
    if (ask(session, from, to) != 0) die("no path");
    count = xunlu_path(session, NULL, 0);
    path = malloc(count * sizeof *path);
    xunlu_path(session, path, count);
    printf("a path of %u cells costs %u\n", count, xunlu_answer(session, 1));

    for (uint32_t at = 0; at < count; at++) ground[path[at]] = '*';
    ends = xunlu_turns(session, 50, path, count, NULL, 0);
    turns = malloc(ends * sizeof *turns);
    xunlu_turns(session, 50, path, count, turns, ends);
    for (uint32_t turn = 0; turn < ends; turn++) ground[path[turns[turn]]] = (uint8_t)('1' + turn);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint8_t cell = ground[y * WIDTH + x];
            putchar(cell == 0 ? '.' : cell == WALL ? '#' : cell == SWAMP ? '~' : cell);
        }
        putchar('\n');
    }
    free(path);
    free(turns);

    /* A thread of its own would ask the snapshot; the gap is walled up meanwhile. */
    uint32_t snapshot = xunlu_snapshot(session);
    const uint32_t gap[2] = {6 * WIDTH + 10, 7 * WIDTH + 10};
    const uint8_t walls[2] = {WALL, WALL};
    if (!snapshot) die("snapshot");
    if (xunlu_edit(session, gap, walls, 2) != XUNLU_DONE) die("edit");
    printf("walled up: %u; in the snapshot: %u\n", ask(session, from, to), ask(snapshot, from, to));
    return (int)(xunlu_close(snapshot) + xunlu_close(session));
}
