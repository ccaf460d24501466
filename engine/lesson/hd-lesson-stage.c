/* hd-lesson-stage.c: what the steps of a lesson edit, done to documents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An act names an object by the way to it, from the root: kinds and ids. So it finds it also where another act before it was left out or moved.
 */
#define G_LOG_DOMAIN "hd-lesson-stage"

#include "hd-lesson-private.h"

#include <string.h>

#include <heddle/hd-setting.h>

#include "hd-i18n.h"

/* ---- objects ----------------------------------------------------------------------------------------------------------- */

const char *
hd_lesson_get_element (const HdObject *object)
{
  return hd_object_get_kind (object) == HD_OBJECT_COMMENT ? "comment()" : hd_object_get_element (object);
}

/* "link:uplink", "note#2", "top" */
static const HdObject *
find_part (const HdObject *parent,
           const char *part)
{
  g_auto (GStrv) numbered = g_strsplit (part, "#", 2), named = g_strsplit (numbered[0], ":", 2);
  guint64 number = 1;

  if (named[0] == NULL || (numbered[1] != NULL && !g_ascii_string_to_unsigned (numbered[1], 10, 1, G_MAXUINT, &number, NULL)))
    return NULL;
  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);

      if (g_str_equal (hd_lesson_get_element (child), named[0]) && (named[1] == NULL || g_strcmp0 (hd_object_get_id (child), named[1]) == 0) && --number == 0)
        return child;
    }
  return NULL;
}

const HdObject *
hd_lesson_find_object (const HdObject *root,
                       const char *which)
{
  g_auto (GStrv) parts = g_strsplit (which, "/", -1);
  const HdObject *object = root;

  for (guint i = 0; parts[i] != NULL && object != NULL; i++)
    object = find_part (object, parts[i]);
  return object;
}

static const HdObject *
require_object (HdDocument *document,
                const char *which,
                GError **error)
{
  const HdObject *object = hd_lesson_find_object (hd_document_get_root (document), which);

  if (object == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("the project has no “%.80s”"), which);
  return object;
}

/* A document that holds what is to be inserted where it will be: the reader knows what may stand there. */
static HdDocument *
read_fragment (const HdObject *parent,
               const char *xml,
               GError **error)
{
  const char *element = hd_object_get_kind (parent) != HD_OBJECT_PROJECT ? hd_object_get_element (parent) : NULL;
  g_autofree char *open = element != NULL ? g_strdup_printf ("<%s>", element) : g_strdup (""), *close = element != NULL ? g_strdup_printf ("</%s>", element) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("<heddle version=\"" G_STRINGIFY (HD_FORMAT_VERSION) "\">%s%s%s</heddle>", open, xml, close);

  return hd_document_load_from_data (text, -1, NULL, NULL, error);
}

static gboolean
insert (const HdLessonAct *act,
        HdDocument *document,
        GError **error)
{
  const HdObject *parent = require_object (document, act->what, error), *holder;
  g_autoptr (HdDocument) fragment = parent != NULL ? read_fragment (parent, act->value != NULL ? act->value : "", error) : NULL;
  guint64 at = G_MAXUINT;

  if (fragment == NULL)
    return FALSE;
  holder = hd_document_get_root (fragment);
  if (hd_object_get_kind (parent) != HD_OBJECT_PROJECT)
    holder = hd_object_get_n_children (holder) > 0 ? hd_object_get_child (holder, 0) : holder;
  if (hd_object_get_n_children (holder) != 1)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("<insert> holds the XML of one object"));
      return FALSE;
    }
  if (act->attribute != NULL)
    g_ascii_string_to_unsigned (act->attribute, 10, 0, G_MAXUINT, &at, NULL);
  if (at > hd_object_get_n_children (parent))
    at = G_MAXUINT;
  return hd_document_insert (document, hd_object_get_uid (parent), (guint) at, hd_object_get_child (holder, 0), error) != 0;
}

/* "text" stands for what stands in the object, as in a note. */
static gboolean
change (const HdLessonAct *act,
        HdDocument *document,
        GError **error)
{
  const HdObject *object = require_object (document, act->what, error);

  if (object == NULL)
    return FALSE;
  if (strcmp (act->attribute, "#text") == 0)
    return hd_document_set_text (document, hd_object_get_uid (object), act->value != NULL ? act->value : "", error);
  return hd_document_set_attribute (document, hd_object_get_uid (object), act->attribute, act->value, error);
}

