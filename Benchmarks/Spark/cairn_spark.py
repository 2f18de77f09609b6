"""Cairn's filters on Apache Spark: tables tagged with country and geohash, and joins by distance.

Cairn does not run inside Spark: for each task the tool is a separate process that reads lines and
writes them with the answers appended. So the output equals that of one process, however the rows are
partitioned, and a task that is run again gives the same output.

A table is either lines of text (`read_table`, `tag_lines`), whose bytes are kept, or a data
frame (`tag_arrow`, `tag_transform`, `radius_join`), of which the tool only gets the coordinates.
Columns are named as for the tool, or detected in the header by the tool.
"""

import csv
import io
import re
import shlex
import subprocess
import sys

NOTHING = r"\N"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Characters that would end a field or a row in the tool's input; they do not occur in numbers.
BREAKS = str.maketrans("\t\n\r", "???")


class Counts:
    """The numbers of answered rows and of rows without a valid coordinate.

    They are complete after an action has run, and too large if tasks were run again or quoted fields
    contain line breaks.
    """

    def __init__(self, spark):
        self.answered = spark.sparkContext.accumulator(0)
        self.bad = spark.sparkContext.accumulator(0)


def run(commands, given, place="", rows=0, counts=None):
    """The output of a pipeline of commands for the given rows.

    If a command fails, its task fails with the message and the row that it names. Messages of
    successful commands are written to the executor's log.
    """
    output = given
    for number, command in enumerate(commands):
        done = subprocess.run(command, input=output, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        complaint = done.stderr.decode(errors="replace").strip()
        if done.returncode != 0:
            raise RuntimeError(failure(place, complaint or f"exit code {done.returncode}", output))
        # The other commands report the same rows.
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
    """The error text for a failed tool; line numbers count from the start of a piece."""
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
    """The output and messages of the tool, run on the driver."""
    done = subprocess.run(
        [cairn, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        raise ValueError(f"{place}: {said}" if place else said)
    return done.stdout, said


def column_options(latitude=None, longitude=None, latlon=None):
    """The tool's options for columns given by name or number."""
    words = []
    for option, column in (("--lat", latitude), ("--lon", longitude), ("--latlon", latlon)):
        if column is not None:
            words += [option, str(column)]
    return words


# Lines of text


class Table:
    """The lines of CSV files, and the tool's options for reading them.

    `header` is the first line of each file, as bytes, or None; `line_break` is its line break;
    `lines` is a frame of all lines with the columns value, path and start.
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

    Columns and delimiter are given as for the tool: `delimiter=";"` as `--delimiter ";"`. Columns
    that are not given are detected in the header. Every file must begin with the same header; with
    `header=False` there is none, columns are numbers, and `fields` is the number of fields if the
    first row does not show it. A longer row fails the job, because the answer would be appended in
    another column.

    A line is a row, and Spark may split files anywhere. If quoted fields contain line breaks, the job
    fails; `whole_files=True` then reads each file as one piece, in memory.
    """
    words = column_options(latitude, longitude, latlon)
    words += ["--delimiter", delimiter] if delimiter else []
    words += ["--tsv"] if tsv else []
    # Split at line feeds only: a carriage return before one is part of the line.
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
    """The first row that is not blank, without its line feed; None if it is incomplete."""
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
    """The text without a byte order mark and blank lines before its first row."""
    return text.removeprefix(BYTE_ORDER_MARK).lstrip(b"\r\n")


def field_count(cairn, words, header, place):
    """The number of fields of a row, from how the tool pads a short row; fails without columns."""
    words = ["geohash", "--append", "--precision", "1", *words]
    answer, _ = ask(cairn, words, header + b"\nx\n", place)
    titles, _, row = answer[len(header):].partition(b"\n")
    return row.count(titles[:1])


def filtered(table, *commands, counts=None):
    """The header and a frame of the lines after a pipeline of the tool's commands.

    Each process gets the header before its lines, so that it reads them like a single process.
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
            raise RuntimeError(f"{place}: the header is changed")
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
                # A process gets lines of one file only, so that an open quote ends with the file.
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
            f"{header.decode(errors='replace')!r}; files with other columns are separate tables")

    def task(batches):
        import pyarrow
        for lines in (of_files if whole_files else of_lines)(batches):
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(lines, pyarrow.binary())], names=["value"])

    frame = table.lines.mapInArrow(task, "value BINARY")
    return above_answers.removesuffix(b"\n") or None, frame


def tag_lines(table, precision=7, within=None, on_error="null", counts=None):
    """The header and the lines of a table with a country and a geohash appended.

    `within` is the maximum distance of a place from its country, as in `--within`; `on_error` is the
    treatment of rows without a valid coordinate: null, skip or fail.
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
    # The cast keeps the bytes, even if they are not valid text.
    lines.selectExpr("CAST(value AS STRING) AS value").write.text(path)


# Data frames


def coordinate_columns(frame, cairn, latitude=None, longitude=None, latlon=None):
    """The names of the one or two columns with the coordinate, as detected by the tool."""
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
            raise ValueError(f"name the columns of the coordinate: the tool reports {said!r}")
        found = [names[int(number) - 1] for number in columns.groups() if number]
    else:
        raise ValueError("name the columns of latitude and longitude, or the one with both")
    for name in found:
        if names.count(name) != 1:
            raise ValueError(f"there are {names.count(name)} columns {name!r} among {names}")
    return found


def place_options(count, first=1):
    """The tool's options for the coordinate in `count` columns, from column `first` on."""
    if count == 1:
        return ["--latlon", str(first)]
    return ["--lat", str(first), "--lon", str(first + 1)]


def rows_of(batch, columns, numbered=False):
    """The columns of a batch as the tool's input: lines of tab-separated bytes with nulls."""
    values = [batch.column(column).to_pylist() for column in columns]
    if numbered:
        values.insert(0, range(batch.num_rows))
    return "".join(
        "\t".join(NOTHING if value is None else str(value).translate(BREAKS) for value in row) + "\n"
        for row in zip(*values)).encode()


def with_columns(frame, task, fields):
    """A frame with additional columns, which a task appends to each of its batches."""
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

    # PySpark interprets dots and backticks in names as syntax.
    plain = frame.toDF(*(f"field{number}" for number in range(len(names))))
    return plain.mapInArrow(appended, StructType([*frame.schema.fields, *fields]))


def appended_fields(commands, batch, columns, count, counts=None):
    """The fields that commands append to the rows of a batch, `count` per row."""
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
    """A frame with the columns `country` and `geohash`; all other columns are unchanged.

    Only the coordinates are passed to the tool, one process per batch of rows.
    `spark.sql.execution.arrow.maxRecordsPerBatch` sets the batch size. `on_error` is null or fail.
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
    """A view with a column `country`, by SQL's TRANSFORM; its columns become strings.

    Spark passes tabs and `\\N` to the script, the format of `--tsv`, and fails the query if the
    script fails. Spark does not escape tabs and line breaks in text, so they are written as %09,
    %0A and %0D and converted back.
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
    # Generated names, because those of the view may contain any characters.
    taken = [f"field{number}" for number in range(len(names))]
    wanted = ", ".join(f"{unmarked(field)} AS {quoted(name)}" for field, name in zip(taken, names))
    form = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'"
    literal = script.replace("\\", "\\\\").replace("'", "\\'")
    return spark.sql(
        f"SELECT {wanted}, country FROM (SELECT TRANSFORM({given}) {form} USING '{literal}' "
        f"AS ({', '.join(taken)}, country) {form} FROM {view})")


def radius_join(points, centers, meters, precision, cairn="cairn", *, point=None, center=None,
                limit=None, counts=None):
    """All pairs of a point and a center within `meters` meters.

    Points get the cell that contains them, centers all cells that their circle touches. Joining by
    equal cells gives every pair within the radius exactly once, and the tool's distance decides. So
    the pairs are those that a loop over all pairs with the library's distance would find.

    Points and centers are frames of any columns. `point` and `center` name the columns of the
    coordinates if the tool does not detect them: a latitude and a longitude, or one column with both.
    The result has all columns, of points as point_…, of centers as center_…, and distance_m. Rows
    without a valid coordinate are in no pair; `counts` counts them.
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
        cairn, "geohash", "cover", "--explode", "--radius", f"{float(meters)!r}m", *rest,
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
        # The tool writes all digits, so Python parses exactly the tool's double.
        distances = pyarrow.array([float(text) for text in found], pyarrow.float64())
        near = pyarrow.array([float(text) <= meters for text in found], pyarrow.bool_())
        return batch.filter(near), [(distances.filter(near), pyarrow.float64())]

    pairs = with_columns(points, encoded, cell).where("cairn_cell IS NOT NULL").join(
        with_columns(centers, covered, cell), "cairn_cell").drop("cairn_cell")
    return with_columns(pairs, measured, [StructField("distance_m", DoubleType())])
