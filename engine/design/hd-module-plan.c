/* hd-module-plan.c: a module read once, ready to be instantiated many times
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-module-plan.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-project.h"

const char *
hd_index_default_name (const char *id,
                       guint dimension)
{
  g_autofree char *name = dimension == 0 ? g_strdup (id) : g_strdup_printf ("%s_%u", id, dimension);

  return g_intern_string (name);
}

static void
free_formulas (HdFormula **formulas,
               guint n)
{
  for (guint i = 0; i < n; i++)
    hd_formula_free (formulas[i]);
}

static void
item_plan_free (gpointer data)
{
  HdItemPlan *self = data;

  free_formulas (self->sizes, self->n_dimensions);
  g_clear_pointer (&self->parameters, g_array_unref);
  hd_pattern_free (self->home);
  free_formulas (&self->partition, 1);
  free_formulas (&self->failed, 1);
  g_free (self);
}

static void
link_plan_free (gpointer data)
{
  HdLinkPlan *self = data;

  if (self == NULL)
    return;
  hd_loop_free (self->loop);
  hd_pattern_free (self->from);
  hd_pattern_free (self->to);
  hd_formula_free (self->class_name);
  hd_formula_free (self->bandwidth);
  hd_formula_free (self->latency);
  hd_formula_free (self->sharing);
  hd_formula_free (self->failed);
  g_free (self);
}

static void
port_plan_free (gpointer data)
{
  HdPortPlan *self = data;

  free_formulas (self->sizes, self->n_dimensions);
  hd_pattern_free (self->of);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self);
}

static void
route_plan_free (gpointer data)
{
  HdRoutePlan *self = data;

  hd_loop_free (self->loop);
  hd_pattern_free (self->from);
  hd_pattern_free (self->to);
  g_clear_pointer (&self->via, g_ptr_array_unref);
  hd_formula_free (self->symmetric);
  g_free (self);
}

void
hd_module_plan_free (gpointer data)
{
  HdModulePlan *self = data;

  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->routes);
  g_hash_table_unref (self->ports);
  g_free (self);
}

/* ---- counts -------------------------------------------------------------------------------------------------------- */

/* End of one size of "32x16" or "$rows x $columns": the next x that stands alone between operands. */
static const char *
end_of_size (const char *p)
{
  guint depth = 0;
  gboolean operand = FALSE; /* one ends just before @p */

  while (*p != '\0')
    {
      if (g_ascii_isdigit (*p))
        {
          while (g_ascii_isdigit (*p) || *p == '.')
            p++;
          operand = TRUE;
        }
      else if (g_ascii_isalpha (*p) || *p == '_' || *p == '$')
        {
          if (depth == 0 && operand && *p == 'x' && (p[1] == '\0' || !(g_ascii_isalpha (p[1]) || p[1] == '_')))
            return p;
          for (p++; g_ascii_isalnum (*p) || *p == '_';)
            p++;
          operand = TRUE;
        }
      else
        {
          if (*p == '(')
            depth++;
          else if (*p == ')' && depth > 0)
            depth--;
          operand = *p == ')' || (operand && g_ascii_isspace (*p));
          p++;
        }
    }
  return p;
}

static guint
read_sizes (HdEnvironment *environment,
            const char *owner,
            const HdObject *object,
            HdDesign *design,
            HdFormula **sizes)
{
  const char *p = hd_object_get (object, "count");
  guint n = 0;

  while (p != NULL && n < HD_MAX_DIMENSIONS)
    {
      const char *end = end_of_size (p);
      g_autofree char *text = g_strstrip (g_strndup (p, (gsize) (end - p)));

      sizes[n++] = hd_formula_new_part (environment, owner, object, "count", g_string_chunk_insert_const (design->data->strings, text));
      p = *end == '\0' ? NULL : end + 1;
    }
  if (p != NULL)
    hd_formula_report (sizes[0], environment->elaborator, HD_PROBLEM_LIMIT, NULL, _("An array has at most %d dimensions"), HD_MAX_DIMENSIONS);
  return n;
}

/* ---- items --------------------------------------------------------------------------------------------------------- */

