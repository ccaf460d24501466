/* hd-suspect-trials.c: what may hold a run up: what can be changed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What the project says once is changed once. What has several values within one drawn array is written as a formula over the index there, and that formula is
 * made better as a whole.
 */
#define G_LOG_DOMAIN "hd-suspects"

#include "hd-suspects-private.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>
#include <heddle/hd-generate.h>

#include "hd-i18n.h"

/* What stands in more places than this nobody would change by hand, and each of them is looked for at all that is made. */
#define MOST_SETTINGS 256

/* One more place where the same number stands. */
static void
add_setting (HdTrial *trial,
             char *setting_take)
{
  guint n = g_strv_length (trial->settings);

  if (n > MOST_SETTINGS || g_strv_contains ((const char *const *) trial->settings, setting_take))
    {
      g_free (setting_take);
      return;
    }
  trial->settings = g_renew (char *, trial->settings, n + 2);
  trial->settings[n] = setting_take;
  trial->settings[n + 1] = NULL;
}

/* @bounds: (nullable): of guint32: what it works on */
static HdTrial *
take_trial (HdSuspectSearch *self,
            const char *key,
            char *what_take,
            const char *before,
            const char *after,
            const GArray *bounds)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->trial_numbers, key));
  g_autofree char *what = what_take;
  HdTrial *trial;

  if (number > 0)
    return g_ptr_array_index (self->out->trials, number - 1);
  trial = g_new0 (HdTrial, 1);
  trial->what = g_steal_pointer (&what);
  trial->settings = g_new0 (char *, 1);
  trial->before = g_strdup (before);
  trial->after = g_strdup (after);
  trial->bounds = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (bounds != NULL)
    g_array_append_vals (trial->bounds, bounds->data, bounds->len);
  trial->estimate = trial->checked = NAN;
  g_ptr_array_add (self->out->trials, trial);
  g_hash_table_insert (self->trial_numbers, g_strdup (key), GUINT_TO_POINTER (self->out->trials->len));
  return trial;
}

static char *
dup_exact (double value,
           HdDimension dimension)
{
  return hd_quantity_format ((HdQuantity){ value, dimension }, 17);
}

static char *
dup_figure (double value,
            HdDimension dimension)
{
  return hd_figure_format ((HdQuantity){ value, dimension }, 4);
}

/* What is tried of a number of a drawn object: where it has several values, all of them by one formula. */
typedef struct
{
  char *key; /* who belongs together */
  char *before, *after;
  char *setting;
} Change;

static void
change_clear (Change *self)
{
  g_free (self->key);
  g_free (self->before);
  g_free (self->after);
  g_free (self->setting);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Change, change_clear)

static char *
dup_range (double low,
           double high,
           HdDimension dimension)
{
  g_autofree char *least = dup_figure (low, dimension), *most = dup_figure (high, dimension);

  /* Translators: the least and the greatest of several values: "10 GB/s to 40 GB/s" */
  return low == high ? g_steal_pointer (&least) : g_strdup_printf (_("%s to %s"), least, most);
}

/* @changed: what becomes of the least and the greatest value; %FALSE if the project has no formula for several */
static gboolean
change_init (Change *self,
             HdSuspectSearch *search,
             const HdSuspectDrawn *drawn,
             const char *key,
             guint number,
             const double *changed,
             HdDimension dimension)
{
  double low = drawn->low[number], high = drawn->high[number];
  const char *formula = hd_object_get (drawn->object, key);
  g_autofree char *value = NULL;

  *self = (Change){ NULL };
  if (low != high && formula == NULL)
    return FALSE;
  self->before = dup_range (low, high, dimension);
  self->after = dup_range (changed[0], changed[1], dimension);
  if (low == high)
    value = dup_exact (changed[0], dimension);
  else
    value = g_strdup_printf (changed[0] > low ? "%g * (%s)" : "1 / %g * (%s)", search->factor, formula);
  self->setting = hd_suspect_drawn_dup_setting (drawn, key, value);
  if (low == high)
    self->key = g_strdup_printf ("%s.%s %.17g", drawn->type != NULL ? drawn->type->id : "link", key, low);
  else
    self->key = g_strdup (self->setting);
  return TRUE;
}

