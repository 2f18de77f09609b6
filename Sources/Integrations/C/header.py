#!/usr/bin/env python3
"""Writes cairn.h, the header of libCairnColumns, from the one that the Swift compiler emits.

    header.py CairnColumns-Swift.h > cairn.h

The compiler's holds every function with its types and its comment, among macros that other
compilers warn about. What it cannot say is what a column is: Swift cannot declare a struct of C.
"""

import re
import sys

PREFACE = """\
/* Cairn over columns: countries, geohashes, distances and what is near, for rows of places.
 *
 * A call takes columns of doubles where they lie and writes into memory of the caller. It returns
 * CAIRN_STATUS_OK or another status, of which cairn_last_error tells why on the same thread; it
 * never ends the process, unless fewer rows stand in memory than were said to. Any number of threads
 * may call at once, and a process may fork. What a call has written that fails is unspecified.
 *
 * Degrees north are in -90...90 and degrees east in any turn. A row that is null, or whose place is
 * not valid, is not answered: its validity bit in the answer is 0. That is not the same as a place
 * that is valid and lies nowhere, in no country, near nothing.
 *
 * Generated from the library's own source; see there for what each call costs. */
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
  /* Bytes from the value of a row to that of the next one: 8 where they stand side by side, 0 where
   * one value stands for all rows; negative where the next one is before it. */
  int64_t stride;
  /* Which rows have a value; NULL where all have. */
  const uint8_t *validity;
  /* The bit of the first row, at least 0. */
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
    # Names of parameters are those of C.
    text = re.sub(r"\\param (\w+)", lambda found: snake(found[1]) + ":", text)
    # What they return, the preface says of all.
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
