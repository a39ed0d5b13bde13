/* xunlu: pathfinding for games. Made by `cargo xtask abi` from the Rust sources: change those. */
#ifndef XUNLU_H
#define XUNLU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The agreement that this header tells; xunlu_abi_version() tells the library's. */
#define XUNLU_ABI_VERSION 3

/* What a call came to. */
#define XUNLU_DONE 0 /* It was done. */
#define XUNLU_NO_SESSION 1 /* There is no such session. */
#define XUNLU_REFUSED 2 /* An argument is not what it must be. */
#define XUNLU_NOTHING 3 /* There is nothing to tell: no question was asked, or it is not answered yet. */
#define XUNLU_WORKING 4 /* A search goes on: call again. */

/* The version of the agreement; a binding refuses one that it was not written for. */
uint32_t xunlu_abi_version(void);

/* What went wrong last on this thread, in words. Returns how many bytes they have.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_last_error(uint8_t *text, uint32_t room);

/* What kind of thing went wrong last on this thread: a code that never changes its meaning. Returns how many
   bytes it has.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_last_error_code(uint8_t *text, uint32_t room);

/* Everything about what went wrong last on this thread, a line each: code, file, where in it (line and
   column, pixel, byte or part), message (the words without where) and each value to tell it with
   in another language; a tab, and what it is. Returns how many bytes that is.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_last_error_facts(uint8_t *text, uint32_t room);

/* Room for so many bytes, for callers that share no memory with the engine; null when there is none. It must
   be freed. */
uint8_t *xunlu_alloc(uint32_t bytes);

/* Frees room.
   What the caller promises:
   room came from xunlu_alloc for as many bytes, and was not freed before. */
void xunlu_free(uint8_t *room, uint32_t bytes);

/* Opens a session on a map: its shape (0 squares, 1 to 4 hexes by odd-r, even-r, odd-q, even-q), its
   sides, and the terrain of each cell, row by row. The session, or 0.
   What the caller promises:
   count bytes may be read from terrain on. */
uint32_t xunlu_map(uint32_t shape, uint32_t width, uint32_t height, const uint8_t *terrain, uint32_t count);

/* Opens a session on a map that is made: by a maker of xunlu_name's list, from a
   seed, with the maker's numbers in their order (as many as are given; the others as they stand). Returns
   the session, or 0.
   What the caller promises:
   count numbers may be read from knobs on. */
uint32_t xunlu_make(uint32_t maker, uint32_t shape, uint32_t width, uint32_t height, uint32_t seed, const uint32_t *knobs, uint32_t count);

/* Begins what xunlu_make does, to be carried on by xunlu_making. Takes the place of what this thread
   began before and did not end; gives it up where no maker or size can be like that.
   What the caller promises:
   As xunlu_make. */
uint32_t xunlu_make_begin(uint32_t maker, uint32_t shape, uint32_t width, uint32_t height, uint32_t seed, const uint32_t *knobs, uint32_t count);

/* Goes on with the map that this thread began, for so much work: a million takes some milliseconds. Returns
   how much of it is done, in thousandths; with a thousand, xunlu_made has the map. Where none is begun
   it is a thousand, too. */
uint32_t xunlu_making(uint32_t work);

/* Opens a session on the map that this thread began, which is made to its end for it. Returns the session,
   or 0. */
uint32_t xunlu_made(void);

/* Opens a session on a drawn map: squares, hexes, layers or waypoints, with their links and doors. Returns
   the session, or 0.
   What the caller promises:
   length bytes may be read from text on. */
uint32_t xunlu_drawn(const uint8_t *text, uint32_t length);

/* Opens a session of its own on the map of another as it is now, for who walks there: what a thread takes to
   ask while others ask or edit. Costs no copy of the map until one of the two is edited. Returns the
   session, or 0. */
uint32_t xunlu_snapshot(uint32_t session);

/* Closes a session and gives back what it held. */
uint32_t xunlu_close(uint32_t session);

/* The width of a session's map for side 0, its height for 1, both of its first layer; the number of
   layers for 2, and of places for 3. Waypoints have no layers. 0 if there is no such session. */
uint32_t xunlu_map_size(uint32_t session, uint32_t side);

/* Of one layer, the width for part 0, the height for 1, and the number of its first cell for 2. */
uint32_t xunlu_layer(uint32_t session, uint32_t layer, uint32_t part);

