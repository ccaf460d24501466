/* heddle-canvas-move.c: the tool that moves or copies what is selected, with guides
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-snap.h"

/* While the pointer is down only the scene moves: its nodes, and with them their links. The document changes once, at the end. */

#define REACH 5.0        /* px of the screen within which edges draw */
#define MAX_GHOSTS 400   /* outlines of a copy that are shown */

typedef struct
{
  HeddlePoint held;  /* in the drawing */
  guint64 grabbed;
  GArray *uids;      /* of guint64: what moves */
  GArray *nodes;     /* of guint32, in the scene */
  GArray *notes;     /* of guint32 */
  GArray *origins;   /* of HeddlePoint: where nodes and then notes were */
  GArray *others;    /* of HeddleRect: what stands still */
  GArray *ghosts;    /* of HeddleSceneNode: the copy's */
  HeddleRect bounds; /* of what moves, at first */
  HeddlePoint anchor;
  HeddleSnap snap;
  gboolean copies;
} Move;

/* ---- what moves ------------------------------------------------------------------------------------------------------------ */

static void
include (HeddleRect *all,
         HeddleRect r)
{
  double right = MAX (all->x + all->width, r.x + r.width), bottom = MAX (all->y + all->height, r.y + r.height);

  if (isnan (all->x))
    {
      *all = r;
      return;
    }
  all->x = MIN (all->x, r.x);
  all->y = MIN (all->y, r.y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

static void
collect_nodes (HeddleCanvas *self,
               Move *move,
               const guint8 *moving)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddleRect view = { self->viewport.x, self->viewport.y, self->viewport.width / self->viewport.zoom, self->viewport.height / self->viewport.zoom };

  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, i);
      HeddleRect rect = heddle_scene_node_rect (node);
      HeddlePoint origin = { node->x, node->y };

      if (moving[i])
        {
          g_array_append_val (move->nodes, i);
          g_array_append_val (move->origins, origin);
          include (&move->bounds, rect);
        }
      else if (rect.x < view.x + view.width && rect.x + rect.width > view.x && rect.y < view.y + view.height && rect.y + rect.height > view.y)
        g_array_append_val (move->others, rect);
    }
}

/* From the uids, in the drawing that is shown now. */
static void
collect (HeddleCanvas *self,
         Move *move)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  g_autofree guint8 *moving = g_new0 (guint8, heddle_scene_n_nodes (scene) + 1);

  g_array_set_size (move->nodes, 0);
  g_array_set_size (move->notes, 0);
  g_array_set_size (move->origins, 0);
  g_array_set_size (move->others, 0);
  move->bounds.x = NAN;
  for (guint i = 0; i < move->uids->len; i++)
    {
      guint32 first;
      guint n = heddle_drawing_find_nodes (self->drawing, g_array_index (move->uids, guint64, i), &first);

      for (guint k = 0; k < n; k++)
        moving[first + k] = TRUE;
    }
  collect_nodes (self, move, moving);
  for (guint i = 0; i < move->uids->len; i++)
    {
      guint32 note = heddle_drawing_find_note (self->drawing, g_array_index (move->uids, guint64, i));
      HeddleRect rect;

      if (note == HEDDLE_NO_INDEX)
        continue;
      rect = heddle_scene_note (scene, note)->rect;
      g_array_append_val (move->notes, note);
      g_array_append_val (move->origins, ((HeddlePoint){ rect.x, rect.y }));
      include (&move->bounds, rect);
    }
  if (!heddle_drawing_get_place (self->drawing, move->grabbed, &move->anchor, NULL))
    move->anchor = (HeddlePoint){ move->bounds.x, move->bounds.y };
}

static void
shift_scene (HeddleCanvas *self,
             Move *move,
             double dx,
             double dy)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint k = 0;

  for (guint i = 0; i < move->nodes->len; i++, k++)
    {
      HeddlePoint origin = g_array_index (move->origins, HeddlePoint, k);

      heddle_scene_move_node (scene, g_array_index (move->nodes, guint32, i), origin.x + dx, origin.y + dy);
    }
  for (guint i = 0; i < move->notes->len; i++, k++)
    {
      HeddlePoint origin = g_array_index (move->origins, HeddlePoint, k);

      heddle_scene_move_note (scene, g_array_index (move->notes, guint32, i), origin.x + dx, origin.y + dy);
    }
}