static const char *
get_link_title (gboolean of_class,
                guint parameter)
{
  if (of_class)
    return parameter == 0 ? _("Bandwidth of links “%s”") : _("Latency of links “%s”");
  return parameter == 0 ? _("Bandwidth of links of %s") : _("Latency of links of %s");
}

/* Of a class whose links carried something. */
static void
try_class (HdSuspectSearch *self,
           guint number,
           guint32 bound)
{
  const HdLinkClass *of = hd_design_get_link_class (self->design, number);
  const double values[] = { of->bandwidth, hd_time_to_seconds (of->latency_ps) };
  static const char *const keys[] = { "bandwidth", "latency" };
  const HdDimension dimensions[] = { HD_DIMENSION_BYTE_RATE, HD_DIMENSION_TIME };

  for (guint i = 0; i < 2; i++)
    {
      double changed = i == 0 ? values[i] * self->factor : values[i] / self->factor;
      g_autofree char *key = g_strdup_printf ("class %u %u", number, i);
      g_autofree char *before = dup_figure (values[i], dimensions[i]), *after = dup_figure (changed, dimensions[i]), *exact = dup_exact (changed, dimensions[i]);
      HdTrial *trial;

      if (!isfinite (values[i]) || values[i] <= 0 || strchr (of->id, '/') != NULL) /* of what is generated: see try_generated () */
        continue;
      trial = take_trial (self, key, g_strdup_printf (get_link_title (TRUE, i), of->id), before, after, NULL);
      if (i == 0)
        hd_suspect_add_bound (trial->bounds, bound);
      add_setting (trial, g_strdup_printf ("class:%s.%s=%s", of->id, keys[i], exact));
      trial->n = of->n_links;
      trial->is_latency = i == 1;
    }
}

static gboolean
is_idle (HdSuspectSearch *self,
         const GArray *bounds)
{
  for (guint i = 0; i < bounds->len; i++)
    if (g_array_index (self->out->bounds, HdBound, g_array_index (bounds, guint32, i)).share > 0)
      return FALSE;
  return TRUE;
}

static void
try_drawn_link (HdSuspectSearch *self,
                const HdSuspectDrawn *drawn)
{
  static const char *const keys[] = { "bandwidth", "latency" };
  const HdDimension dimensions[] = { HD_DIMENSION_BYTE_RATE, HD_DIMENSION_TIME };

  for (guint i = 0; i < 2 && !is_idle (self, drawn->bounds[0]); i++)
    {
      double low = drawn->low[i], high = drawn->high[i], by = i == 0 ? self->factor : 1 / self->factor;
      const double changed[] = { low * by, high * by };
      g_auto (Change) change = { NULL };
      HdTrial *trial;

      if (!hd_suspect_link_states (drawn->object, keys[i]) || !isfinite (high) || low <= 0 || !change_init (&change, self, drawn, keys[i], i, changed, dimensions[i]))
        continue;
      trial = take_trial (self, change.key, g_strdup_printf (get_link_title (FALSE, i), change.before), change.before, change.after, i == 0 ? drawn->bounds[0] : NULL);
      add_setting (trial, g_steal_pointer (&change.setting));
      trial->n += drawn->n;
      trial->is_latency = i == 1;
    }
}

/* Of what works, or has room, side by side. */
static gboolean
is_count (const HdParameter *parameter)
{
  switch (parameter->property)
    {
    case HD_PROPERTY_PARALLEL:
    case HD_PROPERTY_VIRTUAL_CHANNELS:
    case HD_PROPERTY_INPUT_BUFFER:
    case HD_PROPERTY_OUTPUT_BUFFER:
      return TRUE;

    default:
      return FALSE;
    }
}

