/* heddle-session-lesson.c: what a lesson points at, and when nothing is to run yet
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

void
heddle_session_set_highlights (HeddleSession *self,
                               const char *const *names)
{
  gboolean were_any = self->highlights != NULL;

  if (were_any == (names != NULL) && (!were_any || g_strv_equal ((const char *const *) self->highlights, names)))
    return;
  g_strfreev (self->highlights);
  self->highlights = g_strdupv ((char **) names);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

static void
add_target (HeddleSession *self,
            HdObjectKind kind,
            guint32 number,
            GArray *targets)
{
  HdDesign *design = self->design;
  HeddleTarget target = HEDDLE_NO_TARGET;

  if (kind == HD_OBJECT_INSTANCE)
    {
      const HdScope *scope = &hd_design_get_scopes (design)[number];

      target = (HeddleTarget) { scope->origin_uid, (int) scope->index };
      if (scope->parent != heddle_session_get_scope (self))
        return;
    }
  else if (!heddle_session_find_target (self, design, kind == HD_OBJECT_LINK ? HD_TARGET_LINK : HD_TARGET_NODE, number, &target))
    return;
  g_array_append_val (targets, target);
}

void
heddle_session_add_highlighted (HeddleSession *self,
                                GArray *targets)
{
  for (guint i = 0; self->highlights != NULL && self->highlights[i] != NULL && self->design != NULL; i++)
    {
      HdObjectKind kind;
      g_autoptr (GArray) found = hd_lesson_match (self->design, self->highlights[i], &kind, NULL);

      for (guint k = 0; found != NULL && k < found->len; k++)
        add_target (self, kind, g_array_index (found, guint32, k), targets);
    }
}

void
heddle_session_set_lock (HeddleSession *self,
                         const char *why)
{
  if (g_strcmp0 (self->lock, why) == 0)
    return;
  g_free (self->lock);
  self->lock = g_strdup (why);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}