/* The terrain of each cell, by their numbers. Returns how many there are.
   What the caller promises:
   room bytes may be written from terrain on. */
uint32_t xunlu_terrain(uint32_t session, uint8_t *terrain, uint32_t room);

/* Gives cells other ground, one after the other. When one is refused nothing is changed.
   What the caller promises:
   count elements may be read from cells and from terrain on. */
uint32_t xunlu_edit(uint32_t session, const uint32_t *cells, const uint8_t *terrain, uint32_t count);

/* How many bytes a session's searches and indexes hold; the map itself is not counted. */
uint32_t xunlu_memory(uint32_t session);

/* Gives back the memory that the searches of a session took; the next takes what it needs. The question at
   hand is given up. */
uint32_t xunlu_trim(uint32_t session);

/* Opens a session on layers of squares, all of one size: the terrain of each cell, row by row, layer after
   layer. The session, or 0.
   What the caller promises:
   count bytes may be read from terrain on. */
uint32_t xunlu_layers(uint32_t width, uint32_t height, const uint8_t *terrain, uint32_t count);

/* Gives cells other tags, one after the other: sets of sixteen bits. When one is refused nothing is changed.
   What the caller promises:
   count numbers may be read from cells and from tags on. */
uint32_t xunlu_edit_tags(uint32_t session, const uint32_t *cells, const uint32_t *tags, uint32_t count);

/* Says to which sides cells may be left, one after the other: a bit for each of east, south, west, north,
   south-east, south-west, north-west and north-east, of hexes for each of their six sides; 255 for all. When
   one is refused nothing is changed.
   What the caller promises:
   count numbers may be read from cells and from exits on. */
uint32_t xunlu_edit_exits(uint32_t session, const uint32_t *cells, const uint32_t *exits, uint32_t count);

/* The tags of each cell, by their numbers. Returns how many there are: 0 where no cell has any.
   What the caller promises:
   room numbers may be written from tags on. */
uint32_t xunlu_tags(uint32_t session, uint32_t *tags, uint32_t room);

/* To which sides each cell may be left, by their numbers, as xunlu_edit_exits is told it. Returns how
   many there are: 0 where all cells may be left to all sides.
   What the caller promises:
   room numbers may be written from exits on. */
uint32_t xunlu_exits(uint32_t session, uint32_t *exits, uint32_t room);

/* Adds a link: from one place to another at so many hundredths of a straight step, both ways if
   is_two_way is 1, for those with all of its tags, its door shut if is_shut is 1. Returns its number and
   1, or 0. */
uint32_t xunlu_link(uint32_t session, uint32_t from, uint32_t to, uint32_t percent, uint32_t is_two_way, uint32_t tags, uint32_t is_shut);

/* Removes a link by its number. */
uint32_t xunlu_unlink(uint32_t session, uint32_t link);

/* Shuts the door of a link, or opens it if is_shut is 0. */
uint32_t xunlu_door(uint32_t session, uint32_t link, uint32_t is_shut);

/* The links of a session's map, seven numbers each: its number, and what xunlu_link is told of one.
   Returns how many numbers there are.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_links(uint32_t session, uint32_t *numbers, uint32_t room);

/* What terrain costs from the next xunlu_mover on, in hundredths of a step; u32::MAX: nobody may enter
   it. */
uint32_t xunlu_price(uint32_t session, uint32_t terrain, uint32_t percent);

/* Says who walks: seven or eight numbers, which are the step rule (0 four neighbours, 1 eight, 2 a knight's
   leaps, 3 six on hexes, 4 links alone, as on waypoints), the corner rule (0 always, 1 one free, 2 no
   cutting, 3 never), the costs of a straight and of a diagonal step, the width and height of the footprint,
   what each turn costs, and the tags that the mover is allowed, sixteen bits, none if they are not told.
   What the caller promises:
   count numbers may be read from numbers on. */
uint32_t xunlu_mover(uint32_t session, const uint32_t *numbers, uint32_t count);

/* Which of equally promising cells A* closes first in questions that are begun from now on: 0 the one nearer
   to the goal by estimate, as long as nothing is said, 1 the one nearer to the start. */
uint32_t xunlu_ties(uint32_t session, uint32_t rule);

/* Whether questions that are begun from now on are searched although it is known already that there is no
   path: 1 for yes, 0, as long as nothing is said, for no. */
