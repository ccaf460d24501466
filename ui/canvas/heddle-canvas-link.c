/* heddle-canvas-link.c: the tool that links, from port to port, by pointer or by keys
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-canvas-ends.h"

/* Ports in view that fit light up, the others fade; the answer comes from the same function that makes the link in the end. */

#define MAX_MARKED 600 /* nodes in view whose ports are judged beforehand; with more, only what the pointer is on */

typedef enum
{
  PHASE_POINTER,
  PHASE_PORT,   /* by keys: from which port */
  PHASE_TARGET, /* by keys: to which */
} Phase;

typedef struct
{
  HeddleEnd from;
  HeddleHit from_hit;       /* in the scene, for the wire */
  guint64 replaced;         /* link that is taken hold of at its end, or 0 */
  gboolean replaced_is_from; /* the end that stays is its `to` */
  HeddleHit over;
  HeddlePoint at;           /* the loose end */
  gboolean fits;
  char *tip;
  Phase phase;
  GArray *choices;          /* by keys: of HeddleHit, ports */
  guint choice;
} Link;

/* ---- what fits --------------------------------------------------------------------------------------------------------------- */

static gboolean
may_link (HeddleCanvas *self,
          const Link *link,
          const HeddleEnd *to,
          char **out_reason)
{
  const char *own, *theirs;

  if (link->replaced == 0)
    return heddle_edit_can_link (heddle_canvas_get_document (self), heddle_session_get_catalog (self->session), heddle_canvas_get_module (self),
                                 &link->from, to, out_reason);

  /* The old link still takes the port that stays: only what both take can be judged before it goes. */
  own = heddle_canvas_get_protocol (self, &link->from);
  theirs = heddle_canvas_get_protocol (self, to);
  if (to->node == link->from.node && to->member == link->from.member)
    return FALSE;
  if (own == NULL || theirs == NULL || g_str_equal (own, "*") || g_str_equal (theirs, "*") || g_str_equal (own, theirs))
    return TRUE;
  if (out_reason != NULL)
    *out_reason = g_strdup_printf (_("one end takes %s, the other %s"), own, theirs);
  return FALSE;
}

static void
mark_port (HeddleCanvas *self,
           const Link *link,
           guint32 port)
{
  HeddleScenePort *drawn = heddle_scene_port (heddle_drawing_get_scene (self->drawing), port);
  HeddleEnd to;
  gboolean fits = heddle_canvas_get_end (self, (HeddleHit){ HEDDLE_HIT_PORT, port }, &to) && may_link (self, link, &to, NULL);

  drawn->state = (drawn->state & ~(guint) (HEDDLE_STATE_FITS | HEDDLE_STATE_FADED)) | (fits ? HEDDLE_STATE_FITS : HEDDLE_STATE_FADED);
  if (fits && drawn->node != HEDDLE_NO_INDEX)
    heddle_scene_node (heddle_drawing_get_scene (self->drawing), drawn->node)->state |= HEDDLE_STATE_FITS;
}

static void
mark_ports_of (HeddleCanvas *self,
               const Link *link,
               guint32 node)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  for (guint32 port = heddle_scene_first_port (scene, node); port != HEDDLE_NO_INDEX; port = heddle_scene_next_port (scene, port))
    mark_port (self, link, port);
}

static void
unmark (HeddleCanvas *self)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint all = HEDDLE_STATE_FITS | HEDDLE_STATE_FADED | HEDDLE_STATE_SELECTED;

  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    heddle_scene_node (scene, i)->state &= ~(guint) HEDDLE_STATE_FITS;
  for (guint32 i = 0; i < heddle_scene_n_ports (scene); i++)
    heddle_scene_port (scene, i)->state &= ~all;
}

static void
mark (HeddleCanvas *self,
      const Link *link)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  HeddleRect view = { self->viewport.x, self->viewport.y, self->viewport.width / self->viewport.zoom, self->viewport.height / self->viewport.zoom };

  unmark (self);
  heddle_scene_nodes_in (scene, &view, nodes);
  mark_ports_of (self, link, HEDDLE_NO_INDEX);
  for (guint i = 0; i < MIN (nodes->len, MAX_MARKED); i++)
    mark_ports_of (self, link, g_array_index (nodes, guint32, i));
  if (link->from_hit.kind == HEDDLE_HIT_PORT)
    heddle_scene_port (scene, link->from_hit.index)->state = HEDDLE_STATE_SELECTED;
}

/* ---- beginning ---------------------------------------------------------------------------------------------------------------- */

