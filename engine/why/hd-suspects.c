/* hd-suspects.c: what may hold a run up: what was busy, and what can be changed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Links and components are taken together where one number in the project says what they are: those of one class, of one drawn array, or with the same value of
 * the same parameter. What the project says once is changed once. What has several values within one drawn array is written as a formula over the index
 * there, and that formula is made better as a whole.
 */
#define G_LOG_DOMAIN "hd-suspects"

#include "hd-suspects.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>
#include <heddle/hd-generate.h>

#include "hd-i18n.h"
#include "hd-numbers.h"

/* What stands in more places than this nobody would change by hand, and each of them is looked for at all that is made. */
#define MOST_SETTINGS 256

/* As busy as the busiest. */
#define ALIKE 0.005

typedef struct
{
  HdDesign *design;
  double factor;
  double end_s;              /* of the run */
  HdLoad *links, *nodes;
  GHashTable *objects;       /* uid in itself -> HdObject, of the project */
  GStringChunk *texts;
  const char **paths;        /* by scope: of the instances around it, with a slash; NULL if some have no name in the project */
  GHashTable *bound_numbers; /* text -> number + 1 */
  GPtrArray *bound_uses;     /* of GArray of double: the shares of a bound's members */
  GHashTable *drawn;         /* Drawn, which is its own key */
  GPtrArray *in_order;       /* the same, as they came */
  GHashTable *trial_numbers; /* text -> number + 1 */
  HdSuspects *out;
} Search;

/* A drawn object and all that it stands for, wherever its module is. */
typedef struct
{
  const char *path; /* of the search's texts */
  const HdObject *object;
  const HdComponentType *type; /* NULL of a link */
  double *low, *high;          /* of all, by parameter; of a link bandwidth, and latency in s */
  guint n;
  GArray *bounds[2];           /* of guint32, by way */
} Drawn;

static guint
drawn_hash (gconstpointer data)
{
  const Drawn *self = data;

  return g_direct_hash (self->path) ^ g_direct_hash (self->object);
}

static gboolean
drawn_equal (gconstpointer a,
             gconstpointer b)
{
  const Drawn *x = a, *y = b;

  return x->path == y->path && x->object == y->object;
}

static void
drawn_free (gpointer data)
{
  Drawn *self = data;

  g_free (self->low);
  g_free (self->high);
  for (guint way = 0; way < 2; way++)
    g_array_unref (self->bounds[way]);
  g_free (self);
}

static void
bound_clear (gpointer data)
{
  g_free (((HdBound *) data)->what);
}

static void
trial_free (gpointer data)
{
  HdTrial *self = data;

  g_free (self->what);
  g_strfreev (self->settings);
  g_free (self->before);
  g_free (self->after);
  g_free (self->error);
  g_array_unref (self->bounds);
  g_free (self);
}

void
hd_suspects_clear (HdSuspects *self)
{
  g_clear_pointer (&self->bounds, g_array_unref);
  g_clear_pointer (&self->trials, g_ptr_array_unref);
  g_clear_pointer (&self->link_bounds, g_free);
  g_clear_pointer (&self->node_bounds, g_free);
  g_clear_pointer (&self->link_latencies, g_free);
}

/* ---- names in the project -------------------------------------------------------------------------------------------------- */

static void
add_objects (GHashTable *objects,
             const HdObject *object)
{
  g_hash_table_insert (objects, GSIZE_TO_POINTER (hd_object_get_uid (object)), (gpointer) object);
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    add_objects (objects, hd_object_get_child (object, i));
}

static const HdObject *
find_object (Search *self,
             guint64 uid)
{
  return g_hash_table_lookup (self->objects, GSIZE_TO_POINTER (uid));
}

/* What --set calls it inside its module. */
static char *
dup_name (const HdObject *object)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_LINK, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE };
  gboolean has_one = FALSE;

  for (guint i = 0; object != NULL && i < G_N_ELEMENTS (kinds); i++)
    has_one = has_one || hd_object_get_kind (object) == kinds[i];
  if (!has_one)
    return NULL;
  return hd_object_get_id (object) != NULL ? g_strdup (hd_object_get_id (object)) : hd_object_dup_name_after_ends (object);
}

