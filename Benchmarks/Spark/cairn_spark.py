"""Cairn's filters on Apache Spark: tables tagged with country and geohash, and joins by distance.

Nothing of Cairn runs inside Spark: the tool is a process beside each task, which is handed lines and
gives them back with the answers appended. So the same bytes come out as from one process, however
the rows are cut into partitions, and a task that is run again answers the same.

The lines of a table are rows here: Spark cuts text at line breaks, so that a quoted field may hold
none. Read such tables with Spark's own CSV reader and tag them by `tag_arrow`.
"""

import itertools
import shlex
import subprocess
import threading


def header_and_rows(spark, path, partitions=None):
    """The header of a CSV file and its rows as an RDD of lines in their order."""
    lines = spark.sparkContext.textFile(path, partitions)
    header = lines.first()

    def without_first(index, part):
        return itertools.islice(part, 1, None) if index == 0 else part

    return header, lines.mapPartitionsWithIndex(without_first)


def numbers(header, *names):
    """The numbers of columns, counted from 1, as the tool takes them where there is no header."""
    columns = header.split(",")
    return [columns.index(name) + 1 for name in names]


def filtered(rows, *commands):
    """The lines of an RDD as they come out of commands that are piped one into the next.

    `checkCode` is what makes a failing tool fail its task: without it PySpark takes what came out
    until then for all of it, and rows are lost without a word. `pipefail` makes a command in the
    middle of the pipe fail the whole.
    """
    pipe = " | ".join(commands)
    return rows.pipe(f"bash -o pipefail -c {shlex.quote(pipe)}", checkCode=True)


def table_options(header):
    """What tells the tool how the rows of a table look whose header it does not see."""
    latitude, longitude = numbers(header, "latitude", "longitude")
    fields = len(header.split(","))
    return f"--no-header --delimiter , --fields {fields} --lat {latitude} --lon {longitude}"


def tag_pipe(header, rows, cairn="cairn", precision=7, within="25km"):
    """Header and lines with a country and a geohash appended, by `pipe`."""
    cairn = shlex.quote(cairn)
    first = table_options(header)
    # One more field comes in from the first command.
    second = first.replace(
        f"--fields {len(header.split(','))}", f"--fields {len(header.split(',')) + 1}")
    return header + ",country,geohash", filtered(
        rows, f"{cairn} country --append --within {within} {first}",
        f"{cairn} geohash --append --precision {precision} {second}")


def tag_transform(spark, view, columns, cairn="cairn", within="25km"):
    """A view with a column `country`, by SQL's TRANSFORM.

    Spark hands the script tabs and `\\N`, which is what `--tsv` means, and fails the query when the
    script does.
    """
    latitude, longitude = columns.index("latitude") + 1, columns.index("longitude") + 1
    names = ", ".join(columns)
    form = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'"
    script = (
        f"{cairn} country --append --within {within} --no-header --tsv "
        f"--fields {len(columns)} --lat {latitude} --lon {longitude}")
    return spark.sql(
        f"SELECT TRANSFORM({names}) {form} USING '{script}' AS ({names}, country) {form} "
        f"FROM {view}")


def tag_arrow(frame, cairn="cairn", precision=7):
    """A data frame with a column `geohash`, by `mapInArrow`: any types and any text stay as they are.

    Only the coordinates go through the tool, one process for each partition.
    """

    def tag(batches):
        import pyarrow

        null = r"\N"
        command = [
            cairn, "geohash", "--append", "--precision", str(precision), "--no-header", "--tsv",
            "--lat", "1", "--lon", "2"]
        with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            for batch in batches:
                places = zip(
                    batch.column("latitude").to_pylist(), batch.column("longitude").to_pylist())
                lines = "".join(
                    f"{null if north is None else north}\t{null if east is None else east}\n"
                    for north, east in places)

                def write(text=lines.encode()):
                    process.stdin.write(text)
                    process.stdin.flush()

                # Both pipes are finite: who only writes waits for ever.
                writer = threading.Thread(target=write)
                writer.start()
                answers = []
                for _ in range(batch.num_rows):
                    line = process.stdout.readline()
                    if not line:
                        raise RuntimeError("cairn ended before its input did")
                    answer = line.rstrip(b"\n").rpartition(b"\t")[2].decode()
                    answers.append(None if answer == null else answer)
                writer.join()
                yield pyarrow.RecordBatch.from_arrays(
                    [*batch.columns, pyarrow.array(answers, pyarrow.string())],
                    names=[*batch.schema.names, "geohash"])
            process.stdin.close()
            if process.wait() != 0:
                raise RuntimeError(f"cairn failed with {process.returncode}")

    from pyspark.sql.types import StringType, StructField, StructType
    schema = StructType([*frame.schema.fields, StructField("geohash", StringType())])
    return frame.mapInArrow(tag, schema)


def radius_join(spark, points, centers, metres, precision, cairn="cairn"):
    """All pairs of a point and a centre that are no farther apart than so many metres.

    Points get the cell they lie in, centres all cells that their circle touches; pairs of equal
    cells hold every pair that is wanted, each once, and the tool's own distance decides. So the
    pairs are those that a loop over all pairs with the library's distance would find.

    Points and centres are pairs of a header and an RDD of lines, each with the columns id, latitude
    and longitude. The result has the columns point, center and distance_m.
    """
    (points_header, points_rows), (centers_header, centers_rows) = points, centers
    tool = shlex.quote(cairn)
    cells = filtered(
        points_rows,
        f"{tool} geohash --append --precision {precision} --on-error skip "
        f"{table_options(points_header)}")
    covers = filtered(
        centers_rows,
        f"{tool} geohash cover --explode --radius {metres}m --precision {precision} "
        f"{table_options(centers_header)}")

    def frame(rows, header, prefix):
        names = [f"{prefix}_{name}" for name in header.split(",")] + ["cell"]
        schema = ", ".join(f"`{name}` STRING" for name in names)
        wanted = [f"{prefix}_id", f"{prefix}_latitude", f"{prefix}_longitude", "cell"]
        return spark.read.csv(rows, schema=schema).select(*wanted)

    pairs = frame(cells, points_header, "point").join(
        frame(covers, centers_header, "center"), "cell")
    lines = pairs.select(
        "point_id", "center_id", "point_latitude", "point_longitude", "center_latitude",
        "center_longitude").rdd.map("\t".join)
    measured = filtered(
        lines,
        f"{tool} distance --append --no-header --tsv --on-error fail --fields 6 --lat 3 --lon 4 "
        "--to-lat 5 --to-lon 6")

    def near(line):
        fields = line.split("\t")
        # Python's double of the text is the tool's double: it writes all digits.
        distance = float(fields[6])
        return [(fields[0], fields[1], distance)] if distance <= metres else []

    return spark.createDataFrame(
        measured.flatMap(near), "point STRING, center STRING, distance_m DOUBLE")
