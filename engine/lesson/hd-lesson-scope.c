/* hd-lesson-scope.c: what names in the expressions of a lesson stand for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * In this order: variables of the project, figures of what is picked, metrics, facts about the design, and what a name with a point is of.
 */
#define G_LOG_DOMAIN "hd-lesson-scope"

#include "hd-lesson-scope.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define BEFORE "before_"
#define MOST "most_"

HdLessonRun *
hd_lesson_run_new (HdRecord *record)
{
  HdLessonRun *self = g_new0 (HdLessonRun, 1);
  HdDesign *design = hd_record_get_design (record);

  self->record = hd_record_ref (record);
  self->links = g_new0 (HdLoad, hd_design_get_n_links (design) + 1);
  self->nodes = g_new0 (HdLoad, hd_design_get_n_nodes (design) + 1);
  hd_record_read_links (record, 0, HD_TIME_MAX, self->links);
  hd_record_read_nodes (record, 0, HD_TIME_MAX, self->nodes);
  return self;
}

void
hd_lesson_run_free (HdLessonRun *self)
{
  hd_record_unref (self->record);
  g_free (self->links);
  g_free (self->nodes);
  g_free (self);
}

static void
set (HdValue *out_value,
     double value,
     HdDimension dimension)
{
  *out_value = (HdValue) { .kind = HD_VALUE_QUANTITY, .quantity = { value, dimension } };
}

static void
set_in (HdValue *out_value,
        double value,
        const char *unit)
{
  HdDimension dimension = HD_DIMENSION_NONE;
  double factor = 1;

  if (unit == NULL || !hd_unit_parse (unit, &dimension, &factor, NULL))
    factor = 1; /* "%", "batch/s": plain numbers */
  set (out_value, value * factor, dimension);
}

/* ---- figures of one link or component ---------------------------------------------------------------------------------- */

typedef enum
{
  FIGURE_MEAN,
  FIGURE_PEAK,
  FIGURE_AMOUNT,
  FIGURE_RATE,
  FIGURE_BANDWIDTH,
  FIGURE_LATENCY,
  N_FIGURES
} Figure;

static Figure
find_figure (const char *name)
{
  static const char *const names[N_FIGURES] = { "mean", "peak", "amount", "rate", "bandwidth", "latency" };
  guint figure = 0;

  while (figure < N_FIGURES && strcmp (names[figure], name) != 0)
    figure++;
  return (Figure) figure;
}

static HdDimension
get_dimension (Figure figure)
{
  switch (figure)
    {
    case FIGURE_AMOUNT:
      return HD_DIMENSION_BYTES;
    case FIGURE_RATE:
    case FIGURE_BANDWIDTH:
      return HD_DIMENSION_BYTE_RATE;
    case FIGURE_LATENCY:
      return HD_DIMENSION_TIME;
    case FIGURE_MEAN:
    case FIGURE_PEAK:
    case N_FIGURES:
    default:
      return HD_DIMENSION_NONE;
    }
}

static double
read_figure (const HdLessonRun *run,
             gboolean of_links,
             guint32 number,
             Figure figure)
{
  const HdLoad *load = of_links ? &run->links[number] : &run->nodes[number];
  const HdLink *link = of_links ? &hd_design_get_links (hd_record_get_design (run->record))[number] : NULL;

  switch (figure)
    {
    case FIGURE_MEAN:
      return (double) load->mean;
    case FIGURE_PEAK:
      return (double) load->peak;
    case FIGURE_AMOUNT:
      return load->amount;
    case FIGURE_RATE:
      return load->rate;
    case FIGURE_BANDWIDTH:
      return link != NULL ? link->bandwidth : hd_node_get_bandwidth (hd_record_get_design (run->record), number, 0);
    case FIGURE_LATENCY:
    case N_FIGURES:
    default:
      return link != NULL ? hd_time_to_seconds (link->latency_ps) : 0;
    }
}

static double
find_most (const HdLessonRun *run,
           gboolean of_links,
           Figure figure)
{
  HdDesign *design = hd_record_get_design (run->record);
  guint n = of_links ? hd_design_get_n_links (design) : hd_design_get_n_nodes (design);
  double most = 0;

  for (guint32 i = 0; i < n; i++)
    most = MAX (most, read_figure (run, of_links, i, figure));
  return most;
}

static gboolean
look_up_candidate (const HdLessonScope *self,
                   const HdLessonRun *run,
                   const char *name,
                   HdValue *out_value)
{
  gboolean is_most = g_str_has_prefix (name, MOST);
  Figure figure = find_figure (is_most ? name + strlen (MOST) : name);

  if (self->candidate == HD_NO_ID || figure == N_FIGURES)
    return FALSE;
  set (out_value, is_most ? find_most (run, self->of_links, figure) : read_figure (run, self->of_links, self->candidate, figure), get_dimension (figure));
  return TRUE;
}

/* ---- facts ------------------------------------------------------------------------------------------------------------- */

