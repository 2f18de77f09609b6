"""A standalone Spark cluster on one machine, with the master and workers as separate processes."""

import os
import pathlib
import signal
import socket
import subprocess
import threading
import time


class Cluster:
    """A master and two workers of one core each on the loopback interface.

    Keyword arguments are added to the environment of all processes; `second` only to that of the
    second worker, to simulate a machine that lacks something.
    """

    def __init__(self, folder, memory="1g", second=None, **environment):
        import pyspark
        home = pathlib.Path(pyspark.__file__).parent
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{port}"
        self.environment = {
            **os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_MEMORY": "256m", "SPARK_NO_DAEMONIZE": "1", **environment}
        self.program = str(home / "bin" / "spark-class")
        self.log = open(folder / "cluster.log", "wb")
        self.processes = [self.start(
            "master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")]
        self.wait_for(port)
        self.workers = [
            self.start("worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", memory,
                       "--webui-port", "0", "--work-dir", str(folder / f"worker-{number}"),
                       self.url, **((second or {}) if number == 2 else {}))
            for number in (1, 2)]
        self.processes += self.workers

    def start(self, name, *words, **environment):
        # A separate session, so that a worker and its executors end together, like a machine.
        return subprocess.Popen(
            [self.program, f"org.apache.spark.deploy.{name}", *words],
            env={**self.environment, **environment}, stdout=self.log, stderr=self.log,
            start_new_session=True)

    @staticmethod
    def wait_for(port):
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.1)
        raise RuntimeError("the master does not start")

    @staticmethod
    def kill(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def stop(self):
        for process in self.processes:
            self.kill(process)
        self.log.close()


def await_executors(context, count):
    """Waits for all executors: if one starts late, the others have already done the work."""
    for _ in range(600):
        # The status includes the driver.
        if context._jsc.sc().getExecutorMemoryStatus().size() > count:
            return
        time.sleep(0.1)
    raise RuntimeError(f"the {count} executors do not start")


def kill_in_the_middle(context, cluster, tasks):
    """Kills the second worker in the middle of the first stage of at least `tasks` tasks.

    Returns a list, to which the number of completed tasks is appended when the worker is killed.
    """
    deaths = []

    def watch():
        status = context.statusTracker()
        while not deaths:
            for stage in status.getActiveStageIds():
                info = status.getStageInfo(stage)
                # Earlier stages are smaller: one reads a header, one counts.
                if not info or info.numTasks < tasks:
                    continue
                # If possible while both workers are busy, but always before the end.
                done = info.numCompletedTasks
                if done >= tasks // 2 or done >= tasks // 4 and info.numActiveTasks == 2:
                    Cluster.kill(cluster.workers[1])
                    deaths.append(info.numCompletedTasks)
                    return
            time.sleep(0.05)

    threading.Thread(target=watch, daemon=True).start()
    return deaths
