#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures `textrender serve` from outside; see Scripts/bench/service, which calls this.

    service.py TEXTRENDER SERVICEBENCHMARKS OPEN_LOAD FONTS LICENSE [--only …] [--requests N] [--seconds N]

Client and server share the machine, so costs are processor time of the server's process, and what lanes take is
what the server's counters say of it. Times of single answers are those of the clock.
"""
import argparse, base64, json, os, pathlib, random, re, resource, signal, socket, statistics
import subprocess, sys, tempfile, time, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import cards as card_texts

parser = argparse.ArgumentParser()
for name in ("textrender", "benchmarks", "load", "fonts", "license"): parser.add_argument(name)
parser.add_argument("--only", default="cost,latency,cancel,idle,memory,cards")
parser.add_argument("--requests", type=int, default=1_000_000)
parser.add_argument("--seconds", type=int, default=5)
arguments = parser.parse_args()
TICK = os.sysconf("SC_CLK_TCK")


# Bodies

def words(count, dice):
    known = [word for word in pathlib.Path(arguments.license).read_text().split() if re.fullmatch(r"[A-Za-z,]{2,12}", word)]
    return lambda: " ".join(dice.choice(known) for _ in range(count)).capitalize()


def labels(count=2000):
    return [{"text": f"Label number {number}", "style": {"size": 14}} for number in range(count)]


def cells(count=500):
    """A bold title and a text with styled words, cut at four lines."""
    dice = random.Random(3)
    title, body, made = words(4, dice), words(30, dice), []
    for _ in range(count):
        text, spans = title() + "\n" + body(), []
        spans.append({"start": 0, "end": text.index("\n"), "style": {"size": 17, "weight": 700}})
        for at in sorted(dice.sample(range(text.index("\n") + 1, len(text) - 20), 5)):
            style = dice.choice([{"weight": 700}, {"italic": True}, {"color": "#c04"}, {"underline": True}])
            spans.append({"start": at, "end": at + 10, "style": style})
        made.append({"text": text, "style": {"size": 14}, "spans": spans, "width": 320, "maxLines": 4})
    return made


def scenes(count=100):
    return [card_texts.scene(card) for card in card_texts.make_cards(arguments.license, count)]


def lines(bodies): return [json.dumps(body, ensure_ascii=False) for body in bodies]


# The server

class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen(
            [arguments.textrender, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip("/\n"))
        self.url = f"http://127.0.0.1:{self.port}"

    def counters(self):
        text = urllib.request.urlopen(self.url + "/metrics").read().decode()
        return {name: float(value) for name, value in re.findall(r"^([^#\s]+) (\S+)$", text, re.M)}

    def seconds(self):
        """Of processor time."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def private(self):
        """Private memory, in kB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(value) for value in re.findall(r"Private_\w+:\s+(\d+)", text))

    def connect(self): return Connection(self.port)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)


class Connection:
    """A connection that is kept, and reads whole answers."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    @staticmethod
    def post(body, target="/v1/render"):
        body = body.encode()
        head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    def send(self, request): self.socket.sendall(request)

    def whole(self):
        """The answer, once it is whole."""
        at = self.rest.find(b"\r\n\r\n")
        if at < 0: return None
        length = int(re.search(rb"(?i)content-length: (\d+)", self.rest[:at]).group(1))
        if len(self.rest) < at + 4 + length: return None
        answer, self.rest = self.rest[:at + 4 + length], self.rest[at + 4 + length:]
        return answer

    def receive(self):
        while (answer := self.whole()) is None:
            part = self.socket.recv(1 << 18)
            assert part, "the connection was closed"
            self.rest += part
        assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 304")), answer[:300]
        return answer

    def ask(self, request):
        self.send(request)
        return self.receive()


