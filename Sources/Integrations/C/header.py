#!/usr/bin/env python3
"""Writes cairn.h, the header of libCairnColumns, from the header that the Swift compiler emits.

    header.py CairnColumns-Swift.h > cairn.h

The compiler's header declares every function with its types and comment, but uses macros that other
compilers warn about. The struct of a column is added here, since Swift cannot declare a C struct.
"""

import re
import sys

PREFACE = """\
/* Cairn over columns: countries, geohashes, distances and proximity searches, for rows of places.
 *
 * A call reads columns of doubles in place, without copying, and writes into the caller's memory. It
 * returns CAIRN_STATUS_OK or another status; cairn_last_error then returns the reason on the same
 * thread. It never ends the process, unless the memory has fewer rows than the caller declared. Any
 * number of threads may call concurrently, and a process may fork. After a failure the contents of
 * the result buffers are unspecified.
 *
 * Degrees north are in -90...90; degrees east may be any finite number. If a row is null, or its
 * place is not valid, its validity bit in the result is 0. That is different from a valid place
 * without a result, such as one in no country.
 *
 * Generated from the library's source. */
#ifndef CAIRN_H
#define CAIRN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A column of doubles. Validity bits are Arrow's: the lowest bit of a byte first, 1 for a value. */
typedef struct cairn_column {
  /* The value of the first row, at any address. */
  const double *values;
  /* The bytes from the value of a row to that of the next: 8 if they are contiguous, 0 if one value
   * applies to all rows; negative if they are stored backward. */
  int64_t stride;
  /* The validity bits of the rows; NULL if all rows have a value. */
  const uint8_t *validity;
  /* The offset of the first row's validity bit, at least 0. */
  int64_t offset;
} cairn_column;
"""

END = """
#ifdef __cplusplus
}
#endif

#endif
"""


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def comment(lines):
    text = re.sub(r"</?code>", "", "\n".join(lines))
    # Write parameter names in the style of C.
    text = re.sub(r"\\param (\w+)", lambda found: snake(found[1]) + ":", text)
    # Leave out the return values, which the preface describes for all functions.
    text = re.sub(r"\n/// returns:\n.*", "", text)
    kept = [line.removeprefix("///").strip() for line in text.replace("…", "...").split("\n")]
    while kept and not kept[-1]:
        kept.pop()
    kept = [line for line, after in zip(kept, kept[1:] + ["."])
            if line or not re.match(r"\w+:", after)]
    return "\n/* " + "\n * ".join(kept).replace(" * \n", " *\n") + " */"


def main():
    print(PREFACE, end="")
    lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
    said, place = [], 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if line.startswith("///"):
            said.append(line)
            continue
        enumeration = re.match(r"typedef SWIFT_ENUM\(int32_t, (\w+), closed\) {", line)
        function = re.match(r"SWIFT_EXTERN (.*?)( SWIFT_\w+)*;", line)
        if enumeration:
            print(comment(said) + "\nenum {")
            while not lines[place].startswith("}"):
                entry = lines[place].strip().removeprefix("///").strip()
                case = re.match(rf"{enumeration[1]}(\w+) = (\d+),", entry)
                name = snake(enumeration[1] + case[1]).upper() if case else ""
                print(f"  {name} = {case[2]}," if case else f"  /* {entry} */")
                place += 1
            print("};")
        elif function:
            text = re.sub(r" _Nullable| _Nonnull", "", function[1]).replace("void const *", "const cairn_column *")
            text = re.sub(r"\bchar const \*", "const char *", text)
            text = re.sub(r"(?<=[ *])[a-z]\w*[A-Z]\w*", lambda found: snake(found[0]), text)
            text = re.sub(r"\* +", "*", text)
            print(comment(said) + "\n" + text.replace("(void)", "(void)") + ";")
        said = []
    print(END, end="")


main()