/* Scopes are numbered depth first, so that a parent comes before what is in it. */
static void
name_scopes (Search *self)
{
  guint n = hd_design_get_n_scopes (self->design);
  const HdScope *scopes = hd_design_get_scopes (self->design);

  self->paths = g_new0 (const char *, n);
  self->paths[0] = g_string_chunk_insert_const (self->texts, "");
  for (guint i = 1; i < n; i++)
    {
      const char *outer = self->paths[scopes[i].parent];
      const HdObject *origin = find_object (self, scopes[i].origin_uid);
      g_autofree char *name = outer != NULL && origin != NULL && hd_object_get_kind (origin) == HD_OBJECT_INSTANCE ? dup_name (origin) : NULL;
      g_autofree char *path = name != NULL ? g_strdup_printf ("%s%s/", outer, name) : NULL;

      if (path != NULL)
        self->paths[i] = g_string_chunk_insert_const (self->texts, path);
    }
}

/* NULL if the project has no name for it. */
static Drawn *
take_drawn (Search *self,
            guint32 scope,
            guint64 origin_uid,
            guint n_values)
{
  Drawn key = { .path = self->paths[scope], .object = find_object (self, origin_uid) };
  g_autofree char *name = NULL;
  Drawn *drawn;

  if (key.path == NULL || key.object == NULL)
    return NULL;
  drawn = g_hash_table_lookup (self->drawn, &key);
  if (drawn != NULL)
    return drawn;
  name = dup_name (key.object);
  if (name == NULL)
    return NULL;
  drawn = g_new0 (Drawn, 1);
  *drawn = key;
  drawn->low = g_new0 (double, MAX (n_values, 1));
  drawn->high = g_new0 (double, MAX (n_values, 1));
  for (guint way = 0; way < 2; way++)
    drawn->bounds[way] = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_hash_table_add (self->drawn, drawn);
  g_ptr_array_add (self->in_order, drawn);
  return drawn;
}

/* One more of what it stands for. */
static void
note_values (Drawn *drawn,
             const double *values,
             guint n)
{
  for (guint i = 0; i < n; i++)
    {
      drawn->low[i] = drawn->n == 0 ? values[i] : MIN (drawn->low[i], values[i]);
      drawn->high[i] = drawn->n == 0 ? values[i] : MAX (drawn->high[i], values[i]);
    }
  drawn->n++;
}

static void
add_bound (GArray *bounds,
           guint32 bound)
{
  for (guint i = 0; i < bounds->len; i++)
    if (g_array_index (bounds, guint32, i) == bound)
      return;
  g_array_append_val (bounds, bound);
}

static char *
dup_setting (const Drawn *drawn,
             const char *key,
             const char *value)
{
  g_autofree char *name = dup_name (drawn->object);

  return g_strdup_printf ("%s%s.%s=%s", drawn->path, name, key, value);
}

/* ---- what was busy ----------------------------------------------------------------------------------------------------------- */

/* @key says who belongs together, @what_take is what they are called. */
static guint32
take_bound (Search *self,
            const char *key,
            char *what_take,
            HdTargetKind kind,
            guint32 target,
            guint way,
            double share,
            double busy_s)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->bound_numbers, key));
  g_autofree char *what = what_take;
  HdBound *bound;

  if (number == 0)
    {
      HdBound made = { .what = g_steal_pointer (&what), .kind = kind, .target = target, .way = way };

      g_array_append_val (self->out->bounds, made);
      g_ptr_array_add (self->bound_uses, g_array_new (FALSE, FALSE, sizeof (double)));
      number = self->out->bounds->len;
      g_hash_table_insert (self->bound_numbers, g_strdup (key), GUINT_TO_POINTER (number));
    }
  bound = &g_array_index (self->out->bounds, HdBound, number - 1);
  bound->n++;
  if (share > bound->share)
    {
      bound->share = share;
      bound->least = hd_time_from_seconds (MIN (busy_s, self->end_s)); /* links that change are not always what they are drawn as */
      bound->target = target;
      bound->way = way;
    }
  g_array_append_val (g_ptr_array_index (self->bound_uses, number - 1), share);
  return number - 1;
}

/* What the work alone takes of it. */
static double
get_share (const HdUse *use)
{
  return CLAMP ((double) use->mean - (double) use->noise, 0, 1);
}

static gboolean
states (const HdObject *object,
        const char *attribute)
{
  return object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK && hd_object_get (object, attribute) != NULL;
}

