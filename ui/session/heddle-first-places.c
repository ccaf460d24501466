/* heddle-first-places.c: places for a project that came without any
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-first-places"

#include "heddle-first-places.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-drawing.h"
#include "heddle-graph-layout.h"

#define MODULE_MS 8000 /* for one module */
#define ALL_US 8000000
#define FEWEST 6          /* fewer stand well in the rows that a drawing gives what has no place */
#define MOST_OBJECTS 1500 /* of a module: more take longer than that, and show nothing but their outline */
#define MOST_LEVELLED 64  /* of one level: wider rows are no picture */
#define MOST_SPRINGS 200  /* exact distances; beyond, forces */
#define LEVEL_PX 160

typedef struct
{
  HdDocument *document;
  HdCatalog *catalog;
  GArray *modules; /* of guint64 */
  guint next;
  gint64 end;
} LayOut;

static void
lay_out_free (LayOut *self)
{
  g_object_unref (self->document);
  g_object_unref (self->catalog);
  g_array_unref (self->modules);
  g_free (self);
}

/* ---- levels --------------------------------------------------------------------------------------------------------------------- */

void
heddle_find_levels (guint n,
                    const guint *edges,
                    guint n_edges,
                    const gboolean *ground,
                    HeddleLevels *out_levels)
{
  guint *level = g_new (guint, MAX (n, 1));
  g_autofree guint *first = g_new0 (guint, n + 1);
  g_autofree guint *neighbours = g_new (guint, MAX (2 * n_edges, 1));
  g_autofree guint *queue = g_new (guint, MAX (n, 1));
  g_autofree guint *sizes = g_new0 (guint, MAX (n, 1));
  guint head = 0, tail = 0;

  for (guint i = 0; i < 2 * n_edges; i++)
    first[edges[i]]++;
  for (guint i = 0, sum = 0; i <= n; i++)
    {
      guint degree = i < n ? first[i] : 0;

      first[i] = sum;
      sum += degree;
    }
  for (guint i = 2 * n_edges; i > 0; i--)
    neighbours[first[edges[i - 1]]++] = edges[(i - 1) ^ 1];
  for (guint i = 0; i < n; i++)
    {
      level[i] = ground[i] ? 0 : G_MAXUINT;
      if (ground[i])
        queue[tail++] = i;
    }
  while (head < tail)
    {
      guint at = queue[head++];

      for (guint k = at > 0 ? first[at - 1] : 0; k < first[at]; k++)
        if (level[neighbours[k]] == G_MAXUINT)
          {
            level[neighbours[k]] = level[at] + 1;
            queue[tail++] = neighbours[k];
          }
    }
  *out_levels = (HeddleLevels) { .of = level, .layered = n > 0 && tail == n };
  for (guint i = 0; i < n_edges; i++)
    out_levels->layered &= MAX (level[edges[2 * i]], level[edges[2 * i + 1]]) - MIN (level[edges[2 * i]], level[edges[2 * i + 1]]) == 1;
  for (guint i = 0; i < n && out_levels->layered; i++)
    {
      sizes[level[i]]++;
      out_levels->widest = MAX (out_levels->widest, sizes[level[i]]);
    }
}

/* ---- a module ------------------------------------------------------------------------------------------------------------------- */

/* What is drawn of a module, and where. */
static HeddleExtent *
dup_extents (LayOut *self,
             const HdObject *module,
             guint *out_n)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self->document);
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (snapshot, self->catalog, NULL, module, 0);
  guint n_children = hd_object_get_n_children (module), n = 0;
  HeddleExtent *extents = g_new (HeddleExtent, MAX (n_children, 1));

  for (guint i = 0; i < n_children; i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (module, i));
      HeddlePoint place;
      HeddleRect rect;

      if (heddle_drawing_get_place (drawing, uid, &place, NULL) && heddle_drawing_get_rect (drawing, uid, &rect))
        extents[n++] = (HeddleExtent) { uid, rect.x, rect.y, rect.width, rect.height };
    }
  *out_n = n;
  return extents;
}