static void
link_clear (gpointer data)
{
  Link *link = data;

  g_clear_pointer (&link->choices, g_array_unref);
  g_free (link->tip);
  g_free (link);
}

/* The port or node of the scene where @end is drawn. */
static gboolean
find_hit (HeddleCanvas *self,
          const HeddleEnd *end,
          HeddleHit *out_hit)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint32 first;
  guint n = heddle_drawing_find_nodes (self->drawing, end->node, &first);

  for (guint32 port = heddle_scene_first_port (scene, HEDDLE_NO_INDEX); n == 0 && port != HEDDLE_NO_INDEX; port = heddle_scene_next_port (scene, port))
    if (heddle_scene_port (scene, port)->id == end->node)
      {
        *out_hit = (HeddleHit){ HEDDLE_HIT_PORT, port };
        return TRUE;
      }
  if (n == 0)
    return FALSE;

  guint32 node = first + (end->member > 0 && (guint) end->member < n ? (guint) end->member : 0);

  *out_hit = (HeddleHit){ HEDDLE_HIT_NODE, node };
  for (guint32 port = heddle_scene_first_port (scene, node); port != HEDDLE_NO_INDEX; port = heddle_scene_next_port (scene, port))
    if (g_strcmp0 (heddle_scene_port (scene, port)->label, end->port) == 0)
      *out_hit = (HeddleHit){ HEDDLE_HIT_PORT, port };
  return TRUE;
}

/* Takes hold of the end of a selected link that is nearer to the press; the other end stays. */
static gboolean
hold_link (HeddleCanvas *self,
           Link *link,
           const HeddlePress *press)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddlePoint begin = heddle_scene_link_at (scene, press->hit.index, 0, NULL), end = heddle_scene_link_at (scene, press->hit.index, 1, NULL);
  const HdObject *object = hd_document_get_object (heddle_canvas_get_document (self), press->target.uid);

  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_LINK)
    return FALSE;
  link->replaced = press->target.uid;
  link->replaced_is_from = hypot (begin.x - press->place.x, begin.y - press->place.y) < hypot (end.x - press->place.x, end.y - press->place.y);
  return heddle_canvas_parse_end (self, hd_object_get (object, link->replaced_is_from ? "to" : "from"), &link->from)
         && find_hit (self, &link->from, &link->from_hit);
}

static gboolean
can_edit (HeddleCanvas *self)
{
  if (!hd_document_get_read_only (heddle_canvas_get_document (self)))
    return TRUE;
  heddle_canvas_tell (self, g_strdup (_("This project is read-only")));
  return FALSE;
}

static gboolean
link_begin (HeddleCanvas *self,
            const HeddlePress *press)
{
  Link *link;
  gboolean held;

  if (!can_edit (self))
    return FALSE;
  link = g_new0 (Link, 1);
  link->at = press->place;
  link->from_hit = press->hit;
  held = press->hit.kind == HEDDLE_HIT_LINK ? hold_link (self, link, press) : heddle_canvas_get_end (self, press->hit, &link->from);
  if (!held)
    {
      link_clear (link);
      return FALSE;
    }
  link->from.port = link->from.port != NULL ? g_intern_string (link->from.port) : NULL; /* it outlives the scene */
  self->tool_data = link;
  mark (self, link);
  return TRUE;
}

/* ---- under the pointer ------------------------------------------------------------------------------------------------------------ */

static void
look_at (HeddleCanvas *self,
         Link *link,
         HeddleHit hit)
{
  HeddleEnd to;

  g_clear_pointer (&link->tip, g_free);
  link->over = hit;
  link->fits = FALSE;
  if (hit.kind == link->from_hit.kind && hit.index == link->from_hit.index)
    return;
  if (!heddle_canvas_get_end (self, hit, &to))
    {
      link->over.kind = HEDDLE_HIT_NOTHING;
      return;
    }
  link->fits = may_link (self, link, &to, &link->tip);
  if (link->fits)
    link->at = heddle_canvas_get_end_point (self, hit);
}

static void
link_update (HeddleCanvas *self,
             HeddlePoint at,
             GdkModifierType state)
{
  Link *link = self->tool_data;
  HeddleHit hit;

  if (link->phase != PHASE_POINTER)
    return;
  link->at = heddle_canvas_to_scene (self, at);
  heddle_canvas_find (self, at.x, at.y, &hit);
  look_at (self, link, hit);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), link->over.kind != HEDDLE_HIT_NOTHING && !link->fits ? "no-drop" : "crosshair");
}