static void
note_link (Search *self,
           guint32 number)
{
  const HdLink *link = &hd_design_get_links (self->design)[number];
  const HdLoad *load = &self->links[number];
  const HdObject *object = find_object (self, link->origin_uid);
  guint way = load->ways[1].mean > load->ways[0].mean;
  const double values[] = { link->bandwidth, hd_time_to_seconds (link->latency_ps) };
  g_autofree char *key = NULL, *what = NULL;
  const HdLinkClass *of = link->link_class != HD_NO_ID ? hd_design_get_link_class (self->design, link->link_class) : NULL;
  Drawn *drawn = take_drawn (self, link->scope, link->origin_uid, 2);
  guint32 bound;

  if (of != NULL && !states (object, "bandwidth"))
    {
      key = g_strdup_printf ("class %u", link->link_class);
      what = g_strdup_printf (_("Links “%s”"), of->id);
    }
  else
    {
      g_autofree char *bandwidth = hd_figure_in (link->bandwidth, "B/s", 4);

      key = g_strdup_printf ("links %.17g", link->bandwidth);
      what = g_strdup_printf (_("Links of %s"), bandwidth);
    }
  bound = take_bound (self, key, g_steal_pointer (&what), HD_TARGET_LINK, number, way, get_share (&load->ways[way]), load->ways[way].amount / hd_link_get_rate (link));
  self->out->link_bounds[number] = bound;
  if (drawn == NULL)
    return;
  note_values (drawn, values, G_N_ELEMENTS (values));
  add_bound (drawn->bounds[0], bound);
}

/* The parameter that says how fast a way of a component is; NULL if none does. */
static const HdParameter *
find_rate (const HdComponentType *type,
           guint way,
           guint *out_number)
{
  const HdParameter *found;

  if (type->role != HD_ROLE_ENDPOINT)
    return way == 0 ? hd_component_type_find_property (type, HD_PROPERTY_BANDWIDTH, out_number) : NULL;
  if (way == 1)
    return hd_component_type_find_property (type, HD_PROPERTY_LOCAL_BANDWIDTH, out_number);
  found = hd_component_type_find_property (type, HD_PROPERTY_FP16_RATE, out_number);
  return found != NULL ? found : hd_component_type_find_property (type, HD_PROPERTY_FP32_RATE, out_number);
}

static void
note_way (Search *self,
          guint32 number,
          guint way,
          Drawn *drawn)
{
  const HdNode *node = &hd_design_get_nodes (self->design)[number];
  const HdUse *use = &self->nodes[number].ways[way];
  guint parameter;
  const HdParameter *rate = find_rate (node->type, way, &parameter);
  double value = rate != NULL ? hd_design_get_parameters (self->design, number)[parameter] : 0;
  double bandwidth = hd_node_get_bandwidth (self->design, number, way);
  g_autofree char *key = NULL, *what = NULL;
  guint32 bound;

  if (rate == NULL || !isfinite (value) || value <= 0 || (self->nodes[number].room > 0 && way == 0))
    return;
  key = g_strdup_printf ("%s %u %.17g", node->type->id, way, value);
  if (node->type->role != HD_ROLE_ENDPOINT)
    what = g_strdup (_(node->type->title));
  else
    what = g_strdup_printf (way == 0 ? _("%s: computation") : _("%s: local memory"), _(node->type->title));
  bound = take_bound (self, key, g_steal_pointer (&what), HD_TARGET_NODE, number, way, get_share (use), bandwidth > 0 ? use->amount / bandwidth : get_share (use) * self->end_s);
  self->out->node_bounds[2 * (gsize) number + way] = bound;
  if (drawn != NULL)
    add_bound (drawn->bounds[way], bound);
}

static void
note_node (Search *self,
           guint32 number)
{
  const HdNode *node = &hd_design_get_nodes (self->design)[number];
  const double *values = hd_design_get_parameters (self->design, number);
  guint n = hd_component_type_count_parameters (node->type);
  Drawn *drawn = take_drawn (self, node->scope, node->origin_uid, n);

  for (guint way = 0; way < 2; way++)
    note_way (self, number, way, drawn);
  if (drawn == NULL)
    return;
  drawn->type = node->type;
  note_values (drawn, values, n);
}

/* ---- what can be changed ----------------------------------------------------------------------------------------------------- */

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
take_trial (Search *self,
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
             Search *search,
             const Drawn *drawn,
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
  self->setting = dup_setting (drawn, key, value);
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
try_class (Search *self,
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
        add_bound (trial->bounds, bound);
      add_setting (trial, g_strdup_printf ("class:%s.%s=%s", of->id, keys[i], exact));
      trial->n = of->n_links;
      trial->is_latency = i == 1;
    }
}

static gboolean
is_idle (Search *self,
         const GArray *bounds)
{
  for (guint i = 0; i < bounds->len; i++)
    if (g_array_index (self->out->bounds, HdBound, g_array_index (bounds, guint32, i)).share > 0)
      return FALSE;
  return TRUE;
}

