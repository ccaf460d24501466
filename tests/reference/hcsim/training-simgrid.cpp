// training-simgrid.cpp: one iteration of data-parallel training, given on standard input, with SimGrid
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Input: lines "host SPEED"; "link BANDWIDTH LATENCY"; "route SOURCE DESTINATION N LINK..."; "lane HOST MEMORY LOCAL_BANDWIDTH";
// "move 0|1"; "sync BYTES_PER_SEND ROUNDS"; "task WORK BYTES SIGNAL WAIT" in the order in which each lane runs them, with numbers of syncs or -1.
// Output: for each lane the time at which its last task ends, in seconds.
//
// Each lane is an actor; a server carries the syncs one at a time, in the order in which all lanes have signalled them, as rounds in which each lane
// sends to the next one.

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <iostream>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;

namespace
{

struct Lane
{
  unsigned host;
  unsigned memory;
  double local_bandwidth;
  double end;
};

struct Sync
{
  std::uint64_t bytes;
  unsigned rounds;
  std::size_t signals;
  sg::SemaphorePtr done;
};

struct Task
{
  double work;
  double bytes;
  int signal;
  int wait;
};

std::vector<sg::Host *> hosts;
std::vector<Lane> lanes;
std::vector<Sync> syncs;
std::vector<Task> tasks;
std::deque<int> ready;
sg::SemaphorePtr n_ready;
bool moves;

std::uint64_t
whole (double bytes)
{
  return static_cast<std::uint64_t> (std::llround (bytes));
}

void
serve ()
{
  for (std::size_t served = 0; served < syncs.size (); served++)
    {
      n_ready->acquire ();
      Sync &sync = syncs[static_cast<std::size_t> (ready.front ())];
      ready.pop_front ();
      for (unsigned round = 0; round < sync.rounds; round++)
        {
          std::vector<sg::CommPtr> sends;

          for (std::size_t i = 0; i < lanes.size (); i++)
            sends.push_back (sg::Comm::sendto_async (hosts[lanes[i].host], hosts[lanes[(i + 1) % lanes.size ()].host], sync.bytes));
          for (auto &send : sends)
            send->wait ();
        }
      for (std::size_t i = 0; i < lanes.size (); i++)
        sync.done->release ();
    }
}

void
perform (const Lane &lane,
         const Task &task)
{
  sg::Host *host = hosts[lane.host];
  sg::CommPtr traffic;
  sg::ExecPtr work;

  if (task.bytes > 0 && moves)
    sg::Comm::sendto (hosts[lane.memory], host, whole (task.bytes));
  else if (task.bytes > 0)
    traffic = sg::Comm::sendto_async (hosts[lane.memory], host, whole (task.bytes));
  double start = sg::Engine::get_clock ();
  if (task.work > 0)
    work = sg::this_actor::exec_async (task.work);
  if (work)
    work->wait ();
  if (traffic)
    traffic->wait ();
  if (moves)
    sg::this_actor::sleep_until (start + task.bytes / lane.local_bandwidth);
}

void
train (Lane &lane)
{
  for (const auto &task : tasks)
    {
      if (task.wait >= 0)
        syncs[static_cast<std::size_t> (task.wait)].done->acquire ();
      perform (lane, task);
      if (task.signal >= 0 && ++syncs[static_cast<std::size_t> (task.signal)].signals == lanes.size ())
        {
          ready.push_back (task.signal);
          n_ready->release ();
        }
    }
  lane.end = sg::Engine::get_clock ();
}

}

int
main (int argc,
      char **argv)
{
  sg::Engine engine (&argc, argv);
  auto *zone = sg::create_full_zone ("zone");
  std::vector<const sg::Link *> links;
  std::string word;

  while (std::cin >> word)
    if (word == "host")
      {
        double speed;

        std::cin >> speed;
        hosts.push_back (zone->create_host ("host" + std::to_string (hosts.size ()), speed));
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
    else if (word == "lane")
      {
        Lane lane = {};

        std::cin >> lane.host >> lane.memory >> lane.local_bandwidth;
        lanes.push_back (lane);
      }
    else if (word == "move")
      std::cin >> moves;
    else if (word == "sync")
      {
        double bytes;
        Sync sync = {};

        std::cin >> bytes >> sync.rounds;
        sync.bytes = whole (bytes);
        sync.done = sg::Semaphore::create (0);
        syncs.push_back (sync);
      }
    else if (word == "task")
      {
        Task task;

        std::cin >> task.work >> task.bytes >> task.signal >> task.wait;
        tasks.push_back (task);
      }
  zone->seal ();

  n_ready = sg::Semaphore::create (0);
  sg::Actor::create ("sync", hosts[lanes[0].host], serve);
  for (auto &lane : lanes)
    sg::Actor::create ("lane", hosts[lane.host], [&lane] { train (lane); });
  engine.run ();
  for (const auto &lane : lanes)
    std::printf ("%.12f\n", lane.end);
  return 0;
}
