/* heddle-outline-item.c: one line of the outline
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-outline"

#include "heddle-outline-item.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-outline-lines.h"

#define DEPTH_MAXIMUM 16 /* of modules inside modules; elaboration refuses circles */

struct _HeddleOutlineItem
{
  GObject parent_instance;

  /* Owned */
  HdSnapshot *snapshot;
  HdDesign *design;
  HdCatalog *catalog;
  HdObject *object;
  char *title;

  guint32 scope; /* in which it is seen, or HD_NO_ID */
  guint depth;
};

G_DEFINE_FINAL_TYPE (HeddleOutlineItem, heddle_outline_item, G_TYPE_OBJECT)

static char *
dup_title (HdCatalog *catalog,
           const HdObject *object)
{
  const char *id = hd_object_get_id (object), *title = heddle_get_object_title (object);

  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_TOP:
      return g_strdup (_("System"));

    case HD_OBJECT_WORKLOAD:
      {
        const char *type = hd_object_get (object, "type");
        const HdWorkloadType *known = type != NULL ? hd_workload_types_find (type) : NULL;

        return type != NULL ? g_strdup_printf (_("Workload: %s"), known != NULL ? _(known->title) : type) : g_strdup (_("Workload"));
      }

    case HD_OBJECT_COMMUNICATOR:
      return g_strdup_printf (_("Communicator: %s"), id);

    case HD_OBJECT_MODULE:
      return g_strdup_printf (_("Module: %s"), title);

    case HD_OBJECT_LINK_CLASS:
      return g_strdup_printf (_("Link class: %s"), id);

    case HD_OBJECT_VARIABLE:
      return g_strdup_printf ("$%s", id);

    case HD_OBJECT_PROBE:
    case HD_OBJECT_KNOB:
    case HD_OBJECT_CHANGE:
      {
        const char *of = hd_object_get (object, "of");

        return g_strdup (hd_object_get (object, "title") != NULL || of == NULL ? title : of);
      }

    case HD_OBJECT_GENERATE:
      return g_strdup (id != NULL ? id : hd_object_get (object, "kind"));

    case HD_OBJECT_COMPONENT:
      return g_strdup (hd_object_get (object, "names") != NULL ? hd_object_get (object, "names") : id);

    default:
      return g_strdup (id != NULL ? id : title);
    }
}

HeddleOutlineItem *
heddle_outline_item_new (HdSnapshot *snapshot,
                         HdDesign *design,
                         HdCatalog *catalog,
                         const HdObject *object,
                         guint32 scope,
                         guint depth)
{
  HeddleOutlineItem *self = g_object_new (HEDDLE_TYPE_OUTLINE_ITEM, NULL);

  self->snapshot = hd_snapshot_ref (snapshot);
  self->design = design != NULL ? hd_design_ref (design) : NULL;
  self->catalog = g_object_ref (catalog);
  self->object = hd_object_ref (object);
  self->title = dup_title (catalog, object);
  self->scope = scope;
  self->depth = depth;
  return self;
}

static const HdObject *
get_inner (HdSnapshot *snapshot,
           const HdObject *object)
{
  const char *of;

  if (hd_object_get_kind (object) != HD_OBJECT_INSTANCE)
    return object;
  of = hd_object_get (object, "of");
  return of != NULL ? hd_snapshot_find_module (snapshot, of) : NULL;
}

static gboolean
has_listed (const HdObject *object)
{
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    if (heddle_outline_lines_is_listed (hd_object_get_child (object, i)))
      return TRUE;
  return FALSE;
}

/* In which the children of an object are seen. */
static guint32
find_inner_scope (HdDesign *design,
                  const HdObject *object,
                  guint32 scope)
{
  const guint32 *scopes;

  if (hd_object_get_kind (object) != HD_OBJECT_INSTANCE || design == NULL || scope == HD_NO_ID)
    return scope;
  return hd_design_find_scopes (design, scope, hd_object_get_uid (object), &scopes) > 0 ? scopes[0] : HD_NO_ID;
}

HeddleOutlineLines *
heddle_outline_item_dup_children (HeddleOutlineItem *self)
{
  const HdObject *inner = get_inner (self->snapshot, self->object);

  if (inner == NULL || self->depth > DEPTH_MAXIMUM || !has_listed (inner))
    return NULL;
  return heddle_outline_lines_new_below (self->snapshot, self->design, self->catalog, inner, find_inner_scope (self->design, self->object, self->scope),
                                         self->depth + 1);
}

/* A module by itself is no instance of it. */
static guint32
get_root_scope (HdDesign *design,
                const HdObject *object)
{
  return design != NULL && hd_object_get_kind (object) != HD_OBJECT_MODULE ? 0 : HD_NO_ID;
}

/* The lines at the top, each kind by itself; run settings if something changes. */
static GPtrArray *
list_roots (HdSnapshot *snapshot)
{
  static const HdObjectKind order[] = {
    HD_OBJECT_TOP, HD_OBJECT_MODULE, HD_OBJECT_WORKLOAD, HD_OBJECT_COMMUNICATORS, HD_OBJECT_PROBES, HD_OBJECT_VARIABLES, HD_OBJECT_LINK_CLASS,
    HD_OBJECT_RUN, HD_OBJECT_STUDY,
  };
  const HdObject *root = hd_snapshot_get_root (snapshot);
  GPtrArray *roots = g_ptr_array_new ();

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < hd_object_get_n_children (root); i++)
      if (hd_object_get_kind (hd_object_get_child (root, i)) == order[k] && (order[k] != HD_OBJECT_RUN || has_listed (hd_object_get_child (root, i))))
        g_ptr_array_add (roots, (gpointer) hd_object_get_child (root, i));
  return roots;
}

