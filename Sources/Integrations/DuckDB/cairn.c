/* SQL functions for DuckDB, over version 1.2.0 of its stable C interface for extensions.
 *
 * The declarations here are facts of that interface: the index of each function in the table that
 * DuckDB passes, its parameters, and the layout of texts in a vector (duckdb_extension.h and duckdb.h
 * of DuckDB, MIT license; the order never changes within version 1). A vector's values are contiguous
 * and its validity bits are in Arrow's format, so they are read and written in place. */

#include "cairn.h"

#include <stdbool.h>
#include <string.h>

enum {
  CONNECT = 3, DISCONNECT = 6, CREATE_TYPE = 156, DESTROY_TYPE = 184,
  GET_VECTOR = 190, GET_SIZE = 191, GET_DATA = 194, GET_VALIDITY = 195, ENSURE_VALIDITY = 196,
  CREATE_FUNCTION = 209, DESTROY_FUNCTION = 210, SET_NAME = 211, SET_SPECIAL_HANDLING = 213,
  ADD_PARAMETER = 215, SET_RETURN_TYPE = 216, SET_EXTRA_INFO = 217, SET_FUNCTION = 218,
  REGISTER_FUNCTION = 219, GET_EXTRA_INFO = 220, SET_ERROR = 221, ENTRIES
};
enum { INTEGER = 4, UBIGINT = 9, DOUBLE = 11, VARCHAR = 17 };

typedef void *handle;
typedef void (*entry)(void);
static entry interface[ENTRIES];

/* CALL(SET_NAME, void, handle, const char *)(function, "name") */
#define CALL(number, result, ...) ((result(*)(__VA_ARGS__))interface[number])

/* A text of up to twelve bytes in a vector, padded with zeros. */
typedef struct {
  uint32_t length;
  char bytes[12];
} text;

/* The codes of countries, preceded by the empty text for number -1. */
static text countries[1 << 9];

/* The maximum number of rows in one call; DuckDB passes at most this many at a time. */
enum { PIECE = 2048 };

typedef enum { COUNTRY, GEOHASH, CELL, DISTANCE, DISTANCE_WGS84, BEARING } question;

static const struct {
  const char *name;
  int columns;
  bool has_number; /* an INTEGER after the columns */
  int result;
} functions[] = {
    [COUNTRY] = {"cairn_country", 2, false, VARCHAR},
    [GEOHASH] = {"cairn_geohash", 2, true, VARCHAR},
    [CELL] = {"cairn_geohash_integer", 2, true, UBIGINT},
    [DISTANCE] = {"cairn_distance", 4, false, DOUBLE},
    [DISTANCE_WGS84] = {"cairn_distance_wgs84", 4, false, DOUBLE},
    [BEARING] = {"cairn_bearing", 4, false, DOUBLE},
};

/* Processes up to PIECE rows; `values` points to the first of them in the result vector. */
static int32_t answer(question asked, int64_t count, const cairn_column *c, int32_t number,
                      void *values, uint8_t *validity) {
  text *texts = values;
  int16_t areas[PIECE];
  /* Twelve bytes are always copied, even from the last row. */
  uint8_t letters[12 * PIECE + 12];
  text kept = {.length = (uint32_t)number};
  int32_t status = CAIRN_STATUS_OK;
  switch (asked) {
    case COUNTRY:
      status = cairn_country(count, c, c + 1, 0, areas, validity);
      for (int64_t row = 0; row < count && !status; row++) texts[row] = countries[areas[row] + 1];
      return status;
    case GEOHASH:
      status = cairn_geohash(count, c, c + 1, number, letters, validity);
      if (status) return status;
      memset(kept.bytes, 0xff, (size_t)number);
      for (int64_t row = 0; row < count; row++) {
        memcpy(texts[row].bytes, letters + number * row, 12);
        for (int i = 0; i < 12; i++) texts[row].bytes[i] &= kept.bytes[i];
        texts[row].length = kept.length;
      }
      return status;
    case CELL:
      return cairn_geohash_integer(count, c, c + 1, number, values, validity);
    case BEARING:
      return cairn_bearing(count, c, c + 1, c + 2, c + 3, CAIRN_SURFACE_SPHERE, values, validity);
    default:
      return cairn_distance(count, c, c + 1, c + 2, c + 3,
                            asked == DISTANCE ? CAIRN_SURFACE_SPHERE : CAIRN_SURFACE_WGS84, values,
                            validity);
  }
}

static bool is_there(const uint8_t *validity, int64_t row) {
  return !validity || validity[row / 8] >> row % 8 & 1;
}

