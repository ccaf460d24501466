/* hd-elaborate.c: from a document to a design
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-object-path.h"
#include "hd-override.h"
#include "hd-parameters.h"
#include "hd-project.h"
#include "hd-wire.h"

static char *
dup_place (const char *owner,
           const HdObject *object,
           const char *attribute)
{
  GString *place = g_string_new (owner);

  if (object != NULL)
    {
      if (place->len > 0)
        g_string_append_c (place, '/');
      if (hd_object_get_kind (object) == HD_OBJECT_PROJECT && attribute != NULL && hd_run_settings_find (attribute) != NULL)
        g_string_append (place, "run"); /* which is not written */
      else if (hd_object_get_id (object) != NULL)
        g_string_append (place, hd_object_get_id (object));
      else
        hd_object_path_append (place, object);
    }
  return g_string_free (place, place->len == 0);
}

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
  path = dup_place (owner, object, attribute);
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
  return self->stopped == NULL && hd_budget_may_go_on (self->budget, &self->stopped);
}

/* ---- what there would be ---------------------------------------------------------------------------------------------- */

static const char *
get_hint (void)
{
  return _("Use smaller counts, or raise the memory limit of the run");
}

/* While it is still being counted, what there is so far. */
static char *
dup_size (HdElaborator *self)
{
  const HdEstimate *estimate = &self->estimate;

  return g_strdup_printf (self->estimating ? _("The system would have at least %'.0f components, %'.0f links and %'.0f instances of modules")
                                           : _("The system would have %'.0f components, %'.0f links and %'.0f instances of modules"),
                          estimate->n_nodes, estimate->n_links, estimate->n_scopes);
}

/* Ends the elaboration; @object is what makes most. */
static gboolean
refuse (HdElaborator *self,
        const char *owner,
        const HdObject *object,
        const char *hint,
        char *message)
{
  g_set_error_literal (&self->stopped, HD_ERROR, HD_ERROR_LIMIT, message);
  self->estimating = FALSE;
  hd_elaborator_report (self, owner, object, object != NULL && hd_object_get (object, "count") != NULL ? "count" : NULL, HD_PROBLEM_LIMIT, hint,
                        "%s", message);
  g_free (message);
  return FALSE;
}

static void
estimate_more (HdElaborator *self,
               const char *owner,
               const HdObject *object,
               double bytes)
{
  HdEstimate *estimate = &self->estimate;

  estimate->n_bytes += bytes;
  if (bytes <= estimate->largest_bytes)
    return;
  estimate->largest_bytes = bytes;
  estimate->largest = self->generating != NULL ? self->generating : object;
  estimate->largest_owner = self->generating != NULL ? self->generating_owner : owner;
}

void
hd_estimate_add (HdEstimate *self,
                 const HdEstimate *inner,
                 double n)
{
  self->n_scopes += n * inner->n_scopes;
  self->n_nodes += n * inner->n_nodes;
  self->n_links += n * inner->n_links;
  self->n_bytes += n * inner->n_bytes;
  if (self->largest == inner->largest)
    self->largest_bytes += n * inner->largest_bytes;
  if (self->largest == inner->largest || n * inner->largest_bytes <= self->largest_bytes)
    return;
  self->largest_bytes = n * inner->largest_bytes;
  self->largest = inner->largest;
  self->largest_owner = inner->largest_owner;
}

gboolean
hd_elaborator_reserve_bytes (HdElaborator *self,
                             const char *owner,
                             const HdObject *object,
                             double bytes)
{
  g_autofree char *what = NULL;

  if (self->estimating)
    estimate_more (self, owner, object, bytes);
  if (self->estimating || self->stopped != NULL || hd_budget_try (self->budget, bytes))
    return self->stopped == NULL;
  what = g_strdup_printf (_("The system has more than %'u components and %'u links"), self->design->data->nodes->len, self->design->data->links->len);
  return refuse (self, owner, object, get_hint (), hd_budget_dup_shortage (self->budget, bytes, what));
}

