/* run-fixture.h: designs for the tests of runs and reports
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/* A star of accelerators that train a model of four decoders: two iterations of a few thousand events. */
#define RUN_FIXTURE_STAR \
  "<heddle version=\"1\" name=\"star\">\n" \
  "  <variables><variable name=\"xpus\" type=\"integer\" value=\"4\"/></variables>\n" \
  "  <link-class id=\"L\" bandwidth=\"128 GB/s\" latency=\"200 ns\" sharing=\"shared\"/>\n" \
  "  <top>\n" \
  "    <component id=\"hub\" type=\"fabric.cxl-switch\"/>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" count=\"$xpus\" model=\"H100\" home=\"mem[xpu]\"/>\n" \
  "    <component id=\"mem\" type=\"fabric.memory\" count=\"$xpus\"/>\n" \
  "    <link id=\"x\" from=\"xpu[i].cxl\" to=\"hub.down[i]\" class=\"L\"/>\n" \
  "    <link id=\"m\" from=\"hub.mem[i]\" to=\"mem[i].port\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n" \
  "  <workload type=\"llama2-13b\" on=\"all\" decoders=\"4\"/>\n" \
  "  <probes>\n" \
  "    <probe of=\"x[0].rate\" title=\"rate\"/>\n" \
  "    <probe of=\"x[1].utilisation\" title=\"use\"/>\n" \
  "    <probe of=\"xpu[0].busy\" title=\"busy\"/>\n" \
  "    <probe of=\"xpu[0].vertex\" title=\"state\"/>\n" \
  "    <probe of=\"workload.collective\" title=\"collective\"/>\n" \
  "    <probe of=\"hub.through\" title=\"through\"/>\n" \
  "  </probes>\n" \
  "  <run iterations=\"2\"/>\n" \
  "</heddle>\n"

HdDesign *run_fixture_design (const char *text,
                              const char *const *settings);
/** run_fixture_transfers: a list of "start_s,bytes,source,destination", one a line */
HdTransferList *run_fixture_transfers (HdDesign *design,
                                       const char *lines);
/** run_fixture_wait: its work, to the end or to a fault */
HdRun *run_fixture_wait (HdDesign *design,
                         GError **error);
/** run_fixture_body: likewise; @body is what stands inside <heddle>, which must have no problems */
HdRun *run_fixture_body (const char *body,
                         const char *const *settings,
                         GError **error);
/** run_fixture_run_until: up to @time, where it rests, or to its end */
void run_fixture_run_until (HdRun *run,
                            HdTime time);
/** run_fixture_run_design: to its end; @list (nullable): instead of its work */
HdRun *run_fixture_run_design (HdDesign *design,
                               HdTransferList *list);
/** run_fixture_run: likewise; @lines (nullable): of transfers */
HdRun *run_fixture_run (const char *text,
                        const char *const *settings,
                        const char *lines);
/** run_fixture_record: likewise, of its work */
HdRecord *run_fixture_record (const char *text,
                              const char *const *settings);
/** run_fixture_check_digest: of the first record it is kept in @digest, which begins as %NULL; those of others must be the same */
void run_fixture_check_digest (HdRecord *record,
                               char **digest);
/** run_fixture_find_lane: by its title, or %HD_NO_ID */
guint run_fixture_find_lane (HdRecord *record,
                             const char *title);
/** run_fixture_get_end: of the transfer with @number */
HdTime run_fixture_get_end (HdRun *run,
                            guint number);
double run_fixture_get_metric (HdRecord *record,
                               const char *name);
