// flow-simgrid.cpp: runs transfers that are given on standard input with SimGrid
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Input: "hosts N", then lines "link BANDWIDTH LATENCY", "route SOURCE DESTINATION N LINK...", "transfer START BYTES SOURCE DESTINATION".
// Output: the end of each transfer in seconds, then the processor time of the simulation alone, without building the platform.

#include <simgrid/s4u.hpp>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;

struct Transfer
{
  double start;
  std::uint64_t bytes;
  unsigned source;
  unsigned destination;
  double end;
};

static double
cpu_s ()
{
  timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double> (t.tv_sec) + 1e-9 * static_cast<double> (t.tv_nsec);
}

int
main (int argc,
      char **argv)
{
  sg::Engine engine (&argc, argv);
  auto *zone = sg::create_full_zone ("zone");
  std::vector<sg::Host *> hosts;
  std::vector<const sg::Link *> links;
  std::vector<Transfer> transfers;
  std::string word;

  std::ios::sync_with_stdio (false);
  while (std::cin >> word)
    if (word == "hosts")
      {
        unsigned n;

        std::cin >> n;
        for (unsigned i = 0; i < n; i++)
          hosts.push_back (zone->create_host ("host" + std::to_string (i), 1e9));
      }
    else if (word == "link")
      {
        double bandwidth, latency;

        std::cin >> bandwidth >> latency;
        links.push_back (zone->create_link ("link" + std::to_string (links.size ()), bandwidth)->set_latency (latency)->seal ());
      }
    else if (word == "route")
      {
        unsigned source, destination, n, link;
        std::vector<sg::LinkInRoute> route;

        for (std::cin >> source >> destination >> n; n > 0; n--)
          {
            std::cin >> link;
            route.emplace_back (links[link]);
          }
        zone->add_route (hosts[source]->get_netpoint (), hosts[destination]->get_netpoint (), nullptr, nullptr, route, false);
      }
    else if (word == "transfer")
      {
        Transfer t = {};

        std::cin >> t.start >> t.bytes >> t.source >> t.destination;
        transfers.push_back (t);
      }
  zone->seal ();

  for (auto &t : transfers)
    sg::Actor::create ("transfer", hosts[t.source], [&t, &hosts] {
      sg::this_actor::sleep_until (t.start);
      sg::Comm::sendto (hosts[t.source], hosts[t.destination], t.bytes);
      t.end = sg::Engine::get_clock ();
    });
  double before = cpu_s ();
  engine.run ();
  double after = cpu_s ();

  for (const auto &t : transfers)
    std::printf ("%.17g\n", t.end);
  std::printf ("%.9g\n", after - before);
  return 0;
}
