#!/usr/bin/env python3
"""Checks that nothing in Sources needs a newer system than the manifest's platforms.

    .ci/check-availability.py               after `swift build` or `swift test`; takes seconds
    .ci/check-availability.py --list        lists the used symbols that not every system has
    .ci/check-availability.py --self-test   checks that a sample gives exactly the expected errors

On Linux the compiler does not check availability, but its modules contain it. The script reads it
from the symbol graphs of the toolchain's modules, and joins it with every reference in the index of
a debug build, in which the compiler has resolved each name. Code within `@available` or
`#available`, or excluded on Apple's systems by `#if`, is exempt. Language features that need a newer
runtime without naming a symbol are in a short table below. Only Python's standard library is
needed.

Not checked: code within `#if` for Apple's systems only, and the availability of conformances of
library types to protocols.
"""

import bisect
import collections
import ctypes
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOMAINS = {"macOS": "macos", "iOS": "ios", "tvOS": "tvos", "watchOS": "watchos",
           "visionOS": "visionos"}
# Modules that are imported implicitly.
IMPLICIT = ["Swift", "_Concurrency", "_StringProcessing"]
FOUNDATION = ["Foundation", "FoundationEssentials", "FoundationInternationalization"]
# Modules without Swift availability: the C library, and modules that only Apple's systems have.
FOREIGN = {"Android", "Bionic", "Builtin", "CoreLocation", "Darwin", "Glibc", "MapKit", "Musl",
           "SwiftShims", "WASILibc", "WinSDK", "ucrt"}
# Language features that need a runtime version (the compiler's FeatureAvailability).
FORMS = [
    (r"\bany\s+(?!\w*KeyPath<)[\w.]+<", "a constrained `any`", {"macOS": (13,), "iOS": (16,)}),
    (r"\b(?:struct|class|enum|actor)\s+\w+<[^>{]*\beach\s", "a type with a pack of parameters",
     {"macOS": (14,), "iOS": (17,)}),
    (r"\b(?:struct|class|enum|actor)\s+\w+<[^>{]*\blet\s", "a type with a number as parameter",
     {"macOS": (26,), "iOS": (26,)}),
    (r"\bisolated\s+deinit\b", "`isolated deinit`", {"macOS": (15, 4), "iOS": (18, 4)}),
    (r"@isolated\(any\)", "`@isolated(any)`", {"macOS": (15,), "iOS": (18,)}),
]


def stop(text):
    sys.exit(f"check-availability: {text}")


def output(*command):
    return subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout


