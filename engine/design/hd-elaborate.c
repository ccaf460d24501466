/* hd-elaborate.c: from a document to a design
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-module-plan.h"
#include "hd-override.h"
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
hd_elaborator_reserve (HdElaborator *self,
                       const char *owner,
                       const HdObject *object,
                       guint64 n)
{
  self->reserved += n;
  if (self->reserved <= HD_LIMIT_DESIGN || self->stopped != NULL)
    return self->stopped == NULL;
  g_set_error (&self->stopped, HD_ERROR, HD_ERROR_LIMIT,
               _("The system has more than %u components and links: “%s” alone adds %" G_GUINT64_FORMAT
                 ", which with what stands needs %" G_GUINT64_FORMAT " MB"),
               HD_LIMIT_DESIGN, hd_object_get_id (object) != NULL ? hd_object_get_id (object) : hd_object_get_element (object), n,
               self->reserved * (sizeof (HdNode) + sizeof (HdLink)) / 1000000);
  hd_elaborator_report (self, owner, object, "count", HD_PROBLEM_LIMIT, _("Use smaller counts"), "%s", self->stopped->message);
  return FALSE;
}

static void
elaborator_clear (HdElaborator *self)
{
  g_clear_pointer (&self->overrides, hd_overrides_free);
  g_clear_pointer (&self->projects, g_ptr_array_unref);
  g_clear_pointer (&self->scope_plans, g_ptr_array_unref);
  g_clear_pointer (&self->homes, g_array_unref);
  g_clear_pointer (&self->type_plans, g_hash_table_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_error (&self->stopped);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdElaborator, elaborator_clear)

static gboolean
elaborate (HdElaborator *self,
           HdSnapshot *snapshot)
{
  const char *name = hd_object_get_id (hd_snapshot_get_root (snapshot));
  HdProject *project;

  self->design->data->name = g_strdup (name != NULL ? name : "");
  project = hd_project_new (self, snapshot, NULL, NULL, NULL);
  g_ptr_array_add (self->projects, project);
  hd_resolve_run (self);
  if (hd_problem_list_has_errors (self->problems))
    return FALSE; /* numbers that everything depends on */
  hd_project_publish_variables (project);
  hd_flatten (self);
  if (self->stopped != NULL || hd_problem_list_has_errors (self->problems))
    return FALSE;
  hd_flatten_homes (self);
  hd_wire_finish (self);
  hd_check_ports (self);
  hd_resolve (self);
  return self->stopped == NULL && !hd_problem_list_has_errors (self->problems);
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
  self.file = hd_snapshot_get_file (snapshot);
  self.design = _hd_design_new ();
  self.projects = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_project_free);
  self.scope_plans = g_ptr_array_new ();
  self.homes = g_array_new (FALSE, FALSE, sizeof (HdHomeRequest));
  self.type_plans = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, hd_type_plan_free);
  if (!hd_problem_list_has_errors (problems) && elaborate (&self, snapshot))
    {
      if (!hd_overrides_check_used (self.overrides, error))
        return NULL;
      return g_steal_pointer (&self.design);
    }
  if (self.stopped != NULL)
    g_propagate_error (error, g_steal_pointer (&self.stopped));
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has %u errors"), hd_problem_list_count (problems, HD_SEVERITY_ERROR));
  return NULL;
}