HeddleOutlineLines *
heddle_outline_item_new_roots (HdSnapshot *snapshot,
                               HdDesign *design,
                               HdCatalog *catalog)
{
  HeddleOutlineLines *lines = heddle_outline_lines_new (snapshot, design, catalog);
  g_autoptr (GPtrArray) roots = list_roots (snapshot);

  for (guint i = 0; i < roots->len; i++)
    heddle_outline_lines_append (lines, roots->pdata[i], get_root_scope (design, roots->pdata[i]), 0);
  return lines;
}

/* ---- search --------------------------------------------------------------------------------------------------------------- */

static gboolean
contains (const char *text,
          const char *needle_folded)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, needle_folded) != NULL;
}

/* What is shown by its name outside is found by its id and by the name of each of its members too. */
static gboolean
is_called (const HdObject *object,
           const char *needle_folded)
{
  const char *id = hd_object_get_id (object);

  if (hd_object_get_kind (object) != HD_OBJECT_COMPONENT || hd_object_get (object, "names") == NULL)
    return FALSE;
  return (id != NULL && contains (id, needle_folded)) || hd_names_has (object, needle_folded, NULL);
}

typedef struct
{
  HdSnapshot *snapshot;
  HdDesign *design;
  HdCatalog *catalog;
  const char *needle_folded;
  GHashTable *seen; /* modules */
  HeddleOutlineLines *found;
} Search;

static void
find_in (Search *self,
         const HdObject *object,
         guint32 scope,
         guint depth)
{
  g_autofree char *title = dup_title (self->catalog, object);
  const HdObject *inner = get_inner (self->snapshot, object);

  if (contains (title, self->needle_folded) || is_called (object, self->needle_folded))
    heddle_outline_lines_append (self->found, object, scope, depth);
  if (inner == NULL || depth > DEPTH_MAXIMUM || hd_object_get_n_children (inner) == 0 || !g_hash_table_add (self->seen, (gpointer) inner))
    return;
  scope = find_inner_scope (self->design, object, scope);
  for (guint i = 0; i < hd_object_get_n_children (inner); i++)
    if (heddle_outline_lines_is_listed (hd_object_get_child (inner, i)))
      find_in (self, hd_object_get_child (inner, i), scope, depth + 1);
}

HeddleOutlineLines *
heddle_outline_item_find_all (HdSnapshot *snapshot,
                              HdDesign *design,
                              HdCatalog *catalog,
                              const char *needle)
{
  g_autoptr (GPtrArray) roots = list_roots (snapshot);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *folded = g_utf8_casefold (needle, -1);
  Search search = { snapshot, design, catalog, folded, seen, heddle_outline_lines_new (snapshot, design, catalog) };

  for (guint i = 0; i < roots->len; i++)
    find_in (&search, roots->pdata[i], get_root_scope (design, roots->pdata[i]), 0);
  return search.found;
}

/* ---- properties ------------------------------------------------------------------------------------------------------------- */

const HdObject *
heddle_outline_item_get_object (HeddleOutlineItem *self)
{
  return self->object;
}

const char *
heddle_outline_item_get_title (HeddleOutlineItem *self)
{
  return self->title;
}

guint
heddle_outline_item_get_count (HeddleOutlineItem *self)
{
  guint64 uid = hd_object_get_uid (self->object);
  const guint32 *scopes;
  guint32 first;

  if (self->design == NULL || self->scope == HD_NO_ID)
    return 0;

  switch (hd_object_get_kind (self->object))
    {
    case HD_OBJECT_COMPONENT:
      {
        guint n = hd_design_find_nodes (self->design, self->scope, uid, &first);

        return n == 1 ? 0 : n;
      }

    case HD_OBJECT_INSTANCE:
      {
        guint n = hd_design_find_scopes (self->design, self->scope, uid, &scopes);

        return n == 1 ? 0 : n;
      }

    case HD_OBJECT_COMMUNICATOR:
      {
        const HdCommunicator *communicator = hd_design_find_communicator (self->design, hd_object_get_id (self->object));

        return communicator != NULL ? communicator->n_members : 0;
      }

    case HD_OBJECT_PROBES:
      return hd_design_get_n_probes (self->design);

    default:
      return 0;
    }
}

const char *
heddle_outline_item_get_symbol (HeddleOutlineItem *self)
{
  return heddle_get_symbol_name (self->snapshot, self->catalog, self->object);
}

static void
heddle_outline_item_finalize (GObject *object)
{
  HeddleOutlineItem *self = HEDDLE_OUTLINE_ITEM (object);

  g_clear_pointer (&self->object, hd_object_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_object (&self->catalog);
  g_free (self->title);
  G_OBJECT_CLASS (heddle_outline_item_parent_class)->finalize (object);
}

static void
heddle_outline_item_class_init (HeddleOutlineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_outline_item_finalize;
}

static void
heddle_outline_item_init (HeddleOutlineItem *self)
{
}