uint32_t xunlu_exhaustive(uint32_t session, uint32_t wanted);

/* Whether the events of questions that are begun from now on tell of steps that led to nothing new as well:
   1 for yes, 0, as long as nothing is said, for no. There are several to each expansion. */
uint32_t xunlu_thorough(uint32_t session, uint32_t wanted);

/* Begins with a question: from one cell to another, by an algorithm and an estimate of
   xunlu_name's lists, weighted A* by so many hundredths. The first events_max
   events are kept. A question that was begun before is given up. */
uint32_t xunlu_begin(uint32_t session, uint32_t from, uint32_t to, uint32_t algorithm, uint32_t percent, uint32_t estimate, uint32_t events_max);

/* Carries on with the question for so many expansions: done when it is answered, working when it is not. */
uint32_t xunlu_advance(uint32_t session, uint32_t budget);

/* Gives up the question at hand, if there is one. */
uint32_t xunlu_cancel(uint32_t session);

/* Makes an index for who walks, unless there is a good one: 1 when there is one now, 0 when none can be had. */
uint32_t xunlu_build_index(uint32_t session);

/* One number of an answer: 0 how it ended (0 found, 1 unreachable, 2 an end is blocked, 3 given up for the
   limit of expansions, 4 of cost, 5 as the cost is too large to say, 6 at the border of a region), 1 the
   cost, 2 what no path is cheaper than, 3 and 4 the expansions (low and high half), 5 the algorithm's
   number, 6 which end is blocked (0 start, 1 goal), 7 the nearest free cell to it (u32::MAX: none), 8
   whether there were more events than were kept. While a search goes on, 3 and 4 tell how far it is. What
   does not apply is 0. */
uint32_t xunlu_answer(uint32_t session, uint32_t part);

/* Why the algorithm was taken: the code of the reason. Returns how many bytes it has.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_reason(uint32_t session, uint8_t *text, uint32_t room);

/* Every place of the path that was found, first to last. Returns how many there are.
   What the caller promises:
   room numbers may be written from cells on. */
uint32_t xunlu_path(uint32_t session, uint32_t *cells, uint32_t room);

/* One column of the events that were kept: 0 what happened (0 opened, 1 improved, 2 closed, 3 considered
   and not better), 1 the cell, 2 the cell it was reached from (u32::MAX: none), 3 g, 4 h. Returns how many
   events there are.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_events(uint32_t session, uint32_t column, uint32_t *numbers, uint32_t room);

/* Forgets the events that were kept so far, for who reads them while a search goes on: those that come after
   are kept as before, no more of both than xunlu_begin was told. */
uint32_t xunlu_forget_events(uint32_t session);

/* What the cheapest path from each place to one costs, u32::MAX where none leads, by their numbers.
   Returns how many places there are.
   What the caller promises:
   room numbers may be written from costs on. */
uint32_t xunlu_costs_to(uint32_t session, uint32_t goal, uint32_t *costs, uint32_t room);

/* A path as a line to walk: through all cells (drawn 0), turning where it must (1), pulled tight (2), with
   its corners rounded (3). x and y of each point in turn, in steps. Returns how many numbers there are.
   What the caller promises:
   count numbers may be read from cells on, and room numbers written from numbers on. */
uint32_t xunlu_route(uint32_t session, uint32_t drawn, const uint32_t *cells, uint32_t count, float *numbers, uint32_t room);

/* A name by its place in a list: 0 algorithms (the first is auto), 1 estimates, 2 makers, 3 and on the
   numbers that the first maker, the second ... can be made with. Returns how many bytes it has, 0 behind the
   last.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_name(uint32_t list, uint32_t place, uint8_t *text, uint32_t room);

/* One number of a maker: 0 whether it makes hexes, 1 and 2 its usual sides, and from 3 on three for each of
   its knobs: where it stands, the least and the most. */
uint32_t xunlu_maker(uint32_t maker, uint32_t part);

/* What each step of a path costs who walks, turning included. Returns how many steps there are.
   What the caller promises:
   count numbers may be read from cells on, and room numbers written from costs on. */
uint32_t xunlu_step_costs(uint32_t session, const uint32_t *cells, uint32_t count, uint32_t *costs, uint32_t room);

/* Where the walker of a path stands at the end of each turn, with so much to spend in each, in what the
   mover's costs are told in: which of the path's cells, counted from 0. What is left over is lost. If a step
   costs more than a turn gives, the last of them is not the path's last. Returns how many turns there are.
   What the caller promises:
   count numbers may be read from cells on, and room numbers written from numbers on. */
