#!/usr/bin/env python3
"""Tags large CSV files, or joins two tables by distance, on Apache Spark.

    spark-submit --py-files cairn_spark.py job.py tag points tagged --cairn /opt/cairn
    spark-submit --py-files cairn_spark.py job.py join points.csv centers.csv pairs --radius 25000

A table is a file, a folder of files or a pattern; each file begins with the same header. `tag`
writes parts whose concatenation equals the output of one process; `join` writes a CSV of
all columns of both tables, as point_… and center_…, and distance_m.
"""

import argparse
import sys

from pyspark.sql import SparkSession

import cairn_spark


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    tag = commands.add_parser("tag", help="append a country and a geohash to each row")
    tag.add_argument("input")
    tag.add_argument("output")
    tag.add_argument("--lat", help="the column of the latitude; detected by default")
    tag.add_argument("--lon", help="the column of the longitude")
    tag.add_argument("--latlon", help="one column with both")
    tag.add_argument("--tsv", action="store_true", help="tab-separated, no quoting, \\N is null")
    tag.add_argument("--no-header", action="store_true", help="columns are given by number")
    tag.add_argument("--fields", type=int, help="number of fields of a row, without a header")
    tag.add_argument("--within", help="maximum distance of a place from its country, such as 25km")
    tag.add_argument("--on-error", choices=("null", "skip", "fail"), default="null")
    join = commands.add_parser("join", help="find all pairs within a distance")
    join.add_argument("points")
    join.add_argument("centers")
    join.add_argument("output")
    join.add_argument("--radius", type=float, required=True, help="in meters, inclusive")
    for table in ("point", "center"):
        join.add_argument(
            f"--{table}-columns", nargs="+", metavar="NAME",
            help="the columns of latitude and longitude, or one column with both")
    for command, precision in ((tag, 7), (join, 4)):
        command.add_argument("--cairn", default="cairn", help="the path of the tool on every machine")
        command.add_argument("--precision", type=int, default=precision)
        command.add_argument("--delimiter", help="the delimiter of fields")
        command.add_argument(
            "--whole-files", action="store_true", help="allow line breaks in quoted fields")
    return parser.parse_args()


def tag(spark, options, counts):
    table = cairn_spark.read_table(
        spark, options.input, options.cairn, latitude=options.lat, longitude=options.lon,
        latlon=options.latlon, delimiter=options.delimiter, tsv=options.tsv,
        header=not options.no_header, fields=options.fields, whole_files=options.whole_files)
    header, lines = cairn_spark.tag_lines(
        table, options.precision, options.within, options.on_error, counts)
    cairn_spark.write_lines(header, lines, options.output)


def join(spark, options, counts):
    def frame(path):
        # Different headers and rows of other lengths fail, instead of being dropped silently.
        return spark.read.csv(
            path, header=True, sep=options.delimiter or ",", escape='"', mode="FAILFAST",
            enforceSchema=False, multiLine=options.whole_files)

    cairn_spark.radius_join(
        frame(options.points), frame(options.centers), options.radius, options.precision,
        options.cairn, point=options.point_columns, center=options.center_columns, counts=counts
    ).write.csv(options.output, header=True, escape='"')


def main():
    options = arguments()
    spark = SparkSession.builder.appName("cairn").getOrCreate()
    counts = cairn_spark.Counts(spark)
    (tag if options.command == "tag" else join)(spark, options, counts)
    bad, answered = counts.bad.value, counts.answered.value
    spark.stop()
    if bad and not answered:
        sys.exit("job.py: no row has a valid coordinate; are the columns correct?")
    if bad:
        print(f"job.py: {bad:,} rows have no valid coordinate", file=sys.stderr)


if __name__ == "__main__":
    main()
