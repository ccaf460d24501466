/* vcd-fixture.h: what a value change dump says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/* Both directions of a link and both together, a node, states and counts. */
#define VCD_FIXTURE_WATCHED \
  "<heddle version=\"1\" name=\"dump\">\n" \
  "  <link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"hub\" type=\"fabric.switch\"/>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" count=\"3\"/>\n" \
  "    <link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n" \
  "  <workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"binomial\" bytes=\"1 GB\"/>\n" \
  "  <probes>\n" \
  "    <probe of=\"wire[0].rate-forward\"/><probe of=\"wire[0].rate-reverse\"/><probe of=\"wire[0].rate\"/>\n" \
  "    <probe of=\"wire[1].utilisation\"/><probe of=\"hub.through\"/>\n" \
  "    <probe of=\"workload.collective\"/><probe of=\"workload.iteration\"/>\n" \
  "  </probes>\n" \
  "  <run iterations=\"3\"/>\n" \
  "</heddle>\n"

/** vcd_fixture_convert: runs a program that must succeed; @arguments end with %NULL */
void vcd_fixture_convert (const char *const *arguments);
/** vcd_fixture_compare: that two dumps say the same of @n_signals signals */
void vcd_fixture_compare (const char *expected,
                          const char *found,
                          guint n_signals,
                          guint *out_n_changes);