static gboolean
find_end (GHashTable *numbers,
          const HdObject *link,
          const char *attribute,
          guint *out_number)
{
  const char *end = hd_object_get (link, attribute);
  g_autofree char *id = end != NULL ? g_strndup (end, strcspn (end, "[/. ")) : NULL;
  gpointer number = id != NULL ? g_hash_table_lookup (numbers, id) : NULL;

  *out_number = GPOINTER_TO_UINT (number) - 1;
  return number != NULL;
}

static GArray *
dup_edges (const HdObject *module,
           GHashTable *numbers)
{
  GArray *edges = g_array_new (FALSE, FALSE, 2 * sizeof (guint));

  for (guint i = 0; i < hd_object_get_n_children (module); i++)
    {
      const HdObject *link = hd_object_get_child (module, i);
      guint ends[2];

      if (hd_object_get_kind (link) == HD_OBJECT_LINK && find_end (numbers, link, "from", &ends[0]) && find_end (numbers, link, "to", &ends[1])
          && ends[0] != ends[1])
        g_array_append_val (edges, ends);
    }
  return edges;
}

static gboolean
is_endpoint (LayOut *self,
             const HdObject *object)
{
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (self->catalog, name) : NULL;

  return type != NULL && type->role == HD_ROLE_ENDPOINT;
}

static void
find_levels (LayOut *self,
             const HdObject *module,
             const HeddleExtent *extents,
             guint n,
             HeddleLevels *out_levels)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gboolean *ground = g_new0 (gboolean, MAX (n, 1));
  g_autoptr (GArray) edges = NULL;

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (self->document, extents[i].uid);

      ground[i] = is_endpoint (self, object);
      if (hd_object_get_id (object) != NULL)
        g_hash_table_insert (numbers, (gpointer) hd_object_get_id (object), GUINT_TO_POINTER (i + 1));
    }
  edges = dup_edges (module, numbers);
  heddle_find_levels (n, (const guint *) edges->data, edges->len, ground, out_levels);
}

/* Rows first, in the order of the file: the layout program keeps above what is above. */
static void
stand_in_rows (LayOut *self,
               HeddleExtent *extents,
               guint n,
               const HeddleLevels *levels)
{
  g_autofree guint *columns = g_new0 (guint, MAX (n, 1));
  g_autofree HeddleExtent *placed = g_memdup2 (extents, n * sizeof *extents);

  for (guint i = 0; i < n; i++)
    {
      placed[i].x = LEVEL_PX * columns[levels->of[i]]++;
      placed[i].y = -LEVEL_PX * (double) levels->of[i];
    }
  heddle_edit_place (self->document, placed, n, _("Lay out"), NULL);
}

static void next_module (GTask *task);

static void
on_arranged (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (GTask) task = data;
  LayOut *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) moved = heddle_graph_layout_finish (result, &error);

  if (moved != NULL && moved->len > 0)
    heddle_edit_place (self->document, (const HeddleExtent *) moved->data, moved->len, _("Lay out"), NULL);
  if (error != NULL)
    g_debug ("%s", error->message);
  next_module (g_steal_pointer (&task));
}

/* Whether a program is under way. */
static gboolean
begin_module (GTask *task,
              guint64 uid)
{
  LayOut *self = g_task_get_task_data (task);
  const HdObject *module = hd_document_get_object (self->document, uid);
  guint n = 0;
  g_autofree HeddleExtent *extents = hd_object_get_n_children (module) <= 20 * MOST_OBJECTS ? dup_extents (self, module, &n) : NULL;
  const char *program = n <= MOST_SPRINGS ? "neato" : "sfdp";
  HeddleLevels levels;

  if (n < FEWEST || n > MOST_OBJECTS)
    return FALSE;
  find_levels (self, module, extents, n, &levels);
  if (levels.layered && levels.widest <= MOST_LEVELLED)
    {
      g_autofree HeddleExtent *rows = NULL;

      program = "dot";
      stand_in_rows (self, extents, n, &levels);
      module = hd_document_get_object (self->document, uid);
      rows = dup_extents (self, module, &n);
      heddle_graph_layout_async (self->document, uid, rows, n, program, MODULE_MS, g_task_get_cancellable (task), on_arranged, task);
    }
  else
    heddle_graph_layout_async (self->document, uid, extents, n, program, MODULE_MS, g_task_get_cancellable (task), on_arranged, task);
  g_free (levels.of);
  return TRUE;
}