static void
read_index_names (HdItemPlan *item)
{
  const char *text = hd_object_get (item->object, "index");
  g_autoptr (GPtrArray) names = hd_pattern_split (text != NULL ? text : "");

  for (guint d = 0; d < item->n_dimensions; d++)
    item->index_names[d] = d < names->len ? g_intern_string (g_ptr_array_index (names, d)) : hd_index_default_name (item->id, d);
}

static void
read_component (HdEnvironment *environment,
                HdItemPlan *item)
{
  const char *name = hd_object_get (item->object, "type");
  const char *home = hd_object_get (item->object, "home");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (environment->elaborator->catalog, name) : NULL;

  if (type == NULL)
    {
      g_autofree char *library = name != NULL ? g_strndup (name, strcspn (name, ".")) : NULL;
      gboolean known = FALSE;

      for (guint i = 0; library != NULL && i < hd_catalog_get_n_libraries (environment->elaborator->catalog); i++)
        known = known || strcmp (hd_catalog_get_library (environment->elaborator->catalog, i)->name, library) == 0;
      hd_elaborator_report (environment->elaborator, item->owner, item->object, "type",
                            name == NULL ? HD_PROBLEM_MISSING_ATTRIBUTE : known ? HD_PROBLEM_UNKNOWN_TYPE : HD_PROBLEM_UNKNOWN_LIBRARY, NULL,
                            name == NULL ? _("Component “%s” has no type") : known ? _("Component “%s” is of the unknown type “%s”")
                                                                                   : _("Component “%s”: the library of the type “%s” is not loaded"),
                            item->id, name);
      item->broken = TRUE;
      return;
    }
  item->type = hd_elaborator_get_type_plan (environment->elaborator, item->owner, item->object, type);
  item->broken = item->type == NULL;
  item->parameters = hd_parameter_formulas_new (environment, item->owner, item->object, type->parameters);
  item->names = hd_object_get (item->object, "names");
  if (home != NULL)
    item->home = hd_pattern_new (environment, item->owner, item->object, "home", home);
}

static void
read_instance (HdEnvironment *environment,
               HdItemPlan *item)
{
  const char *of = hd_object_get (item->object, "of");

  item->module = of != NULL ? hd_snapshot_find_module (hd_project_get_snapshot (environment->project), of) : NULL;
  if (item->module != NULL)
    return;
  hd_elaborator_report (environment->elaborator, item->owner, item->object, "of", HD_PROBLEM_UNKNOWN_NAME, NULL,
                        _("Instance “%s” is of the unknown module “%s”"), item->id, of != NULL ? of : "");
  item->broken = TRUE;
}

/* Which attributes a <generate> may have depends on its generator, so validation cannot know. */
static void
check_attributes (HdEnvironment *environment,
                  HdItemPlan *item)
{
  for (guint i = 0; i < hd_object_get_n_attributes (item->object); i++)
    {
      const char *text;
      const char *name = hd_object_get_nth_attribute (item->object, i, &text);
      const HdParameter *parameter = item->generator->parameters;

      while (parameter->key != NULL && strcmp (parameter->key, name) != 0)
        parameter++;
      if (parameter->key == NULL && hd_schema_find_field (HD_OBJECT_GENERATE, name) == NULL)
        hd_elaborator_warn (environment->elaborator, item->owner, item->object, name, HD_PROBLEM_UNKNOWN_ATTRIBUTE, NULL,
                            _("A %s has no parameter “%s”"), item->generator->kind, name);
    }
}

static void
read_generate (HdEnvironment *environment,
               HdItemPlan *item)
{
  const char *kind = hd_object_get (item->object, "kind");

  item->generator = kind != NULL ? hd_generator_find (kind) : NULL;
  if (item->generator != NULL)
    {
      item->parameters = hd_parameter_formulas_new (environment, item->owner, item->object, item->generator->parameters);
      check_attributes (environment, item);
      return;
    }
  hd_elaborator_report (environment->elaborator, item->owner, item->object, "kind", HD_PROBLEM_UNKNOWN_TYPE, NULL,
                        _("There is no generator “%s”"), kind != NULL ? kind : "");
  item->broken = TRUE;
}

