/* hd-design.c: the flat arrays that the engine runs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-design-private.h"

#include <string.h>

#include "hd-numbers.h"

HdItemTable *
_hd_item_table_new (void)
{
  HdItemTable *self = g_new0 (HdItemTable, 1);

  self->items = g_array_new (FALSE, FALSE, sizeof (HdItem));
  self->by_uid = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

static void
item_table_free (gpointer data)
{
  HdItemTable *self = data;

  g_array_unref (self->items);
  g_hash_table_unref (self->by_uid);
  g_hash_table_unref (self->by_id);
  g_free (self);
}

void
_hd_item_table_add (HdItemTable *self,
                    const HdItem *item)
{
  gpointer number;

  g_array_append_vals (self->items, item, 1);
  number = GUINT_TO_POINTER (self->items->len);
  if (item->uid != 0)
    g_hash_table_insert (self->by_uid, g_memdup2 (&item->uid, sizeof item->uid), number);
  if (item->id != NULL && !g_hash_table_contains (self->by_id, item->id))
    g_hash_table_insert (self->by_id, (gpointer) item->id, number);
}

static void
element_free (gpointer data)
{
  HdElement *self = data;

  for (guint i = 0; i < self->n_children; i++)
    element_free (self->children[i]);
  g_free ((gpointer) self->children);
  g_free ((gpointer) self->names);
  g_free ((gpointer) self->values);
  g_free ((gpointer) self->texts);
  g_free (self);
}

static void
communicator_clear (gpointer data)
{
  HdCommunicator *self = data;

  g_free ((gpointer) self->members);
}

static void
change_free (gpointer data)
{
  HdDesignChange *self = data;

  g_array_unref (self->links);
  g_array_unref (self->nodes);
  g_free (self->of);
  g_free (self->value);
  g_clear_pointer (&self->design, hd_design_unref);
  g_free (self);
}

static HdDesignData *
design_data_new (void)
{
  HdDesignData *self = g_new0 (HdDesignData, 1);
  HdShape single = { 0 };

  g_atomic_ref_count_init (&self->ref_count);
  self->strings = g_string_chunk_new (4096);
  self->scopes = g_array_new (FALSE, FALSE, sizeof (HdScope));
  self->scope_slots = g_array_new (FALSE, FALSE, sizeof (HdScopeSlots));
  self->slots = g_array_new (FALSE, TRUE, sizeof (HdSlot));
  self->shapes = g_array_new (FALSE, FALSE, sizeof (HdShape));
  g_array_append_val (self->shapes, single);
  self->child_scopes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tables = g_ptr_array_new_with_free_func (item_table_free);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HdNode));
  self->parameters = g_array_sized_new (FALSE, TRUE, sizeof (double), 1); /* so that none can be pointed at */
  self->links = g_array_new (FALSE, FALSE, sizeof (HdLink));
  self->link_classes = g_array_new (FALSE, FALSE, sizeof (HdLinkClass));
  self->communicators = g_array_new (FALSE, FALSE, sizeof (HdCommunicator));
  g_array_set_clear_func (self->communicators, communicator_clear);
  self->workloads = g_ptr_array_new_with_free_func (element_free);
  self->member_works = g_ptr_array_new_with_free_func (element_free);
  self->probes = g_array_new (FALSE, FALSE, sizeof (HdProbePoint));
  self->routes = g_array_new (FALSE, FALSE, sizeof (HdExplicitRoute));
  self->route_steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->failed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->failed_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->traced = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->changes = g_ptr_array_new_with_free_func (change_free);
  self->rules = g_array_new (FALSE, FALSE, sizeof (HdScopeRule));
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  return self;
}

static void
design_data_unref (HdDesignData *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->catalog);
  g_array_unref (self->scopes);
  g_array_unref (self->scope_slots);
  g_array_unref (self->slots);
  g_array_unref (self->shapes);
  g_array_unref (self->child_scopes);
  g_ptr_array_unref (self->tables);
  g_array_unref (self->nodes);
  g_array_unref (self->parameters);
  g_array_unref (self->links);
  g_array_unref (self->link_classes);
  g_array_unref (self->communicators);
  g_ptr_array_unref (self->workloads);
  g_ptr_array_unref (self->member_works);
  g_array_unref (self->probes);
  g_array_unref (self->routes);
  g_array_unref (self->route_steps);
  g_array_unref (self->failed);
  g_array_unref (self->failed_nodes);
  g_array_unref (self->traced);
  g_ptr_array_unref (self->changes);
  g_clear_pointer (&self->absences, g_hash_table_unref);
  g_array_unref (self->rules);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->variables);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_strfreev (self->overrides);
  g_string_chunk_free (self->strings);
  g_free (self->name);
  g_free (self->file);
  g_free (self);
}

