"""A Spark session with two worker processes, shared by all tests that need one."""

import pyarrow as pa
import pytest


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "900m").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4").getOrCreate())
    yield session
    session.stop()


def frame(spark, **columns):
    return spark.createDataFrame(pa.table(columns))
