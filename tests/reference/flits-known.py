#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""flits.py against what is known without it: delays and rates that follow from the stages by hand, and mean delays of other simulators.

Usage: flits-known.py [--full]; with it all rows of the tables are run, which takes a minute or two.
"""
import io
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from fractions import Fraction

import flit_traffic
import flits

ALL = 2**32 - 1


# ---- networks -------------------------------------------------------------------------------------------------------------

STEPS = ((0, -1), (0, 1), (1, -1), (1, 1))  # coordinate, direction


def grid(k, order=(1, 0), interfaces=False, gaps=True, link_cycles=1, interval=1, kinds=None, timing=None, **rules):
    """k by k routers, the first coordinate most significant; packets go along coordinates in `order`. Interface k * k + i is at the last port of router i.

    Ports come in the order of STEPS; with gaps a border keeps the number of a link that it lacks, as popnet does. `kinds`: what each router has of its own;
    `timing`: a function of two routers for cycles, interval and cycles back of the link from one to the other.
    """
    network = flits.Network(**rules)
    places = [(i // k, i % k) for i in range(k * k)]
    ports = []
    for place in places:
        steps = [(d, step) for d, step in STEPS if gaps or 0 <= place[d] + step < k]
        ports.append({step: port for port, step in enumerate(steps + ["interface"], 1)})
    for i in range(k * k):
        network.add_router(i, len(ports[i]) + 1, *(kinds[i] if kinds else ()))
    for i in range(k * k):
        if interfaces:
            own, port = k * k + i, ports[i]["interface"]
            network.add_interface(own, 1)
            network.add_link(own, 0, i, port, link_cycles, interval)
            network.add_link(i, port, own, 0, link_cycles, interval)
            network.add_route(i, own, port, ALL)
            for j in range(k * k):
                network.add_route(own, k * k + j, 0, ALL)
        for d, step in STEPS:
            there = list(places[i])
            there[d] += step
            if tuple(there) in places:
                other = there[0] * k + there[1]
                network.add_link(i, ports[i][d, step], other, ports[other][d, -step], *(timing(i, other) if timing else (link_cycles, interval)))
        for j in range(k * k):
            for d in order:
                if places[i][d] != places[j][d]:
                    network.add_route(i, j + k * k * interfaces, ports[i][d, -1 if places[j][d] < places[i][d] else 1], ALL)
                    break
    return network


def ring(k, **rules):
    """Port 1 towards smaller numbers, port 2 towards larger; half the way round goes the direct way; channel 0 before the wrap link and on it, 1 behind."""
    network = flits.Network(**rules)
    for i in range(k):
        network.add_router(i, 3)
    for i in range(k):
        network.add_link(i, 1, (i - 1) % k, 2)
        network.add_link(i, 2, (i + 1) % k, 1)
        for j in range(k):
            direct = 2 * abs(i - j) <= k
            if i != j:
                network.add_route(i, j, 2 if (i < j) == direct else 1, 0b10 if direct else 0b01)
    return network


def delays(network, *packets):
    """Delay of each packet (T, source, destination, flits), after which nothing is left in the network."""
    for packet in packets:
        network.add_packet(*packet)
    network.run()
    network.assert_empty()
    return [packet.finish - packet.time for packet in network.packets]


def expect(found, wanted):
    assert found == [Decimal(str(one)) for one in wanted], f"{[str(one) for one in found]}, not {wanted}"


# ---- by hand --------------------------------------------------------------------------------------------------------------

def one_packet():
    expect(delays(grid(4), ("10.5", 0, 15, 5)), [34.5])
    expect(delays(grid(4), ("10.1", 0, 15, 5)), ["34.9"])
    expect(delays(grid(4), ("10.5", 0, 15, 2)), [31.5])
    expect(delays(grid(4), ("10.5", 6, 6, 5)), [4.5])
    expect(delays(grid(4), ("10", 6, 6, 1)), [0])
    expect(delays(grid(4), ("10.0", 0, 1, 1)), [5])
    for arbitration in ("rr", "random", "age"):
        for destination in range(16):
            hops = destination // 4 + destination % 4
            for n in (1, 2, 7):
                expect(delays(grid(4, arbitration=arbitration), ("0.25", 0, destination, n)), [0.75 + 5 * hops + n - 1])


def long_links():
    expect(delays(grid(4, link_cycles=3), ("10", 0, 3, 30)), [50])


def slow_links():
    for interval in (2, 3):
        expect(delays(grid(4, interval=interval), ("10", 0, 3, 30)), [3 * 5 + 29 * interval])
        expect(delays(grid(4, interfaces=True, interval=interval), ("10", 16, 19, 30)), [4 * 5 + 2 + 29 * interval])
    # Two flits in three cycles; what comes later than a cycle after the link was free finds it as if it had never been used.
    expect(delays(grid(4, interval=Fraction(3, 2)), ("10", 0, 1, 201)), [5 + 200 * 3 // 2])
    expect(delays(grid(4, interval=Fraction(3, 2)), *(("%d" % t, 0, 1, 1) for t in (0, 1, 2, 6, 7, 8))), [5, 6, 6, 5, 6, 6])


def wrapped():
    expect(delays(ring(4), ("10", 0, 3, 5)), [9])
    expect(delays(ring(5), ("10", 0, 3, 5)), [14])
    expect(delays(ring(4), ("10", 0, 2, 5)), [14])


def input_buffers():
    for size, wanted in ((1, (195, 375)), (2, (105, 195)), (3, (75, 135)), (6, (45, 75))):
        for n, delay in zip((31, 61), wanted):
            expect(delays(grid(4, vcs=1, in_buf=size), ("10", 0, 3, n)), [delay])


def into_the_last_router():
    # A flit is taken a cycle before it would go on, so a credit is back a cycle sooner: 5 cycles a flit and buffer instead of 6.
    for size, cycles in ((1, "5"), (2, "2.5"), (6, "1")):
        short, long = (delays(grid(4, vcs=1, in_buf=size), ("10", 0, 1, n))[0] for n in (31, 91))
        assert (long - short) / 60 == Decimal(cycles), (size, short, long)


def output_buffers():
    for size, wanted in ((1, (70, 130)), (2, (40, 70)), (0, (40, 70))):
        for n, delay in zip((31, 61), wanted):
            expect(delays(grid(4, vcs=1, out_buf=size), ("10", 0, 2, n)), [delay])


def one_way_for_two():
    found = delays(grid(4, vcs=1), ("10", 0, 3, 5), ("10", 0, 3, 5))
    expect(found, [19, 26])


def interfaces():
    for hops, destination, delay in ((2, 2, 21), (0, 0, 11), (14, 63, 81)):
        expect(delays(grid(8, interfaces=True), ("10", 64, 64 + destination, 5)), [delay])
        expect(delays(grid(8, interfaces=True, link_cycles=3), ("10", 64, 64 + destination, 5)), [7 * (hops + 1) + 4 + 4])
    # Its packets go one after the other, whatever channels there are.
    expect(delays(grid(4, interfaces=True), ("10", 16, 17, 5), ("10", 16, 18, 5), ("10.5", 16, 20, 1)), [16, 26, 21.5])


def source_limit():
    # Over 100 flits in both channels, so the third packet waits until one of them holds 100; no packet of that source passes it.
    network = grid(4, vcs=2)
    found = delays(network, ("0", 5, 5, 150), ("0", 5, 5, 150), ("0", 5, 5, 1), ("1", 5, 5, 1), ("1", 4, 4, 1))
    expect(found, [149, 149, 150, 149, 0])


def first_in_turn_or_oldest():
    # A packet of router 0 meets a younger one at router 1. Of one channel: both ask for it in cycle 6, the loser again in 12.
    for arbitration, wanted in (("rr", (20, 9)), ("age", (14, 15))):
        expect(delays(grid(3, vcs=1, arbitration=arbitration), ("0", 0, 2, 5), ("5", 1, 2, 5)), wanted)
    # Each has a channel: the first has the switch to itself in cycle 7, and both want it from 8 on.
    for arbitration, wanted in (("rr", (18, 13)), ("age", (14, 13))):
        expect(delays(grid(3, arbitration=arbitration), ("0", 0, 2, 5), ("6", 1, 2, 5)), wanted)
    # Two channels of one input port: switch passages in cycles 2, 4, 6, 8, 10 and 3, 5, 7, 9, 11, or in 2 to 6 and 7 to 11.
    for arbitration, wanted in (("rr", (13, 13)), ("age", (9, 13))):
        expect(delays(grid(3, arbitration=arbitration), ("0", 0, 1, 5), ("1", 0, 1, 5)), wanted)


def counters():
    network = grid(4)
    delays(network, ("10", 0, 3, 5))
    total = {kind: sum(router.counts[kind] for router in network.nodes.values()) for kind in "WRXGSK"}
    assert total == dict(W=20, R=15, X=15, G=3, S=15, K=15), total
    assert network.n_accepted == 5


def as_text():
    text = """rules vcs=3 in=12 out=12 limit=100 arb=rr seed=1
        router 4 ports=2     # two routers,
        router 9 ports=3
        interface 2 ports=1  # and an interface behind the second
        link 4 1 9 1 cycles=1 interval=1
        link 9 1 4 1 cycles=1 interval=1
        link 9 2 2 0 cycles=2 interval=1
        link 2 0 9 2 cycles=2 interval=1
        route 4 9 1 0b111
        route 4 2 1 0x7
        route 9 2 2 0b001
        route 9 4 1 7
        route 2 4 0 0b010
        packet 10.25 4 9 3
        packet 0 2 4 2
        packet 100 4 2 1"""
    network = flits.read(text.splitlines())
    network.run()
    printed = io.StringIO()
    network.print(printed)
    assert printed.getvalue() == ("packet 18 7.75\npacket 8 8\npacket 112 12\nrouter 4 6 4 4 2 4 4\nstalled 4 0 0 0 0\n"
                                  "router 9 6 3 3 2 3 3\nstalled 9 0 0 0 0\naccepted 6\n"), printed.getvalue()


def drained():
    """Random trees of routers with interfaces on them, with all rules drawn: every flit is taken, and nothing stays behind."""
    for case in range(60):
        chance = random.Random(case)
        n_routers, n_interfaces, n_channels = chance.randint(1, 5), chance.randint(0, 4), chance.randint(1, 4)
        n = n_routers + n_interfaces
        parent = [None] + [chance.randrange(min(v, n_routers)) for v in range(1, n)]
        network = flits.Network(n_channels, chance.choice([1, 2, 5, 12]), chance.choice([0, 1, 2, 12]), chance.choice([3, 100]),
                                chance.choice(["rr", "random", "age"]), case)
        below = [{v} for v in range(n)]
        for v in range(n - 1, 0, -1):
            below[parent[v]] |= below[v]
        for v in range(n):
            network.add_router(v, n + 1) if v < n_routers else network.add_interface(v, 1)
        for v in range(1, n):
            own, theirs = (0 if v >= n_routers else parent[v] + 1), v + 1
            network.add_link(v, own, parent[v], theirs, chance.randint(1, 3), chance.choice([1, 1, 2]))
            network.add_link(parent[v], theirs, v, own, chance.randint(1, 3), chance.choice([1, 1, 2]))
            for destination in range(n):
                if destination not in below[v]:
                    network.add_route(v, destination, own, chance.randint(1, 2**n_channels - 1))
                elif parent[v] is not None:
                    network.add_route(parent[v], destination, theirs, chance.randint(1, 2**n_channels - 1))
        packets = []
        for _ in range(chance.randint(1, 80)):
            source = chance.randrange(n)
            destinations = [v for v in range(n) if v != source or v < n_routers]
            if destinations:
                packets.append((str(chance.randrange(0, 2000) / 10), source, chance.choice(destinations), chance.choice([1, 2, 5, 30])))
        assert all(delay >= 0 for delay in delays(network, *packets))


# ---- other simulators -----------------------------------------------------------------------------------------------------

# Packets of 5 flits from each node at this rate, seed 1, in a grid of k by k that goes along the second coordinate first: how many packets, their mean of
# hops, their mean delay in popnet, in another simulator of these rules with random choices, and with round robin.
POPNET = (
    (4, "0.002", 20000, 611, "2.6792", "18.0057", "18.0041", "18.0172"),
    (4, "0.02", 20000, 6281, "2.6997", "18.6796", "18.6669", "18.6823"),
    (4, "0.06", 20000, 18960, "2.6765", "20.9748", "20.9943", "20.8040"),
    (8, "0.002", 10000, 1322, "5.1815", "30.5151", "30.5159", "30.5038"),
    (8, "0.02", 10000, 12695, "5.3242", "32.6967", "32.6888", "32.4998"),
)
POPNET_FULL = (
    (8, "0.01", 10000, 6366, "5.3646", "31.9577", "31.9664", "31.9007"),
    (8, "0.04", 10000, 25406, "5.3067", "35.7289", "35.7190", "34.9677"),
    (8, "0.06", 10000, 38156, "5.3442", "43.7775", "43.7855", "41.1122"),
)

# BookSim2 on 8 by 8 with interfaces, packets of 5 flits that start at whole cycles and may go to their own node: rate, mean delay.
BOOKSIM = (("0.002", "37.43"), ("0.01", "38.16"), ("0.02", "38.84"), ("0.04", "41.92"), ("0.06", "49.05"))


def mean(values):
    return sum(values) / len(values)


def popnet_row(row, arbitration):
    k, rate, n_cycles, n_packets, hops, popnet, by_chance, in_turn = row
    packets = list(flit_traffic.uniform(k * k, n_cycles, float(rate), 1))
    assert len(packets) == n_packets, len(packets)
    assert f"{mean([abs(s // k - d // k) + abs(s % k - d % k) for _, s, d in packets]):.4f}" == hops
    found = mean(delays(grid(k, arbitration=arbitration), *((f"{cycle}.5", source, destination, 5) for cycle, source, destination in packets)))
    if arbitration == "rr":
        assert f"{found:.4f}" == in_turn, f"mean delay {found}, not {in_turn}"
    else:
        tolerance = Decimal("0.02") if float(rate) > 0.04 else Decimal("0.005")
        for other in (popnet, by_chance):
            assert abs(found / Decimal(other) - 1) < tolerance, f"mean delay {found}, not {other}"
    return f"mean delay {found:.4f}"


def ports_without_gaps():
    # The numbers of ports have a say in who goes first, and so in the mean, but no more than this.
    packets = [(f"{cycle}.5", source, destination, 5) for cycle, source, destination in flit_traffic.uniform(16, 5000, 0.06, 1)]
    dense, gaps = (mean(delays(grid(4, gaps=with_gaps), *packets)) for with_gaps in (False, True))
    assert 0 < abs(dense / gaps - 1) < Decimal("0.001"), (dense, gaps)
    return f"mean delay {dense:.4f} and {gaps:.4f}"


def booksim_row(row):
    rate, delay = row
    chance = random.Random(1)
    packets = [(str(cycle), 64 + source, 64 + chance.randrange(64), 5) for cycle in range(10000) for source in range(64) if chance.random() < float(rate)]
    found = mean(delays(grid(8, order=(0, 1), interfaces=True, out_buf=0), *packets))
    assert abs(found / Decimal(delay) - 1) < Decimal("0.02"), f"mean delay {found}, not {delay}"
    return f"mean delay {found:.4f}"


def main():
    full = "--full" in sys.argv[1:]
    cases = [(check.__name__, check, ()) for check in (one_packet, long_links, slow_links, wrapped, input_buffers, into_the_last_router, output_buffers,
                                                       one_way_for_two, interfaces, source_limit, first_in_turn_or_oldest, counters, as_text, drained,
                                                       ports_without_gaps)]
    rows = [(row, "rr") for row in POPNET + (POPNET_FULL if full else ())]
    rows += [(row, "random") for row in (POPNET + POPNET_FULL if full else POPNET[:2])]
    cases += [(f"popnet/{row[0]}x{row[0]}/{row[1]}/{arbitration}", popnet_row, (row, arbitration)) for row, arbitration in rows]
    cases += [(f"booksim/{row[0]}", booksim_row, (row,)) for row in (BOOKSIM if full else BOOKSIM[:1])]
    print(f"TAP version 13\n1..{len(cases)}", flush=True)
    n_failed = 0
    with ProcessPoolExecutor() as pool:
        waiting = [(name, pool.submit(check, *arguments)) for name, check, arguments in cases]
        for number, (name, result) in enumerate(waiting, 1):
            try:
                note = result.result()
                print(f"ok {number} /reference/flits/{name}" + (f" # {note}" if note else ""), flush=True)
            except (AssertionError, KeyError) as error:
                n_failed += 1
                print(f"not ok {number} /reference/flits/{name} # {error!r}", flush=True)
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
