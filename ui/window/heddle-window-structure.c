/* heddle-window-structure.c: modules, arrays and topologies from what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-ask.h"
#include "heddle-edits.h"

static HdDocument *
get_document (HeddleWindow *self)
{
  return heddle_session_get_document (self->session);
}

static void
select_uid (HeddleWindow *self,
            guint64 uid)
{
  heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
}

/* What is asked about, on the canvas. */
static GdkRectangle
get_place (HeddleWindow *self,
           const guint64 *uids,
           guint n)
{
  HeddleCanvas *canvas = heddle_window_get_canvas (self);
  const HeddleViewport *viewport = heddle_canvas_get_viewport (canvas);
  g_autofree HeddleExtent *extents = g_new (HeddleExtent, MAX (n, 1));
  guint n_drawn = heddle_canvas_get_extents (canvas, uids, n, extents);
  int width = gtk_widget_get_width (GTK_WIDGET (canvas)), height = gtk_widget_get_height (GTK_WIDGET (canvas));
  double x = 0, y = 0;

  if (n_drawn == 0)
    return (GdkRectangle){ width / 2, height / 2, 1, 1 };
  for (guint i = 0; i < n_drawn; i++)
    {
      x += extents[i].x / n_drawn;
      y += extents[i].y / n_drawn;
    }
  x = (x - viewport->x) * viewport->zoom;
  y = (y - viewport->y) * viewport->zoom;
  return (GdkRectangle){ CLAMP (x, 0, width), CLAMP (y, 0, height), 1, 1 };
}

static void
ask_about_selected (HeddleWindow *self,
                    const char *title,
                    const char *help,
                    const char *text,
                    const char *verb,
                    HeddleAnswer answer)
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);
  GdkRectangle place = get_place (self, (const guint64 *) uids->data, uids->len);

  heddle_ask (GTK_WIDGET (heddle_window_get_canvas (self)), &place, title, help, text, verb, answer, self);
}

static gboolean
group_as (const char *text,
          gpointer data,
          GError **error)
{
  HeddleWindow *self = data;
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);
  guint64 instance = heddle_edit_group (get_document (self), heddle_window_get_module (self), (const guint64 *) uids->data, uids->len, text, error);

  if (instance != 0)
    select_uid (self, instance);
  return instance != 0;
}

static void
on_group (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;
  g_autofree char *id = g_strdup ("module");

  for (guint i = 2; hd_object_find_child (hd_document_get_root (get_document (self)), HD_OBJECT_MODULE, id) != NULL; i++)
    {
      g_free (id);
      id = g_strdup_printf ("module%u", i);
    }
  ask_about_selected (self, _("Group into a module named"), NULL, id, _("_Group"), group_as);
}

static void
on_ungroup (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = heddle_edit_ungroup (get_document (self), heddle_session_get_catalog (self->session), hd_object_get_uid (heddle_window_get_only (self)), &error);

  if (uids != NULL)
    heddle_window_select (self, uids);
  else
    heddle_window_tell (self, error->message);
}

static gboolean
replicate_as (const char *text,
              gpointer data,
              GError **error)
{
  HeddleWindow *self = data;
  const HdObject *only = heddle_window_get_only (self);

  return only == NULL
         || heddle_edit_replicate (get_document (self), heddle_session_get_catalog (self->session), hd_object_get_uid (only), text, error);
}

static void
on_replicate (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  HeddleWindow *self = data;
  const char *count = hd_object_get (heddle_window_get_only (self), "count");

  ask_about_selected (self, _("How many?"), _("A number, sizes of an array such as 4x4, or an expression such as $xpus / 8; 1 makes it one again"),
                      count != NULL ? count : "4", _("_Replicate"), replicate_as);
}

static void
on_convert_generated (GSimpleAction *action,
                      GVariant *parameter,
                      gpointer data)
{
  HeddleWindow *self = data;
  guint64 generated = hd_object_get_uid (heddle_window_get_only (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;

  if (heddle_edit_may_convert (heddle_session_get_design (self->session), heddle_session_get_scope (self->session), generated, &error))
    uids = heddle_edit_convert (get_document (self), heddle_session_get_catalog (self->session), generated, NULL, &error);
  if (uids != NULL)
    heddle_window_select (self, uids);
  else
    heddle_window_warn (self, _("The topology cannot be converted"), error->message, "generate");
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { "group", on_group, NULL, NULL, NULL, { 0 } },
  { "ungroup", on_ungroup, NULL, NULL, NULL, { 0 } },
  { "replicate", on_replicate, NULL, NULL, NULL, { 0 } },
  { "convert-generated", on_convert_generated, NULL, NULL, NULL, { 0 } },
};

/* Links alone make no module. */
static gboolean
has_part (HeddleWindow *self)
{
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (get_document (self), targets[i].uid);
      HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;

      if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE)
        return TRUE;
    }
  return FALSE;
}

static void
update (HeddleWindow *self)
{
  gboolean edits = heddle_window_can_edit (self);
  const HdObject *only = edits ? heddle_window_get_only (self) : NULL;
  HdObjectKind kind = only != NULL ? hd_object_get_kind (only) : HD_OBJECT_UNKNOWN;

  heddle_window_enable (self, "group", edits && has_part (self));
  heddle_window_enable (self, "ungroup", kind == HD_OBJECT_INSTANCE);
  heddle_window_enable (self, "replicate", kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE);
  heddle_window_enable (self, "convert-generated", kind == HD_OBJECT_GENERATE);
}

const HeddleWindowActions heddle_window_structure_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