static void
add_item (HdModulePlan *self,
          HdEnvironment *environment,
          HdItemTable *table,
          const HdObject *object)
{
  HdElaborator *elaborator = environment->elaborator;
  const char *id = hd_object_get_id (object);
  HdItem entry = { NULL, hd_project_is_generated (self->project) ? 0 : hd_object_get_uid (object), hd_object_get_kind (object), NULL };
  HdItemPlan *item;

  if (id == NULL || g_hash_table_contains (table->by_id, id))
    {
      hd_elaborator_report (elaborator, self->id, object, "id", id == NULL ? HD_PROBLEM_MISSING_ATTRIBUTE : HD_PROBLEM_DUPLICATE, NULL,
                            id == NULL ? _("A %s has no id") : _("A second %s has the id “%s”"), hd_object_get_element (object), id);
      return;
    }
  item = g_new0 (HdItemPlan, 1);
  item->object = object;
  item->owner = self->id;
  item->id = entry.id = g_string_chunk_insert_const (elaborator->design->data->strings, id);
  item->kind = entry.kind;
  item->n_dimensions = entry.kind == HD_OBJECT_GENERATE ? 0 : read_sizes (environment, self->id, object, elaborator->design, item->sizes);
  read_index_names (item);
  if (item->kind != HD_OBJECT_GENERATE)
    {
      item->partition = hd_formula_new (environment, self->id, object, "partition");
      item->failed = hd_formula_new (environment, self->id, object, "failed");
    }
  item->layer = self->n_components;
  if (item->kind == HD_OBJECT_COMPONENT)
    {
      self->n_components++;
      read_component (environment, item);
      if (item->names != NULL)
        entry.names = g_string_chunk_insert_const (elaborator->design->data->strings, item->names);
    }
  else if (item->kind == HD_OBJECT_INSTANCE)
    read_instance (environment, item);
  else
    read_generate (environment, item);
  g_ptr_array_add (self->items, item);
  _hd_item_table_add (table, &entry);
}

/* ---- links, ports, routes ------------------------------------------------------------------------------------------ */

static HdPattern *
read_end (HdEnvironment *environment,
          const char *owner,
          const HdObject *object,
          const char *attribute)
{
  const char *text = hd_object_get (object, attribute);

  if (text != NULL)
    return hd_pattern_new (environment, owner, object, attribute, text);
  hd_elaborator_report (environment->elaborator, owner, object, attribute, HD_PROBLEM_MISSING_ATTRIBUTE, NULL,
                        _("A %s has no “%s”"), hd_object_get_element (object), attribute);
  return NULL;
}

static void
add_link (HdModulePlan *self,
          HdEnvironment *environment,
          HdItemTable *table,
          const HdObject *object)
{
  HdDesignData *data = environment->elaborator->design->data;
  const char *id = hd_object_get (object, "id");
  const char *class_name = hd_object_get (object, "class");
  HdLinkPlan *link = g_new0 (HdLinkPlan, 1);
  HdItem entry = { NULL, hd_project_is_generated (self->project) ? 0 : hd_object_get_uid (object), HD_OBJECT_LINK, NULL };

  link->object = object;
  link->owner = self->id;
  link->from = read_end (environment, self->id, object, "from");
  link->to = read_end (environment, self->id, object, "to");
  if (link->from != NULL && link->to != NULL)
    link->loop = hd_loop_new (environment, self->id, object, (HdPattern *[]){ link->from, link->to }, 2);
  if (class_name != NULL)
    link->class_name = hd_formula_new_text (environment, self->id, object, "class", class_name, TRUE);
  link->bandwidth = hd_formula_new (environment, self->id, object, "bandwidth");
  link->latency = hd_formula_new (environment, self->id, object, "latency");
  link->sharing = hd_formula_new (environment, self->id, object, "sharing");
  link->failed = hd_formula_new (environment, self->id, object, "failed");
  if (link->loop == NULL)
    g_clear_pointer (&link, link_plan_free);
  if (id != NULL)
    entry.id = g_string_chunk_insert_const (data->strings, id);
  g_ptr_array_add (self->links, link);
  _hd_item_table_add (table, &entry);
}

static void
add_port (HdModulePlan *self,
          HdEnvironment *environment,
          const HdObject *object)
{
  const char *id = hd_object_get_id (object);
  HdPattern *of = read_end (environment, self->id, object, "of");
  HdPortPlan *port;

  if (id == NULL || of == NULL || g_hash_table_contains (self->ports, id))
    {
      hd_pattern_free (of);
      return;
    }
  port = g_new0 (HdPortPlan, 1);
  port->object = object;
  port->id = id;
  port->of = of;
  port->n_dimensions = read_sizes (environment, self->id, object, environment->elaborator->design, port->sizes);
  port->names = g_ptr_array_new ();
  hd_pattern_collect_names (of, port->names);
  g_hash_table_insert (self->ports, (gpointer) id, port);
}