/* Processes the rows of a chunk. */
static void run(handle info, handle chunk, handle output) {
  question asked = (question)(uintptr_t)CALL(GET_EXTRA_INFO, handle, handle)(info);
  int64_t rows = (int64_t)CALL(GET_SIZE, uint64_t, handle)(chunk);
  int columns = functions[asked].columns;
  const char *inputs[5];
  const uint8_t *present[5];
  for (int i = 0; i < columns + functions[asked].has_number; i++) {
    handle vector = CALL(GET_VECTOR, handle, handle, uint64_t)(chunk, (uint64_t)i);
    inputs[i] = CALL(GET_DATA, void *, handle)(vector);
    present[i] = CALL(GET_VALIDITY, void *, handle)(vector);
  }
  const int32_t *numbers = functions[asked].has_number ? (const int32_t *)inputs[columns] : NULL;
  char *values = CALL(GET_DATA, void *, handle)(output);
  int width = functions[asked].result == VARCHAR ? sizeof(text) : 8;
  CALL(ENSURE_VALIDITY, void, handle)(output);
  uint8_t *validity = CALL(GET_VALIDITY, void *, handle)(output);

  for (int64_t first = 0, count; first < rows; first += count) {
    count = rows - first < PIECE ? rows - first : PIECE;
    int32_t differences = 0;
    for (int64_t row = first; numbers && row < first + count; row++)
      differences |= (numbers[row] ^ numbers[first]) | !is_there(present[columns], row);
    bool is_alike = !differences;
    /* Numbers that differ from row to row are rare, so these rows are processed one by one. */
    for (int64_t row = first, step = is_alike ? count : 1; row < first + count; row += step) {
      uint8_t bit = 0;
      cairn_column c[4];
      for (int i = 0; i < columns; i++)
        c[i] = (cairn_column){(const double *)inputs[i] + row, 8, present[i], row};
      bool is_asked = !numbers || is_there(present[columns], row);
      if (is_asked && answer(asked, step, c, numbers ? numbers[row] : 0, values + width * row,
                             is_alike ? validity + row / 8 : &bit)) {
        char why[512];
        cairn_last_error(why, sizeof why);
        CALL(SET_ERROR, void, handle, const char *)(info, why);
        return;
      }
      if (!is_alike) {
        if (!bit) memset(values + width * row, 0, (size_t)width);
        validity[row / 8] = (uint8_t)((validity[row / 8] & ~(1 << row % 8)) | bit << row % 8);
      }
    }
  }
}

static bool add(handle connection, question asked) {
  handle function = CALL(CREATE_FUNCTION, handle, void)();
  CALL(SET_NAME, void, handle, const char *)(function, functions[asked].name);
  int parameters = functions[asked].columns + functions[asked].has_number;
  for (int i = 0; i <= parameters; i++) {
    int kind = i == parameters ? functions[asked].result
               : i == functions[asked].columns ? INTEGER
                                               : DOUBLE;
    handle type = CALL(CREATE_TYPE, handle, int)(kind);
    CALL(i == parameters ? SET_RETURN_TYPE : ADD_PARAMETER, void, handle, handle)(function, type);
    CALL(DESTROY_TYPE, void, handle *)(&type);
  }
  CALL(SET_SPECIAL_HANDLING, void, handle)(function); /* this function handles nulls itself */
  CALL(SET_EXTRA_INFO, void, handle, void *, entry)(function, (void *)(uintptr_t)asked, NULL);
  CALL(SET_FUNCTION, void, handle, void (*)(handle, handle, handle))(function, run);
  int state = CALL(REGISTER_FUNCTION, int, handle, handle)(connection, function);
  CALL(DESTROY_FUNCTION, void, handle *)(&function);
  return state == 0;
}

/* The entry point that DuckDB calls when it loads a file named cairn.duckdb_extension. */
struct access {
  void (*set_error)(handle, const char *);
  handle *(*get_database)(handle);
  const void *(*get_api)(handle, const char *);
};

bool cairn_init_c_api(handle info, struct access *access);
__attribute__((visibility("default"))) bool cairn_init_c_api(handle info, struct access *access) {
  const void *table = access->get_api(info, "v1.2.0");
  if (!table) return false;
  memcpy(interface, table, sizeof interface);

  char codes[1 << 12];
  if (cairn_names(CAIRN_NAMES_COUNTRY_CODES, codes, sizeof codes, NULL)) {
    access->set_error(info, "cairn: there is not enough space for the country codes");
    return false;
  }
  text *next = countries;
  for (const char *line = codes; *line && next < countries + 511; line += next->length + 1) {
    *++next = (text){.length = (uint32_t)strcspn(line, "\n")};
    memcpy(next->bytes, line, next->length);
  }
  handle connection = NULL;
  if (CALL(CONNECT, int, handle, handle *)(*access->get_database(info), &connection)) {
    access->set_error(info, "cairn: cannot connect to the database");
    return false;
  }
  bool is_added = true;
  for (question asked = COUNTRY; asked <= BEARING; asked++) is_added &= add(connection, asked);
  CALL(DISCONNECT, void, handle *)(&connection);
  if (!is_added) access->set_error(info, "cairn: functions of these names already exist");
  return is_added;
}
