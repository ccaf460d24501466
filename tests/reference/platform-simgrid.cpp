// platform-simgrid.cpp: carries transfers over a platform file with SimGrid
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Usage: platform-simgrid PLATFORM.xml. Input: lines "START BYTES SOURCE DESTINATION" with host names. Output: the end of each in seconds.
//
// Usage: platform-simgrid --serve. One platform after another: a line with its file, the transfers, a line ".". The answer has all pairs of hosts, lines
// "SOURCE DESTINATION LATENCY BANDWIDTH", in seconds and the least of the links' bytes a second, and the ends, each ended by a line ".". SimGrid has
// one engine in a process and takes long to load, so each platform has a child of a process that has it loaded.

#include <simgrid/s4u.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <algorithm>
#include <limits>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;

struct Transfer
{
  double start;
  std::uint64_t bytes;
  std::string source, destination;
  double end;
};

static void
print_routes (sg::Engine &engine)
{
  engine.seal_platform (); // some zones prepare their routes only then
  for (const auto *from : engine.get_all_hosts ())
    for (const auto *to : engine.get_all_hosts ())
      if (from != to)
        {
          std::vector<sg::Link *> links;
          double latency = 0, bandwidth = std::numeric_limits<double>::infinity ();

          from->route_to (to, links, &latency);
          for (const auto *link : links)
            bandwidth = std::min (bandwidth, link->get_bandwidth ());
          std::printf ("%s %s %.17g %.17g\n", from->get_cname (), to->get_cname (), latency, bandwidth);
        }
  std::printf (".\n");
}

static void
carry (sg::Engine &engine,
       std::istream &input)
{
  std::vector<Transfer> transfers;
  Transfer next = {};

  while (input >> next.start >> next.bytes >> next.source >> next.destination)
    transfers.push_back (next);
  for (auto &t : transfers)
    sg::Actor::create ("transfer", sg::Host::by_name (t.source), [&t] {
      sg::this_actor::sleep_until (t.start);
      sg::Comm::sendto (sg::Host::by_name (t.source), sg::Host::by_name (t.destination), t.bytes);
      t.end = sg::Engine::get_clock ();
    });
  engine.run ();
  for (const auto &t : transfers)
    std::printf ("%.17g\n", t.end);
}

/* The transfers that follow the name of a platform, up to the line ".". */
static std::string
read_transfers ()
{
  std::string transfers;

  for (std::string line; std::getline (std::cin, line) && line != ".";)
    transfers += line + "\n";
  return transfers;
}

static int
serve (int argc,
       char **argv)
{
  for (std::string platform; std::getline (std::cin, platform);)
    {
      std::istringstream transfers (read_transfers ());
      int status = 0;
      pid_t child = fork ();

      if (child == 0)
        {
          sg::Engine engine (&argc, argv);

          engine.load_platform (platform);
          print_routes (engine);
          carry (engine, transfers);
          std::printf (".\n");
          std::fflush (stdout);
          _exit (0);
        }
      if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
        return 1;
    }
  return 0;
}

int
main (int argc,
      char **argv)
{
  if (argc > 1 && std::strcmp (argv[1], "--serve") == 0)
    return serve (argc, argv);

  sg::Engine engine (&argc, argv);

  engine.load_platform (argv[1]);
  carry (engine, std::cin);
  return 0;
}
