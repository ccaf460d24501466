/* hd-lesson-check.c: whether a project has all that its lesson names
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-check"

#include "hd-lesson-private.h"

#include <string.h>

#include "hd-i18n.h"

/* The first error of the project stands for all. */
static HdDesign *
elaborate (HdSnapshot *stage,
           HdCatalog *catalog,
           GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) failed = NULL;
  HdDesign *design = hd_elaborate (stage, catalog, NULL, problems, NULL, &failed);

  if (design != NULL)
    return design;
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->severity == HD_SEVERITY_ERROR)
      {
        g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, hd_problem_list_get (problems, i)->message);
        return NULL;
      }
  g_propagate_error (error, g_steal_pointer (&failed));
  return NULL;
}

static gboolean
check_names (const HdLessonAct *act,
             HdDesign *design,
             GError **error)
{
  g_auto (GStrv) names = g_strsplit (act->what, " ", -1);
  guint32 scope;

  if (act->kind == HD_ACT_GO)
    return hd_lesson_find_scope (design, act->what, &scope, error);
  for (guint i = 0; names[i] != NULL; i++)
    {
      HdObjectKind kind;
      g_autoptr (GArray) named = *names[i] != '\0' ? hd_lesson_match (design, names[i], &kind, error) : NULL;

      if (named == NULL && *names[i] != '\0')
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_step (const HdLesson *self,
            guint number,
            HdDesign *design,
            GError **error)
{
  const HdLessonStep *step = hd_lesson_get_step (self, number);

  for (guint i = 0; i < step->acts->len; i++)
    {
      const HdLessonAct *act = step->acts->pdata[i];

      if ((act->kind == HD_ACT_GO || act->kind == HD_ACT_HIGHLIGHT) && !check_names (act, design, error))
        {
          g_prefix_error (error, "%s:%u: ", self->file_name, act->line);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
hd_lesson_check (const HdLesson *self,
                 HdCatalog *catalog,
                 GError **error)
{
  g_autofree char *elaborated = NULL;
  g_autoptr (HdDesign) design = NULL;

  for (guint i = 0; i < self->steps->len; i++)
    {
      g_autoptr (HdSnapshot) stage = hd_lesson_dup_stage (self, i, FALSE, "", error);
      g_autofree char *text = stage != NULL ? hd_snapshot_to_string (stage, NULL) : NULL;

      if (stage == NULL)
        return FALSE;
      if (g_strcmp0 (text, elaborated) != 0)
        {
          g_clear_pointer (&design, hd_design_unref);
          design = elaborate (stage, catalog, error);
          g_free (elaborated);
          elaborated = g_steal_pointer (&text);
        }
      if (design == NULL)
        {
          g_prefix_error (error, _("%s: step %u: its project: "), self->file_name, i + 1);
          return FALSE;
        }
      if (!check_step (self, i, design, error))
        return FALSE;
    }
  return TRUE;
}