/* ---- into the document ----------------------------------------------------------------------------------------------------- */

/* What is drawn elsewhere than it says is written where it is seen, before it moves. Once: until the next drawing is there, the document knows
 * better than this one. */
static gboolean
write_place (HeddleCanvas *self,
             guint64 uid,
             GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  HeddlePoint place;

  heddle_drawing_get_place (self->drawing, uid, &place, NULL);
  g_ascii_formatd (x, sizeof x, "%.10g", place.x);
  g_ascii_formatd (y, sizeof y, "%.10g", place.y);
  g_hash_table_add (self->placed, g_memdup2 (&uid, sizeof uid));
  return hd_document_set_attribute (document, uid, "x", x, error) && hd_document_set_attribute (document, uid, "y", y, error);
}

static gboolean
move_objects (HeddleCanvas *self,
              const GArray *uids,
              double dx,
              double dy,
              GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  g_autoptr (GArray) elsewhere = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean moved = TRUE;

  for (guint i = 0; i < uids->len; i++)
    {
      guint64 uid = g_array_index (uids, guint64, i);
      HeddlePoint place;
      gboolean written;

      if (heddle_drawing_get_place (self->drawing, uid, &place, &written) && !written && !g_hash_table_contains (self->placed, &uid))
        g_array_append_val (elsewhere, uid);
    }
  if (elsewhere->len == 0)
    return heddle_edit_move (document, (const guint64 *) uids->data, uids->len, dx, dy, error);

  g_autofree char *name = g_strdup_printf (ngettext ("Move %u object", "Move %u objects", uids->len), uids->len);

  hd_document_begin_group (document, name);
  for (guint i = 0; moved && i < elsewhere->len; i++)
    moved = write_place (self, g_array_index (elsewhere, guint64, i), error);
  moved = moved && heddle_edit_move (document, (const guint64 *) uids->data, uids->len, dx, dy, error);
  if (moved)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return moved;
}

static void
copy_objects (HeddleCanvas *self,
              const GArray *uids,
              double dx,
              double dy,
              GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  guint64 module = heddle_canvas_get_module (self);
  g_autofree char *text = heddle_edit_copy (document, module, (const guint64 *) uids->data, uids->len);
  g_autoptr (GArray) pasted = NULL;

  if (text == NULL)
    return;
  pasted = heddle_edit_paste (document, heddle_session_get_catalog (self->session), module, text, dx, dy, _("Copy"), error);
  if (pasted != NULL)
    heddle_session_select_uids (self->session, (const guint64 *) pasted->data, pasted->len);
}

/* ---- the tool ------------------------------------------------------------------------------------------------------------------ */

/* Objects with a place, of those that are selected. */
static GArray *
get_movable (HeddleCanvas *self)
{
  g_autoptr (GArray) selected = heddle_session_dup_selected_uids (self->session);
  GArray *uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  HeddlePoint place;

  for (guint i = 0; i < selected->len; i++)
    if (heddle_drawing_get_place (self->drawing, g_array_index (selected, guint64, i), &place, NULL))
      g_array_append_val (uids, g_array_index (selected, guint64, i));
  return uids;
}

static void
move_clear (gpointer data)
{
  Move *move = data;

  g_array_unref (move->uids);
  g_array_unref (move->nodes);
  g_array_unref (move->notes);
  g_array_unref (move->origins);
  g_array_unref (move->others);
  g_array_unref (move->ghosts);
  g_free (move);
}

static gboolean
move_begin (HeddleCanvas *self,
            const HeddlePress *press)
{
  Move *move;
  GArray *uids;
  gboolean selected = FALSE;

  if (hd_document_get_read_only (heddle_canvas_get_document (self)))
    {
      heddle_canvas_tell (self, g_strdup (_("This project is read-only")));
      return FALSE;
    }
  uids = get_movable (self);
  for (guint i = 0; i < uids->len; i++)
    selected |= g_array_index (uids, guint64, i) == press->target.uid;
  if (!selected)
    {
      /* With Ctrl or Shift the press did not select yet. */
      heddle_session_select (self->session, press->target);
      g_array_unref (uids);
      uids = get_movable (self);
    }

  move = g_new0 (Move, 1);
  move->held = press->place;
  move->grabbed = press->target.uid;
  move->uids = uids;
  move->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  move->notes = g_array_new (FALSE, FALSE, sizeof (guint32));
  move->origins = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  move->others = g_array_new (FALSE, FALSE, sizeof (HeddleRect));
  move->ghosts = g_array_new (FALSE, FALSE, sizeof (HeddleSceneNode));
  collect (self, move);
  if (move->origins->len == 0)
    {
      move_clear (move);
      return FALSE;
    }
  self->tool_data = move;
  return TRUE;
}