HdDesign *
_hd_design_new (HdCatalog *catalog)
{
  HdDesign *self = g_new0 (HdDesign, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->data = design_data_new ();
  self->data->catalog = g_object_ref (catalog);
  return self;
}

void
_hd_design_begin_budget (HdDesign *self,
                         HdBudget *budget)
{
  hd_budget_begin (budget, self->settings.memory_limit, self->data->n_bytes, self->settings.wall_limit, self->data->elaboration_us);
}

HdDesign *
hd_design_ref (HdDesign *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_design_unref (HdDesign *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  design_data_unref (self->data);
  g_free (self->own_traced);
  g_free (self);
}

HdDesign *
hd_design_with_settings (HdDesign *self,
                         const HdRunSettings *settings)
{
  HdDesign *copy = g_new0 (HdDesign, 1);

  g_atomic_ref_count_init (&copy->ref_count);
  g_atomic_ref_count_inc (&self->data->ref_count);
  copy->data = self->data;
  copy->settings = *settings;
  copy->settings.traced = copy->own_traced = g_memdup2 (settings->traced, settings->n_traced * sizeof *settings->traced);
  return copy;
}

guint32
_hd_shape_count (const HdShape *self)
{
  guint64 count = 1;

  for (guint i = 0; i < self->n_dimensions; i++)
    {
      count *= self->size[i];
      if (count > G_MAXUINT32)
        return G_MAXUINT32;
    }
  return (guint32) count;
}

guint32
_hd_design_intern_shape (HdDesign *self,
                         const HdShape *shape)
{
  GArray *shapes = self->data->shapes;

  /* Newest first: neighbours mostly share their shape. A design has few shapes, but nothing depends on that beyond the last 16. */
  for (guint i = shapes->len; i > 0 && i + 16 > shapes->len; i--)
    {
      const HdShape *known = &g_array_index (shapes, HdShape, i - 1);

      if (known->n_dimensions == shape->n_dimensions
          && memcmp (known->size, shape->size, shape->n_dimensions * sizeof shape->size[0]) == 0)
        return i - 1;
    }
  g_array_append_vals (shapes, shape, 1);
  return shapes->len - 1;
}

const HdSlot *
_hd_design_find_slot (HdDesign *self,
                      guint32 scope,
                      const char *id,
                      const HdItem **out_item)
{
  const HdScopeSlots *slots = &g_array_index (self->data->scope_slots, HdScopeSlots, scope);
  const HdItemTable *table = g_ptr_array_index (self->data->tables, slots->table);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_id, id));

  if (number == 0)
    return NULL;
  if (out_item != NULL)
    *out_item = &g_array_index (table->items, HdItem, number - 1);
  return &g_array_index (self->data->slots, HdSlot, slots->first_slot + number - 1);
}

static const HdSlot *
find_slot_of (HdDesign *self,
              guint32 scope,
              guint64 uid)
{
  const HdScopeSlots *slots;
  const HdItemTable *table;
  guint number;

  g_return_val_if_fail (scope < self->data->scopes->len, NULL);
  slots = &g_array_index (self->data->scope_slots, HdScopeSlots, scope);
  table = g_ptr_array_index (self->data->tables, slots->table);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_uid, &uid));
  return number == 0 ? NULL : &g_array_index (self->data->slots, HdSlot, slots->first_slot + number - 1);
}

static HdObjectKind
kind_of (HdDesign *self,
         guint32 scope,
         guint64 uid)
{
  const HdScopeSlots *slots = &g_array_index (self->data->scope_slots, HdScopeSlots, scope);
  const HdItemTable *table = g_ptr_array_index (self->data->tables, slots->table);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_uid, &uid));

  return number == 0 ? HD_OBJECT_UNKNOWN : g_array_index (table->items, HdItem, number - 1).kind;
}