static void
next_module (GTask *task)
{
  LayOut *self = g_task_get_task_data (task);

  while (self->next < self->modules->len && g_get_monotonic_time () < self->end && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    if (begin_module (task, g_array_index (self->modules, guint64, self->next++)))
      return;
  hd_document_settle (self->document);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* ---- a project ------------------------------------------------------------------------------------------------------------------ */

void
heddle_first_places_async (HdDocument *document,
                           HdCatalog *catalog,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  LayOut *self = g_new0 (LayOut, 1);
  const HdObject *root = hd_document_get_root (document);

  self->document = g_object_ref (document);
  self->catalog = g_object_ref (catalog);
  self->modules = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->end = g_get_monotonic_time () + ALL_US;
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);
      guint64 uid = hd_object_get_uid (child);

      if (hd_object_get_kind (child) == HD_OBJECT_TOP)
        g_array_prepend_val (self->modules, uid);
      else if (hd_object_get_kind (child) == HD_OBJECT_MODULE)
        g_array_append_val (self->modules, uid);
    }
  g_task_set_task_data (task, self, (GDestroyNotify) lay_out_free);
  next_module (task);
}

gboolean
heddle_first_places_finish (GAsyncResult *result,
                            GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* ---- what has no place ----------------------------------------------------------------------------------------------------------- */

/* An instance of a module in @design; %HD_NO_ID if there is none. */
static guint32
find_scope (HdDesign *design,
            guint64 module)
{
  const HdScope *scopes = hd_design_get_scopes (design);

  for (guint32 i = 0; i < hd_design_get_n_scopes (design); i++)
    if (scopes[i].module_uid == module)
      return i;
  return HD_NO_ID;
}

static void
append_unplaced (HdDocument *document,
                 HeddleDrawing *drawing,
                 const HdObject *module,
                 GArray *extents)
{
  for (guint i = 0; i < hd_object_get_n_children (module); i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (module, i));
      HeddlePoint place;
      gboolean written;

      if (heddle_drawing_get_place (drawing, uid, &place, &written) && !written)
        {
          HeddleExtent extent = { uid, round (place.x), round (place.y), 0, 0 };

          g_array_append_val (extents, extent);
        }
    }
}

static gboolean
lacks_places (const HdObject *module)
{
  for (guint i = 0; i < hd_object_get_n_children (module); i++)
    {
      const HdObject *object = hd_object_get_child (module, i);
      HdObjectKind kind = hd_object_get_kind (object);

      if ((kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE)
          && (hd_object_get (object, "x") == NULL || hd_object_get (object, "y") == NULL))
        return TRUE;
    }
  return FALSE;
}

void
heddle_first_places_keep (HdDocument *document,
                          HdCatalog *catalog,
                          HdDesign *design)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (HeddleExtent));
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *module = hd_object_get_child (root, i);
      HdObjectKind kind = hd_object_get_kind (module);

      if ((kind != HD_OBJECT_TOP && kind != HD_OBJECT_MODULE) || !lacks_places (module))
        continue;

      guint32 scope = design != NULL ? find_scope (design, hd_object_get_uid (module)) : HD_NO_ID;
      g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (snapshot, catalog, scope != HD_NO_ID ? design : NULL, module,
                                                              scope != HD_NO_ID ? scope : 0);

      append_unplaced (document, drawing, module, extents);
    }
  if (extents->len == 0)
    return;
  heddle_edit_place (document, (const HeddleExtent *) extents->data, extents->len, _("Lay out"), NULL);
  hd_document_settle (document);
}
