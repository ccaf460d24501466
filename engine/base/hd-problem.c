/* hd-problem.c: what is wrong with a project, and where
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-problem"

#include <heddle/hd-problem.h>

#include <string.h>

#include "hd-i18n.h"

#define DEFAULT_LIMIT 1000

typedef struct
{
  HdProblem public;
  gatomicrefcount ref_count;
} RealProblem;

struct _HdProblemList
{
  gatomicrefcount ref_count;
  GMutex mutex;
  GPtrArray *problems;
  GHashTable *known; /* of them */
  guint counts[HD_SEVERITY_INFO + 1];
};

static const char *const code_nicks[HD_PROBLEM_N_CODES] = {
  [HD_PROBLEM_SYNTAX] = "syntax",
  [HD_PROBLEM_LIMIT] = "limit",
  [HD_PROBLEM_VERSION] = "version",
  [HD_PROBLEM_UNKNOWN_ELEMENT] = "unknown-element",
  [HD_PROBLEM_UNKNOWN_ATTRIBUTE] = "unknown-attribute",
  [HD_PROBLEM_MISSING_ATTRIBUTE] = "missing-attribute",
  [HD_PROBLEM_VALUE] = "bad-value",
  [HD_PROBLEM_UNIT] = "unknown-unit",
  [HD_PROBLEM_DIMENSION] = "wrong-dimension",
  [HD_PROBLEM_EXPRESSION] = "bad-expression",
  [HD_PROBLEM_DUPLICATE] = "duplicate",
  [HD_PROBLEM_UNKNOWN_NAME] = "unknown-name",
  [HD_PROBLEM_UNKNOWN_TYPE] = "unknown-type",
  [HD_PROBLEM_UNKNOWN_LIBRARY] = "unknown-library",
  [HD_PROBLEM_KIND] = "wrong-kind",
  [HD_PROBLEM_INDEX] = "index-out-of-range",
  [HD_PROBLEM_EMPTY_PATTERN] = "empty-pattern",
  [HD_PROBLEM_PORT_FULL] = "port-full",
  [HD_PROBLEM_PORT_DANGLING] = "port-dangling",
  [HD_PROBLEM_LINK_ENDS] = "link-ends",
  [HD_PROBLEM_MODULE_CYCLE] = "module-cycle",
  [HD_PROBLEM_NO_ROUTE] = "no-route",
  [HD_PROBLEM_GROUP] = "bad-group",
  [HD_PROBLEM_MEMORY_OVERFLOW] = "memory-overflow",
  [HD_PROBLEM_WORKLOAD_CYCLE] = "workload-cycle",
  [HD_PROBLEM_WORKLOAD_START] = "workload-start",
  [HD_PROBLEM_WORKLOAD_START_DEPENDENCY] = "workload-start-dependency",
  [HD_PROBLEM_WORKLOAD_UNREACHABLE] = "workload-unreachable",
  [HD_PROBLEM_WORKLOAD_NO_LOOP] = "workload-no-loop",
  [HD_PROBLEM_DEADLOCK] = "deadlock",
  [HD_PROBLEM_NO_LOOKAHEAD] = "no-lookahead",
  [HD_PROBLEM_UNUSED] = "unused",
  [HD_PROBLEM_NO_EFFECT] = "no-effect",
  [HD_PROBLEM_IMPORT] = "import",
  [HD_PROBLEM_PROGRAM] = "program",
  [HD_PROBLEM_PERMISSION] = "not-allowed",
};

G_DEFINE_BOXED_TYPE (HdProblem, hd_problem, hd_problem_ref, hd_problem_unref)

HdProblem *
hd_problem_new (HdProblemCode code,
                HdSeverity severity,
                const char *object,
                guint64 object_uid,
                const char *attribute,
                const char *file,
                int line,
                const char *hint,
                const char *format,
                ...)
{
  RealProblem *self;
  va_list arguments;

  g_return_val_if_fail ((guint) code < HD_PROBLEM_N_CODES, NULL);
  g_return_val_if_fail ((guint) severity <= HD_SEVERITY_INFO, NULL);
  g_return_val_if_fail (format != NULL, NULL);

  self = g_new0 (RealProblem, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->public.code = code;
  self->public.severity = severity;
  self->public.object = g_strdup (object);
  self->public.object_uid = object_uid;
  self->public.attribute = g_strdup (attribute);
  self->public.file = g_strdup (file);
  self->public.line = line;
  self->public.hint = g_strdup (hint);
  va_start (arguments, format);
  self->public.message = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  return &self->public;
}

void
hd_problem_set_waiting (HdProblem *self,
                        const GArray *nodes,
                        const GArray *links)
{
  g_return_if_fail (self != NULL && self->nodes == NULL && self->links == NULL);

  self->n_nodes = nodes->len;
  self->n_links = links->len;
  self->nodes = g_memdup2 (nodes->data, nodes->len * sizeof (guint32));
  self->links = g_memdup2 (links->data, links->len * sizeof (guint32));
}

HdProblem *
hd_problem_ref (HdProblem *self)
{
  RealProblem *real = (RealProblem *) self;

  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&real->ref_count);
  return self;
}

