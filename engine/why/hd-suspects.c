/* hd-suspects.c: what may hold a run up: what was busy
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Links and components are taken together where one number in the project says what they are: those of one class, of one drawn array, or with the same value of
 * the same parameter.
 */
#define G_LOG_DOMAIN "hd-suspects"

#include "hd-suspects-private.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-numbers.h"

/* As busy as the busiest. */
#define ALIKE 0.005

static guint
drawn_hash (gconstpointer data)
{
  const HdSuspectDrawn *self = data;

  return g_direct_hash (self->path) ^ g_direct_hash (self->object);
}

static gboolean
drawn_equal (gconstpointer a,
             gconstpointer b)
{
  const HdSuspectDrawn *x = a, *y = b;

  return x->path == y->path && x->object == y->object;
}

static void
drawn_free (gpointer data)
{
  HdSuspectDrawn *self = data;

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

const HdObject *
hd_suspect_search_find_object (HdSuspectSearch *self,
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
name_scopes (HdSuspectSearch *self)
{
  guint n = hd_design_get_n_scopes (self->design);
  const HdScope *scopes = hd_design_get_scopes (self->design);

  self->paths = g_new0 (const char *, n);
  self->paths[0] = g_string_chunk_insert_const (self->texts, "");
  for (guint i = 1; i < n; i++)
    {
      const char *outer = self->paths[scopes[i].parent];
      const HdObject *origin = hd_suspect_search_find_object (self, scopes[i].origin_uid);
      g_autofree char *name = outer != NULL && origin != NULL && hd_object_get_kind (origin) == HD_OBJECT_INSTANCE ? dup_name (origin) : NULL;
      g_autofree char *path = name != NULL ? g_strdup_printf ("%s%s/", outer, name) : NULL;

      if (path != NULL)
        self->paths[i] = g_string_chunk_insert_const (self->texts, path);
    }
}

/* NULL if the project has no name for it. */
HdSuspectDrawn *
hd_suspect_search_take_drawn (HdSuspectSearch *self,
                              guint32 scope,
                              guint64 origin_uid,
                              guint n_values)
{
  HdSuspectDrawn key = { .path = self->paths[scope], .object = hd_suspect_search_find_object (self, origin_uid) };
  g_autofree char *name = NULL;
  HdSuspectDrawn *drawn;

  if (key.path == NULL || key.object == NULL)
    return NULL;
  drawn = g_hash_table_lookup (self->drawn, &key);
  if (drawn != NULL)
    return drawn;
  name = dup_name (key.object);
  if (name == NULL)
    return NULL;
  drawn = g_new0 (HdSuspectDrawn, 1);
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
note_values (HdSuspectDrawn *drawn,
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

void
hd_suspect_add_bound (GArray *bounds,
                      guint32 bound)
{
  for (guint i = 0; i < bounds->len; i++)
    if (g_array_index (bounds, guint32, i) == bound)
      return;
  g_array_append_val (bounds, bound);
}

char *
hd_suspect_drawn_dup_setting (const HdSuspectDrawn *drawn,
                              const char *key,
                              const char *value)
{
  g_autofree char *name = dup_name (drawn->object);

  return g_strdup_printf ("%s%s.%s=%s", drawn->path, name, key, value);
}

/* ---- what was busy ----------------------------------------------------------------------------------------------------------- */

/* @key says who belongs together, @what_take is what they are called. */
static guint32
take_bound (HdSuspectSearch *self,
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

gboolean
hd_suspect_link_states (const HdObject *object,
                        const char *attribute)
{
  return object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK && hd_object_get (object, attribute) != NULL;
}

static void
note_link (HdSuspectSearch *self,
           guint32 number)
{
  const HdLink *link = &hd_design_get_links (self->design)[number];
  const HdLoad *load = &self->links[number];
  const HdObject *object = hd_suspect_search_find_object (self, link->origin_uid);
  guint way = load->ways[1].mean > load->ways[0].mean;
  const double values[] = { link->bandwidth, hd_time_to_seconds (link->latency_ps) };
  g_autofree char *key = NULL, *what = NULL;
  const HdLinkClass *of = link->link_class != HD_NO_ID ? hd_design_get_link_class (self->design, link->link_class) : NULL;
  HdSuspectDrawn *drawn = hd_suspect_search_take_drawn (self, link->scope, link->origin_uid, 2);
  guint32 bound;

  if (of != NULL && !hd_suspect_link_states (object, "bandwidth"))
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
  hd_suspect_add_bound (drawn->bounds[0], bound);
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
note_way (HdSuspectSearch *self,
          guint32 number,
          guint way,
          HdSuspectDrawn *drawn)
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
    hd_suspect_add_bound (drawn->bounds[way], bound);
}

static void
note_node (HdSuspectSearch *self,
           guint32 number)
{
  const HdNode *node = &hd_design_get_nodes (self->design)[number];
  const double *values = hd_design_get_parameters (self->design, number);
  guint n = hd_component_type_count_parameters (node->type);
  HdSuspectDrawn *drawn = hd_suspect_search_take_drawn (self, node->scope, node->origin_uid, n);

  for (guint way = 0; way < 2; way++)
    note_way (self, number, way, drawn);
  if (drawn == NULL)
    return;
  drawn->type = node->type;
  note_values (drawn, values, n);
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
sort_bounds (HdSuspectSearch *self)
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
  HdSuspectSearch search = {
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
  hd_suspect_search_add_trials (&search);
  sort_bounds (&search);
  g_free (search.paths);
  g_string_chunk_free (search.texts);
}
