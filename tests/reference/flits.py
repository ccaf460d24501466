#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Flits through routers with virtual channels, cycle by cycle: slow, plain, and meant to be read beside the rules.

A router takes four cycles and a link: RC (where to), VA (which virtual channel there), SA (may I cross the switch), ST (cross it), LT (over the link). Within a
cycle the stages run backwards, LT first, so that what a stage decides the next one sees a cycle later. Nothing that a router does in a cycle reaches another
one before the next, so the order of routers says nothing. An interface is no router: it puts flits straight onto its link, one packet after the other, and
takes what arrives a cycle later.

Nodes may have periods of their own: then a flit takes so many cycles of where it comes from to be there, and is seen at the next edge of where it comes to.

Read from standard input, one item a line, in any order that names nodes before what refers to them; `#` begins a comment:

    rules vcs=3 in=12 out=12 limit=100 arb=rr seed=1 [cycles=N]
    router NODE ports=5              ports 0 (local, where packets of the router itself begin and end) to 4
    interface NODE ports=1           ports 0 to 0; it has no local port; both may have vcs=, in=, out=, arb=, stages=, period= and relay= of their own
    link NODE PORT NODE PORT cycles=1 interval=1    one direction, from an output to an input, with as many channels as that node has; a flit may go every `interval` cycles, which may be 1.5
                                     or 3/2; a credit for a flit that came by this link takes `cycles` as well, or `back`
    route NODE DESTINATION PORT MASK what leaves NODE for DESTINATION goes by PORT, in a virtual channel v there for which bit v of MASK is set (0b111, 0x7, 7)
    packet T SOURCE DESTINATION N    N flits, handed over at the first cycle >= T; T is a decimal number

`in`: flits of an input channel; `out`: flits of an output port, 0 is no bound; `stages`: cycles more until a flit that came by a link is seen by RC and SA; `limit`: a router hands itself no packet over while the local channel that it
would go to holds more flits than this; `arb`: rr, random or age; `relay`: 1 if a router has a local port for each link, where
what begins there and leaves by that link is handed over at once; they come behind the others; `period`: of the node's cycle, a whole number, of which times are multiples; without `cycles` it runs until all packets are there.

Printed, in this order:

    packet FINISH DELAY              one a packet, in the order of the input; the cycle in which its last flit was taken, and that minus T; `packet - -` if
                                     it was not
    router NODE W R X G S K          one a router, in the order of the input: flits written to input rings and read from them, crossbar passages, virtual
                                     channels and switch passages granted, flits put on links
    stalled NODE A N B F             likewise: cycles in which a head with a route got no virtual channel, and in which a flit that had one had no credit, was
                                     beaten by another one, and found no room behind the switch; of all input channels together
    accepted N                       flits taken at their destinations
"""
import math
import sys
from collections import defaultdict, deque
from decimal import Decimal
from fractions import Fraction

IDLE, RC, VA, SA, ST, EJ = "IDLE", "RC", "VA", "SA", "ST", "EJ"
CHOOSE_INPUT, CHOOSE_OUTPUT, CHOOSE_ASKER, CHOOSE_CHANNEL = range(4)  # what a random number is for
STALLED = 10000  # cycles without a flit moved, with flits inside

MASK_64 = 2**64 - 1


def scrambled(x):
    """The end of splitmix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK_64
    return x ^ x >> 31


def drawn(seed, router, now, stage, place, who):
    """A number that is the same whoever asks when. Of those who want the same the one with the least wins."""
    x = scrambled(seed + 0x9E3779B97F4A7C15 * (router + 1) & MASK_64)
    x = scrambled(x ^ now)
    return scrambled(x ^ (stage << 60 | place << 32 | who))


