/* heddle-project-items.c: what a project holds beside its drawing: variables, link classes, communicators, work, probes, modules, studies
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-project-items"

#include "heddle-project-items.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-knob.h"

/* ---- places ------------------------------------------------------------------------------------------------------------------- */

/* In the order in which people read a project. */
static guint
get_rank (HdObjectKind kind)
{
  static const HdObjectKind order[] = {
    HD_OBJECT_VARIABLES, HD_OBJECT_LINK_CLASS, HD_OBJECT_MODULE, HD_OBJECT_TOP,
    HD_OBJECT_COMMUNICATORS, HD_OBJECT_WORKLOAD, HD_OBJECT_PROBES, HD_OBJECT_RUN, HD_OBJECT_STUDY,
  };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (order[i] == kind)
      return i;
  return 0; /* comments and what is unknown move nothing */
}

static guint64
insert_in_root (HdDocument *document,
                HdObject *tree_take,
                GError **error)
{
  g_autoptr (HdObject) tree = tree_take;
  const HdObject *root = hd_document_get_root (document);
  guint at = hd_object_get_n_children (root), rank = get_rank (hd_object_get_kind (tree));

  while (at > 0 && get_rank (hd_object_get_kind (hd_object_get_child (root, at - 1))) > rank)
    at--;
  return hd_document_insert (document, hd_object_get_uid (root), at, tree, error);
}

guint64
heddle_project_ensure (HdDocument *document,
                       HdObjectKind kind,
                       GError **error)
{
  const HdObject *there = hd_object_find_child (hd_document_get_root (document), kind, NULL);

  return there != NULL ? hd_object_get_uid (there) : insert_in_root (document, hd_object_new_element (hd_schema_get_element (kind)), error);
}

static HdObjectKind
get_container (HdObjectKind kind)
{
  switch (kind)
    {
    case HD_OBJECT_VARIABLE:
      return HD_OBJECT_VARIABLES;
    case HD_OBJECT_COMMUNICATOR:
      return HD_OBJECT_COMMUNICATORS;
    case HD_OBJECT_PROBE:
      return HD_OBJECT_PROBES;
    default:
      return HD_OBJECT_PROJECT;
    }
}

static char *
dup_free_id_in (const HdObject *parent,
                HdObjectKind kind,
                const char *stem)
{
  char *id = g_strdup (stem);

  for (guint i = 2; parent != NULL && hd_object_find_child (parent, kind, id) != NULL; i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s%u", stem, i);
    }
  return id;
}

char *
heddle_project_dup_free_id (HdDocument *document,
                            HdObjectKind kind,
                            const char *stem)
{
  const HdObject *root = hd_document_get_root (document);
  HdObjectKind container = get_container (kind);

  return dup_free_id_in (container == HD_OBJECT_PROJECT ? root : hd_object_find_child (root, container, NULL), kind, stem);
}

/* ---- adding ------------------------------------------------------------------------------------------------------------------- */

/* Takes @tree; the step is named after it. */
static guint64
add (HdDocument *document,
     HdObject *tree,
     GError **error)
{
  HdObjectKind kind = hd_object_get_kind (tree), container = get_container (kind);
  g_autofree char *name = g_strdup_printf (_("Add %s"), hd_schema_get_title (kind));
  guint64 uid = 0;

  hd_document_begin_group (document, name);
  if (container == HD_OBJECT_PROJECT)
    uid = insert_in_root (document, tree, error);
  else
    {
      g_autoptr (HdObject) owned = tree;
      guint64 parent = heddle_project_ensure (document, container, error);

      if (parent != 0)
        uid = hd_document_insert (document, parent, G_MAXUINT, owned, error);
    }
  hd_document_end_group (document);
  return uid;
}

guint64
heddle_project_add_variable (HdDocument *document,
                             GError **error)
{
  g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_VARIABLE, "variable");

  return add (document, hd_object_new (HD_OBJECT_VARIABLE, "name", id, "value", "1", NULL), error);
}

guint64
heddle_project_add_link_class (HdDocument *document,
                               GError **error)
{
  g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_LINK_CLASS, "link");

  return add (document, hd_object_new (HD_OBJECT_LINK_CLASS, "id", id, "bandwidth", "100 GB/s", "latency", "200 ns", "sharing", "split", NULL),
              error);
}

