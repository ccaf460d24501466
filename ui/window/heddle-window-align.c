/* heddle-window-align.c: aligns, distributes and turns what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include "heddle-edits.h"

static const char *const alignments[] = {
  [HEDDLE_ALIGN_LEFT] = "left", [HEDDLE_ALIGN_CENTRE] = "centre", [HEDDLE_ALIGN_RIGHT] = "right",
  [HEDDLE_ALIGN_TOP] = "top", [HEDDLE_ALIGN_MIDDLE] = "middle", [HEDDLE_ALIGN_BOTTOM] = "bottom",
};

/* Of what is selected, those objects that have a place of their own. */
static HeddleExtent *
dup_extents (HeddleWindow *self,
             guint *out_n)
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);
  HdDocument *document = heddle_session_get_document (self->session);
  HeddleExtent *extents;
  guint n = 0;

  for (guint i = 0; i < uids->len; i++)
    {
      const HdObject *object = hd_document_get_object (document, g_array_index (uids, guint64, i));
      HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;

      if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_NOTE || kind == HD_OBJECT_KNOB)
        g_array_index (uids, guint64, n++) = g_array_index (uids, guint64, i);
    }
  extents = g_new (HeddleExtent, MAX (n, 1));
  *out_n = heddle_canvas_get_extents (heddle_window_get_canvas (self), (const guint64 *) uids->data, n, extents);
  return extents;
}

static void
tell_unless (HeddleWindow *self,
             gboolean done,
             GError *error)
{
  if (!done)
    heddle_window_tell (self, error->message);
}

static void
on_align (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;
  const char *name = g_variant_get_string (parameter, NULL);
  guint n, alignment = 0;
  g_autofree HeddleExtent *extents = dup_extents (self, &n);
  g_autoptr (GError) error = NULL;

  while (alignment < G_N_ELEMENTS (alignments) && !g_str_equal (alignments[alignment], name))
    alignment++;
  g_return_if_fail (alignment < G_N_ELEMENTS (alignments));
  tell_unless (self, heddle_edit_align (heddle_session_get_document (self->session), extents, n, alignment, &error), error);
}

static void
on_distribute (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  HeddleWindow *self = data;
  gboolean vertical = g_str_equal (g_variant_get_string (parameter, NULL), "vertical");
  guint n;
  g_autofree HeddleExtent *extents = dup_extents (self, &n);
  g_autoptr (GError) error = NULL;

  tell_unless (self, heddle_edit_distribute (heddle_session_get_document (self->session), extents, n, vertical, &error), error);
}

static void
rotate (HeddleWindow *self,
        gboolean clockwise)
{
  guint n;
  g_autofree HeddleExtent *extents = dup_extents (self, &n);
  g_autoptr (GError) error = NULL;

  tell_unless (self, heddle_edit_rotate (heddle_session_get_document (self->session), extents, n, clockwise, &error), error);
}

static void
on_rotate_clockwise (GSimpleAction *action,
                     GVariant *parameter,
                     gpointer data)
{
  rotate (data, TRUE);
}

static void
on_rotate_anticlockwise (GSimpleAction *action,
                         GVariant *parameter,
                         gpointer data)
{
  rotate (data, FALSE);
}

static const GActionEntry entries[] = {
  { "align", on_align, "s", NULL, NULL, { 0 } },
  { "distribute", on_distribute, "s", NULL, NULL, { 0 } },
  { "rotate-clockwise", on_rotate_clockwise, NULL, NULL, NULL, { 0 } },
  { "rotate-anticlockwise", on_rotate_anticlockwise, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  guint n = 0;

  if (heddle_window_can_edit (self))
    g_free (dup_extents (self, &n));
  heddle_window_enable (self, "align", n > 1);
  heddle_window_enable (self, "distribute", n > 2);
  heddle_window_enable (self, "rotate-clockwise", n > 0);
  heddle_window_enable (self, "rotate-anticlockwise", n > 0);
}

const HeddleWindowActions heddle_window_align_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
