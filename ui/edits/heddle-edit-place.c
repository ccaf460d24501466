/* heddle-edit-place.c: where objects stand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n.h>

static gboolean
has_place (const HdObject *object)
{
  return hd_schema_find_field (hd_object_get_kind (object), "x") != NULL;
}

static gboolean
put (HdDocument *document,
     guint64 uid,
     double x,
     double y,
     GError **error)
{
  return heddle_edit_set_number (document, uid, "x", x, error) && heddle_edit_set_number (document, uid, "y", y, error);
}

gboolean
heddle_edit_move (HdDocument *document,
                  const guint64 *uids,
                  guint n,
                  double dx,
                  double dy,
                  GError **error)
{
  g_autoptr (GArray) all = heddle_edit_collect (document, uids, n);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean good = TRUE;

  for (guint i = 0; i < all->len; i++)
    {
      guint64 uid = g_array_index (all, guint64, i);
      const HdObject *object = hd_document_get_object (document, uid);

      if (has_place (object) && (hd_object_get (object, "x") != NULL || hd_object_get (object, "y") != NULL))
        g_array_append_val (placed, uid);
    }

  g_autofree char *what = heddle_edit_dup_what (document, (const guint64 *) placed->data, placed->len);

  heddle_edit_begin (document, _("Move %s"), what);
  for (guint i = 0; i < placed->len && good; i++)
    {
      guint64 uid = g_array_index (placed, guint64, i);
      const HdObject *object = hd_document_get_object (document, uid);
      double x = hd_object_get_number (object, "x", 0);
      double y = hd_object_get_number (object, "y", 0);

      good = put (document, uid, x + dx, y + dy, error);
    }
  return heddle_edit_end (document, good);
}

/* ---- by what is drawn ----------------------------------------------------------------------- */

/* Where something is drawn, in units of its extent: an array is drawn around its place or beside
 * it, so that places are moved by as much as extents are. */
static gboolean
shift (HdDocument *document,
       const HeddleExtent *extent,
       double dx,
       double dy,
       GError **error)
{
  const HdObject *object = hd_document_get_object (document, extent->uid);

  if (object == NULL || !has_place (object))
    return TRUE;

  double x = hd_object_get_number (object, "x", extent->x + extent->width / 2);
  double y = hd_object_get_number (object, "y", extent->y + extent->height / 2);

  return put (document, extent->uid, x + dx, y + dy, error);
}

static void
begin (HdDocument *document,
       const char *format,
       const HeddleExtent *extents,
       guint n)
{
  g_autofree guint64 *uids = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    uids[i] = extents[i].uid;

  g_autofree char *what = heddle_edit_dup_what (document, uids, n);

  heddle_edit_begin (document, format, what);
}

static HeddleExtent
unite (const HeddleExtent *extents,
       guint n)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      left = MIN (left, extents[i].x);
      top = MIN (top, extents[i].y);
      right = MAX (right, extents[i].x + extents[i].width);
      bottom = MAX (bottom, extents[i].y + extents[i].height);
    }
  return (HeddleExtent){ 0, left, top, right - left, bottom - top };
}

gboolean
heddle_edit_align (HdDocument *document,
                   const HeddleExtent *extents,
                   guint n,
                   HeddleAlignment alignment,
                   GError **error)
{
  HeddleExtent all = unite (extents, n);
  gboolean good = TRUE;

  begin (document, _("Align %s"), extents, n);
  for (guint i = 0; i < n && good; i++)
    {
      const HeddleExtent *it = &extents[i];
      double dx = 0, dy = 0;

      switch (alignment)
        {
        case HEDDLE_ALIGN_LEFT:
          dx = all.x - it->x;
          break;
        case HEDDLE_ALIGN_CENTRE:
          dx = all.x + all.width / 2 - it->x - it->width / 2;
          break;
        case HEDDLE_ALIGN_RIGHT:
          dx = all.x + all.width - it->x - it->width;
          break;
        case HEDDLE_ALIGN_TOP:
          dy = all.y - it->y;
          break;
        case HEDDLE_ALIGN_MIDDLE:
          dy = all.y + all.height / 2 - it->y - it->height / 2;
          break;
        case HEDDLE_ALIGN_BOTTOM:
          dy = all.y + all.height - it->y - it->height;
          break;
        default:
          g_assert_not_reached ();
        }
      good = (dx == 0 && dy == 0) || shift (document, it, dx, dy, error);
    }
  return heddle_edit_end (document, good);
}