static gboolean
take_away (const HdLessonAct *act,
           HdDocument *document,
           GError **error)
{
  const HdObject *object = require_object (document, act->what, error);

  return object != NULL && hd_document_remove (document, hd_object_get_uid (object), error);
}

static gboolean
edit (const HdLessonAct *act,
      HdDocument *document,
      GError **error)
{
  switch (act->kind)
    {
    case HD_ACT_SET:
      return hd_setting_write (document, act->what, error);
    case HD_ACT_CHANGE:
      return change (act, document, error);
    case HD_ACT_INSERT:
      return insert (act, document, error);
    case HD_ACT_REMOVE:
      return take_away (act, document, error);
    case HD_ACT_OPEN:
    case HD_ACT_GO:
    case HD_ACT_HIGHLIGHT:
    case HD_ACT_RUN:
    case HD_ACT_LOOK:
    case HD_ACT_SHOW:
    case HD_ACT_MEASURE:
    case HD_ACT_KEEP:
    case HD_N_ACTS:
    default:
      return TRUE;
    }
}

/* ---- steps ------------------------------------------------------------------------------------------------------------- */

static const char *
find_opened (const HdLesson *self,
             guint step)
{
  GPtrArray *acts = hd_lesson_get_step (self, step)->acts;

  for (guint i = acts->len; i > 0; i--)
    if (((const HdLessonAct *) acts->pdata[i - 1])->kind == HD_ACT_OPEN)
      return ((const HdLessonAct *) acts->pdata[i - 1])->what;
  return NULL;
}

guint
hd_lesson_find_opening (const HdLesson *self,
                        guint step)
{
  while (step > 0 && find_opened (self, step) == NULL)
    step--;
  return step;
}

const char *
hd_lesson_get_project_at (const HdLesson *self,
                          guint step)
{
  const char *opened = find_opened (self, hd_lesson_find_opening (self, step));

  return opened != NULL ? opened : hd_lesson_get_project (self);
}

HdDocument *
hd_lesson_new_document (const HdLesson *self,
                        guint step,
                        const char *student,
                        GError **error)
{
  const HdLessonProject *project = hd_lesson_find_project (self, hd_lesson_get_project_at (self, step));
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (project->text, -1, project->path, problems, error);
  g_auto (GStrv) drawn = hd_lesson_draw (self, student);

  if (document == NULL)
    return NULL;
  for (guint i = 0; drawn[i] != NULL; i++)
    {
      g_autoptr (GError) missing = NULL;

      /* A project that another step opens need not have what was drawn for the first. */
      if (!hd_setting_write (document, drawn[i], &missing) && project == self->projects->pdata[0])
        {
          g_propagate_prefixed_error (error, g_steal_pointer (&missing), "%s: ", self->file_name);
          return NULL;
        }
    }
  hd_document_settle (document);
  return g_steal_pointer (&document);
}

static gboolean
has_edits (const HdLessonStep *step)
{
  for (guint i = 0; i < step->acts->len; i++)
    {
      HdLessonActKind kind = ((const HdLessonAct *) step->acts->pdata[i])->kind;

      if (kind != HD_ACT_OPEN && hd_lesson_act_get_form (kind)->edits)
        return TRUE;
    }
  return FALSE;
}

gboolean
hd_lesson_enact (const HdLesson *self,
                 guint step,
                 HdDocument *document,
                 const char *name,
                 GError **error)
{
  GPtrArray *acts = hd_lesson_get_step (self, step)->acts;

  if (!has_edits (hd_lesson_get_step (self, step)))
    return TRUE;
  hd_document_begin_group (document, name);
  for (guint i = 0; i < acts->len; i++)
    if (!edit (acts->pdata[i], document, error))
      {
        g_prefix_error (error, "%s:%u: ", self->file_name, ((const HdLessonAct *) acts->pdata[i])->line);
        hd_document_cancel_group (document);
        return FALSE;
      }
  hd_document_end_group (document);
  return TRUE;
}

HdSnapshot *
hd_lesson_dup_stage (const HdLesson *self,
                     guint step,
                     gboolean before,
                     const char *student,
                     GError **error)
{
  guint first = hd_lesson_find_opening (self, step);
  g_autoptr (HdDocument) document = hd_lesson_new_document (self, step, student, error);

  for (guint i = first; document != NULL && i <= step; i++)
    if ((i < step || !before) && !hd_lesson_enact (self, i, document, "", error))
      return NULL;
  return document != NULL ? hd_document_snapshot (document) : NULL;
}
