"""Compares the times of Cairn and its peers round by round.

In a round each program runs once. The order rotates from round to round, so that no program always
runs first. A ratio compares times of the same round: a machine that becomes slower for a minute
slows both. The tables have the median of the ratios, and their range.
"""

import statistics

CAIRN = "Cairn"


def rounds(options, programs):
    """Runs the programs in turn.

    `programs` has a function by name, which runs the program once and returns its JSON lines and its
    peak memory in MB; Cairn is the first, and runs first in the first round. Returns the runs by
    name, one for each round, as pairs of lines and memory.
    """
    names = list(programs)
    runs = {name: [] for name in names}
    for number in range(options.repetitions):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            options.say(f"round {number + 1} of {options.repetitions}: {name}")
            runs[name].append(programs[name]())
    return runs


def times(options, runs):
    """The nanoseconds of each operation of a program, one for each round; None if it is missing."""
    found = [
        {line["operation"]: line[options.figure] for line in lines if "operation" in line}
        for lines, _ in runs]
    names = dict.fromkeys(name for run in found for name in run)
    return {name: [run.get(name) for run in found] for name in names}


def pairs(mine, theirs):
    """The times of both programs in the rounds that have both."""
    return [
        (one, other) for one, other in zip(mine, theirs) if one is not None and other is not None]


def figure(nanoseconds):
    if nanoseconds < 10:
        return f"{nanoseconds:.2f} ns"
    if nanoseconds < 10_000:
        return f"{nanoseconds:,.0f} ns"
    if nanoseconds < 10_000_000:
        return f"{nanoseconds / 1e3:,.1f} µs"
    return f"{nanoseconds / 1e6:,.0f} ms"


def median(values):
    return statistics.median(value for value in values if value is not None)


def range_of(ratios):
    """The minimum and maximum of ratios, as text."""
    return f"{min(ratios):.2f}–{max(ratios):.2f}"


def table(cairn, peers):
    """A table of operations by libraries, in Markdown; operations without a peer are left out.

    `cairn` has the times of each operation by round, `peers` the same by name. The cell of a peer
    has the median of its times, and as multiples of Cairn's times in the same rounds the median and
    the range. The last column has the ratio of Cairn to the fastest peer.
    """
    rows = [["operation", CAIRN, *peers, "Cairn / best"]]
    for operation, mine in cairn.items():
        row = [operation, figure(median(mine))]
        best = None
        for peer in peers.values():
            both = pairs(mine, peer.get(operation, []))
            if not both:
                row.append("")
                continue
            multiples = [other / one for one, other in both]
            row.append(
                f"{figure(median(other for _, other in both))} "
                f"({median(multiples):.2f} ×, {range_of(multiples)})")
            if best is None or median(multiples) < median(best):
                best = multiples
        if best is None:
            continue
        ratios = [1 / multiple for multiple in best]
        row.append(f"**{median(ratios):.2f}** ({range_of(ratios)})")
        rows.append(row)
    if len(rows) == 1:
        return "(nothing to compare)\n"
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|---|" + "---:|" * (len(rows[0]) - 1))
    return "\n".join(lines) + "\n"