gboolean
hd_elaborator_reserve (HdElaborator *self,
                       const char *owner,
                       const HdObject *object,
                       HdObjectKind kind,
                       guint64 n,
                       gsize size)
{
  double *counter = kind == HD_OBJECT_COMPONENT ? &self->estimate.n_nodes : kind == HD_OBJECT_LINK ? &self->estimate.n_links : &self->estimate.n_scopes;

  if (self->estimating)
    *counter += (double) n;
  else
    self->reserved += n;
  if (self->reserved > HD_LIMIT_DESIGN && self->stopped == NULL)
    return refuse (self, owner, object, _("Use smaller counts"),
                   g_strdup_printf (_("The system has more than %u components, links and instances of modules: “%s” alone adds %" PRIu64),
                                    HD_LIMIT_DESIGN, hd_object_get_id (object) != NULL ? hd_object_get_id (object) : hd_object_get_element (object), n));
  return hd_elaborator_reserve_bytes (self, owner, object, (double) n * (double) size);
}

static gboolean
check_estimate (HdElaborator *self)
{
  const HdEstimate *estimate = &self->estimate;
  g_autofree char *what = dup_size (self);

  if (!self->sure)
    return TRUE;
  if (estimate->n_bytes > (double) hd_budget_get_left (self->budget))
    return refuse (self, estimate->largest_owner, estimate->largest, get_hint (), hd_budget_dup_shortage (self->budget, estimate->n_bytes, what));
  if (estimate->n_nodes + estimate->n_links + estimate->n_scopes > HD_LIMIT_DESIGN)
    return refuse (self, estimate->largest_owner, estimate->largest, _("Use smaller counts"),
                   g_strdup_printf (_("%s; the limit is %u of all together"), what, HD_LIMIT_DESIGN));
  return TRUE;
}

gboolean
hd_elaborator_visit (HdElaborator *self,
                     const char *owner,
                     const HdObject *object)
{
  if (++self->visits > HD_LIMIT_VISITS && self->stopped == NULL && (!self->estimating || check_estimate (self)))
    {
      self->estimating = FALSE;
      g_set_error (&self->stopped, HD_ERROR, HD_ERROR_LIMIT, _("Patterns go through more than %u combinations of indices"), HD_LIMIT_VISITS);
      hd_elaborator_report (self, owner, object, "for", HD_PROBLEM_LIMIT, _("Use smaller ranges"), "%s", self->stopped->message);
    }
  return hd_elaborator_may_go_on (self);
}

/* ---- stages -------------------------------------------------------------------------------------------------------------- */