def version(text):
    """The numbers of a version without trailing zeros, so that tuples compare as versions."""
    numbers = [int(part) for part in text.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def spelled(numbers):
    return ".".join(str(number) for number in numbers) if len(numbers) > 1 else f"{numbers[0]}.0"


def complete(needed):
    """Adds the versions of other systems that follow from that of iOS."""
    needed = dict(needed)
    ios = needed.get("iOS")
    if ios:
        # Since 26 all systems have the same number; visionOS 1 corresponds to iOS 17.
        same = ios[0] >= 26
        after = {"tvOS": 0, "watchOS": 7, "visionOS": 16}
        for name, less in after.items():
            major = ios[0] if same else ios[0] - less
            if name not in needed and major > 0:
                rest = ios[1:]
                if name == "visionOS" and not same:
                    # iOS 17.4 corresponds to visionOS 1.1; later minor versions are equal.
                    rest = () if ios < (17, 4) else (1,) if ios < (18,) else rest
                    if ios < (17,):
                        continue
                needed[name] = (major, *rest)
    return needed


def newer(needed, ours):
    """The needed versions that are newer than our deployment targets."""
    return {name: least for name, least in needed.items()
            if name in ours and least > ours[name]}


# --- Availability in the toolchain

def toolchain():
    binary = pathlib.Path(shutil.which("swift") or stop("there is no swift")).resolve().parent
    return binary.parent


def availability(modules, target, include=None):
    """The names and needed versions of the symbols of modules, by USR (unified symbol resolution)."""
    with tempfile.TemporaryDirectory() as folder:
        running = [
            subprocess.Popen(
                ["swift-symbolgraph-extract", "-module-name", module, "-target", target,
                 "-output-dir", folder, *(["-I", include] if include else [])],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for module in modules]
        for module, process in zip(modules, running):
            said, _ = process.communicate()
            if process.returncode != 0:
                stop(f"no symbol graph of {module}: {said.strip()}")
        known, parents, defaults = {}, {}, []
        for path in sorted(pathlib.Path(folder).iterdir()):
            graph = json.loads(path.read_bytes())
            for symbol in graph["symbols"]:
                needed = {}
                for item in symbol.get("availability", []):
                    if item.get("domain") in DOMAINS and "introduced" in item:
                        parts = item["introduced"]
                        needed[item["domain"]] = version(
                            f"{parts['major']}.{parts.get('minor', 0)}.{parts.get('patch', 0)}")
                name = ".".join(symbol["pathComponents"])
                known[symbol["identifier"]["precise"]] = (name, complete(needed))
            for relation in graph["relationships"]:
                if relation["kind"] == "defaultImplementationOf":
                    defaults.append((relation["source"], relation["target"]))
                if relation["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                    of = known.get(relation["target"], ("",))[0]
                    if known.get(relation["source"], ("",))[0].rpartition(".")[0] == of:
                        parents[relation["source"]] = relation["target"]
    # A member needs at least the versions of its container. A member of a protocol is also listed as
    # a member of each conforming type, which must not affect other types.
    result = {}
    for usr, (name, needed) in known.items():
        needed, above, outer = dict(needed), parents.get(usr), name.rpartition(".")[0]
        while above in known and known[above][0] == outer:
            for system, least in known[above][1].items():
                needed[system] = max(least, needed.get(system, least))
            above, outer = parents.get(above), outer.rpartition(".")[0]
        result[usr] = (name, needed)
    # On older systems, a requirement added to a protocol later is its default implementation.
    for usr, requirement in defaults:
        if usr in result and requirement in result:
            name, needed = result[requirement]
            earlier = result[usr][1]
            result[requirement] = (name, {
                system: min(least, earlier[system]) for system, least in needed.items()
                if system in earlier})
    return result


# --- References of the sources

class Text(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("count", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.start, self.count).decode() if self.count else ""


VISIT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
VISIT_NAME = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
RECORD, REFERENCE = 2, 1 << 2


class Index:
    """The index store of a build, read with the toolchain's library."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(toolchain() / "lib" / "libIndexStore.so"))
        pointer, text = ctypes.c_void_p, Text
        for name, result, *arguments in [
                ("store_create", pointer, ctypes.c_char_p, pointer),
                ("store_units_apply_f", ctypes.c_bool, pointer, ctypes.c_uint, pointer, VISIT_NAME),
                ("store_get_unit_modification_time", ctypes.c_bool, pointer, ctypes.c_char_p,
                 pointer, pointer, pointer),
                ("unit_reader_create", pointer, pointer, ctypes.c_char_p, pointer),
                ("unit_reader_dispose", None, pointer),
                ("unit_reader_get_main_file", text, pointer),
                ("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, VISIT),
                ("unit_dependency_get_kind", ctypes.c_int, pointer),
                ("unit_dependency_get_filepath", text, pointer),
                ("unit_dependency_get_name", text, pointer),
                ("record_reader_create", pointer, pointer, ctypes.c_char_p, pointer),
                ("record_reader_dispose", None, pointer),
                ("record_reader_symbols_apply_f", ctypes.c_bool, pointer, ctypes.c_bool, pointer,
                 VISIT),
                ("record_reader_occurrences_of_symbols_apply_f", ctypes.c_bool, pointer, pointer,
                 ctypes.c_size_t, pointer, ctypes.c_size_t, pointer, VISIT),
                ("symbol_get_usr", text, pointer), ("symbol_get_name", text, pointer),
                ("occurrence_get_symbol", pointer, pointer),
                ("occurrence_get_roles", ctypes.c_uint64, pointer),
                ("occurrence_get_line_col", None, pointer, pointer, pointer)]:
            function = getattr(self.library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(str(path).encode(), None) or stop(f"no index in {path}")

    def newest_records(self, is_wanted):
        """The time of the last compilation and the records of each requested source file."""
        names, found = [], {}
        self.store_units_apply_f(
            self.store, 0, None, VISIT_NAME(lambda _, name: names.append(str(name)) or True))
        for name in names:
            reader = self.unit_reader_create(self.store, name.encode(), None)
            if not reader:
                continue
            source = str(self.unit_reader_get_main_file(reader))
            if source and is_wanted(source):
                seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
                self.store_get_unit_modification_time(
                    self.store, name.encode(), ctypes.byref(seconds), ctypes.byref(nanoseconds),
                    None)
                time = seconds.value + nanoseconds.value * 1e-9
                records = []

                def visit(_, dependency):
                    if self.unit_dependency_get_kind(dependency) == RECORD and (
                            str(self.unit_dependency_get_filepath(dependency)) == source):
                        records.append(str(self.unit_dependency_get_name(dependency)))
                    return True
                self.unit_reader_dependencies_apply_f(reader, None, VISIT(visit))
                if source not in found or found[source][0] < time:
                    found[source] = (time, records)
            self.unit_reader_dispose(reader)
        return found

    def references(self, record, is_of_interest):
        """The USR, name, line and column of each reference in a record."""
        reader = self.record_reader_create(self.store, record.encode(), None)
        symbols, found = {}, []

        def choose(_, symbol):
            usr = str(self.symbol_get_usr(symbol))
            if is_of_interest(usr):
                symbols[symbol] = (usr, str(self.symbol_get_name(symbol)))
            return True

        def visit(_, occurrence):
            if self.occurrence_get_roles(occurrence) & REFERENCE:
                line, column = ctypes.c_uint(), ctypes.c_uint()
                self.occurrence_get_line_col(
                    occurrence, ctypes.byref(line), ctypes.byref(column))
                found.append((*symbols[self.occurrence_get_symbol(occurrence)],
                              line.value, column.value))
            return True
        self.record_reader_symbols_apply_f(reader, False, None, VISIT(choose))
        if symbols:
            chosen = (ctypes.c_void_p * len(symbols))(*symbols)
            self.record_reader_occurrences_of_symbols_apply_f(
                reader, chosen, len(symbols), None, 0, None, VISIT(visit))
        self.record_reader_dispose(reader)
        return found


# --- Exemptions in a source

APPLE = {"os": {"macOS": None, "iOS": None, "tvOS": None, "watchOS": None, "visionOS": None},
         "canImport": {"Darwin": True, "Foundation": True}}
ELSEWHERE = {
    "os": {"Linux", "Windows", "Android", "WASI", "FreeBSD", "OpenBSD", "none"},
    "canImport": {"Glibc", "Musl", "Android", "Bionic", "WASILibc", "ucrt", "WinSDK"},
    "hasFeature": {"Embedded"}}


def on_apple(condition):
    """Whether a condition of `#if` is true on Apple's systems; None if that depends."""
    tokens = re.findall(r"&&|\|\||!|[()]|\w+\s*\([^()]*\)|\w+", condition)

    def either():
        value = both()
        while tokens and tokens[0] == "||":
            tokens.pop(0)
            other = both()
            value = True if True in (value, other) else None if None in (value, other) else False
        return value

    def both():
        value = one()
        while tokens and tokens[0] == "&&":
            tokens.pop(0)
            other = one()
            value = False if False in (value, other) else None if None in (value, other) else True
        return value

    def one():
        token = tokens.pop(0) if tokens else ""
        if token == "!":
            value = one()
            return None if value is None else not value
        if token == "(":
            value = either()
            if tokens:
                tokens.pop(0)
            return value
        call = re.fullmatch(r"(\w+)\s*\(\s*(\S*?)\s*\)", token)
        if not call:
            return {"true": True, "false": False}.get(token)
        function, argument = call.groups()
        if argument in ELSEWHERE.get(function, ()):
            return False
        return APPLE.get(function, {}).get(argument)
    return either()


def plain(text):
    """The source with comments and strings replaced by spaces; positions do not change."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return re.sub(
        r'//[^\n]*|/\*.*?\*/|#"""(?:.*?)"""#|"""(?:\\.|.)*?"""|#".*?"#|"(?:\\.|[^"\\\n])*"', blank,
        text, flags=re.DOTALL)


class Source:
    """The parts of a source in which references are exempt."""

    def __init__(self, text):
        self.text = plain(text)
        self.starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self.left_out = self.lines_left_out()
        self.guards = list(self.guarded())

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def lines_left_out(self):
        """The lines that are not compiled on any of Apple's systems."""
        open_conditions, result = [], set()
        for number, line in enumerate(self.text.split("\n"), 1):
            word = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
            if word and word[1] == "if":
                value = on_apple(word[2])
                open_conditions.append([value, value])
            elif word and word[1] == "endif" and open_conditions:
                open_conditions.pop()
            elif word and open_conditions:
                _, earlier = open_conditions[-1]
                value = True if word[1] == "else" else on_apple(word[2])
                # If an earlier branch is taken, this one is excluded.
                value = False if earlier is True else value
                taken = True if True in (earlier, value) else None if None in (
                    earlier, value) else False
                open_conditions[-1] = [value, taken]
            if any(value is False for value, _ in open_conditions):
                result.add(number)
        return result

    def guarded(self):
        """The offset range and the versions of each `@available` and `#available`."""
        for match in re.finditer(r"[@#]available\(([^()]*)\)", self.text):
            versions = {name: version(number) for name, number in re.findall(
                r"(\w+)\s+(\d+(?:\.\d+)*)", match[1]) if name in DOMAINS}
            if not versions:
                continue
            line = self.text[:match.start()].rpartition("\n")[2]
            if match[0][0] == "@":
                end = self.end(match.end(), ends_at_line=True)
            elif re.search(r"\bguard\b[^{}]*$", line):
                # It applies to the other conditions, and from the end of its block to the end of the
                # enclosing block.
                yield match.start(), self.text.find("{", match.end()), versions
                start = self.end(match.end()) + 1
                yield start, self.end(start, is_inside=True), versions
                continue
            else:
                end = self.end(match.end())
            yield match.start(), end, versions

    def end(self, start, ends_at_line=False, is_inside=False):
        """The end of the block that begins after an offset, or that encloses it.

        A declaration without a block ends at the end of its line, unless the next line continues it.
        """
        depth = 0
        for at in range(start, len(self.text)):
            character = self.text[at]
            if character in "([{":
                depth += 1
            elif character in ")]}":
                depth -= 1
                if depth < 0 or depth == 0 and character == "}" and not is_inside:
                    return at
            elif character == "\n" and depth == 0 and ends_at_line and re.search(
                    r"\b(?:case|func|import|init|let|subscript|typealias|var)\b",
                    self.text[start:at]) and not re.match(
                        r"\s*(?:\{|where\b|->|=|throws\b|async\b)", self.text[at:at + 99]):
                return at
        return len(self.text)

    def excuses(self, line, column, needed):
        """The versions needed at a position that its source does not exempt."""
        if line in self.left_out:
            return {}
        at = self.starts[line - 1] + column - 1
        for start, end, versions in self.guards:
            if start <= at <= end:
                needed = {name: least for name, least in needed.items()
                          if name not in versions or versions[name] < least}
        return needed


def imported(sources):
    """The modules outside the package that sources import."""
    found = {name for text in sources for name in re.findall(
        r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:public |package |internal |fileprivate |private )?"
        r"import +(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)", text,
        re.MULTILINE)}
    own = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    found -= own | FOREIGN
    # Modules that do not exist on this system are not in the index.
    there = {path.name.removesuffix(".swiftmodule") for path in (
        toolchain() / "lib" / "swift" / "linux").glob("*.swiftmodule")}
    if found & set(FOUNDATION):
        found |= set(FOUNDATION)
    return sorted(found & there)


def check(texts, index, records, symbols, ours):
    """The problems as (file, line, name, versions), the used symbols by name, and unknown names."""
    problems, used, unknown = [], {}, collections.Counter()
    # USRs of the library's declarations; those of our extensions contain our module after the type.
    library = re.compile(
        r"s:(?:s\d|S|12_Concurrency|15Synchronization|17_StringProcessing|10Foundation\d"
        r"|20FoundationEssentials)(?!.*\d(?:Cairn|Sample))")
    for path, text in sorted(texts.items()):
        source = Source(text)
        for record in records.get(path, []):
            for usr, name, line, column in index.references(
                    record, lambda usr: usr in symbols or library.match(usr)):
                if usr not in symbols:
                    unknown[name] += 1
                    continue
                name, needed = symbols[usr]
                if needed.get("macOS", ()) > (10, 13) or needed.get("iOS", ()) > (11,):
                    used.setdefault(name, (needed, path, line))
                beyond = source.excuses(line, column, newer(needed, ours))
                if beyond:
                    problems.append((path, line, column, name, beyond))
        for form, name, needed in FORMS:
            for match in re.finditer(form, source.text):
                line = source.line(match.start())
                needed = complete(needed)
                used.setdefault(name, (needed, path, line))
                beyond = source.excuses(
                    line, match.start() - source.starts[line - 1] + 1, newer(needed, ours))
                if beyond:
                    problems.append((path, line, 1, name, beyond))
    return sorted(set((path, line, name, tuple(sorted(beyond.items())))
                      for path, line, _, name, beyond in problems)), used, unknown


def described(problem, ours):
    path, line, name, beyond = problem
    needs = ", ".join(f"{system} {spelled(least)}" for system, least in beyond)
    have = ", ".join(f"{system} {spelled(ours[system])}" for system, _ in beyond)
    return f"{path}:{line}: {name} needs {needs}; the manifest has {have}"


def target_triple():
    info = json.loads(output("swiftc", "-print-target-info"))
    return info["target"]["unversionedTriple"]


# Lines that end in `// new` must be reported for the deployment targets in `self_test`.
SAMPLE = """
import Synchronization

let count = Atomic(0)  // new
func wide(_ a: Int) -> Int { Int(truncatingIfNeeded: Int128(a) * 2 >> 1) }  // new
let time = ContinuousClock.now
extension Array { func first(_ a: UInt128) -> Element? { nil } }  // new
let text = "Mutex(0)"  // Int128
/* let old = Int128(0) */

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
func excused(
  _ a: Int128
) -> Int128 { a + 1 }
let behind: Int128? = nil  // new

@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
func tooEarly() { print(UInt128(1)) }  // new

@available(macOS 15, *)
let partly = Int128(1)  // new

func asked() -> Int {
  guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else {
    return UInt128(2).bitWidth  // new
  }
  return Int128(3).bitWidth
}

func askedOnce(_ seconds: Int) {
  if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *), seconds > 0 {
    print(Int128(seconds))
  } else {
    print(Int128(0))  // new
  }
}

#if canImport(Darwin)
  let nothing = 0
#else
  let elsewhere = Mutex(0)
#endif
#if os(Linux) || os(Windows)
  let system = Mutex(1)
#endif
#if !os(Windows)
  let many = Mutex(2)  // new
#endif
struct Packed<each Value> { var values: (repeat each Value) }  // new
final class Quiet { isolated deinit {} }  // new
"""


def self_test():
    """Checks that exactly the marked lines of the sample are reported."""
    ours = complete({"macOS": (13,), "iOS": (16,)}) | {"visionOS": (1,)}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "Sample.swift")
        path.write_text(SAMPLE)
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Sample", "-c",
             path, "-o", path.with_suffix(".o"), "-index-store-path", path.with_name("index"),
             "-default-isolation", "MainActor"], check=True, cwd=folder)
        index = Index(path.with_name("index"))
        found = index.newest_records(lambda source: source.endswith("Sample.swift"))
        records = {"Sample.swift": [name for _, names in found.values() for name in names]}
        symbols = availability(IMPLICIT + ["Synchronization"], target_triple())
        problems, _, _ = check({"Sample.swift": SAMPLE}, index, records, symbols, ours)
    lines = {line for _, line, _, _ in problems}
    wanted = {number for number, line in enumerate(SAMPLE.split("\n"), 1)
              if line.endswith("// new")}
    for line in sorted(wanted ^ lines):
        text = SAMPLE.split("\n")[line - 1].strip()
        print(f"check-availability: {'misses' if line in wanted else 'refuses'}: {text}")
    if wanted != lines:
        sys.exit(1)
    conditions = {
        "canImport(Darwin)": True, "!canImport(Darwin)": False, "os(Linux) && DEBUG": False,
        "DEBUG": None, "os(Linux) || !hasFeature(Embedded)": True, "os(macOS) || DEBUG": None,
        "compiler(>=6.3)": None, "!(os(Linux) || os(Windows))": True,
        "hasFeature(Embedded) || canImport(Glibc)": False}
    for condition, wanted in conditions.items():
        if on_apple(condition) is not wanted:
            stop(f"{condition} is evaluated as {on_apple(condition)} on Apple's systems")
    print(f"availability: exactly the {len(lines)} marked lines of the sample are reported")