guint
hd_design_find_nodes (HdDesign *self,
                      guint32 scope,
                      guint64 origin_uid,
                      guint32 *out_first)
{
  const HdSlot *slot = find_slot_of (self, scope, origin_uid);
  HdObjectKind kind = slot != NULL ? kind_of (self, scope, origin_uid) : HD_OBJECT_UNKNOWN;

  if (kind == HD_OBJECT_GENERATE && slot->count == 1)
    {
      guint32 child = g_array_index (self->data->child_scopes, guint32, slot->first);
      const HdScope *expansion = &g_array_index (self->data->scopes, HdScope, child);

      *out_first = expansion->first_node;
      return expansion->end_node - expansion->first_node;
    }
  if (kind != HD_OBJECT_COMPONENT)
    return 0;
  *out_first = slot->first;
  return slot->count;
}

guint
hd_design_find_links (HdDesign *self,
                      guint32 scope,
                      guint64 origin_uid,
                      guint32 *out_first)
{
  const HdSlot *slot = find_slot_of (self, scope, origin_uid);

  if (slot == NULL || kind_of (self, scope, origin_uid) != HD_OBJECT_LINK)
    return 0;
  *out_first = slot->first;
  return slot->count;
}

guint
hd_design_find_scopes (HdDesign *self,
                       guint32 scope,
                       guint64 origin_uid,
                       const guint32 **out_scopes)
{
  const HdSlot *slot = find_slot_of (self, scope, origin_uid);
  HdObjectKind kind = slot != NULL ? kind_of (self, scope, origin_uid) : HD_OBJECT_UNKNOWN;

  if (kind != HD_OBJECT_INSTANCE && kind != HD_OBJECT_GENERATE)
    return 0;
  *out_scopes = &g_array_index (self->data->child_scopes, guint32, slot->first);
  return slot->count;
}

/* ---- getters ------------------------------------------------------------------------------------------------------- */

const char *
hd_design_get_name (HdDesign *self)
{
  return self->data->name;
}

const char *
hd_design_get_file (HdDesign *self)
{
  return self->data->file;
}

/* Asked when there is a problem, of which a list holds a limited number. */
int
hd_design_get_line (HdDesign *self,
                    guint64 uid)
{
  HdSnapshot *snapshot = self->data->snapshot;
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  if (snapshot == NULL || uid == 0)
    return 0;
  g_ptr_array_add (open, (gpointer) hd_snapshot_get_root (snapshot));
  while (open->len > 0)
    {
      const HdObject *object = g_ptr_array_steal_index_fast (open, open->len - 1);

      if (hd_object_get_uid (object) == uid)
        return hd_object_get_line (object);
      for (guint i = 0; i < hd_object_get_n_children (object); i++)
        g_ptr_array_add (open, (gpointer) hd_object_get_child (object, i));
    }
  return 0;
}

const HdRunSettings *
hd_design_get_run_settings (HdDesign *self)
{
  return &self->settings;
}

guint
hd_design_get_n_scopes (HdDesign *self)
{
  return self->data->scopes->len;
}

guint
hd_design_get_n_nodes (HdDesign *self)
{
  return self->data->nodes->len;
}

guint
hd_design_get_n_links (HdDesign *self)
{
  return self->data->links->len;
}

const HdScope *
hd_design_get_scopes (HdDesign *self)
{
  return (const HdScope *) self->data->scopes->data;
}

const HdNode *
hd_design_get_nodes (HdDesign *self)
{
  return (const HdNode *) self->data->nodes->data;
}

const HdLink *
hd_design_get_links (HdDesign *self)
{
  return (const HdLink *) self->data->links->data;
}

const double *
hd_design_get_parameters (HdDesign *self,
                          guint32 node)
{
  g_return_val_if_fail (node < self->data->nodes->len, NULL);
  return &g_array_index (self->data->parameters, double, g_array_index (self->data->nodes, HdNode, node).first_parameter);
}

double
hd_design_get_parameter (HdDesign *self,
                         guint32 node,
                         const char *key,
                         double missing)
{
  guint index;

  g_return_val_if_fail (node < self->data->nodes->len, missing);
  if (hd_component_type_find_parameter (g_array_index (self->data->nodes, HdNode, node).type, key, &index) == NULL)
    return missing;
  return hd_design_get_parameters (self, node)[index];
}

double
hd_design_get_property (HdDesign *self,
                        guint32 node,
                        HdProperty property,
                        double missing)
{
  guint index;

  g_return_val_if_fail (node < self->data->nodes->len, missing);

  if (hd_component_type_find_property (g_array_index (self->data->nodes, HdNode, node).type, property, &index) == NULL)
    return missing;
  return hd_design_get_parameters (self, node)[index];
}