static void
update_ghosts (HeddleCanvas *self,
               Move *move)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  g_array_set_size (move->ghosts, 0);
  for (guint i = 0; move->copies && i < MIN (move->nodes->len, MAX_GHOSTS); i++)
    {
      HeddleSceneNode ghost = *heddle_scene_node (scene, g_array_index (move->nodes, guint32, i));

      ghost.x += move->snap.dx;
      ghost.y += move->snap.dy;
      g_array_append_val (move->ghosts, ghost);
    }
}

static void
move_update (HeddleCanvas *self,
             HeddlePoint at,
             GdkModifierType state)
{
  Move *move = self->tool_data;
  HeddlePoint place = heddle_canvas_to_scene (self, at);
  gboolean free_hand = (state & GDK_ALT_MASK) != 0;
  double grid = free_hand ? 0 : state & GDK_SHIFT_MASK ? HEDDLE_GRID / 2.0 : HEDDLE_GRID;

  heddle_snap_find (&move->bounds, move->anchor, place.x - move->held.x, place.y - move->held.y, (const HeddleRect *) move->others->data,
                    move->others->len, grid, free_hand ? 0 : REACH / self->viewport.zoom, &move->snap);
  move->copies = (state & GDK_CONTROL_MASK) != 0;
  shift_scene (self, move, move->copies ? 0 : move->snap.dx, move->copies ? 0 : move->snap.dy);
  update_ghosts (self, move);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), move->copies ? "copy" : "grabbing");
}

static void
move_cancel (HeddleCanvas *self)
{
  shift_scene (self, self->tool_data, 0, 0);
}

static void
move_end (HeddleCanvas *self,
          HeddlePoint at,
          GdkModifierType state)
{
  Move *move = self->tool_data;
  g_autoptr (GError) error = NULL;

  move_update (self, at, state);
  if (move->snap.dx == 0 && move->snap.dy == 0)
    return;
  if (move->copies)
    copy_objects (self, move->uids, move->snap.dx, move->snap.dy, &error);
  else
    {
      guint drawing = self->n_redrawn;

      /* The scene stays as it was left, until the new drawing is there. */
      if (!move_objects (self, move->uids, move->snap.dx, move->snap.dy, &error) && self->n_redrawn == drawing)
        shift_scene (self, move, 0, 0);
    }
  if (error != NULL)
    heddle_canvas_tell_error (self, &error);
}

static void
move_redrawn (HeddleCanvas *self)
{
  Move *move = self->tool_data;

  collect (self, move);
  move_update (self, self->pointer, self->tool_state);
}

static void
move_overlay (HeddleCanvas *self,
              HeddleOverlay *overlay)
{
  const Move *move = self->tool_data;

  overlay->guides = move->snap.guides;
  overlay->n_guides = move->snap.n_guides;
  overlay->ghosts = (const HeddleSceneNode *) move->ghosts->data;
  overlay->n_ghosts = move->ghosts->len;
}

const HeddleTool heddle_move_tool = {
  .cursor = "grabbing",
  .scrolls = TRUE,
  .begin = move_begin,
  .update = move_update,
  .end = move_end,
  .cancel = move_cancel,
  .overlay = move_overlay,
  .redrawn = move_redrawn,
  .clear = move_clear,
};

/* ---- by keys ---------------------------------------------------------------------------------------------------------------------- */

void
heddle_canvas_nudge (HeddleCanvas *self,
                     double dx,
                     double dy)
{
  g_autoptr (GArray) uids = self->drawing != NULL ? get_movable (self) : NULL;
  g_autoptr (GError) error = NULL;
  HeddleRect place;

  if (uids == NULL || uids->len == 0)
    return;
  if (!move_objects (self, uids, dx, dy, &error))
    {
      heddle_canvas_tell_error (self, &error);
      return;
    }
  if (heddle_drawing_get_rect (self->drawing, g_array_index (uids, guint64, 0), &place))
    {
      place.x += dx;
      place.y += dy;
      heddle_canvas_scroll_to (self, &place);
    }
}
