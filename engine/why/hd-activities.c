/* hd-activities.c: what components say that their parts were at
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-activities"

#include "hd-activities.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "hd-figure-types.h"
#include "hd-i18n.h"

#define MOST_SAID 3
#define MOST_PLACES 4
#define SAME 1e-9

/* Components of a type that are looked at together: all of them, or those inside one instance at the top. */
typedef struct
{
  const HdFigureType *type;
  guint32 scope; /* that instance, or HD_NO_ID */
  guint n;       /* components */
} Place;

static void
clear_share (gpointer data)
{
  g_free (((HdActivityShare *) data)->title);
}

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  double one = ((const HdActivityShare *) a)->share, other = ((const HdActivityShare *) b)->share;

  return one < other ? 1 : one > other ? -1 : 0;
}

/* The instance at the top in which a component lies; the top itself if it lies in none. */
static guint32
find_instance (HdDesign *design,
               guint32 node)
{
  const HdScope *scopes = hd_design_get_scopes (design);
  guint32 scope = hd_design_get_nodes (design)[node].scope;

  while (scope != 0 && scopes[scope].parent != 0)
    scope = scopes[scope].parent;
  return scope;
}

static double
read_time (HdRecord *record,
           const Place *place,
           const HdProbe *probe)
{
  const GArray *nodes = place->type->nodes;
  HdMetric metric;
  double time = 0;

  if (place->scope == HD_NO_ID)
    return hd_figure_types_read (record, place->type, HD_NO_ID, probe, &metric) ? metric.value : 0;
  for (guint i = 0; i < nodes->len; i++)
    {
      guint32 node = g_array_index (nodes, guint32, i);

      if (find_instance (hd_record_get_design (record), node) == place->scope && hd_figure_types_read (record, place->type, node, probe, &metric))
        time += metric.value;
    }
  return time;
}

static double
read_all_time (HdRecord *record,
               const Place *place)
{
  double time = 0;

  for (const HdProbe *probe = place->type->type->probes; probe->name != NULL; probe++)
    if (probe->figure == HD_FIGURE_ACTIVITY)
      time += read_time (record, place, probe);
  return time;
}

static char *
dup_title (HdDesign *design,
           const Place *place)
{
  g_autofree char *path = place->scope != HD_NO_ID && place->scope != 0 ? hd_design_dup_scope_path (design, place->scope) : NULL;

  /* Translators: components inside an instance: "Engines in four" */
  return path != NULL ? g_strdup_printf (_("%s in %s"), _(place->type->type->title), path) : g_strdup (_(place->type->type->title));
}

static void
add_place (GArray *activities,
           HdRecord *record,
           const Place *place)
{
  const guint first = activities->len;
  double all = read_all_time (record, place);

  for (const HdProbe *probe = place->type->type->probes; probe->name != NULL; probe++)
    if (probe->figure == HD_FIGURE_ACTIVITY)
      {
        double time = read_time (record, place, probe);
        HdActivityShare share = { place->type->type->id, NULL, _(probe->title), time / all, place->n };

        if (time <= 0)
          continue;
        share.title = dup_title (hd_record_get_design (record), place);
        g_array_append_val (activities, share);
      }
  if (activities->len > first)
    qsort (&g_array_index (activities, HdActivityShare, first), activities->len - first, sizeof (HdActivityShare), compare_shares);
}

/* Where components lie in a few instances side by side, each of these by itself, if the run has figures of single components. */
static GArray *
find_places (HdRecord *record,
             const HdFigureType *type)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  Place all = { type, HD_NO_ID, type->nodes->len };
  double time = 0;

  for (guint i = 0; i < type->nodes->len && places->len <= MOST_PLACES; i++)
    {
      Place place = { type, find_instance (hd_record_get_design (record), g_array_index (type->nodes, guint32, i)), 1 };
      guint at = 0;

      while (at < places->len && g_array_index (places, Place, at).scope != place.scope)
        at++;
      if (at < places->len)
        g_array_index (places, Place, at).n++;
      else
        g_array_append_val (places, place);
    }
  for (guint i = 0; places->len > 1 && places->len <= MOST_PLACES && i < places->len; i++)
    time += read_all_time (record, &g_array_index (places, Place, i));
  if (time <= 0 || fabs (time - read_all_time (record, &all)) > SAME * time)
    {
      g_array_set_size (places, 0);
      g_array_append_val (places, all);
    }
  return places;
}

GArray *
hd_activities_find (HdRecord *record)
{
  GArray *activities = g_array_new (FALSE, FALSE, sizeof (HdActivityShare));
  g_autoptr (GPtrArray) types = hd_figure_types_find (hd_record_get_design (record), HD_FIGURE_ACTIVITY);

  g_array_set_clear_func (activities, clear_share);
  for (guint i = 0; i < types->len; i++)
    {
      g_autoptr (GArray) places = find_places (record, types->pdata[i]);

      for (guint k = 0; k < places->len; k++)
        add_place (activities, record, &g_array_index (places, Place, k));
    }
  return activities;
}

char *
hd_activities_dup_sentence (const GArray *activities)
{
  char *text = NULL;

  for (guint i = 0; i < activities->len;)
    {
      const HdActivityShare *first = &g_array_index (activities, HdActivityShare, i);
      g_autoptr (GString) said = g_string_new (NULL);
      g_autofree char *before = text, *sentence = NULL;

      for (guint n = 0; i < activities->len && g_str_equal (g_array_index (activities, HdActivityShare, i).title, first->title); i++, n++)
        if (n < MOST_SAID)
          {
            const HdActivityShare *share = &g_array_index (activities, HdActivityShare, i);
            g_autofree char *figure = hd_figure_percent (share->share);

            g_string_append_printf (said, "%s%s %s", n > 0 ? _(", ") : "", share->what, figure);
          }
      /* Translators: what the parts of components were at: "Engines: Issue 57 %, Idle 20 %" */
      sentence = g_strdup_printf (_("%s: %s."), first->title, said->str);
      /* Translators: one sentence, and the next one */
      text = before != NULL ? g_strdup_printf (C_ ("sentences", "%s %s"), before, sentence) : g_steal_pointer (&sentence);
    }
  return text;
}