void
hd_problem_unref (HdProblem *self)
{
  RealProblem *real = (RealProblem *) self;

  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&real->ref_count))
    return;
  g_free (self->object);
  g_free (self->attribute);
  g_free (self->file);
  g_free (self->message);
  g_free (self->hint);
  g_free (self->nodes);
  g_free (self->links);
  g_free (real);
}

static guint
problem_hash (gconstpointer data)
{
  const HdProblem *self = data;

  return g_str_hash (self->message) ^ (guint) self->line ^ (guint) self->object_uid;
}

static gboolean
problem_equal (gconstpointer one,
               gconstpointer other)
{
  const HdProblem *a = one, *b = other;

  return a->code == b->code && a->severity == b->severity && a->object_uid == b->object_uid && a->line == b->line
         && g_strcmp0 (a->object, b->object) == 0 && g_strcmp0 (a->attribute, b->attribute) == 0 && g_strcmp0 (a->file, b->file) == 0
         && strcmp (a->message, b->message) == 0 && g_strcmp0 (a->hint, b->hint) == 0;
}

const char *
hd_problem_code_nick (HdProblemCode code)
{
  g_return_val_if_fail ((guint) code < HD_PROBLEM_N_CODES, NULL);

  return code_nicks[code];
}

static const char *
severity_name (HdSeverity severity)
{
  switch (severity)
    {
    case HD_SEVERITY_ERROR:
      return _("error");
    case HD_SEVERITY_WARNING:
      return _("warning");
    case HD_SEVERITY_INFO:
    default:
      return _("note");
    }
}

char *
hd_problem_to_string (const HdProblem *self)
{
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  if (self->file != NULL)
    g_string_append_printf (text, "%s:", self->file);
  if (self->line > 0)
    g_string_append_printf (text, "%d:", self->line);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append_printf (text, "%s: ", severity_name (self->severity));
  if (self->object != NULL && *self->object != '\0')
    g_string_append_printf (text, "%s%s%s: ",
                            self->object,
                            self->attribute != NULL ? "." : "",
                            self->attribute != NULL ? self->attribute : "");
  g_string_append (text, self->message);
  if (self->hint != NULL)
    g_string_append_printf (text, " (%s)", self->hint);
  return g_string_free (text, FALSE);
}

HdProblemList *
hd_problem_list_new (void)
{
  HdProblemList *self = g_new0 (HdProblemList, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_problem_unref);
  self->known = g_hash_table_new (problem_hash, problem_equal);
  return self;
}

HdProblemList *
hd_problem_list_ref (HdProblemList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_problem_list_unref (HdProblemList *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->problems);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

void
hd_problem_list_take (HdProblemList *self,
                      HdProblem *problem)
{
  g_return_if_fail (self != NULL && problem != NULL);

  g_mutex_lock (&self->mutex);
  if (!g_hash_table_contains (self->known, problem))
    {
      self->counts[problem->severity]++;
      if (self->problems->len < DEFAULT_LIMIT)
        {
          g_hash_table_add (self->known, problem);
          g_ptr_array_add (self->problems, g_steal_pointer (&problem));
        }
    }
  g_mutex_unlock (&self->mutex);

  g_clear_pointer (&problem, hd_problem_unref);
}

guint
hd_problem_list_get_length (HdProblemList *self)
{
  guint length;

  g_return_val_if_fail (self != NULL, 0);

  g_mutex_lock (&self->mutex);
  length = self->problems->len;
  g_mutex_unlock (&self->mutex);
  return length;
}

const HdProblem *
hd_problem_list_get (HdProblemList *self,
                     guint index)
{
  const HdProblem *problem = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&self->mutex);
  if (index < self->problems->len)
    problem = g_ptr_array_index (self->problems, index);
  g_mutex_unlock (&self->mutex);
  return problem;
}

guint
hd_problem_list_count (HdProblemList *self,
                       HdSeverity severity)
{
  guint count;

  g_return_val_if_fail (self != NULL && (guint) severity <= HD_SEVERITY_INFO, 0);

  g_mutex_lock (&self->mutex);
  count = self->counts[severity];
  g_mutex_unlock (&self->mutex);
  return count;
}

gboolean
hd_problem_list_has_errors (HdProblemList *self)
{
  return hd_problem_list_count (self, HD_SEVERITY_ERROR) > 0;
}
