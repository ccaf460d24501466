/* heddle-canvas-drop.c: what is dropped on the drawing becomes a part of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-canvas-ends.h"
#include "heddle-figures.h"
#include "heddle-symbols.h"
#include "heddle-text-drop.h"
#include "heddle-topology.h"

#define GHOST_WIDTH 168.0
#define GHOST_HEIGHT 50.0

/* ---- what is carried ------------------------------------------------------------------------------------------------------------ */

typedef enum
{
  CARRIES_NOTHING,
  CARRIES_TYPE,
  CARRIES_MODULE,
  CARRIES_GENERATOR,
  CARRIES_NOTE,
  CARRIES_KNOB,
} Carried;

static Carried
read_carried (const char *what,
              const char **out_name)
{
  static const struct
  {
    const char *prefix;
    Carried carried;
  } known[] = { { "heddle-type:", CARRIES_TYPE }, { "heddle-module:", CARRIES_MODULE }, { "heddle-generator:", CARRIES_GENERATOR }, { "heddle-note:", CARRIES_NOTE }, { "heddle-knob:", CARRIES_KNOB } };

  for (guint i = 0; what != NULL && i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (what, known[i].prefix))
      {
        *out_name = what + strlen (known[i].prefix);
        return known[i].carried;
      }
  return CARRIES_NOTHING;
}

static double
to_grid (double v)
{
  return round (v / HEDDLE_GRID) * HEDDLE_GRID;
}

/* A topology is larger than the pointer that drops it, and covers nothing that is there. */
static guint64
add_generated (HeddleCanvas *self,
               const HdGenerator *generator,
               HeddlePoint at,
               GError **error)
{
  HeddleRect extent;

  if (self->drawing != NULL && heddle_topology_measure (heddle_session_get_catalog (self->session), generator, &extent))
    at = heddle_drawing_find_free (self->drawing, at, &extent);
  return heddle_edit_add_generated (heddle_canvas_get_document (self), heddle_canvas_get_module (self), generator, NULL, at.x, at.y, error);
}

static guint64
add_knob (HeddleCanvas *self,
          const char *address,
          HeddlePoint at,
          GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  g_autoptr (HdAddress) parsed = hd_address_parse (address, NULL);
  g_auto (HdSetting) setting = { NULL };
  HdValue present;
  gboolean is_known = parsed != NULL && hd_setting_init (&setting, hd_document_get_root (document), catalog, parsed, NULL)
                      && heddle_setting_evaluate (&setting, heddle_session_get_design (self->session), &present);

  /* Its middle is where it is let go. */
  at = (HeddlePoint){ at.x - HEDDLE_KNOB_WIDTH / 2, at.y - HEDDLE_KNOB_HEIGHT / 2 };
  if (self->drawing != NULL)
    at = heddle_drawing_find_free (self->drawing, at, &(HeddleRect){ 0, 0, HEDDLE_KNOB_WIDTH, HEDDLE_KNOB_HEIGHT });
  return heddle_edit_add_knob (document, catalog, heddle_canvas_get_module (self), address, is_known ? &present : NULL, at.x, at.y, error);
}

static guint64
add_carried (HeddleCanvas *self,
             Carried carried,
             const char *name,
             HeddlePoint at,
             GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  guint64 module = heddle_canvas_get_module (self);
  const HdGenerator *generator;

  switch (carried)
    {
    case CARRIES_TYPE:
      return heddle_edit_add_component (document, catalog, module, name, at.x, at.y, error);

    case CARRIES_MODULE:
      return heddle_edit_add_instance (document, module, name, at.x, at.y, error);

    case CARRIES_NOTE:
      return heddle_edit_add_note (document, module, _("Note"), at.x, at.y, error);

    case CARRIES_KNOB:
      return add_knob (self, name, at, error);

    case CARRIES_GENERATOR:
      generator = hd_generator_find (name);
      if (generator != NULL)
        return add_generated (self, generator, at, error);
      /* fall through */

    case CARRIES_NOTHING:
    default:
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("This is nothing that a drawing can hold"));
      return 0;
    }
}

guint64
heddle_canvas_add (HeddleCanvas *self,
                   const char *what,
                   HeddlePoint at,
                   GError **error)
{
  const char *name = NULL;
  Carried carried = read_carried (what, &name);
  guint64 uid;

  if (heddle_canvas_get_document (self) == NULL || heddle_canvas_get_module (self) == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("There is no drawing to add to"));
      return 0;
    }
  uid = add_carried (self, carried, name, (HeddlePoint){ to_grid (at.x), to_grid (at.y) }, error);
  if (uid != 0)
    heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  return uid;
}

/* ---- into a link ------------------------------------------------------------------------------------------------------------------ */

/* A component that is dropped on a link between two single objects comes between them, if it takes both. The link that was there goes on to the
 * new component; a second one like it leads on from there. */