void
hd_elaborator_clear (HdElaborator *self)
{
  g_clear_object (&self->budget);
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

/* Time counts from @begin_us on; until the settings are known there is no other limit than what is free. */
static void
begin_budget (HdElaborator *self,
              gint64 begin_us)
{
  const HdRunSettings *settings = &self->design->settings;

  hd_budget_begin (self->budget, settings->memory_limit, 0, settings->wall_limit, g_get_monotonic_time () - begin_us);
}

static void
make_design (HdElaborator *self,
             HdSnapshot *snapshot)
{
  const HdObject *root = hd_snapshot_get_root (snapshot), *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  const char *name = hd_object_get_id (root);

  self->file = hd_snapshot_get_file (snapshot);
  self->design = _hd_design_new (self->catalog);
  self->design->data->name = g_strdup (name != NULL ? name : "");
  self->design->data->file = g_strdup (self->file);
  self->design->data->run_uid = hd_object_get_uid (run != NULL ? run : root);
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
  gint64 begin_us = g_get_monotonic_time ();
  HdProject *project;

  make_design (self, snapshot);
  hd_snapshot_validate (snapshot, self->catalog, self->problems);
  if (hd_problem_list_has_errors (self->problems))
    return FALSE;
  project = hd_project_new (self, snapshot, NULL, NULL, NULL);
  g_ptr_array_add (self->projects, project);
  hd_resolve_run (self);
  begin_budget (self, begin_us);
  if (hd_problem_list_has_errors (self->problems))
    return FALSE;
  hd_project_publish_variables (project);
  hd_flatten_estimate (self, NULL);
  return self->stopped == NULL;
}

/* As hd_elaborator_may_go_on (), before a stage that takes its time at once. */
static gboolean
may_begin_stage (HdElaborator *self)
{
  return self->stopped == NULL && hd_budget_look (self->budget, &self->stopped);
}

static gboolean
elaborate (HdElaborator *self,
           HdSnapshot *snapshot)
{
  gint64 begin_us = g_get_monotonic_time ();

  if (!begin (self, snapshot) || !check_estimate (self))
    return FALSE;
  hd_flatten (self, NULL);
  if (self->stopped != NULL || hd_problem_list_has_errors (self->problems))
    return FALSE;
  hd_flatten_homes (self);
  if (!may_begin_stage (self))
    return FALSE;
  hd_wire_finish (self);
  hd_check_ports (self);
  if (!may_begin_stage (self))
    return FALSE;
  hd_resolve (self);
  hd_check_run (self);
  self->design->data->n_bytes = hd_budget_get_taken (self->budget);
  self->design->data->elaboration_us = g_get_monotonic_time () - begin_us;
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
  self->design->settings = *hd_run_settings_get_defaults ();
  begin_budget (self, g_get_monotonic_time ());
  g_ptr_array_add (self->projects, hd_project_new (self, snapshot, NULL, NULL, NULL));
  hd_flatten_estimate (self, block);
  if (self->stopped != NULL || !check_estimate (self))
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
hd_elaborate_state (HdSnapshot *snapshot,
                    HdCatalog *catalog,
                    const char *const *settings,
                    HdProblemList *problems,
                    GCancellable *cancellable,
                    gboolean changes,
                    GError **error)
{
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems, .budget = hd_budget_new (cancellable) };
  gboolean elaborated;

  self.overrides = hd_overrides_new (settings, error);
  if (self.overrides == NULL)
    return NULL;
  g_cancellable_push_current (G_CANCELLABLE (self.budget));
  elaborated = elaborate (&self, snapshot);
  g_cancellable_pop_current (G_CANCELLABLE (self.budget));
  if (!elaborated)
    {
      set_failure (&self, error);
      return NULL;
    }
  self.design->data->snapshot = hd_snapshot_ref (snapshot);
  self.design->data->overrides = g_strdupv ((char **) settings);
  if (!hd_overrides_check_used (self.overrides, error))
    return NULL;
  if (changes && !hd_changes_resolve (&self, snapshot, settings, cancellable))
    {
      set_failure (&self, error);
      return NULL;
    }
  return g_steal_pointer (&self.design);
}

HdDesign *
hd_elaborate (HdSnapshot *snapshot,
              HdCatalog *catalog,
              const char *const *settings,
              HdProblemList *problems,
              GCancellable *cancellable,
              GError **error)
{
  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog) && problems != NULL, NULL);

  return hd_elaborate_state (snapshot, catalog, settings, problems, cancellable, TRUE, error);
}

HdDesign *
hd_elaborate_sketch (HdSnapshot *snapshot,
                     HdCatalog *catalog,
                     GCancellable *cancellable)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems, .budget = hd_budget_new (cancellable) };

  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog), NULL);

  self.overrides = hd_overrides_new (NULL, NULL);
  return hd_elaborator_sketch (&self, snapshot, NULL) ? g_steal_pointer (&self.design) : NULL;
}

guint64
hd_design_get_run_uid (HdDesign *self)
{
  return self->data->run_uid;
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
  g_auto (HdElaborator) self = { .catalog = catalog, .problems = problems, .budget = hd_budget_new (NULL) };

  g_return_val_if_fail (snapshot != NULL && HD_IS_CATALOG (catalog), FALSE);

  self.overrides = hd_overrides_new (settings, error);
  if (self.overrides == NULL)
    return FALSE;
  if (!begin (&self, snapshot) || hd_problem_list_has_errors (problems))
    {
      set_failure (&self, error);
      return FALSE;
    }
  *out_nodes = (guint64) MIN (self.estimate.n_nodes, 1e18);
  *out_links = (guint64) MIN (self.estimate.n_links, 1e18);
  return TRUE;
}