def wrk(url, connections, bodies=None, fields=()):
    """Requests a second by wrk, with bodies one after the other."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        command = ["wrk", "-t1", f"-c{connections}", f"-d{arguments.seconds}s"]
        if bodies:
            with tempfile.NamedTemporaryFile("w", delete=False) as file: file.write("\n".join(bodies))
            script.write(
                f'local bodies, at = {{}}, 0 for line in io.lines("{file.name}") do bodies[#bodies + 1] = line end\n'
                'wrk.method, wrk.headers["Content-Type"] = "POST", "application/json"\n'
                "request = function() at = at % #bodies + 1 return wrk.format(nil, nil, nil, bodies[at]) end\n")
            script.flush()
            command += ["-s", script.name]
        for field in fields: command += ["-H", field]
        text = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
        if bodies: os.unlink(file.name)
    bad = re.findall(r"Non-2xx.*|Socket errors.*", text)
    if bad and not fields: print("  ", *bad)
    return float(re.search(r"Requests/sec:\s+(\S+)", text).group(1))


def in_process(bodies):
    """Processor and clock microseconds of a request without a network: medians of three rounds."""
    text = subprocess.run([arguments.benchmarks, "3", "16"], input="\n".join(bodies), capture_output=True, text=True, check=True)
    rounds = [tuple(map(float, line.split())) for line in text.stdout.splitlines()]
    return tuple(statistics.median(values) for values in zip(*rounds))


def measure(server, path, bodies=None, fields=(), connections=16):
    """Requests a second, and processor microseconds of a request: all, and those of lanes."""
    before, seconds = server.counters(), server.seconds()
    rate = wrk(server.url + path, connections, bodies, fields)
    after, now = server.counters(), server.seconds()
    count = after["textrender_requests_total"] - before["textrender_requests_total"]
    lanes = after["textrender_lane_seconds_total"] - before["textrender_lane_seconds_total"]
    return rate, 1e6 * (now - seconds) / count, 1e6 * lanes / count


# What is measured

def cost():
    """What HTTP costs."""
    server = Server()
    label = "/v1/render?d=" + base64.urlsafe_b64encode(lines(labels(1))[0].encode()).decode()
    tag = urllib.request.urlopen(server.url + label).headers["ETag"]
    rows = {"empty": [], "304": []}
    kinds = {"label": lines(labels()), "cell": lines(cells()), "card": lines(scenes())}
    rows.update({kind: [] for kind in kinds})
    for _ in range(3):
        rows["empty"].append(measure(server, "/health/live"))
        rows["304"].append(measure(server, label, fields=[f"If-None-Match: {tag}"]))
        for kind, bodies in kinds.items(): rows[kind].append(measure(server, "/v1/render", bodies))
    server.end()
    print("requests with 16 connections: a second; processor µs of each, and beyond the lanes; the same in process: share of it")
    for kind, values in rows.items():
        rate, all_, lane = (statistics.median(column) for column in zip(*values))
        line = f"  {kind:6} {rate:8.0f}/s {all_:8.1f} µs {all_ - lane:8.1f} µs"
        if kind in kinds:
            alone = in_process(kinds[kind])
            line += f"  in process {alone[0]:8.1f} µs, {1e6 / alone[1]:7.0f}/s: {100 * alone[0] / all_:.0f} % by processor time"
        print(line)
    ratio = statistics.median(a[1] / b[1] for a, b in zip(rows["empty"], rows["304"]))
    print(f"  a 304 is {100 * ratio:.0f} % as fast as an empty answer, by processor time")


def latency():
    """Answers at half of what the server does, to requests that come at random moments."""
    server = Server()
    print("answers to requests at random moments, at half capacity: milliseconds")
    for kind, bodies in (("label", lines(labels())), ("cell", lines(cells()))):
        capacity = statistics.median(wrk(server.url + "/v1/render", 16, bodies) for _ in range(3))
        requests = b"".join(b"%d\n%s" % (len(request), request) for request in map(Connection.post, bodies))
        text = subprocess.run(
            [arguments.load, str(server.port), str(capacity / 2), str(2 * arguments.seconds)], input=requests,
            capture_output=True, check=True).stdout.split()
        count, median, late, most = map(float, text)
        print(f"  {kind:6} {count / 2 / arguments.seconds:6.0f}/s: median {median:.2f}, p99 {late:.2f}, most {most:.1f}")
    server.end()


def cancel():
    """From the end of clients with long texts on all lanes until another one has its label."""
    server, dice = Server(), random.Random(2)
    text = words(30_000, dice)()[:200 << 10]
    long, label = Connection.post(json.dumps({"text": text, "width": 1200, "style": {"size": 8}})), Connection.post(lines(labels(1))[0])
    other = server.connect()
    def timed():
        start = time.perf_counter()
        other.ask(label)
        return 1000 * (time.perf_counter() - start)
    alone = statistics.median(timed() for _ in range(200))
    alone_whole = server.connect()
    start = time.perf_counter()
    alone_whole.ask(long)
    whole = time.perf_counter() - start
    times = []
    for _ in range(400):
        clients = [server.connect() for _ in range(os.cpu_count())]
        for client in clients: client.send(long)
        time.sleep(0.003 + dice.random() * 0.8 * whole)
        for client in clients: client.socket.close()
        times.append(timed() - alone)
    while server.counters()["textrender_admitted_requests"] > 0: time.sleep(0.01)
    gone = server.counters()["textrender_hang_ups_total"]
    server.end()
    times.sort()
    print(f"a text of 200 KiB takes {1000 * whole:.0f} ms; clients with one on each lane hang up ({gone:.0f} noticed), then a label: "
          f"later than alone by {times[len(times) // 2]:.2f} ms (median), {times[int(0.95 * len(times))]:.2f} (p95), {times[-1]:.1f} (most)")


def idle():
    """Memory of connections that have had an answer and wait."""
    count = 10_000
    hard = max(2 * count, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, hard))
    server = Server()
    label = Connection.post(lines(labels(1))[0])
    first = server.connect()
    for _ in range(2000): first.ask(label)
    before, kept = server.private(), []
    for _ in range(count):
        kept.append(server.connect())
        kept[-1].ask(label)
    time.sleep(1)
    print(f"{count} idle connections: {(server.private() - before) / count:.1f} kB of private memory each; "
          f"a label with all of them open: {min(1000 * elapsed(lambda: first.ask(label)) for _ in range(50)):.2f} ms")
    for connection in kept: connection.socket.close()
    server.end()


def elapsed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def memory():
    """Private memory while a great number of labels is drawn, each once."""
    server, done, told = Server("--cache", "16"), 0, []
    arguments.seconds, seconds = 10, arguments.seconds
    part = 0
    while done < arguments.requests:
        part += 1
        wrk(server.url + "/v1/render", 16, lines({"text": f"Part {part}, {body['text']}", "style": {"size": 10 + part % 9}} for body in labels(20_000)))
        done = server.counters()["textrender_requests_total"]
        told.append((done, server.private()))
    arguments.seconds = seconds
    chosen = told[::max(1, len(told) // 10)] + [told[-1]]
    print("private memory after so many labels (cache of 16 MiB):", ", ".join(f"{done:.0f}: {kb / 1024:.1f} MiB" for done, kb in chosen))
    server.end()


APPLICATION = '''
import sys
sys.path[:0] = [{folder!r}]
fonts = [open({fonts!r} + "/" + name, "rb").read() for name in ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf")]
if {engine!r} == "takumi":
    import takumi_py
    renderer = takumi_py.Renderer()
    renderer.register_fonts(fonts)
    draw = lambda html: renderer.render_html(html, width=1200, height=630, format="png")
else:
    import blitz_py
    draw = lambda html: blitz_py.render_png(html, width=1200, height=630, fonts=fonts)

def application(environ, start):
    html = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode()
    picture = draw(html)
    start("200 OK", [("Content-Type", "image/png"), ("Content-Length", str(len(picture)))])
    return [picture]
'''


def cards():
    """Cards a second, all of the machine busy: ours, others behind granian, and Chromium."""
    texts = card_texts.make_cards(arguments.license, 100)
    bodies, pages = lines(map(card_texts.scene, texts)), [card_texts.html(card) for card in texts]
    rates = {}
    server = Server()
    rates["textrender serve"] = statistics.median(wrk(server.url + "/v1/render", 4, bodies) for _ in range(3))
    server.end()
    for engine, module in (("takumi", "takumi_py"), ("blitz", "blitz_py")):
        try: __import__(module)
        except ImportError:
            print(f"SKIPPED: {engine}: it is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "peer.py").write_text(APPLICATION.format(folder=folder, fonts=str(pathlib.Path(arguments.fonts).resolve()), engine=engine))
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            granian = pathlib.Path(sys.executable).parent / "granian"
            process = subprocess.Popen(
                [granian, "--interface", "wsgi", "--workers", str(os.cpu_count()), "--port", str(port), "--no-access-log", "peer:application"],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            for _ in range(200):
                try: socket.create_connection(("127.0.0.1", port)).close()
                except OSError: time.sleep(0.1)
                else: break
            time.sleep(1)
            rates[engine] = statistics.median(wrk(f"http://127.0.0.1:{port}/", 4, pages) for _ in range(3))
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    try: rates["chromium"] = chromium(pages)
    except (ImportError, FileNotFoundError) as error: print("SKIPPED: chromium:", error)
    ours = rates["textrender serve"]
    print("cards a second:", ", ".join(f"{name} {rate:.1f} ({ours / rate:.1f})" for name, rate in rates.items()))


def chromium(pages):
    """Pictures a second of two headless browsers, each with one page that is kept."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/compare"))
    from headless import Browser
    import threading
    done, end, lock = [0], time.time() + 3 * arguments.seconds, threading.Lock()

    def work(browser):
        browser.call("Emulation.setDeviceMetricsOverride", width=1200, height=630, deviceScaleFactor=1, mobile=False)
        frame = browser.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        number = 0
        while time.time() < end:
            browser.call("Page.setDocumentContent", frameId=frame, html=f"<body style='margin:0'>{pages[number % len(pages)]}")
            assert len(browser.call("Page.captureScreenshot", format="png")["data"]) > 10_000
            number += 1
            with lock: done[0] += 1

    browsers = [Browser() for _ in range(os.cpu_count())]
    start = time.time()
    end = start + 3 * arguments.seconds
    threads = [threading.Thread(target=work, args=(browser,)) for browser in browsers]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    rate = done[0] / (time.time() - start)
    for browser in browsers: browser.end()
    return rate


for name in arguments.only.split(","): {"cost": cost, "latency": latency, "cancel": cancel, "idle": idle, "memory": memory, "cards": cards}[name]()