guint64
heddle_project_add_module (HdDocument *document,
                           GError **error)
{
  g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_MODULE, "module");

  return add (document, hd_object_new (HD_OBJECT_MODULE, "id", id, NULL), error);
}

guint64
heddle_project_add_communicator (HdDocument *document,
                                 const char *members,
                                 GError **error)
{
  g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_COMMUNICATOR, "group");

  return add (document, hd_object_new (HD_OBJECT_COMMUNICATOR, "id", id, "members", members, NULL), error);
}

guint64
heddle_project_add_probe (HdDocument *document,
                          const char *of,
                          GError **error)
{
  return add (document, hd_object_new (HD_OBJECT_PROBE, "of", of, NULL), error);
}

static gboolean
is_varied (const HdObject *study,
           const char *address)
{
  for (guint i = 0; study != NULL && i < hd_object_get_n_children (study); i++)
    if (hd_object_get_kind (hd_object_get_child (study, i)) == HD_OBJECT_FACTOR && g_strcmp0 (hd_object_get (hd_object_get_child (study, i), "of"), address) == 0)
      return TRUE;
  return FALSE;
}

/* What a factor runs through is a list, or else what these say. */
static const char *const range_attributes[] = { "from", "to", "steps", "scale", "whole" };

/* Of the first variable with a number that @study (or %NULL) does not vary yet. */
static HdObject *
new_factor (HdDocument *document,
            const HdObject *study)
{
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  for (guint i = 0; variables != NULL && i < hd_object_get_n_children (variables); i++)
    {
      const HdObject *variable = hd_object_get_child (variables, i);
      const char *value = hd_object_get (variable, "value");
      gboolean is_whole = g_strcmp0 (hd_object_get (variable, "type"), "integer") == 0;
      g_autofree char *address = g_strdup_printf ("$%s", hd_object_get_id (variable) != NULL ? hd_object_get_id (variable) : ""), *from = NULL, *to = NULL;
      g_auto (HdSweepRange) range = { NULL };

      if (value == NULL || is_varied (study, address) || !hd_sweep_range_init (&range, address, value, value, NULL) || range.low == 0)
        continue;
      from = hd_sweep_range_dup_value (&range, is_whole ? MAX (floor (range.low / 2), 1) : range.low / 2);
      to = hd_sweep_range_dup_value (&range, 2 * range.low);
      return hd_object_new (HD_OBJECT_FACTOR, "of", address, "from", from, "to", to, "steps", "5", NULL);
    }
  return hd_object_new (HD_OBJECT_FACTOR, "of", "run:seed", "values", "1, 2, 3", NULL);
}

/* Half the bandwidth of the first link class, so that something changes. */
static HdObject *
new_change (HdDocument *document)
{
  const HdObject *class = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, NULL);
  const char *id = class != NULL ? hd_object_get_id (class) : NULL, *bandwidth = class != NULL ? hd_object_get (class, "bandwidth") : NULL;
  g_autofree char *of = g_strdup_printf ("class:%s.bandwidth", id != NULL ? id : ""), *value = NULL;

  value = bandwidth != NULL ? g_strdup_printf ("(%s) / 2", bandwidth) : g_strdup ("1 GB/s");
  return hd_object_new (HD_OBJECT_CHANGE, "at", "1 ms", "of", of, "value", value, NULL);
}

guint64
heddle_project_add_study (HdDocument *document,
                          GError **error)
{
  g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_STUDY, "study");
  HdObject *study = hd_object_new (HD_OBJECT_STUDY, "id", id, NULL);

  hd_object_append_initial (study, new_factor (document, NULL));
  return add (document, study, error);
}

/* Of a number that is not 0, @present or what is written. */
static HdObject *
new_factor_of_number (const HdSetting *setting,
                      const char *address,
                      const char *present,
                      GError **error)
{
  const char *written = setting->text != NULL ? setting->text : setting->otherwise;
  g_autofree char *from = NULL, *to = NULL;
  g_auto (HdSweepRange) range = { NULL };

  if (written == NULL && present == NULL && setting->is_whole && setting->minimum == 0 && setting->maximum == 1) /* whether something has failed */
    return hd_object_new (HD_OBJECT_FACTOR, "of", address, "values", "0, 1", NULL);
  if ((written == NULL || !hd_sweep_range_init (&range, address, written, written, NULL))
      && (present == NULL || !hd_sweep_range_init (&range, address, present, present, NULL)))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has no number yet that could be varied"), address);
      return NULL;
    }
  if (range.low == 0)
    return hd_object_new (HD_OBJECT_FACTOR, "of", address, "values", "0, 1", NULL);
  from = hd_sweep_range_dup_value (&range, setting->is_whole ? MAX (floor (range.low / 2), 1) : range.low / 2);
  to = hd_sweep_range_dup_value (&range, 2 * range.low);
  return hd_object_new (HD_OBJECT_FACTOR, "of", address, "from", from, "to", to, "steps", "5", NULL);
}

