/* heddle-knob.c: a value of the project that is turned on the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-knob"

#include "heddle-knob.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-words.h"

#define DIGITS 3
#define FIGURE_DIGITS 4
#define STEPS 50        /* from end to end, of what takes any value */
#define FAR_STEPS 10
#define SLACK 1e-9      /* of a value that was rounded, beyond an end */

/* ---- what it is worth ----------------------------------------------------------------------------------------------- */

static gboolean
look_up (gpointer scope,
         const char *name,
         HdValue *out_value,
         GError **error)
{
  return scope != NULL && name[0] == '$' && hd_design_get_variable (scope, name + 1, out_value);
}

gboolean
heddle_setting_evaluate (const HdSetting *setting,
                         HdDesign *design,
                         HdValue *out_value)
{
  const char *text = setting->text != NULL ? setting->text : setting->otherwise;
  g_autoptr (HdExpression) expression = text != NULL ? hd_expression_parse (text, NULL) : NULL;

  return expression != NULL && hd_expression_evaluate (expression, look_up, design, out_value, NULL);
}

static char *
dup_value (const HdValue *value)
{
  return value->kind == HD_VALUE_WORD ? g_strdup (value->word) : hd_quantity_format (value->quantity, 17);
}

/* A flag is a number where it is evaluated. */
static char *
dup_present (const HeddleKnob *self,
             const HdSetting *setting,
             HdDesign *design)
{
  const char *text = setting->text != NULL ? setting->text : setting->otherwise;
  HdQuantity plain;
  HdValue value;

  if (text != NULL && self->words != NULL && g_strv_contains ((const char *const *) self->words, text))
    return g_strdup (text);
  if (text != NULL && self->words == NULL && hd_quantity_parse (text, &plain, NULL))
    return g_strdup (text);
  if (!heddle_setting_evaluate (setting, design, &value))
    return NULL;
  return self->is_switch && value.kind == HD_VALUE_QUANTITY ? g_strdup (value.quantity.value != 0 ? "true" : "false") : dup_value (&value);
}

/* ---- making ---------------------------------------------------------------------------------------------------------- */

static void
take_words (HeddleKnob *self,
            HdSetting *setting)
{
  self->words = g_steal_pointer (&setting->words);
  self->is_switch = g_strv_length (self->words) == 2 && g_str_equal (self->words[0], "false") && g_str_equal (self->words[1], "true");
}

static gboolean
take_range (HeddleKnob *self,
            const HdObject *knob,
            const HdSetting *setting,
            GError **error)
{
  const char *from = hd_object_get (knob, "from"), *to = hd_object_get (knob, "to");

  if (from == NULL || to == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("The knob of “%s” has no ends yet: a value to begin from, and one to go to"), self->address);
      return FALSE;
    }
  if (!hd_sweep_range_init (&self->range, self->address, from, to, error))
    return FALSE;
  self->range.is_whole = setting->is_whole;
  self->range.is_logarithmic = g_strcmp0 (hd_object_get (knob, "scale"), "logarithmic") == 0;
  self->low = g_strdup (from);
  self->high = g_strdup (to);
  if (self->range.low == self->range.high || (self->range.is_logarithmic && !(self->range.low > 0 && self->range.high > 0))
      || MIN (self->range.low, self->range.high) < setting->minimum || MAX (self->range.low, self->range.high) > setting->maximum)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("The knob of “%s” cannot go from %s to %s"), self->address, from, to);
      return FALSE;
    }
  return TRUE;
}

HeddleKnob *
heddle_knob_new (HdSnapshot *snapshot,
                 HdCatalog *catalog,
                 HdDesign *design,
                 const HdObject *knob)
{
  HeddleKnob *self = g_new0 (HeddleKnob, 1);
  const char *of = hd_object_get (knob, "of"), *title = hd_object_get (knob, "title");
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = hd_address_parse (of != NULL ? of : "", &error);
  g_auto (HdSetting) setting = { NULL };

  self->uid = hd_object_get_uid (knob);
  self->address = g_strdup (of != NULL ? of : "");
  self->metric = g_strdup (hd_object_get (knob, "metric"));
  self->share = NAN;
  if (address != NULL && hd_setting_init (&setting, hd_snapshot_get_root (snapshot), catalog, address, &error))
    {
      self->object = setting.object != NULL ? hd_object_get_uid (setting.object) : 0;
      self->attribute = setting.attribute;
      if (title == NULL && address->kind == HD_ADDRESS_VARIABLE)
        title = hd_object_get (setting.object, "title");
      if (setting.words != NULL)
        take_words (self, &setting);
      else
        take_range (self, knob, &setting, &error);
      self->text = dup_present (self, &setting, design);
      if (self->text != NULL && error == NULL)
        self->share = heddle_knob_find_share (self, self->text);
    }
  self->title = g_strdup (title != NULL ? title : self->address);
  self->fault = error != NULL ? g_strdup (error->message) : NULL;
  return self;
}

