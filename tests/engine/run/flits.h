/* flits.h: drawings that run at flit fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#define LINK(sharing, latency) "<link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"" latency "\" sharing=\"" sharing "\"/>"
#define LINE(sharing, latency, run) \
  "<heddle version=\"1\" name=\"line\">" LINK (sharing, latency) "<top><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"3\"/>" \
  "<link id=\"a\" for=\"i=0..2\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/>" \
  "<link id=\"b\" for=\"i=0..1\" from=\"s[i].port[0]\" to=\"s[i + 1].port[1]\" class=\"L\"/></top>" \
  "<run fidelity=\"flit\" " run "/></heddle>"
#define MESH(bytes, run) \
  "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"4 x 4\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"4 x 4\"/>" \
  "<link id=\"a\" from=\"x[i][j].eth\" to=\"s[i][j].port[4]\" class=\"L\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*][*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"" bytes "\"/>" \
  "<probes><probe of=\"e[0].queue-forward\"/><probe of=\"e[0].rate-forward\"/></probes>" \
  "<run header=\"0\" " run "/></heddle>"

/* A router each of three clocks, with channels, buffers, stages and arbitrations of its own. */
#define OWN_MESH \
  "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"4 x 4\" " \
  "virtual-channels=\"s % 4 + 1\" input-buffer=\"s + 2\" output-buffer=\"s % 5 + 1\" stages=\"s % 3\" " \
  "clock=\"(s * 5 % 3 + 1) * 500 MHz\" arbitration=\"age\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"4 x 4\"/>" \
  "<link id=\"a\" from=\"x[i][j].eth\" to=\"s[i][j].port[4]\" class=\"L\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*][*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"50 kB\"/>" \
  "<run fidelity=\"flit\" seed=\"3\"/></heddle>"