/* More of a rate or a count, less of a time; 0 of what is none of these. */
static double
change_parameter (const HdParameter *parameter,
                  double value,
                  double factor)
{
  HdDimension dimension = hd_parameter_get_dimension (parameter);
  int power = dimension.exponent[HD_BASE_SECOND] + dimension.exponent[HD_BASE_CYCLE];
  double changed = power < 0 || is_count (parameter) ? value * factor : value / factor;

  if (parameter->kind != HD_PARAMETER_QUANTITY && parameter->kind != HD_PARAMETER_INTEGER)
    return 0;
  if ((power == 0 && !is_count (parameter)) || !isfinite (value) || value <= 0 || (parameter->kind == HD_PARAMETER_INTEGER && changed != floor (changed)))
    return 0;
  return hd_parameter_check (parameter, (HdQuantity){ changed, dimension }, NULL) ? changed : 0;
}

/* On which bounds it works; NULL for none. */
static const GArray *
find_bounds (const HdSuspectDrawn *drawn,
             const HdParameter *parameter)
{
  switch (parameter->property)
    {
    case HD_PROPERTY_FP32_RATE:
    case HD_PROPERTY_FP16_RATE:
    case HD_PROPERTY_BANDWIDTH:
      return drawn->bounds[0];

    case HD_PROPERTY_LOCAL_BANDWIDTH:
      return drawn->bounds[1];

    default:
      return NULL;
    }
}

/* The classes of a generated topology at @path that have the bandwidth which its parameter says. */
static void
add_generated_bounds (HdSuspectSearch *self,
                      const char *path,
                      double bandwidth,
                      HdTrial *trial)
{
  for (guint i = 0; i < hd_design_get_n_link_classes (self->design); i++)
    {
      const HdLinkClass *of = hd_design_get_link_class (self->design, i);
      g_autofree char *key = g_strdup_printf ("class %u", i);
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->bound_numbers, key));
      guint32 bound = number - 1;

      if (number > 0 && g_str_has_prefix (of->id, path) && of->id[strlen (path)] == '/' && of->bandwidth == bandwidth)
        g_array_append_val (trial->bounds, bound);
    }
}

/* Of a rate more, of a time less, whatever it is. */
static double
get_factor (HdSuspectSearch *self,
            const HdParameter *parameter)
{
  HdDimension dimension = hd_parameter_get_dimension (parameter);
  int power = dimension.exponent[HD_BASE_SECOND] + dimension.exponent[HD_BASE_CYCLE];

  if (parameter->kind != HD_PARAMETER_QUANTITY || power == 0)
    return 0;
  return power < 0 ? self->factor : 1 / self->factor;
}

/* What is written as a formula stays one; what it comes to is the generator's. */
static void
try_generated_formula (HdSuspectSearch *self,
                       const HdScope *scope,
                       const char *path,
                       const HdParameter *parameter,
                       const char *formula)
{
  double factor = get_factor (self, parameter);
  g_autofree char *value = g_strdup_printf (factor < 1 ? "1 / %g * (%s)" : "%g * (%s)", self->factor, formula);
  g_autofree char *key = g_strdup_printf ("generated %s %s", path, parameter->key);
  HdTrial *trial;

  if (factor == 0)
    return;
  trial = take_trial (self, key, g_strdup_printf (_("%s: %s"), path, _(parameter->title)), formula, value, NULL);
  trial->is_latency = g_str_equal (parameter->key, "latency");
  for (guint32 l = scope->first_link; trial->is_latency && l < scope->end_link; l++)
    self->out->link_latencies[l] = trial;
  add_setting (trial, g_strdup_printf ("%s.%s=%s", path, parameter->key, value));
  trial->n = scope->end_link - scope->first_link;
}