const char *
hd_design_get_text (HdDesign *self,
                    guint32 node,
                    guint parameter)
{
  return g_quark_to_string ((GQuark) hd_design_get_parameters (self, node)[parameter]);
}

guint
hd_design_get_n_link_classes (HdDesign *self)
{
  return self->data->link_classes->len;
}

const HdLinkClass *
hd_design_get_link_class (HdDesign *self,
                          guint n)
{
  g_return_val_if_fail (n < self->data->link_classes->len, NULL);
  return &g_array_index (self->data->link_classes, HdLinkClass, n);
}

void
_hd_design_report_run (HdDesign *self,
                       HdProblemList *problems,
                       HdProblemCode code,
                       HdSeverity severity,
                       const char *attribute,
                       const char *hint,
                       const char *format,
                       ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (problems, hd_problem_new (code, severity, "run", hd_design_get_run_uid (self), attribute, hd_design_get_file (self),
                                                  hd_design_get_line (self, hd_design_get_run_uid (self)), hint, "%s", message));
}

void
_hd_design_report_waiting (HdDesign *self,
                           HdProblemList *problems,
                           HdProblemCode code,
                           const GArray *nodes,
                           const GArray *links,
                           const char *message)
{
  g_autofree char *path = NULL;
  HdProblem *problem;
  guint64 uid;

  if (nodes->len == 0 && links->len == 0)
    {
      _hd_design_report_run (self, problems, code, HD_SEVERITY_ERROR, NULL, NULL, "%s", message);
      return;
    }
  if (nodes->len > 0)
    {
      guint32 first = g_array_index (nodes, guint32, 0);

      path = hd_design_dup_node_path (self, first);
      uid = hd_design_get_nodes (self)[first].origin_uid;
    }
  else
    {
      guint32 first = g_array_index (links, guint32, 0);

      path = hd_design_dup_link_path (self, first);
      uid = hd_design_get_links (self)[first].origin_uid;
    }
  problem = hd_problem_new (code, HD_SEVERITY_ERROR, path, uid, NULL, hd_design_get_file (self), hd_design_get_line (self, uid), NULL, "%s", message);
  hd_problem_set_waiting (problem, nodes, links);
  hd_problem_list_take (problems, problem);
}

gboolean
_hd_design_is_sender (HdDesign *self,
                      guint32 node)
{
  const HdHandlers *handlers = hd_design_get_nodes (self)[node].type->handlers;

  return handlers != NULL && handlers->deliver != NULL;
}

static gboolean
speaks_to_any (const HdNode *node,
               guint16 port)
{
  return (node->type->handlers == NULL && node->type->block == NULL) || strcmp (node->type->ports[port].protocol, "*") == 0;
}

gboolean
_hd_design_is_wire (HdDesign *self,
                    guint32 link)
{
  const HdNode *nodes = hd_design_get_nodes (self);
  const HdLink *it = &hd_design_get_links (self)[link];

  return (_hd_design_is_sender (self, it->from) || _hd_design_is_sender (self, it->to)) && !speaks_to_any (&nodes[it->from], it->from_port)
         && !speaks_to_any (&nodes[it->to], it->to_port);
}

gboolean
hd_design_is_uncounted (HdDesign *self,
                        guint32 link)
{
  const HdNode *nodes = hd_design_get_nodes (self);
  const HdLink *it = &hd_design_get_links (self)[link];

  return nodes[it->from].type->handlers != NULL && nodes[it->to].type->handlers != NULL && !speaks_to_any (&nodes[it->from], it->from_port)
         && !speaks_to_any (&nodes[it->to], it->to_port);
}

gboolean
_hd_design_has_senders (HdDesign *self)
{
  const HdLink *links = hd_design_get_links (self);

  for (guint32 l = 0; l < hd_design_get_n_links (self); l++)
    if ((_hd_design_is_sender (self, links[l].from) || _hd_design_is_sender (self, links[l].to)) && !_hd_design_is_wire (self, l))
      return TRUE;
  return FALSE;
}

gboolean
hd_design_has_failed (HdDesign *self,
                      guint32 link)
{
  return g_array_binary_search (self->data->failed, &link, hd_compare_numbers, NULL);
}

gboolean
hd_design_has_node_failed (HdDesign *self,
                           guint32 node)
{
  return g_array_binary_search (self->data->failed_nodes, &node, hd_compare_numbers, NULL);
}

guint
hd_design_get_n_changes (HdDesign *self)
{
  return self->data->changes->len;
}

