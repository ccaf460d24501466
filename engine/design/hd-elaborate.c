/* hd-elaborate.c: from a document to a design
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-parameters.h"
#include "hd-project.h"
#include "hd-wire.h"

#define TICKS_PER_LOOK 1024 /* at the cancellable */

static void
take_problem (HdElaborator *self,
              const char *owner,
              const HdObject *object,
              const char *attribute,
              HdProblemCode code,
              HdSeverity severity,
              const char *hint,
              const char *format,
              va_list arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  g_autofree char *path = NULL;

  if (self->generating != NULL && self->estimating)
    return; /* it is read again */
  if (self->generating != NULL)
    {
      object = self->generating;
      owner = self->generating_owner;
    }
  if (object != NULL && hd_object_get_id (object) != NULL)
    path = owner != NULL ? g_strconcat (owner, "/", hd_object_get_id (object), NULL) : g_strdup (hd_object_get_id (object));
  else
    path = g_strdup (owner);
  hd_problem_list_take (self->problems,
                        hd_problem_new (code, severity, path, object != NULL ? hd_object_get_uid (object) : 0, attribute, self->file,
                                        object != NULL ? hd_object_get_line (object) : 0, hint, "%s", message));
}

void
hd_elaborator_report (HdElaborator *self,
                      const char *owner,
                      const HdObject *object,
                      const char *attribute,
                      HdProblemCode code,
                      const char *hint,
                      const char *format,
                      ...)
{
  va_list arguments;

  va_start (arguments, format);
  take_problem (self, owner, object, attribute, code, HD_SEVERITY_ERROR, hint, format, arguments);
  va_end (arguments);
}

void
hd_elaborator_warn (HdElaborator *self,
                    const char *owner,
                    const HdObject *object,
                    const char *attribute,
                    HdProblemCode code,
                    const char *hint,
                    const char *format,
                    ...)
{
  va_list arguments;

  va_start (arguments, format);
  take_problem (self, owner, object, attribute, code, HD_SEVERITY_WARNING, hint, format, arguments);
  va_end (arguments);
}

gboolean
hd_elaborator_may_go_on (HdElaborator *self)
{
  if (self->stopped != NULL)
    return FALSE;
  if (self->ticks++ % TICKS_PER_LOOK == 0 && g_cancellable_is_cancelled (self->cancellable))
    g_set_error (&self->stopped, HD_ERROR, HD_ERROR_CANCELLED, _("Cancelled"));
  return self->stopped == NULL;
}

gboolean
hd_elaborator_visit (HdElaborator *self,
                     const char *owner,
                     const HdObject *object)
{
  if (++self->visits > HD_LIMIT_VISITS && self->stopped == NULL)
    {
      g_set_error (&self->stopped, HD_ERROR, HD_ERROR_LIMIT, _("Patterns go through more than %u combinations of indices"), HD_LIMIT_VISITS);
      hd_elaborator_report (self, owner, object, "for", HD_PROBLEM_LIMIT, _("Use smaller ranges"), "%s", self->stopped->message);
    }
  return hd_elaborator_may_go_on (self);
}

gboolean
hd_elaborator_reserve (HdElaborator *self,
                       const char *owner,
                       const HdObject *object,
                       guint64 n)
{
  if (self->estimating)
    return TRUE;
  self->reserved += n;
  if (self->reserved <= HD_LIMIT_DESIGN || self->stopped != NULL)
    return self->stopped == NULL;
  g_set_error (&self->stopped, HD_ERROR, HD_ERROR_LIMIT,
               _("The system has more than %u components and links: “%s” alone adds %" PRIu64
                 ", which with what stands needs %" PRIu64 " MB"),
               HD_LIMIT_DESIGN, hd_object_get_id (object) != NULL ? hd_object_get_id (object) : hd_object_get_element (object), n,
               self->reserved * (sizeof (HdNode) + sizeof (HdLink)) / 1000000);
  hd_elaborator_report (self, owner, object, "count", HD_PROBLEM_LIMIT, _("Use smaller counts"), "%s", self->stopped->message);
  return FALSE;
}

void
hd_elaborator_clear (HdElaborator *self)
{
  g_clear_pointer (&self->overrides, hd_overrides_free);
  g_clear_pointer (&self->projects, g_ptr_array_unref);
  g_clear_pointer (&self->scope_plans, g_ptr_array_unref);
  g_clear_pointer (&self->homes, g_array_unref);
  g_clear_pointer (&self->type_plans, g_hash_table_unref);
  g_clear_pointer (&self->expressions, g_hash_table_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_error (&self->stopped);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdElaborator, hd_elaborator_clear)

static void
make_design (HdElaborator *self,
             HdSnapshot *snapshot)
{
  const char *name = hd_object_get_id (hd_snapshot_get_root (snapshot));

  self->file = hd_snapshot_get_file (snapshot);
  self->design = _hd_design_new (self->catalog);
  self->design->data->name = g_strdup (name != NULL ? name : "");
  self->design->data->file = g_strdup (self->file);
  self->projects = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_project_free);
  self->scope_plans = g_ptr_array_new ();
  self->partition = HD_NO_ID;
  self->homes = g_array_new (FALSE, FALSE, sizeof (HdHomeRequest));
  self->type_plans = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, hd_type_plan_free);
  self->expressions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) hd_expression_unref);
}