/* Of some members of an array that of all of them, from which they may differ in a run: "up[0].failed" is as "up.failed". */
static gboolean
find_setting (HdSetting *self,
              HdDocument *document,
              HdCatalog *catalog,
              const char *address,
              GError **error)
{
  const char *dot = strrchr (address, '.'), *bracket = dot != NULL && dot > address && dot[-1] == ']' ? g_strrstr_len (address, dot - address, "[") : NULL;
  g_autofree char *whole = bracket != NULL ? g_strdup_printf ("%.*s%s", (int) (bracket - address), address, dot) : g_strdup (address);
  g_autoptr (HdAddress) parsed = hd_address_parse (whole, error);

  return parsed != NULL && hd_setting_init (self, hd_document_get_root (document), catalog, parsed, error);
}

static HdObject *
new_factor_of (HdDocument *document,
               HdCatalog *catalog,
               HdDesign *design,
               const char *address,
               GError **error)
{
  g_auto (HdSetting) setting = { NULL };
  g_autofree char *present = NULL, *words = NULL;
  HdValue value;

  if (!find_setting (&setting, document, catalog, address, error))
    return NULL;
  if (setting.words != NULL)
    {
      words = g_strjoinv (", ", setting.words);
      return hd_object_new (HD_OBJECT_FACTOR, "of", address, "values", words, NULL);
    }
  if (heddle_setting_evaluate (&setting, design, &value) && value.kind == HD_VALUE_QUANTITY)
    present = hd_quantity_format (value.quantity, 6);
  return new_factor_of_number (&setting, address, present, error);
}

static gboolean
has_same_values (const HdObject *a,
                 const HdObject *b)
{
  gboolean same = g_strcmp0 (hd_object_get (a, "values"), hd_object_get (b, "values")) == 0;

  for (guint i = 0; i < G_N_ELEMENTS (range_attributes); i++)
    same &= g_strcmp0 (hd_object_get (a, range_attributes[i]), hd_object_get (b, range_attributes[i])) == 0;
  return same;
}

/* @from: (nullable): a factor that has what is set; %NULL clears it */
static gboolean
set_range (HdDocument *document,
           guint64 factor,
           const HdObject *from,
           GError **error)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < G_N_ELEMENTS (range_attributes); i++)
    done = hd_document_set_attribute (document, factor, range_attributes[i], from != NULL ? hd_object_get (from, range_attributes[i]) : NULL, error);
  return done;
}

gboolean
heddle_project_set_factor (HdDocument *document,
                           HdCatalog *catalog,
                           HdDesign *design,
                           guint64 factor,
                           const char *attribute,
                           const char *value,
                           GError **error)
{
  const HdObject *old = hd_document_get_object (document, factor);
  const char *of = hd_object_get (old, "of");
  g_autoptr (HdObject) before = of != NULL && g_str_equal (attribute, "of") ? new_factor_of (document, catalog, design, of, NULL) : NULL;
  g_autoptr (HdObject) after = before != NULL && value != NULL && has_same_values (old, before) ? new_factor_of (document, catalog, design, value, NULL) : NULL;

  if (!hd_document_set_attribute (document, factor, attribute, value, error))
    return FALSE;
  if (after != NULL)
    return hd_document_set_attribute (document, factor, "values", hd_object_get (after, "values"), error) && set_range (document, factor, after, error);
  if (value != NULL && g_str_equal (attribute, "values"))
    return set_range (document, factor, NULL, error);
  if (value != NULL && (g_str_equal (attribute, "from") || g_str_equal (attribute, "to")))
    return hd_document_set_attribute (document, factor, "values", NULL, error);
  return TRUE;
}