static void
try_drawn_link (Search *self,
                const Drawn *drawn)
{
  static const char *const keys[] = { "bandwidth", "latency" };
  const HdDimension dimensions[] = { HD_DIMENSION_BYTE_RATE, HD_DIMENSION_TIME };

  for (guint i = 0; i < 2 && !is_idle (self, drawn->bounds[0]); i++)
    {
      double low = drawn->low[i], high = drawn->high[i], by = i == 0 ? self->factor : 1 / self->factor;
      const double changed[] = { low * by, high * by };
      g_auto (Change) change = { NULL };
      HdTrial *trial;

      if (!states (drawn->object, keys[i]) || !isfinite (high) || low <= 0 || !change_init (&change, self, drawn, keys[i], i, changed, dimensions[i]))
        continue;
      trial = take_trial (self, change.key, g_strdup_printf (get_link_title (FALSE, i), change.before), change.before, change.after, i == 0 ? drawn->bounds[0] : NULL);
      add_setting (trial, g_steal_pointer (&change.setting));
      trial->n += drawn->n;
      trial->is_latency = i == 1;
    }
}

/* More of a rate, less of a time; 0 of what is neither. */
static double
change_parameter (const HdParameter *parameter,
                  double value,
                  double factor)
{
  HdDimension dimension = hd_parameter_get_dimension (parameter);
  int power = dimension.exponent[HD_BASE_SECOND] + dimension.exponent[HD_BASE_CYCLE];
  double changed = power < 0 ? value * factor : value / factor;

  if (parameter->kind != HD_PARAMETER_QUANTITY && parameter->kind != HD_PARAMETER_INTEGER)
    return 0;
  if (power == 0 || !isfinite (value) || value <= 0 || (parameter->kind == HD_PARAMETER_INTEGER && changed != floor (changed)))
    return 0;
  return hd_parameter_check (parameter, (HdQuantity){ changed, dimension }, NULL) ? changed : 0;
}

