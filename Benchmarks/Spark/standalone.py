"""A real standalone cluster of Spark on one machine: a master and workers, processes of their own."""

import os
import pathlib
import signal
import socket
import subprocess
import threading
import time


class Cluster:
    """A master and two workers of one core each on the loopback interface.

    Names and values beside are added to the environment of all; `second` to that of the second
    worker alone, as a machine that lacks something.
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
        # A session of its own: a worker and its executors end together, as a machine does.
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
        raise RuntimeError("the master does not come up")

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
    """Waits for all executors: one that comes late finds the work done by the others."""
    for _ in range(600):
        # The driver is counted too.
        if context._jsc.sc().getExecutorMemoryStatus().size() > count:
            return
        time.sleep(0.1)
    raise RuntimeError(f"the {count} executors do not come up")


def kill_in_the_middle(context, cluster, tasks):
    """Kills the second worker in the middle of the first stage of at least so many tasks.

    The list that comes back has then how many tasks were complete.
    """
    deaths = []

    def watch():
        status = context.statusTracker()
        while not deaths:
            for stage in status.getActiveStageIds():
                info = status.getStageInfo(stage)
                # The stages before are shorter: one that reads a header, one that counts.
                if not info or info.numTasks < tasks:
                    continue
                # While both are at work where that is seen in time, but before the end.
                done = info.numCompletedTasks
                if done >= tasks // 2 or done >= tasks // 4 and info.numActiveTasks == 2:
                    Cluster.kill(cluster.workers[1])
                    deaths.append(info.numCompletedTasks)
                    return
            time.sleep(0.05)

    threading.Thread(target=watch, daemon=True).start()
    return deaths