def main():
    ours = {system: version(platform["version"]) for platform in json.loads(
        output("swift", "package", "dump-package"))["platforms"]
        for system, name in DOMAINS.items() if name == platform["platformName"]}
    if set(ours) != set(DOMAINS):
        stop(f"the manifest has no version of {', '.join(sorted(set(DOMAINS) - set(ours)))}")
    folder = ROOT / "Sources"
    paths = {str(path): str(path.relative_to(ROOT)) for path in folder.rglob("*.swift")
             if "Integrations" not in path.parts and not any(
                 part.endswith(".docc") for part in path.parts)}
    texts = {name: pathlib.Path(path).read_text() for path, name in paths.items()}
    symbols = availability(IMPLICIT + imported(texts.values()), target_triple())
    build = pathlib.Path(output("swift", "build", "--show-bin-path").decode().strip())
    index = Index(build / "index" / "store")
    found = index.newest_records(lambda source: source in paths)
    for path, name in sorted(paths.items()):
        if path not in found:
            stop(f"{name} is not in the index of the debug build: build first")
        if found[path][0] < pathlib.Path(path).stat().st_mtime:
            stop(f"{name} has changed since it was built: build first")
    records = {paths[source]: names for source, (_, names) in found.items()}
    problems, used, unknown = check(texts, index, records, symbols, ours)
    if sys.argv[1:] == ["--list"]:
        for name, (needed, path, line) in sorted(
                used.items(), key=lambda item: (item[1][0].get("macOS", ()), item[0])):
            print(", ".join(f"{system} {spelled(least)}" for system, least in needed.items())
                  + f": {name} ({path}:{line})")
        print("not in a symbol graph:", ", ".join(sorted(unknown)) or "nothing")
    if problems:
        stop("\n".join([f"{len(problems)} references to symbols that are too new"]
                       + [described(problem, ours) for problem in problems]))
    oldest = ", ".join(f"{system} {spelled(least)}" for system, least in sorted(ours.items()))
    print(f"availability: {len(texts)} sources need nothing newer than {oldest}")


if __name__ == "__main__":
    if sys.platform != "linux":
        print("only on Linux: Apple's systems check it in the compiler, others have no index library")
        sys.exit(77)
    if sys.argv[1:] not in ([], ["--list"], ["--self-test"]):
        sys.exit(__doc__.split("\n\n")[1])
    self_test() if sys.argv[1:] == ["--self-test"] else main()
