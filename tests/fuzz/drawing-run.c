/* drawing-run.c: the run of a drawing, and what must be true of each
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-fuzz-drawing"

#include "drawing-run.h"

static void
check_delivered (HdDesign *design,
                 HdRecord *record)
{
  HdMetric sent, received;

  if (hd_design_get_n_workloads (design) > 0) /* whose end stops the rest */
    return;
  if (hd_record_get_time (record) >= hd_design_get_run_settings (design)->until || !hd_record_find_metric (record, "vcore.sent", &sent))
    return;
  g_assert_true (hd_record_find_metric (record, "vcore.received", &received));
  g_assert_cmpfloat (received.value, ==, sent.value);
}

/* No link between components that the network joins carries more than it can; elements of blocks send a flit in a cycle over any. */
static void
check_loads (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);
  guint n = hd_design_get_n_links (design);
  g_autofree HdLoad *loads = g_new0 (HdLoad, n + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < n; i++)
    for (guint way = 0; nodes[links[i].from].type->block == NULL && nodes[links[i].to].type->block == NULL && way < 2; way++)
      g_assert_cmpfloat (loads[i].ways[way].mean, <=, 1.001);
}

HdRecord *
drawing_run (HdDesign *design)
{
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  g_autoptr (GError) error = NULL;
  gboolean is_finished;

  hd_run_allow_programs (run, permit);
  hd_run_set_speed (run, 0);
  hd_run_start (run);
  is_finished = hd_run_wait (run, &error);
  g_assert_cmpint (hd_run_get_state (run), ==, is_finished ? HD_RUN_FINISHED : HD_RUN_FAILED);
  g_assert_true (is_finished == (error == NULL));
  g_assert_true (is_finished || *error->message != '\0');
  g_debug ("%s", is_finished ? "finished" : error->message);
  if (is_finished)
    {
      check_delivered (design, hd_run_get_record (run));
      check_loads (hd_run_get_record (run));
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return is_finished ? hd_record_ref (hd_run_get_record (run)) : NULL;
}