uint32_t xunlu_turns(uint32_t session, uint32_t budget, const uint32_t *cells, uint32_t count, uint32_t *numbers, uint32_t room);

/* A path as a line to walk by time, drawn as xunlu_route draws it: x, y and the
   time of each point in turn, in straight steps over ground of weight 1; in between one walks evenly. A link
   takes link_percent hundredths of such a step. Returns how many numbers there are.
   What the caller promises:
   count numbers may be read from cells on, and room numbers written from numbers on. */
uint32_t xunlu_walk(uint32_t session, uint32_t drawn, uint32_t link_percent, const uint32_t *cells, uint32_t count, float *numbers, uint32_t room);

/* Has Tiled's maps read from here on, and told what their tiles are for. */
void xunlu_reads_tiled(void);

/* Has Tiled's maps in XML read from here on, with tilesets in XML and nothing packed as Zstandard. */
void xunlu_reads_tmx(void);

/* Has Tiled's maps in JSON read from here on, with tilesets in JSON and nothing packed as Zstandard. */
void xunlu_reads_tmj(void);

/* Has LDtk's projects read from here on, and told what their tiles are for. */
void xunlu_reads_ldtk(void);

/* Has images read from here on. */
void xunlu_reads_images(void);

/* Has grids of the MovingAI benchmarks and drawn texts read from here on. */
void xunlu_reads_texts(void);

/* Has our own documents read from here on. */
void xunlu_reads_documents(void);

/* Puts a file at hand, in the place of one of the same name.
   What the caller promises:
   So many bytes may be read from name and from bytes on. */
uint32_t xunlu_file(const uint8_t *name, uint32_t name_length, const uint8_t *bytes, uint32_t length);

/* Puts all files away. */
void xunlu_files_forget(void);

/* Reads a file at hand by the readers that were taken. Returns a session on its map, or 0. roles says
   what layers are for, a line each: the layer's name, a tab, and wall, ground, cost or ignore.
   What the caller promises:
   So many bytes may be read from name and from roles on. */
uint32_t xunlu_read(const uint8_t *name, uint32_t name_length, const uint8_t *roles, uint32_t roles_length);

/* The bytes of a file at hand. Returns how many they are; 0 where there is no such file.
   What the caller promises:
   So many bytes may be read from name on, and room bytes written from bytes on. */
uint32_t xunlu_file_bytes(const uint8_t *name, uint32_t name_length, uint8_t *bytes, uint32_t room);

/* What the file that was read last said besides its map, a line each: shape, isometric, place,
   region (the first cell, width and height of each of its rectangles, and its name), tag, price or
   warning, a tab, and what it is. Returns how many bytes that is. Below a warning, which is told in words,
   stand its code and the other lines that xunlu_last_error_facts has,
   too.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_read_facts(uint8_t *text, uint32_t room);

/* Reads what the file that was read last looks like in its game; nothing, if it says nothing of that. */
uint32_t xunlu_scenery(void);

/* What xunlu_scenery read, a line each: a word, a tab, and what it is. area is left, top, width and
   height in pixels, backdrop a colour, frame the centre of the map's first cell and how far the next
   column and the next row are. Each image may have a clear colour below it; each layer has how many
   pieces are shown of it, its role, if it has one, its opacity and its tint; each sheet the number
   of its first tile, the file that it is in, what its tiles cost as usual and each use that differs
   (the tile, and what it costs in hundredths of a step; the highest number if it blocks), and a grid
   (image, margin, spacing, columns, width and height of a tile) or a picture for each tile (its number,
   image, and the part that it shows). Each layer of values has a value for each (its number, what it
   costs, red, green and blue, and its name). Returns how many bytes that is.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_scenery_facts(uint8_t *text, uint32_t room);

/* How many sprites and how many poses xunlu_scenery read, and then the sprites (image, left, top, width,
   height, sheet and tile), the poses (four numbers) and the pieces of all layers (sprite, pose, left and
   top); poses and where pieces are lie there as the bits of f32. Returns how many numbers that is.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_scenery_columns(uint32_t *numbers, uint32_t room);

/* Writes into the files at hand what tiles, values and layers of the map that was read last are for; all of
   it, or nothing. Each takes four of the count numbers: what it is of (0 a tile, 1 a value, 2 a layer),
   the number of its sheet, its values or its layer, that of the tile or value (0 for a layer), and what
   it costs in hundredths of a step (the highest number if it blocks) or, of a layer, what it is for: 0
   walls, 1 ground, 2 costs, 3 nothing. The map has to be read anew to be so.
   What the caller promises:
   So many numbers may be read from numbers on. */