static gboolean
look_up_fact (const HdLessonRun *run,
              const char *name,
              HdValue *out_value)
{
  HdDesign *design = hd_record_get_design (run->record);
  guint n_links = hd_design_get_n_links (design);
  double bandwidth = 0;

  if (strcmp (name, "links") == 0)
    set (out_value, n_links, HD_DIMENSION_NONE);
  else if (strcmp (name, "components") == 0)
    set (out_value, hd_design_get_n_nodes (design), HD_DIMENSION_NONE);
  else if (strcmp (name, "busiest") == 0)
    set (out_value, find_most (run, TRUE, FIGURE_MEAN), HD_DIMENSION_NONE);
  else if (strcmp (name, "link_bandwidth") == 0)
    {
      for (guint i = 0; i < n_links; i++)
        bandwidth += hd_design_get_links (design)[i].bandwidth;
      set (out_value, bandwidth, HD_DIMENSION_BYTE_RATE);
    }
  else
    return FALSE;
  return TRUE;
}

static gboolean
look_up_class (const HdLessonRun *run,
               const char *id,
               const char *figure,
               HdValue *out_value)
{
  HdDesign *design = hd_record_get_design (run->record);

  for (guint i = 0; i < hd_design_get_n_link_classes (design); i++)
    {
      const HdLinkClass *link_class = hd_design_get_link_class (design, i);

      if (strcmp (link_class->id, id) != 0)
        continue;
      if (strcmp (figure, "bandwidth") == 0)
        set (out_value, link_class->bandwidth, HD_DIMENSION_BYTE_RATE);
      else if (strcmp (figure, "latency") == 0)
        set (out_value, hd_time_to_seconds (link_class->latency_ps), HD_DIMENSION_TIME);
      else
        return FALSE;
      return TRUE;
    }
  return FALSE;
}

static gboolean
look_up_parameter (const HdLessonRun *run,
                   guint32 node,
                   const char *key,
                   HdValue *out_value)
{
  HdDesign *design = hd_record_get_design (run->record);
  const HdParameter *parameter = hd_component_type_find_parameter (hd_design_get_nodes (design)[node].type, key, NULL);
  HdDimension dimension = HD_DIMENSION_NONE;

  if (parameter == NULL || parameter->kind == HD_PARAMETER_TEXT)
    return FALSE;
  if (parameter->unit != NULL)
    hd_unit_parse (parameter->unit, &dimension, NULL, NULL);
  set (out_value, hd_design_get_parameter (design, node, key, 0), dimension);
  return TRUE;
}

/* Of several the largest; what they carry is added up. */
static gboolean
look_up_path (const HdLessonRun *run,
              const char *path,
              const char *name,
              HdValue *out_value)
{
  HdObjectKind kind;
  g_autoptr (GArray) found = hd_lesson_match (hd_record_get_design (run->record), path, &kind, NULL);
  Figure figure = find_figure (name);
  double value = 0;

  if (found == NULL || found->len == 0 || kind == HD_OBJECT_INSTANCE)
    return FALSE;
  if (figure == N_FIGURES)
    return kind == HD_OBJECT_COMPONENT && look_up_parameter (run, g_array_index (found, guint32, 0), name, out_value);
  for (guint i = 0; i < found->len; i++)
    {
      double own = read_figure (run, kind == HD_OBJECT_LINK, g_array_index (found, guint32, i), figure);

      value = figure == FIGURE_AMOUNT || figure == FIGURE_RATE ? value + own : MAX (value, own);
    }
  set (out_value, value, get_dimension (figure));
  return TRUE;
}

static gboolean
look_up_dotted (const HdLessonRun *run,
                const char *name,
                HdValue *out_value)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *path = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : NULL;

  if (dot == NULL)
    return FALSE;
  if (g_str_has_prefix (path, "class:"))
    return look_up_class (run, path + strlen ("class:"), dot + 1, out_value);
  return look_up_path (run, path, dot + 1, out_value);
}

/* ---- all of them ------------------------------------------------------------------------------------------------------- */

gboolean
hd_lesson_scope_look_up (gpointer scope,
                         const char *name,
                         HdValue *out_value,
                         GError **error)
{
  const HdLessonScope *self = scope;
  gboolean is_before = g_str_has_prefix (name, BEFORE) && self->before != NULL;
  const HdLessonRun *run = is_before ? self->before : self->after;
  HdMetric metric;

  if (*name == '$')
    return hd_design_get_variable (hd_record_get_design (self->after->record), name + 1, out_value);
  if (is_before)
    name += strlen (BEFORE);
  if (look_up_candidate (self, run, name, out_value))
    return TRUE;
  if (hd_record_find_metric (run->record, name, &metric))
    {
      set_in (out_value, metric.value, metric.unit);
      return TRUE;
    }
  if (look_up_fact (run, name, out_value) || look_up_dotted (run, name, out_value))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("the run has no metric “%.80s”"), name);
  return FALSE;
}

static void
note_before (gpointer name,
             gpointer needs)
{
  if (g_str_has_prefix (name, BEFORE))
    *(gboolean *) needs = TRUE;
}

gboolean
hd_lesson_needs_before (const HdExpression *expression)
{
  gboolean needs = FALSE;

  hd_expression_foreach_name (expression, note_before, &needs);
  return needs;
}