static int
compare_left (gconstpointer a,
              gconstpointer b)
{
  const HeddleExtent *x = a, *y = b;
  double x_middle = x->x + x->width / 2, y_middle = y->x + y->width / 2;

  return (x_middle > y_middle) - (x_middle < y_middle);
}

static int
compare_top (gconstpointer a,
             gconstpointer b)
{
  const HeddleExtent *x = a, *y = b;
  double x_middle = x->y + x->height / 2, y_middle = y->y + y->height / 2;

  return (x_middle > y_middle) - (x_middle < y_middle);
}

gboolean
heddle_edit_distribute (HdDocument *document,
                        const HeddleExtent *extents,
                        guint n,
                        gboolean vertical,
                        GError **error)
{
  g_autofree HeddleExtent *sorted = g_memdup2 (extents, n * sizeof *extents);
  HeddleExtent all = unite (extents, n);
  double filled = 0, at, gap;
  gboolean good = TRUE;

  if (n < 3)
    return TRUE;
  qsort (sorted, n, sizeof *sorted, vertical ? compare_top : compare_left);
  for (guint i = 0; i < n; i++)
    filled += vertical ? extents[i].height : extents[i].width;
  gap = ((vertical ? all.height : all.width) - filled) / (n - 1);
  at = vertical ? all.y : all.x;

  begin (document, _("Distribute %s"), extents, n);
  for (guint i = 0; i < n && good; i++)
    {
      const HeddleExtent *it = &sorted[i];
      double distance = at - (vertical ? it->y : it->x);

      at += (vertical ? it->height : it->width) + gap;
      good = distance == 0 || shift (document, it, vertical ? 0 : distance, vertical ? distance : 0, error);
    }
  return heddle_edit_end (document, good);
}

static gboolean
turn (HdDocument *document,
      guint64 uid,
      gboolean clockwise,
      GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);

  if (object == NULL || hd_schema_find_field (hd_object_get_kind (object), "rotation") == NULL)
    return TRUE;

  double rotation = hd_object_get_number (object, "rotation", 0) + (clockwise ? 90 : -90);

  rotation = fmod (fmod (rotation, 360) + 360, 360);
  if (rotation == 0)
    return hd_document_set_attribute (document, uid, "rotation", NULL, error);
  return heddle_edit_set_number (document, uid, "rotation", rotation, error);
}

gboolean
heddle_edit_rotate (HdDocument *document,
                    const HeddleExtent *extents,
                    guint n,
                    gboolean clockwise,
                    GError **error)
{
  HeddleExtent all = unite (extents, n);
  double x = all.x + all.width / 2, y = all.y + all.height / 2;
  gboolean good = TRUE;

  begin (document, _("Rotate %s"), extents, n);
  for (guint i = 0; i < n && good; i++)
    {
      const HeddleExtent *it = &extents[i];
      double from_x = it->x + it->width / 2 - x, from_y = it->y + it->height / 2 - y;
      double to_x = clockwise ? -from_y : from_y, to_y = clockwise ? from_x : -from_x;

      good = shift (document, it, to_x - from_x, to_y - from_y, error) && turn (document, it->uid, clockwise, error);
    }
  return heddle_edit_end (document, good);
}

gboolean
heddle_edit_place (HdDocument *document,
                   const HeddleExtent *extents,
                   guint n,
                   const char *undo_name,
                   GError **error)
{
  gboolean good = TRUE;

  hd_document_begin_group (document, undo_name);
  for (guint i = 0; i < n && good; i++)
    {
      const HdObject *object = hd_document_get_object (document, extents[i].uid);

      if (object != NULL && has_place (object))
        good = put (document, extents[i].uid, extents[i].x, extents[i].y, error);
    }
  return heddle_edit_end (document, good);
}
