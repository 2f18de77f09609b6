/* Calls the functions of libCairnColumns through its header; exits with 0 if all checks pass. */

#include "cairn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                            \
  do {                                                              \
    if (!(condition)) {                                             \
      fprintf(stderr, "check.c:%d: %s\n", __LINE__, #condition);    \
      failures++;                                                   \
    }                                                               \
  } while (0)

static char names[1 << 16];

/* The name of a number, or "-". */
static const char *name(int number) {
  static char text[64];
  const char *line = names;
  if (number < 0) return "-";
  while (number-- > 0) line = strchr(line, '\n') + 1;
  size_t length = strcspn(line, "\n");
  memcpy(text, line, length);
  text[length] = 0;
  return text;
}

int main(void) {
  /* Vienna, Tokyo, the Pacific, an invalid place, and a null row, as interleaved pairs. */
  double table[5][2] = {{48.2082, 16.3738}, {35.6895, 139.6917}, {35, 150}, {95, 0}, {10, 10}};
  uint8_t bits = 0x6F; /* the last row is null; the bits start at bit 1 */
  bits &= (uint8_t)~(1u << 5);
  cairn_column south = {&table[0][0], 16, &bits, 1};
  cairn_column west = {&table[0][1], 16, NULL, 0};
  int16_t numbers[5];
  uint8_t validity = 0;
  int64_t needed = 0;

  CHECK(cairn_interface_version() == 1);
  CHECK(cairn_names(CAIRN_NAMES_COUNTRY_CODES, NULL, 0, &needed) == CAIRN_STATUS_OK);
  CHECK(needed == 250 * 3 + 1);
  CHECK(cairn_names(CAIRN_NAMES_COUNTRY_CODES, names, sizeof names, NULL) == CAIRN_STATUS_OK);
  CHECK(cairn_country(5, &south, &west, 0, numbers, &validity) == CAIRN_STATUS_OK);
  CHECK(strcmp(name(numbers[0]), "AT") == 0 && strcmp(name(numbers[1]), "JP") == 0);
  CHECK(numbers[2] == -1 && numbers[3] == -1 && numbers[4] == -1 && validity == 0x07);
  CHECK(cairn_region(5, &south, &west, numbers, &validity) == CAIRN_STATUS_OK);
  CHECK(cairn_names(CAIRN_NAMES_REGION_CODES, names, sizeof names, NULL) == CAIRN_STATUS_OK);
  CHECK(strcmp(name(numbers[0]), "AT-9") == 0);
  CHECK(cairn_time_zone(5, &south, &west, numbers, NULL) == CAIRN_STATUS_OK);
  CHECK(cairn_names(CAIRN_NAMES_TIME_ZONES, names, sizeof names, NULL) == CAIRN_STATUS_OK);
  CHECK(strcmp(name(numbers[1]), "Asia/Tokyo") == 0 && numbers[2] == -1);

  uint8_t letters[5][7];
  uint64_t cells[5];
  CHECK(cairn_geohash(5, &south, &west, 7, letters[0], NULL) == CAIRN_STATUS_OK);
  CHECK(memcmp(letters[0], "u2edk8", 6) == 0 && letters[3][0] == 0);
  CHECK(cairn_geohash_integer(5, &south, &west, 5, cells, NULL) == CAIRN_STATUS_OK);
  CHECK(cells[0] == 26 && cells[3] == 0);
  int64_t covered[5], found = 0, done = 0;
  CHECK(cairn_geohash_cover(5, &south, &west, 1e3, 1, 5, covered, cells, &found, &done, &needed) ==
        CAIRN_STATUS_OK);
  CHECK(found == 3 && done == 5 && needed == 0 && covered[2] == 2 && cells[0] == 26);

  double vienna[2] = {48.2082, 16.3738};
  cairn_column one_south = {&vienna[0], 0, NULL, 0};
  cairn_column one_west = {&vienna[1], 0, NULL, 0};
  double meters[5];
  double ends[2][5];
  CHECK(cairn_distance(5, &south, &west, &one_south, &one_west, CAIRN_SURFACE_SPHERE, meters,
                       &validity) == CAIRN_STATUS_OK);
  CHECK(meters[0] == 0 && fabs(meters[1] - 9132e3) < 5e3 && isnan(meters[3]) && validity == 0x07);
  CHECK(cairn_bearing(5, &one_south, &one_west, &south, &west, CAIRN_SURFACE_WGS84, meters, NULL) ==
        CAIRN_STATUS_OK);
  CHECK(meters[1] > 0 && meters[1] < 90);
  CHECK(cairn_destination(5, &one_south, &one_west, &west, &south, CAIRN_SURFACE_SPHERE, ends[0],
                          ends[1], NULL) == CAIRN_STATUS_OK);

  int64_t shops = 0;
  int64_t count = 0;
  int64_t rows[8], offsets[8], pairs, answered, lists[5];
  CHECK(cairn_index_build(5, &south, &west, &shops) == CAIRN_STATUS_OK);
  CHECK(cairn_index_count(shops, &count) == CAIRN_STATUS_OK && count == 3);
  CHECK(cairn_nearest(shops, 5, &south, &west, 1, INFINITY, offsets, NULL, NULL) ==
        CAIRN_STATUS_OK);
  CHECK(offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 2 && offsets[3] == -1);
  CHECK(cairn_count(shops, 5, &south, &west, 2e6, lists, NULL) == CAIRN_STATUS_OK);
  CHECK(lists[0] == 1 && lists[1] == 2 && lists[3] == 0);
  CHECK(cairn_within(shops, 5, &south, &west, 2e6, 8, lists, offsets, meters, &answered, &needed,
                     &validity) == CAIRN_STATUS_OK);
  CHECK(answered == 5 && needed == 0 && lists[4] == 5 && offsets[2] == 2);
  CHECK(cairn_join(shops, 5, &south, &west, 2e6, 1, rows, offsets, meters, &pairs, &answered,
                   &needed) == CAIRN_STATUS_OK);
  CHECK(pairs == 1 && answered == 1 && needed == 2);
  CHECK(cairn_index_write(shops, "shops.cairn") == CAIRN_STATUS_OK);
  CHECK(cairn_index_free(shops) == CAIRN_STATUS_OK);
  CHECK(cairn_index_free(shops) == CAIRN_STATUS_UNKNOWN_INDEX);
  CHECK(cairn_index_open("shops.cairn", &shops) == CAIRN_STATUS_OK);
  CHECK(cairn_index_free(shops) == CAIRN_STATUS_OK);
  CHECK(cairn_index_create("shops.cairn", &shops) == CAIRN_STATUS_OK);
  CHECK(cairn_index_append(shops, 5, &south, &west) == CAIRN_STATUS_OK);
  CHECK(cairn_index_append(shops, 1, &one_south, &one_west) == CAIRN_STATUS_OK);
  CHECK(cairn_index_count(shops, &count) == CAIRN_STATUS_INVALID_ARGUMENT);
  CHECK(cairn_index_finish(shops, 2) == CAIRN_STATUS_OK);
  CHECK(cairn_index_append(shops, 1, &one_south, &one_west) == CAIRN_STATUS_INVALID_ARGUMENT);
  CHECK(cairn_index_count(shops, &count) == CAIRN_STATUS_OK && count == 4);
  CHECK(cairn_nearest(shops, 1, &south, &west, 2, INFINITY, offsets, meters, NULL) ==
        CAIRN_STATUS_OK);
  CHECK(offsets[0] == 0 && offsets[1] == 5 && meters[1] == 0);
  CHECK(cairn_index_free(shops) == CAIRN_STATUS_OK);
  CHECK(remove("shops.cairn") == 0);

  int64_t order[3];
  CHECK(cairn_route(3, &south, &west, 0, 0, -1, order, meters) == CAIRN_STATUS_OK);
  CHECK(order[0] == 0 && meters[0] > 9e6);

  char text[200];
  CHECK(cairn_country(-1, NULL, NULL, 0, NULL, NULL) == CAIRN_STATUS_INVALID_ARGUMENT);
  CHECK(cairn_last_error(text, sizeof text) > 0 && strstr(text, "-1") != NULL);
  return failures != 0;
}