guint64
heddle_project_add_factor (HdDocument *document,
                           HdCatalog *catalog,
                           HdDesign *design,
                           const char *study,
                           const char *address,
                           GError **error)
{
  const HdObject *holder = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_STUDY, study);
  g_autofree char *name = g_strdup_printf (_("Add %s"), hd_schema_get_title (HD_OBJECT_FACTOR));
  g_autoptr (HdObject) factor = NULL;
  guint64 uid;

  if (is_varied (holder, address))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The study varies “%s” already"), address);
      return 0;
    }
  factor = new_factor_of (document, catalog, design, address, error);
  if (factor == NULL)
    return 0;
  hd_document_begin_group (document, name);
  if (holder == NULL)
    {
      g_autofree char *id = heddle_project_dup_free_id (document, HD_OBJECT_STUDY, "study");

      uid = add (document, hd_object_new (HD_OBJECT_STUDY, "id", id, NULL), error);
    }
  else
    uid = hd_object_get_uid (holder);
  if (uid != 0)
    uid = hd_document_insert (document, uid, G_MAXUINT, factor, error);
  if (uid != 0)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return uid;
}

/* A part of a graph of work. */
static HdObject *
new_part (const HdObject *parent,
          HdObjectKind kind,
          GError **error)
{
  const HdObject *first = NULL, *last = NULL;
  g_autofree char *id = dup_free_id_in (parent, HD_OBJECT_VERTEX, "task");
  HdObject *tree;

  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    if (hd_object_get_kind (hd_object_get_child (parent, i)) == HD_OBJECT_VERTEX)
      {
        first = last;
        last = hd_object_get_child (parent, i);
      }
  if (kind == HD_OBJECT_VERTEX)
    {
      tree = hd_object_new (kind, "id", id, "kind", "compute", "work", "1 GFLOP", NULL);
      if (last == NULL)
        hd_object_set_initial (tree, "start", "true");
      return tree;
    }
  if (last == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("An edge joins vertices; add one first."));
      return NULL;
    }
  return hd_object_new (kind, "from", hd_object_get_id (first != NULL ? first : last), "to", hd_object_get_id (last), NULL);
}

guint64
heddle_project_add_child (HdDocument *document,
                          guint64 parent,
                          HdObjectKind kind,
                          GError **error)
{
  const HdObject *holder = hd_document_get_object (document, parent);
  g_autofree char *name = g_strdup_printf (_("Add %s"), hd_schema_get_title (kind));
  g_autoptr (HdObject) tree = kind == HD_OBJECT_FACTOR   ? new_factor (document, holder)
                              : kind == HD_OBJECT_CHANGE ? new_change (document)
                              : kind == HD_OBJECT_METRIC ? hd_object_new (kind, "of", "time_total", "direction", "minimise", NULL)
                                                         : new_part (holder, kind, error);
  guint64 uid;

  if (tree == NULL)
    return 0;
  hd_document_begin_group (document, name);
  uid = hd_document_insert (document, parent, G_MAXUINT, tree, error);
  hd_document_end_group (document);
  return uid;
}

guint64
heddle_project_add_workload (HdDocument *document,
                             HdCatalog *catalog,
                             const char *type,
                             const char *on,
                             const char *const *settings,
                             GError **error)
{
  g_autofree char *made = NULL;
  HdObject *tree;
  guint64 uid = 0;

  hd_document_begin_group (document, _("Add Workload"));
  if (on == NULL && strcmp (type, "graph") != 0 && strcmp (type, "transfers") != 0)
    {
      g_autofree char *members = heddle_project_dup_endpoints (document, catalog);

      if (members == NULL)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Nothing in the drawing can work: add an accelerator first."));
          hd_document_end_group (document);
          return 0;
        }
      made = heddle_project_dup_free_id (document, HD_OBJECT_COMMUNICATOR, "all");
      if (add (document, hd_object_new (HD_OBJECT_COMMUNICATOR, "id", made, "members", members, NULL), error) == 0)
        {
          hd_document_end_group (document);
          return 0;
        }
      on = made;
    }

  tree = hd_object_new (HD_OBJECT_WORKLOAD, "type", type, NULL);
  if (on != NULL)
    hd_object_set_initial (tree, "on", on);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (settings[i], "=", 2);

      hd_object_set_initial (tree, parts[0], parts[1]);
    }
  uid = add (document, tree, error);
  hd_document_end_group (document);
  return uid;
}