static gboolean
insert_into_link (HeddleCanvas *self,
                  guint64 link,
                  guint64 made,
                  GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  guint64 module = heddle_canvas_get_module (self);
  g_autoptr (HdObject) old = hd_object_ref (hd_document_get_object (document, link));
  HeddleEnd from, to, middle = { made, -1, NULL, -1 };
  guint64 second;

  if (!heddle_canvas_parse_end (self, hd_object_get (old, "from"), &from) || !heddle_canvas_parse_end (self, hd_object_get (old, "to"), &to)
      || heddle_edit_relink (document, catalog, link, &from, &middle, error) == 0)
    return FALSE;
  second = heddle_edit_link (document, catalog, module, &middle, &to, error);
  return second != 0 && heddle_edit_take_over (document, old, second, error);
}

static gboolean
is_between_single_objects (HeddleCanvas *self,
                           guint64 uid)
{
  const HdObject *object = hd_document_get_object (heddle_canvas_get_document (self), uid);
  HeddleEnd from, to;

  return object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK
         && heddle_canvas_parse_end (self, hd_object_get (object, "from"), &from) && from.member == -1
         && heddle_canvas_parse_end (self, hd_object_get (object, "to"), &to) && to.member == -1;
}

/* Both as one undo step; if it does not fit into the link it lies on it. */
static void
drop_on_link (HeddleCanvas *self,
              const char *what,
              HeddlePoint at,
              guint64 link,
              GError **error)
{
  HdDocument *document = heddle_canvas_get_document (self);
  g_autoptr (GError) misfit = NULL;
  guint64 made;

  hd_document_begin_group (document, _("Insert into a link"));
  made = heddle_canvas_add (self, what, at, error);
  if (made != 0 && insert_into_link (self, link, made, &misfit))
    {
      hd_document_end_group (document);
      return;
    }
  hd_document_cancel_group (document);
  if (made != 0)
    heddle_canvas_add (self, what, at, error);
}

/* ---- while it is dragged ------------------------------------------------------------------------------------------------------------ */

/* Name and symbol of the ghost; borrowed. */
static void
describe_carried (HeddleCanvas *self,
                  const char *what,
                  const char **out_name,
                  const char **out_symbol)
{
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  const char *name = NULL;
  Carried carried = read_carried (what, &name);
  const HdComponentType *type = carried == CARRIES_TYPE ? hd_catalog_lookup (catalog, name) : NULL;
  const HdGenerator *generator = carried == CARRIES_GENERATOR ? hd_generator_find (name) : NULL;

  *out_symbol = type != NULL ? type->symbol : carried == CARRIES_KNOB ? "variable" : "module";
  *out_name = carried == CARRIES_NOTE ? _("Note")
              : carried == CARRIES_KNOB ? name
              : type != NULL      ? hd_catalog_translate (catalog, type, type->title)
              : generator != NULL ? _(generator->title)
                                  : name;
}

static void
show_ghost (HeddleCanvas *self,
            const GValue *value,
            double x,
            double y)
{
  const char *what = value != NULL ? g_value_get_string (value) : NULL, *name, *symbol;
  HeddlePoint at = heddle_canvas_to_scene (self, (HeddlePoint){ x, y });

  describe_carried (self, what, &name, &symbol);
  self->drop_ghost = (HeddleSceneNode){
    .x = to_grid (at.x),
    .y = to_grid (at.y),
    .width = GHOST_WIDTH,
    .height = GHOST_HEIGHT,
    .symbol = heddle_symbol_find (symbol),
    .name = name,
  };
  self->drop_shown = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static GdkDragAction
on_motion (HeddleCanvas *self,
           double x,
           double y,
           GtkDropTarget *drop)
{
  if (self->drawing == NULL)
    return 0;
  show_ghost (self, gtk_drop_target_get_value (drop), x, y);
  return GDK_ACTION_COPY;
}

static void
on_leave (HeddleCanvas *self)
{
  self->drop_shown = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_drop (HeddleCanvas *self,
         const GValue *value,
         double x,
         double y)
{
  HeddlePoint at = heddle_canvas_to_scene (self, (HeddlePoint){ x, y });
  g_autofree char *what = g_value_dup_string (value); /* the ghost's is the drag's */
  g_autoptr (GError) error = NULL;
  HeddleHit hit;
  HeddleTarget target = heddle_canvas_find (self, x, y, &hit);

  on_leave (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (hit.kind == HEDDLE_HIT_LINK && g_str_has_prefix (what, "heddle-type:") && is_between_single_objects (self, target.uid))
    drop_on_link (self, what, at, target.uid, &error);
  else
    heddle_canvas_add (self, what, at, &error);
  if (error != NULL)
    heddle_canvas_tell_error (self, &error);
  else if (g_str_has_prefix (what, "heddle-note:"))
    heddle_canvas_begin_rename (self); /* what it says */
  return TRUE;
}

void
heddle_canvas_add_drop_target (HeddleCanvas *self,
                               GtkWidget *widget)
{
  GtkDropTarget *drop = heddle_text_drop_new ();

  /* Within the program the text is known at once: the ghost can tell what it will be. */
  gtk_drop_target_set_preload (drop, TRUE);
  g_signal_connect_object (drop, "enter", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drop, "motion", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drop, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drop));
}
