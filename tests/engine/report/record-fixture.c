/* record-fixture.c: records that no run made
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record-fixture.h"

#include "run-fixture.h"

HdRecord *
record_fixture_new (const char *project,
                    guint n_lanes)
{
  static const char *const names[RECORD_FIXTURE_N_NAMES] = { "all-reduce", "one two" };
  g_autoptr (HdDesign) design = run_fixture_design (project, NULL);
  HdRecord *record = _hd_record_new (design);
  guint n_links = hd_design_get_n_links (design), n_nodes = hd_design_get_n_nodes (design);
  g_autofree guint32 *links = g_new (guint32, 2 * n_links);
  g_autofree guint32 *nodes = g_new (guint32, 2 * n_nodes);
  g_autofree guint32 *lanes = g_new (guint32, n_lanes + 1);
  g_autofree const char **titles = g_new0 (const char *, n_lanes + 1);
  const HdRecordLayout layout = {
    .names = names,
    .n_names = RECORD_FIXTURE_N_NAMES,
    .lane_nodes = lanes,
    .lane_titles = titles,
    .lane_classes = lanes,
    .n_lanes = n_lanes,
    .n_lane_classes = n_lanes,
    .first_trace_lane = n_lanes,
    .link_resources = links,
    .node_resources = nodes,
  };

  g_assert_cmpuint (n_lanes, <=, n_nodes);
  for (guint i = 0; i < n_lanes; i++)
    lanes[i] = i;
  for (guint i = 0; i < 2 * n_links; i++)
    links[i] = HD_NO_ID;
  for (guint i = 0; i < 2 * n_nodes; i++)
    nodes[i] = HD_NO_ID;
  _hd_record_set_layout (record, &layout);
  return record;
}
