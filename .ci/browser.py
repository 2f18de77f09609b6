"""A page in headless Chromium, controlled over a pipe. Needs only Python's standard library.

`Browser()` starts one; `page(path)` loads a file; `value(script)` evaluates JavaScript;
`press(key)` and `point(x, y)` send a key and move the mouse; `tree()` is the accessibility tree.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = "chromium chromium-browser google-chrome google-chrome-stable chrome".split()
PATIENCE = 120


def found():
    """The path of a browser; None if none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self.out = os.pipe()
        self.inp, theirs_out = os.pipe()
        words = [found(), "--headless", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                 "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}",
                 "--window-size=1200,900"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        # Chromium reads commands from file 3 and answers in file 4.
        script = f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "browser", *words], pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.rest, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.out)
        self.process.terminate()
        self.process.wait(PATIENCE)
        os.close(self.inp)
        self.profile.cleanup()

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while b"\0" in self.rest:
                line, self.rest = self.rest.split(b"\0", 1)
                answer = json.loads(line)
                if answer.get("id") == self.number:
                    if "error" in answer:
                        raise RuntimeError(f"{method}: {answer['error']}")
                    return answer["result"]
            piece = os.read(self.inp, 1 << 20)
            if not piece:
                raise RuntimeError(f"{method}: the browser has ended")
            self.rest += piece
        raise RuntimeError(f"{method}: no answer")

    def value(self, script):
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise RuntimeError(f"{script}: {done['exceptionDetails']}")
        return done["result"].get("value")

    def page(self, path):
        self.call("Page.navigate", url=f"file://{path}")
        end = time.monotonic() + PATIENCE
        # Before the navigation starts, the previous page is also "complete".
        while self.value("document.readyState + location.pathname") != f"complete{path}":
            if time.monotonic() > end:
                raise RuntimeError(f"{path} is not loaded")
            time.sleep(0.05)
        self.rested()

    def rested(self):
        """Waits until the page has been drawn, including labels that appear after a move ends."""
        self.value("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 200))")

    def press(self, key):
        text = key if len(key) == 1 else ""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "")
        self.rested()

    def point(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.rested()

    def tree(self):
        """The elements that are exposed to a screen reader."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]