static void
add_route (HdModulePlan *self,
           HdEnvironment *environment,
           const HdObject *object)
{
  const char *via = hd_object_get (object, "via");
  g_autoptr (GPtrArray) parts = hd_pattern_split (via != NULL ? via : "");
  HdRoutePlan *route = g_new0 (HdRoutePlan, 1);
  g_autoptr (GPtrArray) patterns = g_ptr_array_new ();
  gboolean good;

  route->object = object;
  route->owner = self->id;
  route->via = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_pattern_free);
  route->symmetric = hd_formula_new (environment, self->id, object, "symmetric");
  route->from = read_end (environment, self->id, object, "from");
  route->to = read_end (environment, self->id, object, "to");
  good = route->from != NULL && route->to != NULL && parts->len > 0;
  if (parts->len == 0)
    hd_elaborator_report (environment->elaborator, self->id, object, "via", HD_PROBLEM_MISSING_ATTRIBUTE, NULL, _("A route names no links"));
  for (guint i = 0; i < parts->len; i++)
    {
      HdPattern *part = hd_pattern_new (environment, self->id, object, "via", g_ptr_array_index (parts, i));

      good = good && part != NULL;
      if (part != NULL)
        g_ptr_array_add (route->via, part);
    }
  if (good)
    {
      g_ptr_array_add (patterns, route->from);
      g_ptr_array_add (patterns, route->to);
      g_ptr_array_extend (patterns, route->via, NULL, NULL);
      route->loop = hd_loop_new (environment, self->id, object, (HdPattern **) patterns->pdata, patterns->len);
    }
  if (route->loop != NULL)
    g_ptr_array_add (self->routes, route);
  else
    route_plan_free (route);
}

static HdRoutingRule
read_routing (HdElaborator *elaborator,
              const HdModulePlan *self,
              const HdObject *module)
{
  const char *text = hd_object_get (module, "routing");
  HdRoutingRule rule = hd_routing_rule_parse (text);

  if (text != NULL && rule == HD_ROUTING_SHORTEST && strcmp (text, "shortest") != 0)
    hd_elaborator_report (elaborator, self->id, module, "routing", HD_PROBLEM_VALUE, NULL,
                          _("“%s” is no routing: there are shortest, destination-modulo, dimension-order and first-dimension"), text);
  return rule;
}

HdModulePlan *
hd_project_get_plan (HdProject *project,
                     HdElaborator *elaborator,
                     const HdObject *module)
{
  GHashTable *plans = hd_project_get_plans (project);
  HdEnvironment environment = { elaborator, project, NULL };
  HdDesignData *data = elaborator->design->data;
  HdModulePlan *self = g_hash_table_lookup (plans, module);
  HdItemTable *table;
  guint n = hd_object_get_n_children (module);

  if (self != NULL)
    return self;
  self = g_new0 (HdModulePlan, 1);
  g_hash_table_insert (plans, (gpointer) module, self);
  self->project = project;
  self->object = module;
  self->id = hd_object_get_kind (module) == HD_OBJECT_MODULE ? hd_object_get_id (module) : NULL;
  self->routing = read_routing (elaborator, self, module);
  self->items = g_ptr_array_new_with_free_func (item_plan_free);
  self->links = g_ptr_array_new_with_free_func (link_plan_free);
  self->routes = g_ptr_array_new_with_free_func (route_plan_free);
  self->ports = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, port_plan_free);
  table = _hd_item_table_new ();
  self->table = data->tables->len;
  g_ptr_array_add (data->tables, table);
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_object_get_child (module, i);
      HdObjectKind kind = hd_object_get_kind (object);

      if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE)
        add_item (self, &environment, table, object);
      else if (kind == HD_OBJECT_PORT)
        add_port (self, &environment, object);
    }
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_object_get_child (module, i);

      if (hd_object_get_kind (object) == HD_OBJECT_LINK)
        add_link (self, &environment, table, object);
      else if (hd_object_get_kind (object) == HD_OBJECT_ROUTE)
        add_route (self, &environment, object);
    }
  return self;
}
