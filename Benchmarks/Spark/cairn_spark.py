"""Cairn's filters on Apache Spark: tables tagged with country and geohash, and joins by distance.

Nothing of Cairn runs inside Spark: the tool is a process beside each task, which is handed lines and
gives them back with the answers appended. So the same bytes come out as from one process, however
the rows are cut into pieces, and a task that is run again answers the same.

A table is either lines of text (`read_table`, `tag_lines`), whose bytes stay as they are, or a data
frame (`tag_arrow`, `tag_transform`, `radius_join`), of which the tool only sees the coordinates.
Columns are named as for the tool, or found in the header by the tool itself.
"""

import csv
import io
import re
import shlex
import subprocess
import sys

NOTHING = r"\N"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# What would end a field or a row of what the tool reads; no number holds it.
BREAKS = str.maketrans("\t\n\r", "???")


class Counts:
    """How many rows the tool answered, and how many have no valid coordinate.

    What it says is complete once an action has run, and more than that where tasks were run again
    or quoted fields hold line breaks.
    """

    def __init__(self, spark):
        self.answered = spark.sparkContext.accumulator(0)
        self.bad = spark.sparkContext.accumulator(0)


def run(commands, given, place="", rows=0, counts=None):
    """What comes out of commands that are piped one into the next, given so many rows.

    A command that fails makes its task fail, with what it said and the row that it names. What the
    others have to say goes into the executor's log.
    """
    output = given
    for number, command in enumerate(commands):
        done = subprocess.run(command, input=output, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        complaint = done.stderr.decode(errors="replace").strip()
        if done.returncode != 0:
            raise RuntimeError(failure(place, complaint or f"exit code {done.returncode}", output))
        # The others say the same of the same rows.
        if number == 0:
            bad = re.search(r"^cairn \w+: ([\d,]+) of ([\d,]+) rows ha", complaint, re.MULTILINE)
            bad, rows = (int(text.replace(",", "")) for text in bad.groups()) if bad else (0, rows)
            if bad:
                print(f"{place or 'a batch of rows'}: {complaint}", file=sys.stderr, flush=True)
            if counts:
                counts.answered.add(rows - bad)
                counts.bad.add(bad)
        output = done.stdout
    return output


def failure(place, complaint, given):
    """What to say of a tool that failed: its lines are counted from where a piece starts."""
    text = f"{place}: {complaint}" if place else complaint
    line = re.search(r"\bline (\d+)", complaint)
    lines = given.split(b"\n")
    if line and 0 < int(line[1]) <= len(lines):
        row = lines[int(line[1]) - 1][:200].decode(errors="replace")
        text += f"\nthe line counts from the header of a piece; the row is: {row}"
    if "quoted field is not closed" in complaint:
        text += "\nwhere quoted fields hold line breaks, read the table with whole_files=True"
    return text


def ask(cairn, words, given, place=""):
    """What the tool answers on the driver, and what it says beside."""
    done = subprocess.run(
        [cairn, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        raise ValueError(f"{place}: {said}" if place else said)
    return done.stdout, said


def column_options(latitude=None, longitude=None, latlon=None):
    """The tool's options for columns that are named, by name or number."""
    words = []
    for option, column in (("--lat", latitude), ("--lon", longitude), ("--latlon", latlon)):
        if column is not None:
            words += [option, str(column)]
    return words


# Lines of text


class Table:
    """The lines of CSV files, and what tells the tool how to read them.

    `header` is the line that each of the files begins with, as bytes, or None; `line_break` is what
    ends it; `lines` is a frame of them all with the columns value, path and start.
    """

    def __init__(self, lines, header, line_break, words, fields, cairn, whole_files):
        self.lines = lines
        self.header = header
        self.line_break = line_break
        self.words = words
        self.fields = fields
        self.cairn = cairn
        self.whole_files = whole_files


def read_table(spark, path, cairn="cairn", *, latitude=None, longitude=None, latlon=None,
               delimiter=None, tsv=False, header=True, fields=None, whole_files=False):
    """The lines of a CSV file, of all files of a folder, or of all that match a pattern.

    Columns and delimiter are named as for the tool: `delimiter=";"` as `--delimiter ";"`, and what
    is not named the tool finds in the header. Every file must begin with the same header; with
    `header=False` none has one, columns are numbers, and `fields` says how many there are where the
    first row does not tell. A row that is longer fails the job, since what is appended to it would
    stand in the column of something else.

    A line is a row, and files are cut as Spark likes. Where quoted fields hold line breaks that
    fails the job, and `whole_files=True` helps: a file is one piece then, and held in memory.
    """
    words = column_options(latitude, longitude, latlon)
    words += ["--delimiter", delimiter] if delimiter else []
    words += ["--tsv"] if tsv else []
    # Only line feeds: a carriage return before one belongs to its line.
    reader = spark.read.text(path, **({"wholetext": True} if whole_files else {"lineSep": "\n"}))
    lines = reader.selectExpr(
        "CAST(value AS BINARY) AS value", "_metadata.file_path AS path",
        "_metadata.file_block_start AS start")
    first = lines.where(r"start = 0 AND trim('\r\n\t ' FROM CAST(value AS STRING)) != ''") \
        .selectExpr("substring(value, 1, 1048576) AS value", "path").first()
    if first is None:
        raise ValueError(f"{path} holds no rows")
    row = first_row(bytes(first["value"]), tsv)
    if row is None:
        raise ValueError(
            f"{first['path']}: a quoted field of the first row is not closed on its line; where "
            "fields hold line breaks, read the table with whole_files=True")
    line_break = b"\r\n" if row.endswith(b"\r") else b"\n"
    row = row.removesuffix(b"\r")
    if b"\r" in row and b'"' not in row:
        raise ValueError(f"{first['path']}: rows end in carriage returns alone, which Spark reads as one")
    if header:
        fields = field_count(cairn, words, row, first["path"])
    else:
        words += ["--no-header"]
        if fields is None:
            mark = "\t" if tsv or delimiter in ("tab", "\\t") else {
                None: ",", "comma": ",", "semicolon": ";", "pipe": "|"}.get(delimiter, delimiter)
            text = row.decode(errors="replace")
            fields = len(text.split(mark) if tsv else next(csv.reader([text], delimiter=mark)))
    return Table(lines, row if header else None, line_break, words, fields, cairn, whole_files)


def first_row(text, tsv):
    """The first row that is not blank, without its line feed; None when it does not end."""
    text = without_mark(text)
    end = -1
    while True:
        end = text.find(b"\n", end + 1)
        row = text if end < 0 else text[:end]
        if tsv or row.count(b'"') % 2 == 0:
            return row
        if end < 0:
            return None


def without_mark(text):
    """Text without a byte order mark and blank lines before its first row."""
    return text.removeprefix(BYTE_ORDER_MARK).lstrip(b"\r\n")


def field_count(cairn, words, header, place):
    """How many fields a row has, and that the tool finds its columns: it pads a short row."""
    words = ["geohash", "--append", "--precision", "1", *words]
    answer, _ = ask(cairn, words, header + b"\nx\n", place)
    titles, _, row = answer[len(header):].partition(b"\n")
    return row.count(titles[:1])


def filtered(table, *commands, counts=None):
    """The header and a frame of the lines as they come out of commands of the tool.

    Each process is given the header before its lines, so that it reads them as one process does.
    """
    fields = [["--fields", str(table.fields)]] + [[]] * (len(commands) - 1)
    commands = [[table.cairn, *command, *table.words, *more]
                for command, more in zip(commands, fields)]
    header, whole_files = table.header, table.whole_files
    above = b"" if header is None else header + table.line_break
    above_answers = run(commands, above) if above else b""

    def answers(rows, place):
        """The lines of rows with their answers."""
        if not rows:
            return []
        text = b"\n".join(rows) + b"\n"
        output = run(commands, above + text, place, text.count(b"\n"), counts)
        if not output.startswith(above_answers):
            raise RuntimeError(f"{place}: the header comes out as another one")
        output = output[len(above_answers):]
        return output.removesuffix(b"\n").split(b"\n") if output else []

    def of_files(batches):
        for batch in batches:
            for text, path in zip(*(batch.column(name).to_pylist() for name in ("value", "path"))):
                text = without_mark(text)
                if header is not None and text:
                    if text.rstrip(b"\r\n") == header:
                        text = b""
                    elif re.match(re.escape(header) + rb"\r?\n", text):
                        text = text[len(header):].removeprefix(b"\r")[1:]
                    else:
                        other_header(path, text.partition(b"\n")[0])
                yield answers([text.removesuffix(b"\n")] if text else [], path)

    def of_lines(batches):
        place, is_at_header = None, False
        for batch in batches:
            paths, starts, lines = (
                batch.column(name).to_pylist() for name in ("path", "start", "value"))
            first = 0
            for last in range(1, len(lines) + 1):
                # A process has lines of one file: a quote that is left open ends with it.
                here = paths[first], starts[first]
                if last < len(lines) and (paths[last], starts[last]) == here:
                    continue
                if here != place:
                    place, is_at_header = here, here[1] == 0
                rows = lines[first:last]
                if is_at_header:
                    rows[0] = rows[0].removeprefix(BYTE_ORDER_MARK)
                    while rows and not rows[0].strip(b"\r"):
                        del rows[0]
                    if rows:
                        is_at_header = False
                        if header is not None:
                            line = rows.pop(0).rstrip(b"\r")
                            if line != header:
                                other_header(here[0], line)
                first = last
                yield answers(rows, here[0])

    def other_header(path, line):
        raise RuntimeError(
            f"{path} begins with {line[:500].decode(errors='replace')!r}, other files with "
            f"{header.decode(errors='replace')!r}; files of other columns are tables of their own")

    def task(batches):
        import pyarrow
        for lines in (of_files if whole_files else of_lines)(batches):
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(lines, pyarrow.binary())], names=["value"])

    frame = table.lines.mapInArrow(task, "value BINARY")
    return above_answers.removesuffix(b"\n") or None, frame


def tag_lines(table, precision=7, within=None, on_error="null", counts=None):
    """The header and the lines of a table with a country and a geohash appended.

    `within` is how far off a country a place may lie, as `--within` says, and `on_error` what
    becomes of a row without a valid coordinate: null, skip or fail.
    """
    rest = ["--on-error", on_error]
    near = ["--within", within] if within else []
    return filtered(
        table, ["country", "--append", *near, *rest],
        ["geohash", "--append", "--precision", str(precision), *rest], counts=counts)


def write_lines(header, lines, path):
    """Writes lines as parts of a folder, the header first, if there is one."""
    if header is not None:
        first = lines.sparkSession.createDataFrame([(bytearray(header),)], "value BINARY")
        lines = first.union(lines)
    # The cast keeps the bytes, whatever text they are.
    lines.selectExpr("CAST(value AS STRING) AS value").write.text(path)


# Data frames


def coordinate_columns(frame, cairn, latitude=None, longitude=None, latlon=None):
    """The names of the columns with the coordinate, two or one, as the tool finds them."""
    names = frame.columns
    if latlon is not None and (latitude, longitude) == (None, None):
        found = [latlon]
    elif latitude is not None and longitude is not None and latlon is None:
        found = [latitude, longitude]
    elif (latitude, longitude, latlon) == (None, None, None):
        header = io.StringIO()
        csv.writer(header).writerow(names)
        _, said = ask(
            cairn, ["geohash", "--append", "--delimiter", ","], header.getvalue().encode())
        columns = re.match(
            r"cairn geohash: (?:latitude is column (\d+) .*, longitude column (\d+) "
            r"|the coordinate is column (\d+) )", said)
        if not columns:
            raise ValueError(f"name the columns of the coordinate: the tool says {said!r}")
        found = [names[int(number) - 1] for number in columns.groups() if number]
    else:
        raise ValueError("name the columns of latitude and longitude, or the one with both")
    for name in found:
        if names.count(name) != 1:
            raise ValueError(f"there are {names.count(name)} columns {name!r} among {names}")
    return found


def place_options(count, first=1):
    """The tool's options for tabs between `count` fields, of which some are a coordinate."""
    if count == 1:
        return ["--latlon", str(first)]
    return ["--lat", str(first), "--lon", str(first + 1)]


def rows_of(batch, columns, numbered=False):
    """The tool's lines for columns of a batch, as bytes: tabs, and a word for nothing."""
    values = [batch.column(column).to_pylist() for column in columns]
    if numbered:
        values.insert(0, range(batch.num_rows))
    return "".join(
        "\t".join(NOTHING if value is None else str(value).translate(BREAKS) for value in row) + "\n"
        for row in zip(*values)).encode()


def with_columns(frame, task, fields):
    """A frame with more columns, which a task appends to each of its batches."""
    from pyspark.sql.types import StructType
    taken = {name.lower() for name in frame.columns}
    for field in fields:
        if field.name.lower() in taken:
            raise ValueError(f"there is a column {field.name!r} already; rename it")

    names = frame.columns

    def appended(batches):
        import pyarrow
        for batch in batches:
            batch, answers = task(pyarrow.RecordBatch.from_arrays(batch.columns, names=names))
            arrays = [pyarrow.array(values, kind) for values, kind in answers]
            yield pyarrow.RecordBatch.from_arrays(
                [*batch.columns, *arrays],
                names=[*batch.schema.names, *(field.name for field in fields)])

    # PySpark takes dots and backticks in names for syntax.
    plain = frame.toDF(*(f"field{number}" for number in range(len(names))))
    return plain.mapInArrow(appended, StructType([*frame.schema.fields, *fields]))


def appended_fields(commands, batch, columns, count, counts=None):
    """The fields that commands append to the rows of a batch, `count` of each row."""
    if batch.num_rows == 0:
        return [[] for _ in range(count)]
    output = run(
        commands, rows_of(batch, columns), rows=batch.num_rows, counts=counts).decode()
    rows = [line.split("\t")[-count:] for line in output.removesuffix("\n").split("\n")]
    if len(rows) != batch.num_rows:
        raise RuntimeError(f"{len(rows)} answers came for {batch.num_rows} rows")
    return [[None if field == NOTHING else field for field in column] for column in zip(*rows)]


def tag_arrow(frame, cairn="cairn", precision=7, within=None, on_error="null", *, latitude=None,
              longitude=None, latlon=None, counts=None):
    """A frame with columns `country` and `geohash`: any types and any text stay as they are.

    Only the coordinates go through the tool, one process for each batch of rows, of which
    `spark.sql.execution.arrow.maxRecordsPerBatch` says how large it is. `on_error` is null or fail.
    """
    from pyspark.sql.types import StringType, StructField
    if on_error not in ("null", "fail"):
        raise ValueError(f"a frame keeps its rows: on_error is null or fail, not {on_error!r}")
    columns = coordinate_columns(frame, cairn, latitude, longitude, latlon)
    rest = ["--no-header", "--tsv", "--on-error", on_error, *place_options(len(columns))]
    commands = [
        [cairn, "country", "--append", *(["--within", within] if within else []), *rest],
        [cairn, "geohash", "--append", "--precision", str(precision), *rest]]

    def tag(batch):
        import pyarrow
        found = appended_fields(commands, batch, columns, 2, counts)
        return batch, [(values, pyarrow.string()) for values in found]

    return with_columns(
        frame, tag, [StructField("country", StringType()), StructField("geohash", StringType())])


def tag_transform(spark, view, cairn="cairn", within=None, on_error="null", *, latitude=None,
                  longitude=None, latlon=None):
    """A view with a column `country`, by SQL's TRANSFORM; its columns come out as strings.

    Spark hands the script tabs and `\\N`, which is what `--tsv` means, and fails the query when the
    script does. Spark does not mark tabs and line breaks within text, so they are written as %09,
    %0A and %0D on the way, and read back.
    """
    frame = spark.table(view)
    names = frame.columns
    columns = coordinate_columns(frame, cairn, latitude, longitude, latlon)
    numbers = [str(names.index(column) + 1) for column in columns]
    options = ["--latlon", *numbers] if len(numbers) == 1 else [
        "--lat", numbers[0], "--lon", numbers[1]]
    script = shlex.join([
        cairn, "country", "--append", *(["--within", within] if within else []), "--no-header",
        "--tsv", "--on-error", on_error, "--fields", str(len(names)), *options])
    marks = [("%", "%25"), (r"\\", "%5C"), (r"\t", "%09"), (r"\n", "%0A"), (r"\r", "%0D")]

    def quoted(name):
        return "`" + name.replace("`", "``") + "`"

    def marked(text):
        for character, mark in marks:
            text = f"replace({text}, '{character}', '{mark}')"
        return text

    def unmarked(text):
        for character, mark in reversed(marks):
            text = f"replace({text}, '{mark}', '{character}')"
        return text

    if "country" in (name.lower() for name in names):
        raise ValueError("there is a column 'country' already; rename it")
    given = ", ".join(marked(f"CAST({quoted(name)} AS STRING)") for name in names)
    # Names of its own: those of the view may be any.
    taken = [f"field{number}" for number in range(len(names))]
    wanted = ", ".join(f"{unmarked(field)} AS {quoted(name)}" for field, name in zip(taken, names))
    form = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'"
    literal = script.replace("\\", "\\\\").replace("'", "\\'")
    return spark.sql(
        f"SELECT {wanted}, country FROM (SELECT TRANSFORM({given}) {form} USING '{literal}' "
        f"AS ({', '.join(taken)}, country) {form} FROM {view})")


def radius_join(points, centers, metres, precision, cairn="cairn", *, point=None, center=None,
                limit=None, counts=None):
    """All pairs of a point and a centre that are no farther apart than so many metres.

    Points get the cell they lie in, centres all cells that their circle touches; pairs of equal
    cells hold every pair that is wanted, each once, and the tool's own distance decides. So the
    pairs are those that a loop over all pairs with the library's distance would find.

    Points and centres are frames of any columns. `point` and `center` name those of the coordinates
    where the tool does not find them: a latitude and a longitude, or one column with both. The result
    has all columns, of points as point_…, of centres as center_…, and distance_m. Rows without a
    valid coordinate are in no pair; `counts` counts them.
    """
    from pyspark.sql.types import DoubleType, StringType, StructField

    def prefixed(frame, prefix, named):
        named = (named,) if isinstance(named, str) else tuple(named or ())
        names = ("latlon",) if len(named) == 1 else ("latitude", "longitude")
        columns = coordinate_columns(frame, cairn, **dict(zip(names, named)))
        renamed = frame.toDF(*(f"{prefix}_{name}" for name in frame.columns))
        return renamed, [f"{prefix}_{name}" for name in columns]

    points, point_columns = prefixed(points, "point", point)
    centers, center_columns = prefixed(centers, "center", center)
    cell = [StructField("cairn_cell", StringType())]
    rest = ["--no-header", "--tsv", "--precision", str(precision)]
    encode = [cairn, "geohash", "--append", *rest, *place_options(len(point_columns))]
    cover = [
        cairn, "geohash", "cover", "--explode", "--radius", f"{float(metres)!r}m", *rest,
        *(["--limit", str(limit)] if limit else []), *place_options(len(center_columns), first=2)]
    measure = [
        cairn, "distance", "--append", "--no-header", "--tsv", "--on-error", "fail",
        *place_options(len(point_columns))]
    measure += ["--to" + word[1:] if word.startswith("--") else word
                for word in place_options(len(center_columns), first=len(point_columns) + 1)]

    def encoded(batch):
        import pyarrow
        (cells,) = appended_fields([encode], batch, point_columns, 1, counts)
        return batch, [(cells, pyarrow.string())]

    def covered(batch):
        import pyarrow
        given = rows_of(batch, center_columns, numbered=True)
        output = run([cover], given, rows=batch.num_rows, counts=counts).decode()
        rows = [line.split("\t") for line in output.split("\n") if line]
        batch = batch.take(pyarrow.array([int(row[0]) for row in rows], pyarrow.int64()))
        return batch, [([row[-1] for row in rows], pyarrow.string())]

    def measured(batch):
        import pyarrow
        (found,) = appended_fields([measure], batch, [*point_columns, *center_columns], 1)
        # Python's double of the text is the tool's double: it writes all digits.
        distances = pyarrow.array([float(text) for text in found], pyarrow.float64())
        near = pyarrow.array([float(text) <= metres for text in found], pyarrow.bool_())
        return batch.filter(near), [(distances.filter(near), pyarrow.float64())]

    pairs = with_columns(points, encoded, cell).where("cairn_cell IS NOT NULL").join(
        with_columns(centers, covered, cell), "cairn_cell").drop("cairn_cell")
    return with_columns(pairs, measured, [StructField("distance_m", DoubleType())])