const HdRunChange *
hd_design_get_change (HdDesign *self,
                      guint n)
{
  g_return_val_if_fail (n < self->data->changes->len, NULL);

  return &((const HdDesignChange *) g_ptr_array_index (self->data->changes, n))->public;
}

HdDesign *
_hd_design_get_changed (HdDesign *self,
                        guint n)
{
  return ((const HdDesignChange *) g_ptr_array_index (self->data->changes, n))->design;
}

double
hd_design_get_link_noise (HdDesign *self,
                          guint32 link)
{
  guint32 class = hd_design_get_links (self)[link].link_class;
  double own = class != HD_NO_ID ? hd_design_get_link_class (self, class)->noise : -1;

  if (hd_design_has_failed (self, link))
    return 0;
  return own >= 0 ? own : hd_design_get_run_settings (self)->noise;
}

guint
hd_design_get_n_communicators (HdDesign *self)
{
  return self->data->communicators->len;
}

const HdCommunicator *
hd_design_get_communicator (HdDesign *self,
                            guint n)
{
  g_return_val_if_fail (n < self->data->communicators->len, NULL);
  return &g_array_index (self->data->communicators, HdCommunicator, n);
}

const HdCommunicator *
hd_design_find_communicator (HdDesign *self,
                             const char *id)
{
  for (guint i = 0; i < self->data->communicators->len; i++)
    {
      const HdCommunicator *communicator = &g_array_index (self->data->communicators, HdCommunicator, i);

      if (g_strcmp0 (communicator->id, id) == 0)
        return communicator;
    }
  return NULL;
}

guint
hd_design_get_n_workloads (HdDesign *self)
{
  return self->data->workloads->len;
}

const HdElement *
hd_design_get_workload (HdDesign *self,
                        guint n)
{
  g_return_val_if_fail (n < self->data->workloads->len, NULL);
  return g_ptr_array_index (self->data->workloads, n);
}

guint
hd_design_get_n_member_works (HdDesign *self)
{
  return self->data->member_works->len;
}

const HdElement *
hd_design_get_member_work (HdDesign *self,
                           guint n)
{
  g_return_val_if_fail (n < self->data->member_works->len, NULL);
  return g_ptr_array_index (self->data->member_works, n);
}

guint
hd_design_get_n_probes (HdDesign *self)
{
  return self->data->probes->len;
}

const HdProbePoint *
hd_design_get_probe (HdDesign *self,
                     guint n)
{
  g_return_val_if_fail (n < self->data->probes->len, NULL);
  return &g_array_index (self->data->probes, HdProbePoint, n);
}

gboolean
hd_design_get_variable (HdDesign *self,
                        const char *name,
                        HdValue *out_value)
{
  const HdValue *value = g_hash_table_lookup (self->data->variables, name[0] == '$' ? name + 1 : name);

  if (value == NULL)
    return FALSE;
  *out_value = *value;
  return TRUE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

const char **
hd_design_list_variables (HdDesign *self)
{
  guint n;
  const char **names = (const char **) g_hash_table_get_keys_as_array (self->data->variables, &n);

  qsort (names, n, sizeof *names, compare_names);
  return names;
}

const char *const *
hd_design_get_overrides (HdDesign *self)
{
  static const char *const none[] = { NULL };

  return self->data->overrides != NULL ? (const char *const *) self->data->overrides : none;
}

char *
hd_design_dup_project_hash (HdDesign *self)
{
  g_autofree char *text = self->data->snapshot != NULL ? hd_snapshot_to_string (self->data->snapshot, NULL) : NULL;

  return text != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1) : NULL;
}

const HdValue *
hd_element_get (const HdElement *self,
                const char *name)
{
  for (guint i = 0; i < self->n_attributes; i++)
    if (strcmp (self->names[i], name) == 0)
      return &self->values[i];
  return NULL;
}

const char *
hd_element_get_text (const HdElement *self,
                     const char *name)
{
  for (guint i = 0; i < self->n_attributes; i++)
    if (strcmp (self->names[i], name) == 0)
      return self->texts[i];
  return NULL;
}

const HdExplicitRoute *
_hd_design_find_route (HdDesign *self,
                       guint32 from,
                       guint32 to)
{
  guint low = 0, high = self->data->routes->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const HdExplicitRoute *route = &g_array_index (self->data->routes, HdExplicitRoute, middle);

      if (route->from == from && route->to == to)
        return route;
      if (route->from < from || (route->from == from && route->to < to))
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}
