# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""One headless Chromium that opens many pages, driven through two pipes (its DevTools protocol)."""
import base64, fcntl, json, os, select, shutil, subprocess, tempfile, time
from pathlib import Path

BROWSERS = ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome"]


class Browser:
    """A running browser with one page. It ends with the program, since its pipes do."""

    PATIENCE = 120  # Seconds.

    def __init__(self):
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        if not path: raise FileNotFoundError("there is no Chromium")
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (reads, self.out), (self.into, writes) = os.pipe(), os.pipe()

        def give_pipes():
            # The browser reads from 3 and writes to 4; the pipes may have these numbers the other way round.
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]
            for number, end in zip((3, 4), ends): os.dup2(end, number)

        self.process = subprocess.Popen(
            [path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-lcd-text",
             "--font-render-hinting=none", "--allow-file-access-from-files", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}/profile", "about:blank"],
            preexec_fn=give_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.number, self.session, self.received, self.events = 0, None, b"", []
        self.version = self.call("Browser.getVersion")["product"].split("/")[1]
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def call(self, method, **parameters):
        """What the browser answers to a method."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session: message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data: data = data[os.write(self.out, data):]
        while True:
            reply = self.receive()
            if reply.get("id") == self.number:
                if "error" in reply: raise RuntimeError(f"{method}: {reply['error']['message']}")
                return reply["result"]
            self.events.append(reply)

    def receive(self):
        end = time.monotonic() + self.PATIENCE
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.into], [], [], max(0, end - time.monotonic()))
            part = os.read(self.into, 1 << 20) if ready else b""
            if not part: raise RuntimeError("the browser has ended" if ready else "the browser does not answer")
            self.received += part
        message, _, self.received = self.received.partition(b"\0")
        return json.loads(message)

    def open(self, text):
        """Shows a page and waits for its files and fonts."""
        file = Path(self.folder.name) / "page.html"
        file.write_text(text)
        self.visit(file)

    def visit(self, file):
        """Shows the page of a file, beside which its own files are, and waits for them."""
        self.events.clear()
        self.call("Page.navigate", url=Path(file).as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        self.evaluate("document.fonts.ready.then(() => 0)")

    def evaluate(self, script):
        """The value of a script, or of what it promises."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer: raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def picture(self, text, size, file, scale=1):
        """Writes a picture of a page as a PNG."""
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.open(text)
        data = self.call("Page.captureScreenshot", format="png")["data"]
        Path(file).write_bytes(base64.b64decode(data))