gboolean
heddle_project_remove (HdDocument *document,
                       guint64 uid,
                       GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);
  const char *id = object != NULL ? hd_object_get_id (object) : NULL;
  g_autofree char *name = NULL;
  gboolean done;

  g_return_val_if_fail (object != NULL, FALSE);

  name = g_strdup_printf (_("Remove %s"), id != NULL ? id : hd_schema_get_title (hd_object_get_kind (object)));
  hd_document_begin_group (document, name);
  done = heddle_edit_delete (document, &uid, 1, error);
  hd_document_end_group (document);
  return done;
}

/* ---- who can work -------------------------------------------------------------------------------------------------------------- */

#define MAX_DEPTH 16 /* of modules inside modules */

typedef struct
{
  HdDocument *document;
  HdCatalog *catalog;
  GString *addresses;
  guint64 n;
} Endpoints;

/* A pair of brackets for each dimension of "32x16" or "$rows x $columns"; sizes that are plain numbers multiply @count. */
static void
append_brackets (GString *path,
                 const char *sizes,
                 guint64 *count)
{
  gboolean operand = FALSE;

  if (sizes == NULL)
    return;
  g_string_append (path, "[*]");
  for (const char *p = sizes; *p != '\0';)
    if (g_ascii_isdigit (*p))
      {
        char *end;

        *count *= MAX (1, g_ascii_strtoull (p, &end, 10));
        p = end;
        operand = TRUE;
      }
    else if (operand && *p == 'x' && !g_ascii_isalpha (p[1]) && p[1] != '_')
      {
        g_string_append (path, "[*]");
        operand = FALSE;
        p++;
      }
    else if (g_ascii_isalpha (*p) || *p == '_' || *p == '$')
      {
        for (p++; g_ascii_isalnum (*p) || *p == '_';)
          p++;
        operand = TRUE;
      }
    else
      p++;
}

static void collect_inside (Endpoints *self,
                            const HdObject *block,
                            const char *prefix,
                            guint64 count,
                            guint depth);

static void
collect_one (Endpoints *self,
             const HdObject *object,
             const char *prefix,
             guint64 count,
             guint depth)
{
  const char *id = hd_object_get_id (object), *of = hd_object_get (object, "of"), *type_name = hd_object_get (object, "type");
  const char *kind = hd_object_get (object, "kind");
  g_autoptr (GString) path = g_string_new (prefix);

  if (id == NULL)
    return;
  g_string_append (path, id);
  append_brackets (path, hd_object_get (object, "count"), &count);
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      {
        const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (self->catalog, type_name) : NULL;

        if (type == NULL || type->role != HD_ROLE_ENDPOINT)
          return;
        g_string_append_printf (self->addresses, "%s%s", self->addresses->len > 0 ? " " : "", path->str);
        self->n += count;
        return;
      }

    case HD_OBJECT_INSTANCE:
      {
        const HdObject *module = of != NULL ? hd_object_find_child (hd_document_get_root (self->document), HD_OBJECT_MODULE, of) : NULL;

        g_string_append_c (path, '/');
        if (module != NULL && depth > 0)
          collect_inside (self, module, path->str, count, depth - 1);
        return;
      }

    case HD_OBJECT_GENERATE:
      {
        const HdGenerator *generator = kind != NULL ? hd_generator_find (kind) : NULL;
        g_autoptr (HdSnapshot) snapshot = generator != NULL ? hd_generator_get_snapshot (generator) : NULL;

        g_string_append_c (path, '/');
        if (snapshot != NULL)
          collect_inside (self, hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL), path->str, count, 0);
        return;
      }

    default:
      return;
    }
}

static void
collect_inside (Endpoints *self,
                const HdObject *block,
                const char *prefix,
                guint64 count,
                guint depth)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    collect_one (self, hd_object_get_child (block, i), prefix, count, depth);
}

static void
collect (Endpoints *self,
         HdDocument *document,
         HdCatalog *catalog)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);

  *self = (Endpoints) { document, catalog, g_string_new (NULL), 0 };
  if (top != NULL)
    collect_inside (self, top, "", 1, MAX_DEPTH);
}

char *
heddle_project_dup_endpoints (HdDocument *document,
                              HdCatalog *catalog)
{
  Endpoints endpoints;

  collect (&endpoints, document, catalog);
  return g_string_free (endpoints.addresses, endpoints.addresses->len == 0);
}

guint64
heddle_project_count_endpoints (HdDocument *document,
                                HdCatalog *catalog)
{
  Endpoints endpoints;

  collect (&endpoints, document, catalog);
  g_string_free (endpoints.addresses, TRUE);
  return endpoints.n;
}
