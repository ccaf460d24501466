/* ui-project.h: a project of two equal boxes, for the tests of ui/
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Four accelerators stand side by side in each of two boxes, with a stack of memories; the second box works too. */
#define UI_PROJECT \
  "<heddle version=\"1\" name=\"Two boxes\" description=\"For tests.\">\n" \
  "  <variables><variable name=\"rate\" value=\"128 GB/s\"/></variables>\n" \
  "  <link-class id=\"L\" bandwidth=\"$rate\" latency=\"200 ns\" sharing=\"shared\"/>\n" \
  "  <module id=\"box\" title=\"Box\" symbol=\"server\">\n" \
  "    <port id=\"out\" of=\"hub.up\" side=\"top\"/>\n" \
  "    <component id=\"hub\" type=\"fabric.cxl-switch\" x=\"200\" y=\"40\"/>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" count=\"4\" columns=\"4\" model=\"H100\" home=\"mem[xpu]\" x=\"200\" y=\"180\"/>\n" \
  "    <component id=\"mem\" type=\"fabric.memory\" count=\"4\" columns=\"0\" x=\"520\" y=\"180\"/>\n" \
  "    <link id=\"x\" from=\"xpu[i].cxl\" to=\"hub.down[i]\" class=\"L\"/>\n" \
  "    <link id=\"m\" from=\"hub.mem[i]\" to=\"mem[i].port\" class=\"L\"/>\n" \
  "  </module>\n" \
  "  <top>\n" \
  "    <instance id=\"box\" of=\"box\" count=\"2\" columns=\"0\" x=\"200\" y=\"200\"/>\n" \
  "    <component id=\"core\" type=\"fabric.cxl-switch\" x=\"200\" y=\"40\"/>\n" \
  "    <link id=\"up\" from=\"box[i].out[0]\" to=\"core.down[i]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"box[*]/xpu[*]\"/></communicators>\n" \
  "  <workload type=\"llama2-13b\" on=\"all\" decoders=\"4\"/>\n" \
  "  <probes>\n" \
  "    <probe of=\"box[0]/x[0].rate\" title=\"Rate of x\"/>\n" \
  "    <probe of=\"box[0]/xpu[0].vertex\" title=\"State of xpu\"/>\n" \
  "    <probe of=\"workload.collective\" title=\"Collective\"/>\n" \
  "  </probes>\n" \
  "  <run iterations=\"2\"/>\n" \
  "</heddle>\n"

/* A link of no bandwidth: it can be looked at, not run. */
#define UI_PROJECT_WITH_ERROR \
  "<heddle version=\"1\" name=\"Wrong\">\n" \
  "  <link-class id=\"L\" bandwidth=\"0 GB/s\" latency=\"200 ns\" sharing=\"shared\"/>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/>\n" \
  "    <component id=\"b\" type=\"fabric.cxl-switch\" x=\"200\" y=\"0\"/>\n" \
  "    <link id=\"l\" from=\"a.cxl\" to=\"b.down[0]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "</heddle>\n"