void
heddle_knob_free (HeddleKnob *self)
{
  g_free (self->address);
  g_free (self->title);
  hd_sweep_range_clear (&self->range);
  g_free (self->low);
  g_free (self->high);
  g_strfreev (self->words);
  g_free (self->text);
  g_free (self->metric);
  g_free (self->fault);
  g_free (self);
}

/* ---- shares and values ------------------------------------------------------------------------------------------------ */

/* Of whole numbers, as many as can be told apart by eye. */
guint
heddle_knob_get_n_stops (const HeddleKnob *self)
{
  double n = fabs (self->range.high - self->range.low) + 1;

  if (self->words != NULL)
    return g_strv_length (self->words);
  return self->range.is_whole && !self->range.is_logarithmic && n <= 20 ? (guint) n : 0;
}

static double
get_share (const HeddleKnob *self,
           double number)
{
  const HdSweepRange *range = &self->range;

  return range->is_logarithmic ? log (number / range->low) / log (range->high / range->low) : (number - range->low) / (range->high - range->low);
}

double
heddle_knob_find_share (const HeddleKnob *self,
                        const char *text)
{
  HdQuantity quantity;
  double share;

  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    if (g_str_equal (self->words[i], text))
      return (double) i / MAX (g_strv_length (self->words) - 1, 1);
  if (self->words != NULL || self->range.name == NULL || !hd_quantity_parse (text, &quantity, NULL))
    return NAN;
  share = get_share (self, quantity.value);
  return share >= -SLACK && share <= 1 + SLACK ? CLAMP (share, 0, 1) : NAN;
}

double
heddle_knob_snap (const HeddleKnob *self,
                  double share)
{
  guint n = self->words != NULL ? g_strv_length (self->words) : 0;

  share = CLAMP (share, 0, 1);
  if (n > 0)
    return n > 1 ? round (share * (n - 1)) / (n - 1) : 0;
  return self->range.is_whole ? CLAMP (get_share (self, hd_sweep_range_get (&self->range, share)), 0, 1) : share;
}

double
heddle_knob_step (const HeddleKnob *self,
                  double share,
                  int direction,
                  gboolean is_far)
{
  guint n = self->words != NULL ? g_strv_length (self->words) : 0, times = is_far ? FAR_STEPS : 1;
  double number, way = (self->range.high > self->range.low ? 1 : -1) * direction;

  if (isnan (share))
    return direction > 0 ? 0 : 1;
  if (n > 1)
    return heddle_knob_snap (self, share + (double) direction * times / (n - 1));
  number = hd_sweep_range_get (&self->range, CLAMP (share + (double) direction * times / STEPS, 0, 1));
  /* One of the whole numbers at least. */
  if (self->range.is_whole && fabs (number - hd_sweep_range_get (&self->range, share)) < times)
    number = hd_sweep_range_get (&self->range, share) + way * times;
  return CLAMP (get_share (self, number), 0, 1);
}

/* With few digits, as a hand cannot set more; the ends as they were written. */
char *
heddle_knob_dup_text (const HeddleKnob *self,
                      double share)
{
  HdQuantity quantity;

  share = heddle_knob_snap (self, share);
  if (self->words != NULL)
    return g_strdup (self->words[(guint) round (share * (g_strv_length (self->words) - 1))]);
  if (share == 0 || share == 1)
    return g_strdup (share == 0 ? self->low : self->high);
  if (self->range.is_whole)
    return hd_sweep_range_dup_value (&self->range, hd_sweep_range_get (&self->range, share));
  hd_unit_parse (self->range.unit, &quantity.dimension, NULL, NULL); /* it was parsed once */
  quantity.value = hd_sweep_range_get (&self->range, share);
  return hd_quantity_format (quantity, DIGITS);
}

char *
heddle_knob_dup_figure (const HeddleKnob *self,
                        const char *text)
{
  HdQuantity quantity;

  if (self->is_switch)
    return g_strdup (g_str_equal (text, "true") ? _("on") : _("off"));
  if (self->words != NULL || !hd_quantity_parse (text, &quantity, NULL))
    return g_strdup (heddle_get_word (text));
  return hd_figure_format (quantity, FIGURE_DIGITS);
}
