/* heddle-study-effects.c: which factor of a study matters, by variance
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-effects"

#include "heddle-study-effects.h"

#include <math.h>

#include <glib/gi18n.h>

struct _HeddleStudyEffects
{
  GArray *effects; /* of HeddleEffect */
  char *title;
  gboolean is_exact;
};

static void
effect_clear (gpointer data)
{
  g_free (((HeddleEffect *) data)->title);
}

static void
add (HeddleStudyEffects *self,
     const char *title,
     HdStudyEffect effect)
{
  HeddleEffect added = { g_strdup (title), effect.main, effect.total };

  g_array_append_val (self->effects, added);
}

static char *
dup_title (const char *metric,
           HdStudySensitivity *sensitivity)
{
  guint n = hd_study_sensitivity_get_n_points (sensitivity);

  if (hd_study_sensitivity_get_deviation (sensitivity) == 0)
    return g_strdup_printf (_("%s is the same at all %u points, and depends on nothing"), metric, n);
  return g_strdup_printf (_("What %s depends on: shares of its variance over %u points"), metric, n);
}

HeddleStudyEffects *
heddle_study_effects_new (HdStudyTable *table,
                          guint metric,
                          GError **error)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  const HdMetric *of = hd_study_table_get_metric (table, metric);
  g_autoptr (HdStudySensitivity) sensitivity = hd_study_sensitivity_new (table, metric, error);
  g_autofree guint *factors = NULL;
  HeddleStudyEffects *self;
  guint n;

  if (sensitivity == NULL)
    return NULL;
  self = g_new0 (HeddleStudyEffects, 1);
  self->effects = g_array_new (FALSE, FALSE, sizeof (HeddleEffect));
  g_array_set_clear_func (self->effects, effect_clear);
  self->is_exact = hd_study_sensitivity_is_exact (sensitivity);
  self->title = dup_title (of->title != NULL ? of->title : of->name, sensitivity);
  factors = hd_study_sensitivity_rank (sensitivity, plan, &n);
  for (guint i = 0; i < n; i++)
    add (self, hd_study_plan_get_factor (plan, factors[i])->title, hd_study_sensitivity_get_effect (sensitivity, factors[i]));
  if (!isnan (hd_study_sensitivity_get_noise (sensitivity)))
    add (self, _("(chance)"), (HdStudyEffect){ hd_study_sensitivity_get_noise (sensitivity), (double) NAN });
  return self;
}

void
heddle_study_effects_free (HeddleStudyEffects *self)
{
  g_array_unref (self->effects);
  g_free (self->title);
  g_free (self);
}

char *
heddle_study_effects_dup_summary (HeddleStudyEffects *self)
{
  GString *text = g_string_new (self->title);

  for (guint i = 0; i < self->effects->len; i++)
    {
      const HeddleEffect *effect = &g_array_index (self->effects, HeddleEffect, i);
      g_autofree char *share = hd_figure_percent (MAX (effect->alone, 0));

      g_string_append_printf (text, "%s%s %s", i == 0 ? ": " : ", ", effect->title, share);
    }
  return g_string_free (text, FALSE);
}

gboolean
heddle_study_effects_is_exact (HeddleStudyEffects *self)
{
  return self->is_exact;
}

void
heddle_study_effects_paint (HeddleStudyEffects *self,
                            HeddleText *text,
                            cairo_t *cr,
                            const HeddleTheme *theme,
                            double width,
                            double height)
{
  const HeddleEffectsPicture picture = { self->title, { _("Alone"), _("With others") }, (const HeddleEffect *) (gpointer) self->effects->data, self->effects->len };

  heddle_effects_paint (&picture, text, cr, theme, width, height);
}
