/* heddle-trial.c: what a project would become with another value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-trial"

#include "heddle-trial.h"

typedef struct
{
  HdCatalog *catalog;
  char *project; /* as text: the copy is read from it */
  gsize length;
  GArray *path;  /* of guint: places of children, from the root to the object */
  char *attribute;
  char *text;
  guint n;
} Trial;

static void
trial_free (Trial *self)
{
  g_object_unref (self->catalog);
  g_free (self->project);
  g_array_unref (self->path);
  g_free (self->attribute);
  g_free (self->text);
  g_free (self);
}

static guint
count (HdDesign *design,
       guint64 uid)
{
  guint n = 0;

  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    n += hd_design_get_links (design)[i].origin_uid == uid;
  for (guint i = 0; n == 0 && i < hd_design_get_n_nodes (design); i++)
    n += hd_design_get_nodes (design)[i].origin_uid == uid;
  for (guint i = 0; n == 0 && i < hd_design_get_n_scopes (design); i++)
    n += hd_design_get_scopes (design)[i].origin_uid == uid;
  return n;
}

static const HdProblem *
find_problem (HdProblemList *problems,
              guint64 uid)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->object_uid == uid && problem->severity == HD_SEVERITY_ERROR)
        return problem;
    }
  return NULL;
}

static gboolean
try (Trial *self,
     GCancellable *cancellable,
     GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (self->project, (gssize) self->length, NULL, problems, error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  const HdProblem *problem;
  const HdObject *object;

  if (document == NULL)
    return FALSE;
  object = hd_document_get_root (document);
  for (guint i = 0; i < self->path->len; i++)
    object = hd_object_get_child (object, g_array_index (self->path, guint, i));

  guint64 uid = hd_object_get_uid (object);

  if (!hd_document_set_attribute (document, uid, self->attribute, self->text[0] != '\0' ? self->text : NULL, error))
    return FALSE;
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, self->catalog, NULL, problems, cancellable, NULL);
  problem = find_problem (problems, uid);
  if (problem != NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, problem->message);
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (design != NULL)
    self->n = count (design, uid);
  return TRUE;
}

static void
try_in_thread (GTask *task,
               gpointer source,
               gpointer data,
               GCancellable *cancellable)
{
  GError *error = NULL;

  if (try (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Uids are not written: the object is found again by its place. */
static GArray *
find_path (HdDocument *document,
           guint64 uid)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint64 at = uid, parent; (parent = hd_document_get_parent (document, at)) != 0; at = parent)
    {
      const HdObject *holder = hd_document_get_object (document, parent);
      guint place = 0;

      while (hd_object_get_uid (hd_object_get_child (holder, place)) != at)
        place++;
      g_array_prepend_val (path, place);
    }
  return path;
}

void
heddle_trial_async (HeddleSession *session,
                    guint64 uid,
                    const char *attribute,
                    const char *text,
                    GCancellable *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer data)
{
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (GTask) task = g_task_new (session, cancellable, callback, data);
  Trial *self = g_new0 (Trial, 1);

  self->catalog = g_object_ref (heddle_session_get_catalog (session));
  self->project = hd_document_to_string (document, &self->length);
  self->path = find_path (document, uid);
  self->attribute = g_strdup (attribute);
  self->text = g_strdup (text);
  g_task_set_task_data (task, self, (GDestroyNotify) trial_free);
  hd_task_run_in_thread (task, try_in_thread);
}

gboolean
heddle_trial_finish (GAsyncResult *result,
                     guint *out_n,
                     GError **error)
{
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *out_n = ((Trial *) g_task_get_task_data (G_TASK (result)))->n;
  return TRUE;
}