/* Variables, link classes and run settings: numbers that everything depends on. */
static gboolean
begin (HdElaborator *self,
       HdSnapshot *snapshot)
{
  HdProject *project;

  make_design (self, snapshot);
  hd_snapshot_validate (snapshot, self->catalog, self->problems);
  if (hd_problem_list_has_errors (self->problems))
    return FALSE;
  project = hd_project_new (self, snapshot, NULL, NULL, NULL);
  g_ptr_array_add (self->projects, project);
  hd_resolve_run (self);
  if (hd_problem_list_has_errors (self->problems))
    return FALSE;
  hd_project_publish_variables (project);
  hd_flatten_estimate (self, NULL);
  return self->stopped == NULL;
}

static gboolean
check_estimate (HdElaborator *self,
                HdSnapshot *snapshot)
{
  double total = self->n_nodes + self->n_links;

  if (!self->sure || total <= HD_LIMIT_DESIGN)
    return TRUE;
  g_set_error (&self->stopped, HD_ERROR, HD_ERROR_LIMIT,
               _("The system would have %.4g components and %.4g links and need about %.0f MB; the limit is %u components and links"),
               self->n_nodes, self->n_links, (self->n_nodes * sizeof (HdNode) + self->n_links * sizeof (HdLink)) / 1e6, HD_LIMIT_DESIGN);
  hd_elaborator_report (self, NULL, hd_snapshot_get_root (snapshot), NULL, HD_PROBLEM_LIMIT, _("Use smaller counts"), "%s",
                        self->stopped->message);
  return FALSE;
}

static gboolean
elaborate (HdElaborator *self,
           HdSnapshot *snapshot)
{
  if (!begin (self, snapshot) || !check_estimate (self, snapshot))
    return FALSE;
  hd_flatten (self, NULL);
  if (self->stopped != NULL || hd_problem_list_has_errors (self->problems))
    return FALSE;
  hd_flatten_homes (self);
  hd_wire_finish (self);
  hd_check_ports (self);
  hd_resolve (self);
  return self->stopped == NULL && !hd_problem_list_has_errors (self->problems);
}

gboolean
hd_elaborator_sketch (HdElaborator *self,
                      HdSnapshot *snapshot,
                      const HdObject *block)
{
  self->sketching = TRUE;
  make_design (self, snapshot);
  self->design->data->sketch = TRUE;
  g_ptr_array_add (self->projects, hd_project_new (self, snapshot, NULL, NULL, NULL));
  hd_flatten_estimate (self, block);
  if (self->stopped != NULL || !check_estimate (self, snapshot))
    return FALSE;
  hd_flatten (self, block);
  return self->stopped == NULL;
}

static void
set_failure (HdElaborator *self,
             GError **error)
{
  if (self->stopped != NULL)
    g_propagate_error (error, g_steal_pointer (&self->stopped));
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has %u errors"), hd_problem_list_count (self->problems, HD_SEVERITY_ERROR));
}

HdDesign *
hd_elaborate (HdSnapshot *snapshot,
              HdCatalog *catalog,
              const char *const *settings,
              HdProblemList *problems,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems, .cancellable = cancellable };

  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog) && problems != NULL, NULL);

  self.overrides = hd_overrides_new (settings, error);
  if (self.overrides == NULL)
    return NULL;
  if (elaborate (&self, snapshot))
    return hd_overrides_check_used (self.overrides, error) ? g_steal_pointer (&self.design) : NULL;
  set_failure (&self, error);
  return NULL;
}

HdDesign *
hd_elaborate_sketch (HdSnapshot *snapshot,
                     HdCatalog *catalog,
                     GCancellable *cancellable)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems, .cancellable = cancellable };

  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog), NULL);

  self.overrides = hd_overrides_new (NULL, NULL);
  return hd_elaborator_sketch (&self, snapshot, NULL) ? g_steal_pointer (&self.design) : NULL;
}

gboolean
hd_design_is_sketch (HdDesign *self)
{
  return self->data->sketch;
}

gboolean
hd_estimate (HdSnapshot *snapshot,
             HdCatalog *catalog,
             const char *const *settings,
             guint64 *out_nodes,
             guint64 *out_links,
             GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems };

  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog), FALSE);

  self.overrides = hd_overrides_new (settings, error);
  if (self.overrides == NULL)
    return FALSE;
  if (!begin (&self, snapshot) || hd_problem_list_has_errors (problems))
    {
      set_failure (&self, error);
      return FALSE;
    }
  *out_nodes = (guint64) MIN (self.n_nodes, 1e18);
  *out_links = (guint64) MIN (self.n_links, 1e18);
  return TRUE;
}