/* ---- ending ------------------------------------------------------------------------------------------------------------------------- */

/* A link that cannot be made leaves the old one as it was. */
static void
replace_link (HeddleCanvas *self,
              const Link *link,
              const HeddleEnd *to)
{
  const HeddleEnd *from = link->replaced_is_from ? to : &link->from, *end = link->replaced_is_from ? &link->from : to;
  g_autoptr (GError) error = NULL;
  guint64 made = heddle_edit_relink (heddle_canvas_get_document (self), heddle_session_get_catalog (self->session), link->replaced, from, end, &error);

  if (made == 0)
    heddle_canvas_tell_error (self, &error);
  else
    heddle_session_select (self->session, (HeddleTarget){ made, HEDDLE_ALL_MEMBERS });
}

static void
link_cancel (HeddleCanvas *self)
{
  unmark (self);
}

static void
link_end (HeddleCanvas *self,
          HeddlePoint at,
          GdkModifierType state)
{
  Link *link = self->tool_data;
  HeddleEnd to;

  link_update (self, at, state);
  unmark (self);
  if (link->fits && heddle_canvas_get_end (self, link->over, &to))
    {
      to.port = to.port != NULL ? g_intern_string (to.port) : NULL;
      if (link->replaced != 0)
        replace_link (self, link, &to);
      else
        heddle_canvas_make_link (self, &link->from, &to, link->at);
    }
  else if (link->tip != NULL)
    heddle_canvas_tell (self, g_steal_pointer (&link->tip));
  else if (link->over.kind == HEDDLE_HIT_NOTHING && link->replaced == 0 && link->phase == PHASE_POINTER)
    heddle_canvas_choose_type (self, &link->from, link->at);
}

static void
link_redrawn (HeddleCanvas *self)
{
  Link *link = self->tool_data;

  if (link->phase != PHASE_POINTER || !find_hit (self, &link->from, &link->from_hit))
    {
      heddle_canvas_cancel_tool (self);
      return;
    }
  mark (self, link);
  link_update (self, self->pointer, self->tool_state);
}

static void
link_overlay (HeddleCanvas *self,
              HeddleOverlay *overlay)
{
  const Link *link = self->tool_data;

  overlay->wired = link->phase != PHASE_PORT;
  overlay->wire_from = heddle_canvas_get_end_point (self, link->from_hit);
  overlay->wire_to = link->at;
  overlay->wire = link->fits ? HEDDLE_WIRE_FITS : link->over.kind != HEDDLE_HIT_NOTHING ? HEDDLE_WIRE_REFUSED : HEDDLE_WIRE_LOOSE;
  overlay->tip = link->tip;
  overlay->tip_at = link->at;
}

/* ---- by keys ---------------------------------------------------------------------------------------------------------------------------- */

static void
look_at_choice (HeddleCanvas *self,
                Link *link)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddleHit hit = g_array_index (link->choices, HeddleHit, link->choice);
  HeddlePoint at = heddle_canvas_get_end_point (self, hit);
  HeddleRect place = { at.x - 40, at.y - 40, 80, 80 };
  const HeddleScenePort *port = heddle_scene_port (scene, hit.index);
  HeddleEnd end;

  heddle_canvas_scroll_to (self, &place);
  if (link->phase == PHASE_PORT)
    {
      link->from_hit = hit;
      link->at = at;
    }
  else
    look_at (self, link, hit);
  heddle_canvas_get_end (self, hit, &end);

  g_autofree char *name = heddle_canvas_dup_end_name (self, &end);

  g_free (link->tip);
  link->tip = port->label != NULL && port->node != HEDDLE_NO_INDEX ? g_strdup_printf ("%s, %s", name, port->label) : g_strdup (name);
  heddle_canvas_announce (self, link->tip);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* All ports that fit, in the order in which they were added. */
static gboolean
choose_targets (HeddleCanvas *self,
                Link *link)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddlePoint from = heddle_canvas_get_end_point (self, link->from_hit);
  double nearest = INFINITY;

  heddle_canvas_get_end (self, link->from_hit, &link->from);
  link->from.port = link->from.port != NULL ? g_intern_string (link->from.port) : NULL;
  link->phase = PHASE_TARGET;
  link->choice = 0;
  g_array_set_size (link->choices, 0);
  mark (self, link);
  for (guint32 i = 0; i < heddle_scene_n_ports (scene); i++)
    if (heddle_scene_port (scene, i)->state & HEDDLE_STATE_FITS)
      {
        HeddleHit hit = { HEDDLE_HIT_PORT, i };
        HeddlePoint at = heddle_scene_port_point (scene, i);

        if (hypot (at.x - from.x, at.y - from.y) < nearest)
          {
            nearest = hypot (at.x - from.x, at.y - from.y);
            link->choice = link->choices->len;
          }
        g_array_append_val (link->choices, hit);
      }
  if (link->choices->len == 0)
    {
      heddle_canvas_tell (self, g_strdup (_("Nothing in view fits this port")));
      return FALSE;
    }
  look_at_choice (self, link);
  return TRUE;
}

