// ring-simgrid.cpp: a ring all-reduce with SimGrid
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arguments: hosts, bytes, bandwidth of host 0's uplink. Output: simulated seconds, then the processor time of the simulation alone.
// One actor starts all transfers of a step and waits for them: of the ways to write this the fastest we know (actors that exchange messages take
// 1.5 times as long, a graph of dependent transfers 150 times).

#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;

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
  const unsigned n = static_cast<unsigned> (std::atoi (argv[1]));
  const auto piece = static_cast<std::uint64_t> (std::atof (argv[2]) / n);
  auto *zone = sg::create_star_zone ("zone");
  std::vector<sg::Host *> hosts;

  for (unsigned i = 0; i < n; i++)
    {
      auto *host = zone->create_host ("host" + std::to_string (i), 1e9);
      auto *up = zone->create_link ("up" + std::to_string (i), i == 0 ? std::atof (argv[3]) : 128e9)->set_latency (200e-9)->seal ();
      auto *down = zone->create_link ("down" + std::to_string (i), 128e9)->set_latency (200e-9)->seal ();

      zone->add_route (host->get_netpoint (), nullptr, nullptr, nullptr, { sg::LinkInRoute (up) }, false);
      zone->add_route (nullptr, host->get_netpoint (), nullptr, nullptr, { sg::LinkInRoute (down) }, false);
      hosts.push_back (host);
    }
  zone->seal ();
  sg::Actor::create ("ring", hosts[0], [&] {
    std::vector<sg::CommPtr> step (n);

    for (unsigned k = 0; k < 2 * (n - 1); k++)
      {
        for (unsigned i = 0; i < n; i++)
          step[i] = sg::Comm::sendto_async (hosts[i], hosts[(i + 1) % n], piece);
        for (auto &transfer : step)
          transfer->wait ();
      }
  });
  double before = cpu_s ();
  engine.run ();
  double after = cpu_s ();

  std::printf ("%.17g %.9g\n", sg::Engine::get_clock (), after - before);
  return 0;
}
