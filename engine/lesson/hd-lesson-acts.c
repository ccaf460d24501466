/* hd-lesson-acts.c: what steps do: how it is written and told
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-acts"

#include "hd-lesson-private.h"

#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"

static const HdLessonActForm forms[HD_N_ACTS] = {
  [HD_ACT_OPEN] = { "open", { "project" }, 1, TRUE },
  [HD_ACT_SET] = { "set", { "setting" }, 1, TRUE },
  [HD_ACT_CHANGE] = { "change", { "object", "attribute", "value" }, 2, TRUE },
  [HD_ACT_INSERT] = { "insert", { "into", "at" }, 1, TRUE },
  [HD_ACT_REMOVE] = { "remove", { "object" }, 1, TRUE },
  [HD_ACT_GO] = { "go", { "to" }, 1, FALSE },
  [HD_ACT_HIGHLIGHT] = { "highlight", { "of" }, 1, FALSE },
  [HD_ACT_RUN] = { "run", { NULL }, 0, FALSE },
  [HD_ACT_LOOK] = { "look", { NULL }, 0, FALSE },
  [HD_ACT_SHOW] = { "show", { "view" }, 1, FALSE },
  [HD_ACT_MEASURE] = { "measure", { "of" }, 1, FALSE },
  [HD_ACT_KEEP] = { "keep", { NULL }, 0, FALSE },
};

const HdLessonActForm *
hd_lesson_act_get_form (HdLessonActKind kind)
{
  return &forms[kind];
}

gboolean
hd_lesson_act_find (const char *element,
                    HdLessonActKind *out_kind)
{
  for (guint i = 0; i < HD_N_ACTS; i++)
    if (strcmp (forms[i].element, element) == 0)
      {
        *out_kind = (HdLessonActKind) i;
        return TRUE;
      }
  return FALSE;
}

HdLessonAct *
hd_lesson_act_new (HdLessonActKind kind,
                   guint line)
{
  HdLessonAct *self = g_new0 (HdLessonAct, 1);

  self->kind = kind;
  self->line = line;
  self->time = HD_TIME_MAX;
  return self;
}

HdLessonAct *
hd_lesson_act_copy (const HdLessonAct *self)
{
  HdLessonAct *copy = g_memdup2 (self, sizeof *self);

  copy->what = g_strdup (self->what);
  copy->attribute = g_strdup (self->attribute);
  copy->value = g_strdup (self->value);
  return copy;
}

void
hd_lesson_act_free (HdLessonAct *self)
{
  g_free (self->what);
  g_free (self->attribute);
  g_free (self->value);
  g_free (self);
}

const char *const *
hd_lesson_get_views (void)
{
  static const char *const views[] = { "result", "waveforms", "timeline", "links", "partitions", "problems", "trees", "compare", "latency",
                                       "sweep", "study", "packet", "routers", "transfers", "memory", "profile", "output", "steps", NULL };

  return views;
}

/* As its tab has it. */
static const char *
get_view_title (const char *view)
{
  static const char *const titles[] = { N_("Result"), N_("Waveforms"), N_("Timeline"), N_("Links"), N_("Partitions"), N_("Problems"), N_("Trees"), N_("Compare"), N_("Latency"),
                                        N_("Sweep"), N_("Study"), N_("Journey"), N_("Routers"), N_("Transfers"), N_("Memory"), N_("Profile"), N_("Output"), N_("Steps") };
  const char *const *views = hd_lesson_get_views ();

  for (guint i = 0; views[i] != NULL; i++)
    if (strcmp (views[i], view) == 0)
      return _(titles[i]);
  return view;
}

/* As its button has it. */
static const char *
get_measure_title (const char *measure)
{
  return strcmp (measure, "now") == 0 ? _("Now") : strcmp (measure, "average") == 0 ? _("Average") : strcmp (measure, "peak") == 0 ? _("Peak") : measure;
}

static char *
dup_setting_title (const HdLessonAct *self)
{
  g_auto (GStrv) parts = g_strsplit (self->what, "=", 2);

  return g_strv_length (parts) == 2 ? g_strdup_printf (_("Set %s to %s"), parts[0], parts[1]) : g_strdup (self->what);
}

/* "top/link:uplink" is told as "uplink". */
static const char *
get_last (const char *which)
{
  const char *slash = strrchr (which, '/'), *part = slash != NULL ? slash + 1 : which, *colon = strchr (part, ':');

  return colon != NULL ? colon + 1 : *part != '\0' ? part : _("the project");
}

char *
hd_lesson_act_dup_title (const HdLessonAct *self)
{
  g_autofree char *time = self->time != HD_TIME_MAX ? hd_figure_time (self->time, 4) : NULL;
  const char *what = self->what != NULL ? self->what : "";

  switch (self->kind)
    {
    case HD_ACT_OPEN:
      return g_strdup_printf (_("Open %s"), what);
    case HD_ACT_SET:
      return dup_setting_title (self);
    case HD_ACT_CHANGE:
      return self->value != NULL ? g_strdup_printf (_("Set %s of %s to %s"), self->attribute, get_last (what), self->value)
                                 : g_strdup_printf (_("Take %s off %s"), self->attribute, get_last (what));
    case HD_ACT_INSERT:
      return g_strdup_printf (_("Add to %s"), get_last (what));
    case HD_ACT_REMOVE:
      return g_strdup_printf (_("Remove %s"), get_last (what));
    case HD_ACT_GO:
      return *what != '\0' ? g_strdup_printf (_("Go into %s"), what) : g_strdup (_("Go to the top"));
    case HD_ACT_HIGHLIGHT:
      return *what != '\0' ? g_strdup_printf (_("Highlight %s"), what) : g_strdup (_("Highlight nothing"));
    case HD_ACT_RUN:
      return time != NULL ? g_strdup_printf (_("Run to %s"), time) : g_strdup (_("Run"));
    case HD_ACT_LOOK:
      return time != NULL ? g_strdup_printf (_("Look at %s"), time) : g_strdup (_("Look at the end"));
    case HD_ACT_SHOW:
      return g_strdup_printf (_("Show the page “%s”"), get_view_title (what));
    case HD_ACT_MEASURE:
      return g_strdup_printf (_("Colour links by “%s”"), get_measure_title (what));
    case HD_ACT_KEEP:
    case HD_N_ACTS:
    default:
      return g_strdup (_("Compare later runs with this one"));
    }
}
