#!/usr/bin/env python3
"""Tags a large CSV, or joins two by distance, on Apache Spark.

    spark-submit --py-files cairn_spark.py job.py tag points.csv tagged --cairn /opt/cairn
    spark-submit --py-files cairn_spark.py job.py join points.csv centers.csv pairs --radius 25000

Tables have a header with the columns id, latitude and longitude, a comma between fields and a row
on each line. `tag` writes parts that, put one behind the other, are the lines of one process;
`join` writes point,center,distance_m.
"""

import argparse

from pyspark.sql import SparkSession

import cairn_spark


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    tag = commands.add_parser("tag", help="append a country and a geohash to each row")
    tag.add_argument("input")
    tag.add_argument("output")
    join = commands.add_parser("join", help="find all pairs within a distance")
    join.add_argument("points")
    join.add_argument("centers")
    join.add_argument("output")
    join.add_argument("--radius", type=float, required=True, help="metres, inclusive")
    for command, precision in ((tag, 7), (join, 4)):
        command.add_argument("--cairn", default="cairn", help="the tool, on every machine")
        command.add_argument("--precision", type=int, default=precision)
        command.add_argument("--partitions", type=int)
    options = parser.parse_args()

    spark = SparkSession.builder.appName("cairn").getOrCreate()
    if options.command == "tag":
        header, rows = cairn_spark.header_and_rows(spark, options.input, options.partitions)
        header, rows = cairn_spark.tag_pipe(
            header, rows, options.cairn, precision=options.precision)
        # The header is a line of the first part.
        rows.mapPartitionsWithIndex(
            lambda index, part: [header, *part] if index == 0 else part
        ).saveAsTextFile(options.output)
    else:
        points = cairn_spark.header_and_rows(spark, options.points, options.partitions)
        centers = cairn_spark.header_and_rows(spark, options.centers)
        cairn_spark.radius_join(
            spark, points, centers, options.radius, options.precision, options.cairn
        ).write.csv(options.output, header=True)
    spark.stop()


if __name__ == "__main__":
    main()
