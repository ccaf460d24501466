// platform-simgrid.cpp: carries transfers over a platform file with SimGrid
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Usage: platform-simgrid PLATFORM.xml. Input: lines "START BYTES SOURCE DESTINATION" with host names. Output: the end of each in seconds.

#include <simgrid/s4u.hpp>

#include <cstdint>
#include <cstdio>
#include <iostream>
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

int
main (int argc,
      char **argv)
{
  sg::Engine engine (&argc, argv);
  std::vector<Transfer> transfers;
  Transfer next = {};

  engine.load_platform (argv[1]);
  while (std::cin >> next.start >> next.bytes >> next.source >> next.destination)
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
  return 0;
}