/* The choice that lies nearest in a direction. */
static void
move_choice (HeddleCanvas *self,
             Link *link,
             double dx,
             double dy)
{
  HeddlePoint from = heddle_canvas_get_end_point (self, g_array_index (link->choices, HeddleHit, link->choice));
  double nearest = INFINITY;
  guint found = link->choice;

  for (guint i = 0; i < link->choices->len; i++)
    {
      HeddlePoint to = heddle_canvas_get_end_point (self, g_array_index (link->choices, HeddleHit, i));
      double along = (to.x - from.x) * dx + (to.y - from.y) * dy, across = fabs ((to.x - from.x) * dy) + fabs ((to.y - from.y) * dx);

      if (along > 0.5 && along + 2 * across < nearest)
        {
          nearest = along + 2 * across;
          found = i;
        }
    }
  link->choice = found;
  look_at_choice (self, link);
}

static gboolean
link_key (HeddleCanvas *self,
          guint key,
          GdkModifierType state)
{
  Link *link = self->tool_data;

  if (link->phase == PHASE_POINTER)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
      move_choice (self, link, -1, 0);
      break;

    case GDK_KEY_Right:
      move_choice (self, link, 1, 0);
      break;

    case GDK_KEY_Up:
      move_choice (self, link, 0, -1);
      break;

    case GDK_KEY_Down:
      move_choice (self, link, 0, 1);
      break;

    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      link->choice = (link->choice + (key == GDK_KEY_Tab ? 1 : link->choices->len - 1)) % link->choices->len;
      look_at_choice (self, link);
      break;

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (link->phase == PHASE_TARGET)
        heddle_canvas_end_tool (self, self->pointer, 0);
      else if (!choose_targets (self, link))
        heddle_canvas_cancel_tool (self);
      break;

    default:
      return FALSE;
    }
  return TRUE;
}

gboolean
heddle_canvas_begin_link (HeddleCanvas *self)
{
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  HeddleScene *scene = self->drawing != NULL ? heddle_drawing_get_scene (self->drawing) : NULL;
  g_autoptr (GArray) ports = g_array_new (FALSE, FALSE, sizeof (HeddleHit));
  HeddlePress press = { .button = 0 };
  Link *link;

  for (guint32 i = 0; scene != NULL && i < heddle_scene_n_ports (scene); i++)
    {
      HeddleHit hit = { HEDDLE_HIT_PORT, i };
      guint32 node = heddle_scene_port (scene, i)->node;
      guint32 of = ports->len > 0 ? heddle_scene_port (scene, g_array_index (ports, HeddleHit, 0).index)->node : node;

      /* Of an array that is selected as a whole, the first member. */
      if (node == of && (node == HEDDLE_NO_INDEX ? heddle_scene_port (scene, i)->id == selected.uid : heddle_drawing_matches_node (self->drawing, node, selected)))
        g_array_append_val (ports, hit);
    }
  if (ports->len == 0)
    {
      heddle_canvas_tell (self, g_strdup (_("Select a component that has ports, then link from it")));
      return FALSE;
    }

  press.hit = g_array_index (ports, HeddleHit, 0);
  press.place = heddle_scene_port_point (scene, press.hit.index);
  if (!heddle_canvas_begin_tool (self, &heddle_link_tool, &press))
    return FALSE;
  link = self->tool_data;
  link->phase = PHASE_PORT;
  link->choices = g_steal_pointer (&ports);
  if (link->choices->len == 1 && !choose_targets (self, link))
    {
      heddle_canvas_cancel_tool (self);
      return FALSE;
    }
  if (link->phase == PHASE_PORT)
    look_at_choice (self, link);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return TRUE;
}

const HeddleTool heddle_link_tool = {
  .cursor = "crosshair",
  .scrolls = TRUE,
  .begin = link_begin,
  .update = link_update,
  .end = link_end,
  .cancel = link_cancel,
  .key = link_key,
  .overlay = link_overlay,
  .redrawn = link_redrawn,
  .clear = link_clear,
};