/* Whose parameters are what a generator makes a topology of. */
static void
try_generated (HdSuspectSearch *self,
               const HdScope *scope,
               const char *outer,
               const HdObject *object)
{
  const char *kind = hd_object_get (object, "kind");
  const HdGenerator *generator = kind != NULL ? hd_generator_find (kind) : NULL;
  g_autofree char *path = g_strdup_printf ("%s%s", outer, hd_object_get_id (object));

  for (guint i = 0; generator != NULL && generator->parameters[i].key != NULL; i++)
    {
      const HdParameter *parameter = &generator->parameters[i];
      const char *text = hd_object_get (object, parameter->key);
      HdDimension dimension = hd_parameter_get_dimension (parameter);
      g_autofree char *before = NULL, *after = NULL, *exact = NULL, *key = NULL;
      HdQuantity value;
      double changed;
      HdTrial *trial;

      if (text == NULL)
        text = parameter->default_text;
      if (text == NULL)
        continue;
      if (!hd_parameter_parse (parameter, text, &value, NULL))
        {
          try_generated_formula (self, scope, path, parameter, text);
          continue;
        }
      changed = change_parameter (parameter, value.value, self->factor);
      if (changed == 0)
        continue;
      before = dup_figure (value.value, dimension);
      after = dup_figure (changed, dimension);
      exact = dup_exact (changed, dimension);
      key = g_strdup_printf ("generated %s %s", path, parameter->key);
      trial = take_trial (self, key, g_strdup_printf (_("%s: %s"), path, _(parameter->title)), before, after, NULL);
      if (hd_dimension_equal (dimension, HD_DIMENSION_BYTE_RATE) && trial->bounds->len == 0)
        add_generated_bounds (self, path, value.value, trial);
      trial->is_latency = g_str_equal (parameter->key, "latency");
      for (guint32 l = scope->first_link; trial->is_latency && l < scope->end_link; l++)
        self->out->link_latencies[l] = trial;
      add_setting (trial, g_strdup_printf ("%s.%s=%s", path, parameter->key, exact));
      trial->n = scope->end_link - scope->first_link;
    }
}

static void
try_parameters (HdSuspectSearch *self,
                const HdSuspectDrawn *drawn)
{
  gboolean has_flits = hd_design_get_run_settings (self->design)->fidelity == HD_FIDELITY_FLIT;

  for (guint i = 0; i < hd_component_type_count_parameters (drawn->type); i++)
    {
      const HdParameter *parameter = &drawn->type->parameters[i];
      const double changed[] = { change_parameter (parameter, drawn->low[i], self->factor), change_parameter (parameter, drawn->high[i], self->factor) };
      g_auto (Change) change = { NULL };
      HdTrial *trial;

      if (is_count (parameter) && parameter->property != HD_PROPERTY_PARALLEL && !has_flits)
        continue;
      if (changed[0] == 0 || changed[1] == 0 || !change_init (&change, self, drawn, parameter->key, i, changed, hd_parameter_get_dimension (parameter)))
        continue;
      trial = take_trial (self, change.key, g_strdup_printf (_("%s: %s"), _(drawn->type->title), _(parameter->title)), change.before, change.after,
                          find_bounds (drawn, parameter));
      add_setting (trial, g_steal_pointer (&change.setting));
      trial->property = parameter->property;
      trial->n += drawn->n;
    }
}

/* Run settings that are limits of the hardware. */
static void
try_settings (HdSuspectSearch *self)
{
  static const struct
  {
    const char *key;
    HdFidelity fidelity;
  } limits[] = {
    { "virtual-channels", HD_FIDELITY_FLIT },
    { "clock", HD_FIDELITY_FLIT },
    { "input-buffer", HD_FIDELITY_FLIT },
    { "window", HD_FIDELITY_PACKET },
    { "buffer", HD_FIDELITY_PACKET },
  };
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const HdRunSetting *setting = hd_run_settings_find (limits[i].key);
      HdDimension dimension = hd_parameter_get_dimension (&setting->parameter);
      double value = hd_run_setting_get (setting, settings), changed = value * self->factor;
      g_autofree char *before = NULL, *after = NULL, *exact = NULL;
      HdTrial *trial;

      if (settings->fidelity != limits[i].fidelity || !isfinite (value) || value <= 0 || changed != floor (changed)
          || !hd_parameter_check (&setting->parameter, (HdQuantity){ changed, dimension }, NULL))
        continue;
      before = dup_figure (value, dimension);
      after = dup_figure (changed, dimension);
      exact = dup_exact (changed, dimension);
      trial = take_trial (self, limits[i].key, g_strdup (_(setting->parameter.title)), before, after, NULL);
      add_setting (trial, g_strdup_printf ("run:%s=%s", limits[i].key, exact));
    }
}