uint32_t xunlu_assign(const uint32_t *numbers, uint32_t count);

/* The names of the files that xunlu_assign changed since
   xunlu_files_forget, a line each. Returns how many bytes that is.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_assigned(uint8_t *text, uint32_t room);

/* Opens a scene on the ground within closed lines, which may overlap: ends says for each how many of the
   count numbers of points belong to it and to those before it. Returns the scene's number, or 0.
   What the caller promises:
   So many elements may be read from points and from ends on. */
uint32_t xunlu_scene(const double *points, uint32_t count, const uint32_t *ends, uint32_t outlines);

/* Closes a scene. */
uint32_t xunlu_scene_close(uint32_t scene);

/* Has the scene be for movers of this radius from now on. */
uint32_t xunlu_scene_radius(uint32_t scene, double radius);

/* Puts an obstacle in: a closed line of points, count numbers. Returns its number and one more, or 0.
   What the caller promises:
   So many numbers may be read from points on. */
uint32_t xunlu_scene_put(uint32_t scene, const double *points, uint32_t count);

/* Puts a region in: what a closed line of points goes round, count numbers, with tags, of which 16 bits
   count. One may walk there. Returns its number and one more, or 0; obstacles and regions are numbered
   together.
   What the caller promises:
   So many numbers may be read from points on. */
uint32_t xunlu_scene_put_region(uint32_t scene, const double *points, uint32_t count, uint32_t tags);

/* Has paths keep out of regions with any of these tags from now on, and of no others. */
uint32_t xunlu_scene_avoid(uint32_t scene, uint32_t tags);

/* Has regions with any of these tags cost so many times their length from now on, from a millionth to a
   million. Of several in one place the most counts. Paths are then found that cost by at most a twentieth
   more than the cheapest, or what was said to xunlu_scene_within, if that is more. */
uint32_t xunlu_scene_cost(uint32_t scene, uint32_t tags, double times);

/* Moves an obstacle or a region, or changes its outline.
   What the caller promises:
   So many numbers may be read from points on. */
uint32_t xunlu_scene_move(uint32_t scene, uint32_t obstacle, const double *points, uint32_t count);

/* Takes an obstacle or a region out. Its number is not given again. */
uint32_t xunlu_scene_take(uint32_t scene, uint32_t obstacle);

/* The mesh's polygons: of each how many corners there are up to its last, then for each corner what lies
   beyond the side from there to the next: a polygon's number, or u32::MAX. Returns how many numbers.
   What the caller promises:
   room numbers may be written from sides on. */
uint32_t xunlu_scene_polygons(uint32_t scene, uint32_t *sides, uint32_t room);

/* The corners of all polygons of the mesh, in their order. Returns how many numbers.
   What the caller promises:
   room numbers may be written from points on. */
uint32_t xunlu_scene_corners(uint32_t scene, double *points, uint32_t room);

/* Has paths be found from now on that are longer than the shortest by at most this part of it, which is
   sooner done: 0.05 is a twentieth, 0 the shortest. */
uint32_t xunlu_scene_within(uint32_t scene, double excess);

/* Finds a path from a point to another, or to the nearest of several: two numbers each. An end beside the
   mesh is moved to its nearest point; where no path leads to any, it leads as near as one can come. The
   method 0 finds the shortest; 1 what A* over polygons and a funnel find, to the first alone. The first so
   many events of the search are kept.
   What the caller promises:
   So many numbers may be read from ends on. */
uint32_t xunlu_scene_find(uint32_t scene, const double *ends, uint32_t count, uint32_t method, uint32_t events_max);

