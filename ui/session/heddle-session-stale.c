/* heddle-session-stale.c: whether results are of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state that runs is compared with the present one, object by object: so an edit that was undone leaves nothing behind. What was not edited is
 * one object in both, and is not looked into.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

/* Notes are read and probes look on: neither is run. */
static gboolean
is_run (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind != HD_OBJECT_NOTE && kind != HD_OBJECT_COMMENT && kind != HD_OBJECT_PROBES && kind != HD_OBJECT_PROBE;
}

/* How a thing is drawn and called, and how fast and where a run is watched. */
static gboolean
is_shown_only (HdObjectKind kind,
               const char *attribute)
{
  static const char *const names[] = { "title", "pinned", "symbol", "style", "description", "speed", "view", NULL };
  const HdField *field = hd_schema_find_field (kind, attribute);

  return field != NULL /* else it is a parameter */
         && (field->kind == HD_FIELD_NUMBER || g_strv_contains (names, attribute) || (kind == HD_OBJECT_PROJECT && g_str_equal (attribute, "name"))
             || (kind == HD_OBJECT_PORT && g_str_equal (attribute, "side")));
}

/* Whether @a has no attribute that @b has not likewise. */
static gboolean
has_no_more (const HdObject *a,
             const HdObject *b)
{
  for (guint i = 0; i < hd_object_get_n_attributes (a); i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (a, i, &value);

      if (!is_shown_only (hd_object_get_kind (a), name) && g_strcmp0 (value, hd_object_get (b, name)) != 0)
        return FALSE;
    }
  return TRUE;
}

static const HdObject *
next_run (const HdObject *object,
          guint *at)
{
  while (*at < hd_object_get_n_children (object))
    {
      const HdObject *child = hd_object_get_child (object, (*at)++);

      if (is_run (child))
        return child;
    }
  return NULL;
}

static gboolean
runs_alike (const HdObject *a,
            const HdObject *b)
{
  guint at_a = 0, at_b = 0;

  if (a == b)
    return TRUE;
  if (hd_object_get_kind (a) != hd_object_get_kind (b) || g_strcmp0 (hd_object_get_element (a), hd_object_get_element (b)) != 0
      || g_strcmp0 (hd_object_get_text (a), hd_object_get_text (b)) != 0 || !has_no_more (a, b) || !has_no_more (b, a))
    return FALSE;
  for (;;)
    {
      const HdObject *in_a = next_run (a, &at_a), *in_b = next_run (b, &at_b);

      if (in_a == NULL || in_b == NULL)
        return in_a == in_b;
      if (!runs_alike (in_a, in_b))
        return FALSE;
    }
}

void
heddle_session_check_stale (HeddleSession *self)
{
  gboolean stale = self->view != NULL
                   && !runs_alike (hd_snapshot_get_root (heddle_run_view_get_snapshot (self->view)), hd_snapshot_get_root (self->snapshot));

  if (stale == heddle_session_is_stale (self))
    return;
  heddle_run_view_set_stale (self->view, stale);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

gboolean
heddle_session_is_stale (HeddleSession *self)
{
  return self->view != NULL && heddle_run_view_is_stale (self->view);
}