/* On which bounds it works; NULL for none. */
static const GArray *
find_bounds (const Drawn *drawn,
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
add_generated_bounds (Search *self,
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
get_factor (Search *self,
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
try_generated_formula (Search *self,
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
try_generated (Search *self,
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
try_parameters (Search *self,
                const Drawn *drawn)
{
  for (guint i = 0; i < hd_component_type_count_parameters (drawn->type); i++)
    {
      const HdParameter *parameter = &drawn->type->parameters[i];
      const double changed[] = { change_parameter (parameter, drawn->low[i], self->factor), change_parameter (parameter, drawn->high[i], self->factor) };
      g_auto (Change) change = { NULL };
      HdTrial *trial;

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
try_settings (Search *self)
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
find_trial (Search *self,
            const char *key)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->trial_numbers, key));

  return number > 0 ? g_ptr_array_index (self->out->trials, number - 1) : NULL;
}

/* NULL if there is none. */
static char *
dup_latency_key (Search *self,
                 const HdLink *link)
{
  const Drawn *drawn = take_drawn (self, link->scope, link->origin_uid, 2);
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
note_latencies (Search *self)
{
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    {
      gboolean is_own = states (find_object (self, links[i].origin_uid), "latency");
      g_autofree char *key = is_own ? dup_latency_key (self, &links[i]) : g_strdup_printf ("class %u 1", links[i].link_class);

      if (self->out->link_latencies[i] == NULL && key != NULL && (is_own || links[i].link_class != HD_NO_ID))
        self->out->link_latencies[i] = find_trial (self, key);
    }
}

/* What would have to be written in too many places is not tried. */
static void
drop_trial (Search *self,
            guint number)
{
  const HdTrial *trial = g_ptr_array_index (self->out->trials, number);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (self->out->link_latencies[i] == trial)
      self->out->link_latencies[i] = NULL;
  g_ptr_array_remove_index (self->out->trials, number);
}

static void
add_trials (Search *self)
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
      const Drawn *drawn = g_ptr_array_index (self->in_order, i);

      if (drawn->type != NULL)
        try_parameters (self, drawn);
      else
        try_drawn_link (self, drawn);
    }
  for (guint i = 1; i < hd_design_get_n_scopes (self->design); i++)
    {
      const HdScope *scope = &hd_design_get_scopes (self->design)[i];
      const HdObject *object = find_object (self, scope->origin_uid);

      if (self->paths[scope->parent] != NULL && object != NULL && hd_object_get_kind (object) == HD_OBJECT_GENERATE && hd_object_get_id (object) != NULL)
        try_generated (self, scope, self->paths[scope->parent], object);
    }
  try_settings (self);
  note_latencies (self);
  for (guint i = self->out->trials->len; i > 0; i--)
    if (g_strv_length (((HdTrial *) g_ptr_array_index (self->out->trials, i - 1))->settings) > MOST_SETTINGS)
      drop_trial (self, i - 1);
}

/* ---- all of it -------------------------------------------------------------------------------------------------------------------- */

static int
compare_bounds (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const GArray *bounds = data;
  double x = g_array_index (bounds, HdBound, *(const guint *) a).share, y = g_array_index (bounds, HdBound, *(const guint *) b).share;

  return (x < y) - (x > y);
}

/* The busiest first, without those that did nothing. */
static void
sort_bounds (Search *self)
{
  GArray *bounds = self->out->bounds, *sorted = g_array_new (FALSE, FALSE, sizeof (HdBound));
  g_autofree guint *order = g_new (guint, bounds->len + 1), *places = g_new (guint, bounds->len + 1);

  for (guint i = 0; i < bounds->len; i++)
    {
      HdBound *bound = &g_array_index (bounds, HdBound, i);
      const GArray *uses = g_ptr_array_index (self->bound_uses, i);

      order[i] = i;
      for (guint use = 0; use < uses->len; use++)
        bound->n_equal += g_array_index (uses, double, use) >= bound->share - ALIKE;
    }
  if (bounds->len > 0)
    g_qsort_with_data (order, (gint) bounds->len, sizeof (guint), compare_bounds, bounds);
  for (guint i = 0; i < bounds->len; i++)
    {
      HdBound *bound = &g_array_index (bounds, HdBound, order[i]);

      places[order[i]] = bound->share > 0 ? sorted->len : HD_NO_ID;
      if (bound->share > 0)
        g_array_append_val (sorted, *bound);
      else
        g_free (bound->what);
    }
  for (guint i = 0; i < self->out->trials->len; i++)
    {
      GArray *changed = ((HdTrial *) g_ptr_array_index (self->out->trials, i))->bounds;

      for (guint k = changed->len; k > 0; k--)
        {
          guint32 *bound = &g_array_index (changed, guint32, k - 1);

          *bound = places[*bound];
          if (*bound == HD_NO_ID) /* it did nothing */
            g_array_remove_index (changed, k - 1);
        }
    }
  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    self->out->link_bounds[i] = places[self->out->link_bounds[i]];
  for (guint32 i = 0; i < 2 * hd_design_get_n_nodes (self->design); i++)
    self->out->node_bounds[i] = self->out->node_bounds[i] != HD_NO_ID ? places[self->out->node_bounds[i]] : HD_NO_ID;
  g_array_set_clear_func (bounds, NULL);
  g_array_unref (bounds);
  g_array_set_clear_func (sorted, bound_clear);
  self->out->bounds = sorted;
}

void
hd_suspects_init (HdSuspects *self,
                  HdRecord *record,
                  HdSnapshot *snapshot,
                  double factor)
{
  HdDesign *design = hd_record_get_design (record);
  HdTime end = hd_record_get_time (record);
  guint n_links = hd_design_get_n_links (design), n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *links = g_new0 (HdLoad, n_links + 1), *nodes = g_new0 (HdLoad, n_nodes + 1);
  g_autoptr (GHashTable) objects = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) bound_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) trial_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) drawn = g_hash_table_new_full (drawn_hash, drawn_equal, drawn_free, NULL);
  g_autoptr (GPtrArray) bound_uses = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) in_order = g_ptr_array_new ();
  Search search = {
    .design = design,
    .factor = factor,
    .end_s = hd_time_to_seconds (end),
    .links = links,
    .nodes = nodes,
    .objects = objects,
    .texts = g_string_chunk_new (256),
    .bound_numbers = bound_numbers,
    .bound_uses = bound_uses,
    .drawn = drawn,
    .in_order = in_order,
    .trial_numbers = trial_numbers,
    .out = self,
  };

  self->bounds = g_array_new (FALSE, FALSE, sizeof (HdBound));
  g_array_set_clear_func (self->bounds, bound_clear);
  self->trials = g_ptr_array_new_with_free_func (trial_free);
  self->link_bounds = hd_numbers_new (n_links, HD_NO_ID);
  self->node_bounds = hd_numbers_new (2 * (gsize) n_nodes, HD_NO_ID);
  self->link_latencies = g_new0 (HdTrial *, n_links + 1);
  hd_record_read_links (record, 0, end, links);
  hd_record_read_nodes (record, 0, end, nodes);
  add_objects (objects, hd_snapshot_get_root (snapshot));
  name_scopes (&search);
  for (guint32 i = 0; i < n_links; i++)
    note_link (&search, i);
  for (guint32 i = 0; i < n_nodes; i++)
    note_node (&search, i);
  add_trials (&search);
  sort_bounds (&search);
  g_free (search.paths);
  g_string_chunk_free (search.texts);
}