/* What was found: how it ended (0 found, 1 as near as one can come, 2 there is none, 3 nobody can stand
   anywhere), the length, what the path costs and any costs at least, which are the length too unless regions
   cost something, how many intervals were looked through, and then the points of the path. Returns how many
   numbers.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_scene_found(uint32_t scene, double *numbers, uint32_t room);

/* The events of the search that were kept, eight numbers each: what kind (0 a root, 1 what left the open
   list, 2 an interval that is looked through at once, behind the one before; and what was put on the open
   list: 3 an interval, 4 a corner, 5 a goal, 6 a link), its number, the root it is seen from (of a root, the
   one before, or u32::MAX), how long the path to a root is or a path by what waits is at least, and two
   points. Returns how many numbers.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_scene_events(uint32_t scene, double *numbers, uint32_t room);

/* What a ray from one point to another meets: nothing is written where it begins in no polygon; two numbers,
   its end, where it meets nothing; else where it meets a wall, what points away from that at a right angle,
   and the wall's two ends. Returns how many numbers.
   What the caller promises:
   So many numbers may be read from ends on, and room written from numbers on. */
uint32_t xunlu_scene_ray(uint32_t scene, const double *ends, uint32_t count, double *numbers, uint32_t room);

/* The point of the mesh nearest to a point: two numbers, or none. Returns how many numbers.
   What the caller promises:
   room numbers may be written from point on. */
uint32_t xunlu_scene_nearest(uint32_t scene, double x, double y, double *point, uint32_t room);

/* Where one comes to who goes from one point towards another, four numbers, straight and then along walls:
   two numbers, or none where it begins beside the mesh. Returns how many numbers.
   What the caller promises:
   So many numbers may be read from ends on, and room written from point on. */
uint32_t xunlu_scene_slide(uint32_t scene, const double *ends, uint32_t count, double *point, uint32_t room);

/* Puts a link in, which leads from one point to another without a walk: four numbers, and how much of a
   path's length it counts. Of bits 1 is for both ways, 2 for one that is shut. Who has no tags takes those
   that ask for none. Returns its number and one more, or 0; the links of a plan are those put first.
   What the caller promises:
   So many numbers may be read from ends on. */
uint32_t xunlu_scene_put_link(uint32_t scene, const double *ends, uint32_t count, double length, uint32_t bits, uint32_t tags);

/* Takes a link out. Its number is not given again. */
uint32_t xunlu_scene_take_link(uint32_t scene, uint32_t link);

/* Which legs of the path that was found are links, in their order, four numbers each: the leg, from the
   point of that number to the next; the link's number; 1 if it is taken from its second end to its first,
   else 0; and how much of the path's length it counts. Returns how many numbers.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_scene_found_links(uint32_t scene, double *numbers, uint32_t room);

/* Has meshes of polygons read from here on. */
void xunlu_reads_scenes(void);

/* Has triangles in space read from here on, and ground made of them. */
void xunlu_reads_triangles(void);

/* Has our own documents read from here on, and scenes made of the plans that are read: of these, and of
   Tiled's maps of shapes where their readers were taken. */
void xunlu_reads_plans(void);

/* Reads a file at hand into a scene, by the readers that were taken. Of triangles the ground is made for
   somebody of a person's size, with a metre as the unit; it is seen from above, may lie over itself, and
   takes neither obstacles nor another radius. What is odd about the file xunlu_read_facts tells, as
   warnings. Returns the scene's number, or 0.
   What the caller promises:
   So many bytes may be read from name on. */
uint32_t xunlu_scene_read(const uint8_t *name, uint32_t name_length);

/* What was drawn on a scene that was read from its plan; x grows to the right, y downwards. Of each part
   five numbers: what it is (0 an obstacle, 1 a region, 2 a link, 3 a route, 4 a place, 5 what ground with a
   tag costs, 6 a line around ground), its tags, bits (1 a link is for both ways, a route closed, ground
   closed to those without the tag; 2 a link is shut), a number (how long a link counts, how many times its
   length ground costs), and how many points follow, two numbers each. Obstacles and regions come first, and
   have the numbers that things have which were put in this order; so have links among themselves. Returns
   how many numbers.
   What the caller promises:
   room numbers may be written from numbers on. */
uint32_t xunlu_scene_plan(uint32_t scene, double *numbers, uint32_t room);

/* What the parts of a plan are called, a line each in their order: part, a tab, and the name, which is
   empty where there is none. Then for each tag that has a name tag, a tab, its bit, a space and the name.
   Returns how many bytes.
   What the caller promises:
   room bytes may be written from text on. */
uint32_t xunlu_scene_plan_names(uint32_t scene, uint8_t *text, uint32_t room);

#ifdef __cplusplus
}
#endif

#endif