def next_edge(time, period):
    """The first at or after that time."""
    return -(-time // period) * period


class Packet:
    def __init__(self, number, time, source, destination, n_flits):
        self.number, self.time, self.source, self.destination, self.n_flits = number, time, source, destination, n_flits
        self.first_cycle = self.finish = None

    def flits(self):
        return [Flit(self, i) for i in range(self.n_flits)]

    def age(self):
        return self.time, self.source, self.number


class Flit:
    def __init__(self, packet, index):
        self.packet = packet
        self.head, self.tail = index == 0, index == packet.n_flits - 1


class Link:
    def __init__(self, source, source_port, target, target_port, cycles, interval, back):
        self.source, self.source_port, self.target, self.target_port = source, source_port, target, target_port
        self.cycles, self.interval, self.back = cycles, interval, back
        self.free_from = 0  # as exact as `interval`

    def is_free(self, now):
        return self.free_from <= now

    def occupy(self, now):
        # A link that became free within the cycle before begins there, so that no part of a cycle is lost to flits that wait for a whole one.
        begun = self.free_from if self.free_from > now - 1 else now
        self.free_from = begun + self.interval


class InputChannel:
    def __init__(self, port, channel):
        self.port, self.channel = port, channel
        self.state, self.ring = IDLE, deque()
        self.out_port = self.out_channel = self.allowed = None


class Input:
    def __init__(self, port, n_channels):
        self.link = None
        self.channels = [InputChannel(port, v) for v in range(n_channels)]
        self.pointer = 0  # the channel to be served next


class Output:
    def __init__(self):
        self.link, self.ring = None, deque()  # of (flit, output channel)
        self.busy, self.credits = [], []      # per channel
        self.pointer = 0                      # the input port to be served next
        self.askers = []                      # per channel: the input channel to be served next, counted as port * channels + channel

    def lead_to(self, link, n_channels, credits):
        self.link = link
        self.busy, self.credits, self.askers = [False] * n_channels, [credits] * n_channels, [0] * n_channels


class Node:
    def __init__(self, network, number, n_channels, in_buf, out_buf, arbitration, stages, period=1, relay=0):
        assert arbitration in ("rr", "random", "age"), arbitration
        self.network, self.number = network, number
        self.n_channels, self.in_buf, self.out_buf = n_channels, in_buf, out_buf
        self.arbitration, self.stages, self.period, self.is_relay = arbitration, stages, period, relay == 1
        self.routes = {}         # destination -> (port, mask of channels)
        self.waiting = deque()   # packets that begin here, oldest first


class Router(Node):
    def __init__(self, network, number, n_ports, *kind):
        super().__init__(network, number, *kind)
        self.inputs = [Input(port, self.n_channels) for port in range(n_ports + (n_ports - 1 if self.is_relay else 0))]
        self.channels = [vc for port in self.inputs for vc in port.channels]
        self.outputs = [Output() for _ in range(n_ports)]
        self.bound = self.in_buf # flits in an input channel and on their way to it
        self.n_inside = 0        # flits in rings
        self.counts = dict.fromkeys("WRXGSKANBF", 0)

    # phase 0

    def write(self, vc, flit):
        vc.ring.append(flit)
        self.n_inside += 1
        self.counts["W"] += 1

    def arrive(self, now, port, channel, flit):
        vc = self.inputs[port].channels[channel]
        assert len(vc.ring) < self.in_buf, "a flit came without a credit"
        self.write(vc, flit)
        if vc.state == IDLE:
            vc.state = RC if flit.head else SA

    def local_port(self, packet):
        if not self.is_relay or packet.destination == self.number:
            return 0
        port, _ = self.routes[packet.destination]
        return len(self.outputs) - 1 + port

    def hand_over(self, now):
        while self.waiting and self.waiting[0].first_cycle <= now:
            port = self.local_port(self.waiting[0])
            vc = min(self.inputs[port].channels, key=lambda vc: len(vc.ring))
            if len(vc.ring) > self.network.limit and not self.is_relay:
                return
            if vc.state == IDLE and not vc.ring:
                vc.state = RC
            for flit in self.waiting.popleft().flits():
                self.write(vc, flit)

    # phase 1

    def work(self, now):
        if self.n_inside == 0:
            return
        self.link_traversal(now)
        occupied = [vc for vc in self.channels if vc.state != IDLE]  # what is idle stays so until a flit comes
        for stage, states in ((self.switch_traversal, (ST,)), (self.switch_allocation, (SA,)), (self.channel_allocation, (VA,)), (self.route, (RC, EJ))):
            some = [vc for vc in occupied if vc.state in states]
            if some:
                stage(now, some)

    def link_traversal(self, now):
        for output in self.outputs:
            if output.ring and output.link.is_free(now):
                flit, channel = output.ring.popleft()
                self.n_inside -= 1
                self.network.put(now, output.link, channel, flit)
                self.counts["K"] += 1

    def read(self, now, vc):
        link = self.inputs[vc.port].link
        if link is not None:
            self.network.give_back(now + 1 + link.back, link, vc.channel)
        return vc.ring.popleft()

    def switch_traversal(self, now, channels):
        for vc in channels:
            output = self.outputs[vc.out_port]
            output.credits[vc.out_channel] -= 1
            flit = self.read(now, vc)
            output.ring.append((flit, vc.out_channel))
            self.counts["R"] += 1
            self.counts["X"] += 1
            if flit.tail:
                output.busy[vc.out_channel] = False
                vc.state = RC if vc.ring else IDLE
            else:
                vc.state = SA if vc.ring else IDLE

    def switch_allocation(self, now, channels):
        candidates = defaultdict(list)  # input port -> channels
        for vc in channels:
            output = self.outputs[vc.out_port]
            room = self.out_buf == 0 or len(output.ring) < self.out_buf
            if vc.ring and output.credits[vc.out_channel] > 0 and room:
                candidates[vc.port].append(vc)
                self.counts["B"] += 1  # but for those that win
            elif vc.ring:
                self.counts["N" if output.credits[vc.out_channel] == 0 else "F"] += 1
        nominated = defaultdict(list)   # output port -> channels, one of each input port
        for port, some in candidates.items():
            one = self.choose(now, CHOOSE_INPUT, port, some, lambda vc: vc.channel, self.inputs[port].pointer)
            nominated[one.out_port].append(one)
        for port, some in nominated.items():
            winner = self.choose(now, CHOOSE_OUTPUT, port, some, lambda vc: vc.port, self.outputs[port].pointer)
            self.inputs[winner.port].pointer = winner.channel + 1
            self.outputs[port].pointer = winner.port + 1
            winner.state = ST
            self.counts["S"] += 1
            self.counts["B"] -= 1

    def channel_allocation(self, now, channels):
        askers = defaultdict(list)      # (output port, output channel) -> input channels
        self.counts["A"] += len(channels)
        for vc in channels:
            busy = self.outputs[vc.out_port].busy
            free = [v for v in range(len(busy)) if not busy[v] and vc.allowed >> v & 1]
            if free:
                place = self.place_of(vc)
                if self.arbitration == "random":
                    number = drawn(self.network.seed, self.number, now, CHOOSE_CHANNEL, vc.out_port, place) % len(free)
                else:
                    number = (place + now) % len(free)
                askers[vc.out_port, free[number]].append(vc)
        for (port, channel), some in askers.items():
            output = self.outputs[port]
            winner = self.choose(now, CHOOSE_ASKER, port * 32 + channel, some, self.place_of, output.askers[channel])
            output.askers[channel] = self.place_of(winner) + 1
            output.busy[channel] = True
            winner.out_channel = channel
            winner.state = SA
            self.counts["G"] += 1
            self.counts["A"] -= 1

    def place_of(self, vc):
        return vc.port * self.n_channels + vc.channel

    def choose(self, now, stage, place, some, number_of, pointer):
        """One of some, which come in ascending order of their numbers."""
        if self.arbitration == "random":
            return min(some, key=lambda vc: drawn(self.network.seed, self.number, now, stage, place, number_of(vc)))
        if self.arbitration == "age":
            return min(some, key=lambda vc: vc.ring[0].packet.age())
        return next((vc for vc in some if number_of(vc) >= pointer), some[0])

    def route(self, now, channels):
        for vc in channels:
            if not vc.ring:
                continue
            packet = vc.ring[0].packet
            if packet.destination == self.number:
                flit = self.read(now, vc)
                self.n_inside -= 1
                self.network.accept(flit, now * self.period)
                if flit.tail:
                    vc.state = RC if vc.ring else IDLE
                else:
                    vc.state = EJ
            else:
                vc.out_port, vc.allowed = self.routes[packet.destination]
                vc.state = VA

    def is_quiet(self, now):
        return self.n_inside == 0 and not (self.waiting and self.waiting[0].first_cycle <= now)

    def next_start(self):
        return self.waiting[0].first_cycle if self.waiting else math.inf


class Sender:
    """An output of an interface: one packet after the other."""

    def __init__(self):
        self.link = None
        self.waiting = deque()
        self.credits = []
        self.flits, self.channel = deque(), None  # what is left of the packet that is being sent
        self.pointer = 0                          # the channel to be taken next

    def lead_to(self, link, n_channels, credits):
        self.link, self.credits = link, [credits] * n_channels


class Interface(Node):
    def __init__(self, network, number, n_ports, *kind):
        super().__init__(network, number, *kind)
        self.outputs = [Sender() for _ in range(n_ports)]
        self.bound = math.inf

    def arrive(self, now, port, channel, flit):
        assert flit.packet.destination == self.number, "an interface forwards nothing"
        self.network.accept(flit, (now + 1) * self.period)

    def hand_over(self, now):
        while self.waiting and self.waiting[0].first_cycle <= now:
            packet = self.waiting.popleft()
            port, _ = self.routes[packet.destination]
            self.outputs[port].waiting.append(packet)

    def work(self, now):
        for sender in self.outputs:
            if sender.link is None or not sender.link.is_free(now):
                continue
            if not sender.flits and sender.waiting:
                self.begin(sender)
            if sender.flits and sender.credits[sender.channel] > 0:
                sender.credits[sender.channel] -= 1
                self.network.put(now, sender.link, sender.channel, sender.flits.popleft())

    def begin(self, sender):
        packet = sender.waiting[0]
        _, allowed = self.routes[packet.destination]
        able = [v for v, credits in enumerate(sender.credits) if allowed >> v & 1 and credits > 0]
        if able:
            sender.channel = next((v for v in able if v >= sender.pointer), able[0])
            sender.pointer = sender.channel + 1
            sender.flits = deque(sender.waiting.popleft().flits())

    def is_quiet(self, now):
        return self.next_start() > now and not any(sender.flits or sender.waiting for sender in self.outputs)

    def next_start(self):
        return self.waiting[0].first_cycle if self.waiting else math.inf


class Network:
    def __init__(self, vcs=3, in_buf=12, out_buf=12, limit=100, arbitration="rr", seed=1, cycles=None):
        self.kind, self.limit = (vcs, in_buf, out_buf, arbitration, 0, 1, 0), limit  # of nodes that have none of their own
        self.seed, self.cycles = seed, cycles
        self.nodes, self.packets = {}, []
        self.arrivals = defaultdict(list)  # time -> (link, channel, flit)
        self.credits = defaultdict(list)   # time -> (link, channel)
        self.n_unfinished = self.n_accepted = self.n_moved = 0

    def add_router(self, number, n_ports, *kind):
        self.nodes[number] = Router(self, number, n_ports, *(kind or self.kind))

    def add_interface(self, number, n_ports, *kind):
        self.nodes[number] = Interface(self, number, n_ports, *(kind or self.kind))

    def add_link(self, source, source_port, target, target_port, cycles=1, interval=1, back=None):
        assert cycles >= 1 and interval >= 1
        link = Link(self.nodes[source], source_port, self.nodes[target], target_port, cycles, interval, back or cycles)
        output = link.source.outputs[source_port]
        assert output.link is None
        output.lead_to(link, link.target.n_channels, link.target.bound)
        if isinstance(link.target, Router):
            assert target_port > 0 and link.target.inputs[target_port].link is None
            link.target.inputs[target_port].link = link
        if isinstance(link.source, Router):
            assert source_port > 0

    def add_route(self, node, destination, port, mask):
        self.nodes[node].routes[destination] = port, mask

    def add_packet(self, time, source, destination, n_flits):
        self.packets.append(Packet(len(self.packets), Decimal(time), source, destination, n_flits))

    # what nodes do to each other

    def put(self, now, link, channel, flit):
        link.occupy(now)
        there = next_edge((now + link.cycles) * link.source.period, link.target.period)
        self.arrivals[there + link.target.stages * link.target.period].append((link, channel, flit))
        self.n_moved += 1

    def give_back(self, usable, link, channel):
        self.credits[next_edge(usable * link.target.period, link.source.period)].append((link, channel))
        self.n_moved += 1

    def accept(self, flit, finish):
        self.n_accepted += 1
        if flit.tail:
            flit.packet.finish = finish
            self.n_unfinished -= 1

    # the clock

    def run_edge(self, now):
        for link, channel, flit in self.arrivals.pop(now, ()):
            link.target.arrive(now // link.target.period, link.target_port, channel, flit)
        for link, channel in self.credits.pop(now, ()):
            link.source.outputs[link.source_port].credits[channel] += 1
        nodes = [node for node in self.nodes.values() if now % node.period == 0]
        for node in nodes:
            node.hand_over(now // node.period)
        for node in nodes:
            node.work(now // node.period)

    def run(self):
        for packet in sorted(self.packets, key=lambda packet: (packet.time, packet.number)):
            source = self.nodes[packet.source]
            packet.first_cycle = math.ceil(packet.time / source.period)
            source.waiting.append(packet)
        periods = {node.period for node in self.nodes.values()}
        self.n_unfinished = len(self.packets)
        now, n_moved, moved_at = 0, 0, 0
        while (self.n_unfinished or self.arrivals or self.credits) and (self.cycles is None or now < self.cycles):
            if all(node.is_quiet(now // node.period) for node in self.nodes.values()):  # nothing can happen before something comes
                now = min([node.next_start() * node.period for node in self.nodes.values()] + list(self.arrivals) + list(self.credits))
                moved_at = now
                if self.cycles is not None and now >= self.cycles:
                    break
            self.run_edge(now)
            if self.n_moved != n_moved:
                n_moved, moved_at = self.n_moved, now
            assert now - moved_at < STALLED * max(periods), f"no flit moved since {moved_at}"
            now = min((now // period + 1) * period for period in periods)

    def assert_empty(self):
        """After the last flit has been taken nothing may be left behind."""
        assert self.n_accepted == sum(packet.n_flits for packet in self.packets)
        for node in self.nodes.values():
            for output in node.outputs:
                if output.link is not None:
                    assert output.credits == [output.link.target.bound] * len(output.credits), (node.number, output.credits)
            if isinstance(node, Router):
                assert node.n_inside == 0 and not any(output.ring or any(output.busy) for output in node.outputs)
                assert all(vc.state == IDLE and not vc.ring for vc in node.channels)
            else:
                assert not any(sender.flits or sender.waiting for sender in node.outputs)

    def print(self, file):
        for packet in self.packets:
            done = packet.finish is not None
            print(f"packet {packet.finish} {packet.finish - packet.time:f}" if done else "packet - -", file=file)
        for node in self.nodes.values():
            if isinstance(node, Router):
                print("router", node.number, *(node.counts[kind] for kind in "WRXGSK"), file=file)
                print("stalled", node.number, *(node.counts[kind] for kind in "ANBF"), file=file)
        print("accepted", self.n_accepted, file=file)


def read(lines):
    network = None
    for line in lines:
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        kind, *fields = fields
        plain = [field for field in fields if "=" not in field]
        named = dict(field.split("=") for field in fields if "=" in field)
        if kind == "rules":
            cycles = int(named["cycles"]) if "cycles" in named else None
            network = Network(int(named["vcs"]), int(named["in"]), int(named["out"]), int(named["limit"]), named["arb"], int(named["seed"]), cycles)
        elif kind in ("router", "interface"):
            own = (type(usual)(named.get(name, usual)) for name, usual in zip(("vcs", "in", "out", "arb", "stages", "period", "relay"), network.kind))
            add = network.add_router if kind == "router" else network.add_interface
            add(int(plain[0]), int(named["ports"]), *own)
        elif kind == "link":
            network.add_link(*(int(field) for field in plain), int(named["cycles"]), Fraction(named["interval"]), int(named.get("back", 0)))
        elif kind == "route":
            network.add_route(*(int(field, 0) for field in plain))
        elif kind == "packet":
            network.add_packet(plain[0], *(int(field) for field in plain[1:]))
        else:
            raise ValueError(line)
    return network


def main():
    network = read(sys.stdin)
    network.run()
    network.print(sys.stdout)


if __name__ == "__main__":
    main()
