/* bench-offload.c: 4,096 network cards that run an all-reduce, in packet events a second
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the project as it is shipped, with 4,096 nodes in the place of 32, on the serial strategy. A packet event here is a packet that has passed a link, counted on each; an event of the kernel
 * is any other thing too that happens at one time: turns of engines, writes into buffers, grants. Time is that of the processor, preparing and checking results included.
 */
#include "project-run.h"

int
main (void)
{
  static const char *const settings[] = { "$nodes=4096", "$tasks=1", "$size=64 KiB", NULL };
  g_auto (ProjectRun) run = project_run ("offload/buffer.heddle", settings);
  double hops = project_run_get (&run, "packet_hops"), events = (double) run.counters.events;

  g_assert_cmpfloat (project_run_get (&run, "nic.done"), ==, 4096);
  g_print ("4,096 cards, an all-reduce of 64 KiB: %.2f s of CPU (goal: 10), %.2f s to elaborate; %.2f M packet events and %.2f M events of the kernel, %.0f k and %.0f k a second\n",
           run.elaborate_cpu_s + run.cpu_s, run.elaborate_cpu_s, hops * 1e-6, events * 1e-6, hops / run.cpu_s * 1e-3, events / run.cpu_s * 1e-3);
  return 0;
}
