/* heddle-outline-lines.c: lines of the outline, each made when it is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-outline"

#include "heddle-outline-lines.h"

#include "heddle-outline-item.h"

#define SLICE 4000 /* lines: some milliseconds in a tree list model */

typedef struct
{
  const HdObject *object; /* of the snapshot */
  guint32 scope;
  guint32 depth;
} Line;

struct _HeddleOutlineLines
{
  GObject parent_instance;

  /* Owned */
  HdSnapshot *snapshot;
  HdDesign *design;
  HdCatalog *catalog;
  GArray *lines; /* of Line */

  /* Borrowed: of the snapshot */
  const HdObject *parent; /* whose children are to be looked up, or %NULL */

  guint32 scope;
  guint depth;
  gboolean begun;
  guint n_came;
  guint source; /* brings more */
};

static guint completed_signal;

static void heddle_outline_lines_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HeddleOutlineLines, heddle_outline_lines, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, heddle_outline_lines_list_model_init))

gboolean
heddle_outline_lines_is_listed (const HdObject *object)
{
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
    case HD_OBJECT_INSTANCE:
    case HD_OBJECT_GENERATE:
    case HD_OBJECT_COMMUNICATOR:
    case HD_OBJECT_VARIABLE:
    case HD_OBJECT_PROBE:
    case HD_OBJECT_VERTEX:
    case HD_OBJECT_KNOB:
    case HD_OBJECT_CHANGE:
      return TRUE;

    default:
      return FALSE;
    }
}

/* ---- which ----------------------------------------------------------------------------------------------------------------------- */

void
heddle_outline_lines_append (HeddleOutlineLines *self,
                             const HdObject *object,
                             guint32 scope,
                             guint depth)
{
  Line line = { object, scope, depth };

  g_array_append_val (self->lines, line);
}

static gboolean
bring (gpointer data)
{
  HeddleOutlineLines *self = data;
  guint n = MIN (SLICE, self->lines->len - self->n_came);

  self->n_came += n;
  g_list_model_items_changed (G_LIST_MODEL (self), self->n_came - n, 0, n);
  if (self->n_came < self->lines->len)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  g_signal_emit (self, completed_signal, 0);
  return G_SOURCE_REMOVE;
}

static void
begin (HeddleOutlineLines *self)
{
  if (self->begun)
    return;
  self->begun = TRUE;
  for (guint i = 0; self->parent != NULL && i < hd_object_get_n_children (self->parent); i++)
    if (heddle_outline_lines_is_listed (hd_object_get_child (self->parent, i)))
      heddle_outline_lines_append (self, hd_object_get_child (self->parent, i), self->scope, self->depth);
  self->n_came = MIN (SLICE, self->lines->len);
  if (self->n_came < self->lines->len)
    self->source = g_idle_add (bring, self);
}

const HdObject *
heddle_outline_lines_get_object (HeddleOutlineLines *self,
                                 guint n)
{
  return g_array_index (self->lines, Line, n).object;
}

gboolean
heddle_outline_lines_find (HeddleOutlineLines *self,
                           guint64 uid,
                           guint *out_n)
{
  for (guint i = 0; i < self->n_came; i++)
    if (hd_object_get_uid (g_array_index (self->lines, Line, i).object) == uid)
      {
        *out_n = i;
        return TRUE;
      }
  return FALSE;
}

/* ---- list model ------------------------------------------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return HEDDLE_TYPE_OUTLINE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  HeddleOutlineLines *self = HEDDLE_OUTLINE_LINES (model);

  begin (self);
  return self->n_came;
}

static gpointer
get_item (GListModel *model,
          guint n)
{
  HeddleOutlineLines *self = HEDDLE_OUTLINE_LINES (model);
  const Line *line;

  begin (self);
  line = n < self->n_came ? &g_array_index (self->lines, Line, n) : NULL;
  return line != NULL ? heddle_outline_item_new (self->snapshot, self->design, self->catalog, line->object, line->scope, line->depth) : NULL;
}

static void
heddle_outline_lines_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* ---- object ----------------------------------------------------------------------------------------------------------------------- */

static void
heddle_outline_lines_finalize (GObject *object)
{
  HeddleOutlineLines *self = HEDDLE_OUTLINE_LINES (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_object (&self->catalog);
  G_OBJECT_CLASS (heddle_outline_lines_parent_class)->finalize (object);
}

static void
heddle_outline_lines_class_init (HeddleOutlineLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_outline_lines_finalize;
  completed_signal = g_signal_new ("completed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_outline_lines_init (HeddleOutlineLines *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
}

HeddleOutlineLines *
heddle_outline_lines_new (HdSnapshot *snapshot,
                          HdDesign *design,
                          HdCatalog *catalog)
{
  return heddle_outline_lines_new_below (snapshot, design, catalog, NULL, HD_NO_ID, 0);
}

HeddleOutlineLines *
heddle_outline_lines_new_below (HdSnapshot *snapshot,
                                HdDesign *design,
                                HdCatalog *catalog,
                                const HdObject *parent,
                                guint32 scope,
                                guint depth)
{
  HeddleOutlineLines *self = g_object_new (HEDDLE_TYPE_OUTLINE_LINES, NULL);

  self->snapshot = hd_snapshot_ref (snapshot);
  self->design = design != NULL ? hd_design_ref (design) : NULL;
  self->catalog = g_object_ref (catalog);
  self->parent = parent;
  self->scope = scope;
  self->depth = depth;
  return self;
}