static HdTrial *
find_trial (HdSuspectSearch *self,
            const char *key)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->trial_numbers, key));

  return number > 0 ? g_ptr_array_index (self->out->trials, number - 1) : NULL;
}

/* NULL if there is none. */
static char *
dup_latency_key (HdSuspectSearch *self,
                 const HdLink *link)
{
  const HdSuspectDrawn *drawn = hd_suspect_search_take_drawn (self, link->scope, link->origin_uid, 2);
  double changed[2];
  g_auto (Change) change = { NULL };

  if (drawn == NULL)
    return NULL;
  changed[0] = drawn->low[1] / self->factor;
  changed[1] = drawn->high[1] / self->factor;
  if (!change_init (&change, self, drawn, "latency", 1, changed, HD_DIMENSION_TIME))
    return NULL;
  return g_steal_pointer (&change.key);
}

/* Which trial changes the latency of which link: that of its class, or that of the number that it states itself. */
static void
note_latencies (HdSuspectSearch *self)
{
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    {
      gboolean is_own = hd_suspect_link_states (hd_suspect_search_find_object (self, links[i].origin_uid), "latency");
      g_autofree char *key = is_own ? dup_latency_key (self, &links[i]) : g_strdup_printf ("class %u 1", links[i].link_class);

      if (self->out->link_latencies[i] == NULL && key != NULL && (is_own || links[i].link_class != HD_NO_ID))
        self->out->link_latencies[i] = find_trial (self, key);
    }
}

/* What would have to be written in too many places is not tried. */
static void
drop_trial (HdSuspectSearch *self,
            guint number)
{
  const HdTrial *trial = g_ptr_array_index (self->out->trials, number);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (self->out->link_latencies[i] == trial)
      self->out->link_latencies[i] = NULL;
  g_ptr_array_remove_index (self->out->trials, number);
}

void
hd_suspect_search_add_trials (HdSuspectSearch *self)
{
  guint n_classes = hd_design_get_n_link_classes (self->design);

  for (guint i = 0; i < n_classes; i++)
    {
      g_autofree char *key = g_strdup_printf ("class %u", i);
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->bound_numbers, key));

      if (number > 0 && g_array_index (self->out->bounds, HdBound, number - 1).share > 0)
        try_class (self, i, number - 1);
    }
  for (guint i = 0; i < self->in_order->len; i++)
    {
      const HdSuspectDrawn *drawn = g_ptr_array_index (self->in_order, i);

      if (drawn->type != NULL)
        try_parameters (self, drawn);
      else
        try_drawn_link (self, drawn);
    }
  for (guint i = 1; i < hd_design_get_n_scopes (self->design); i++)
    {
      const HdScope *scope = &hd_design_get_scopes (self->design)[i];
      const HdObject *object = hd_suspect_search_find_object (self, scope->origin_uid);

      if (self->paths[scope->parent] != NULL && object != NULL && hd_object_get_kind (object) == HD_OBJECT_GENERATE && hd_object_get_id (object) != NULL)
        try_generated (self, scope, self->paths[scope->parent], object);
    }
  try_settings (self);
  note_latencies (self);
  for (guint i = self->out->trials->len; i > 0; i--)
    if (g_strv_length (((HdTrial *) g_ptr_array_index (self->out->trials, i - 1))->settings) > MOST_SETTINGS)
      drop_trial (self, i - 1);
}
