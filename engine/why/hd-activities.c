/* hd-activities.c: what components say that their parts were at
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-activities"

#include "hd-activities.h"

#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define MOST_SAID 3

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  double one = ((const HdActivityShare *) a)->share, other = ((const HdActivityShare *) b)->share;

  return one < other ? 1 : one > other ? -1 : 0;
}

static guint
count_nodes (HdDesign *design,
             const HdComponentType *type)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    n += nodes[i].type == type;
  return n;
}

static void
add_type (GArray *activities,
          HdRecord *record,
          const HdComponentType *type)
{
  const guint first = activities->len;
  double all = 0;

  for (const HdProbe *probe = type->probes; probe->name != NULL; probe++)
    if (probe->figure == HD_FIGURE_ACTIVITY)
      {
        g_autofree char *name = g_strdup_printf ("%s.%s", type->id, probe->name);
        HdActivityShare share = { type->id, _(type->title), _(probe->title), 0, 0 };
        HdMetric metric;

        if (!hd_record_find_metric (record, name, &metric) || metric.value <= 0)
          continue;
        share.share = metric.value;
        all += metric.value;
        g_array_append_val (activities, share);
      }
  for (guint i = first; i < activities->len; i++)
    {
      HdActivityShare *share = &g_array_index (activities, HdActivityShare, i);

      share->share /= all;
      share->n = count_nodes (hd_record_get_design (record), type);
    }
  if (activities->len > first)
    qsort (&g_array_index (activities, HdActivityShare, first), activities->len - first, sizeof (HdActivityShare), compare_shares);
}

GArray *
hd_activities_find (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  const HdNode *nodes = hd_design_get_nodes (design);
  GArray *activities = g_array_new (FALSE, FALSE, sizeof (HdActivityShare));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (g_hash_table_add (seen, (gpointer) nodes[i].type))
      add_type (activities, record, nodes[i].type);
  return activities;
}

char *
hd_activities_dup_sentence (const GArray *activities)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const HdActivityShare *first = activities->len > 0 ? &g_array_index (activities, HdActivityShare, 0) : NULL;

  for (guint i = 0; i < MIN (activities->len, MOST_SAID); i++)
    {
      const HdActivityShare *share = &g_array_index (activities, HdActivityShare, i);
      g_autofree char *figure = hd_figure_percent (share->share);

      if (g_str_equal (share->type, first->type))
        g_string_append_printf (text, "%s%s %s", i > 0 ? _(", ") : "", share->what, figure);
    }
  /* Translators: what the parts of components were at: "Engines: Issue 57 %, Idle 20 %" */
  return first != NULL ? g_strdup_printf (_("%s: %s."), first->title, text->str) : NULL;
}
