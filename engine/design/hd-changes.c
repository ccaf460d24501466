/* hd-changes.c: what becomes different at moments of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A change says what --set says, from a time on. What it means is found by elaborating once more with it and all before it; what then differs are links, and components that have failed.
 */
#define G_LOG_DOMAIN "hd-design"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-formula.h"
#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-project.h"

static const HdParameter parameter_at = {
  .size = sizeof (HdParameter), .key = "at", .title = N_("At"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .minimum = 0, .maximum = 1e6,
};

/* @object: the change that is written, or what stands for one from outside */
typedef struct
{
  HdTime time;
  const char *of;
  const char *value;
  char *own;      /* owned @of, or NULL */
  const HdObject *object;
  gboolean is_written;
} Request;

static void
request_clear (gpointer data)
{
  g_free (((Request *) data)->own);
}

static gboolean
report (HdElaborator *self,
        const Request *request,
        const char *attribute,
        HdProblemCode code,
        const char *hint,
        const char *message)
{
  hd_elaborator_report (self, NULL, request->object, request->is_written ? attribute : NULL, code, hint, _("Change of “%s” at %g s: %s"), request->of,
                        hd_time_to_seconds (request->time), message);
  return FALSE;
}

/* ---- which there are ------------------------------------------------------------------------------------------------- */

static gboolean
read_time (HdElaborator *self,
           const Request *request,
           const char *text,
           HdTime *out_time)
{
  HdEnvironment environment = { self, g_ptr_array_index (self->projects, 0), NULL };
  g_autoptr (HdFormula) formula = hd_formula_new_text (&environment, NULL, request->object, "at", text, FALSE);
  double seconds = 0;

  if (!hd_formula_get_parameter (formula, &environment, &parameter_at, &seconds))
    return FALSE;
  *out_time = hd_time_from_seconds (seconds);
  return TRUE;
}

static int
compare_requests (gconstpointer a,
                  gconstpointer b)
{
  const Request *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

/* Those of one time stay in the order in which they are written, those from outside behind them. */
static GArray *
list_requests (HdElaborator *self,
               HdSnapshot *snapshot)
{
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (Request));
  const HdObject *root = hd_snapshot_get_root (snapshot), *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  const GPtrArray *given = hd_overrides_get_changes (self->overrides);

  g_array_set_clear_func (requests, request_clear);
  for (guint i = 0; run != NULL && i < hd_object_get_n_children (run); i++)
    {
      const HdObject *object = hd_object_get_child (run, i);
      Request request = { .of = hd_object_get (object, "of"), .value = hd_object_get (object, "value"), .object = object, .is_written = TRUE };

      if (hd_object_get_kind (object) == HD_OBJECT_CHANGE && read_time (self, &request, hd_object_get (object, "at"), &request.time))
        g_array_append_val (requests, request);
    }
  for (guint i = 0; i < given->len; i++)
    {
      const HdOverride *change = g_ptr_array_index (given, i);
      Request request = { .value = change->value, .object = run != NULL ? run : root };

      if (!read_time (self, &request, change->moment, &request.time))
        continue;
      request.of = request.own = hd_address_to_string (change->address);
      g_array_append_val (requests, request);
    }
  g_array_sort (requests, compare_requests);
  return requests;
}

/* ---- what they change ------------------------------------------------------------------------------------------------ */

static gboolean
check_address (HdElaborator *self,
               const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = hd_address_parse (request->of, &error);
  gboolean is_bandwidth;

  if (address == NULL)
    return report (self, request, "of", HD_PROBLEM_SYNTAX, NULL, error->message);
  is_bandwidth = g_strcmp0 (address->parameter, "bandwidth") == 0;
  if ((address->kind == HD_ADDRESS_CLASS && is_bandwidth)
      || (address->kind == HD_ADDRESS_OBJECT && (is_bandwidth || g_strcmp0 (address->parameter, "failed") == 0)))
    return TRUE;
  return report (self, request, "of", HD_PROBLEM_KIND, _("Vary it between runs instead, by a study or from the command line"),
                 _("only the bandwidth of links and link classes, and whether links or components have failed, can change at a moment of a run"));
}

static HdDesign *
elaborate_with (HdElaborator *self,
                const Request *request,
                HdSnapshot *snapshot,
                const GPtrArray *settings,
                GCancellable *cancellable)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate_state (snapshot, self->catalog, (const char *const *) settings->pdata, problems, cancellable, FALSE, &error);

  if (design != NULL)
    return design;
  if (g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED) || g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    {
      self->stopped = g_steal_pointer (&error);
      return NULL;
    }
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->severity != HD_SEVERITY_ERROR)
        continue;
      report (self, request, problem->code == HD_PROBLEM_KIND ? "of" : "value", problem->code, problem->hint, problem->message);
      return NULL;
    }
  report (self, request, "of", HD_PROBLEM_UNKNOWN_NAME, NULL, error->message);
  return NULL;
}

/* Parameters of components may be called as those of links are. */
static gboolean
differs_in_links_alone (HdDesign *before,
                        HdDesign *after)
{
  const GArray *a = before->data->parameters, *b = after->data->parameters;

  return before->data->links->len == after->data->links->len && before->data->nodes->len == after->data->nodes->len && a->len == b->len
         && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (double)) == 0);
}

/* Which have failed in one of them alone; both lists ascend. */
static GArray *
compare_nodes (HdDesign *before,
               HdDesign *after)
{
  const GArray *old = before->data->failed_nodes, *new = after->data->failed_nodes;
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (HdNodeChange));

  for (guint i = 0, k = 0; i < old->len || k < new->len;)
    {
      guint32 a = i < old->len ? g_array_index (old, guint32, i) : HD_NO_ID, b = k < new->len ? g_array_index (new, guint32, k) : HD_NO_ID;
      const HdNodeChange change = { MIN (a, b), b < a };

      i += a <= b;
      k += b <= a;
      if (a != b)
        g_array_append_val (nodes, change);
    }
  return nodes;
}

static HdDesignChange *
compare (HdDesign *before,
         HdDesign *after,
         const Request *request)
{
  HdDesignChange *change = g_new0 (HdDesignChange, 1);
  const HdLink *old = hd_design_get_links (before), *new = hd_design_get_links (after);

  change->links = g_array_new (FALSE, FALSE, sizeof (HdLinkChange));
  change->of = g_strdup (request->of);
  change->value = g_strdup (request->value);
  change->public = (HdRunChange){ .time = request->time, .of = change->of, .value = change->value,
                               .origin_uid = request->is_written ? hd_object_get_uid (request->object) : 0 };
  change->nodes = compare_nodes (before, after);
  for (guint i = 0; i < change->nodes->len; i++)
    {
      change->public.fails |= g_array_index (change->nodes, HdNodeChange, i).failed;
      change->public.repairs |= !g_array_index (change->nodes, HdNodeChange, i).failed;
    }
  change->public.nodes = (const HdNodeChange *) (gpointer) change->nodes->data;
  change->public.n_nodes = change->nodes->len;
  for (guint32 l = 0; l < hd_design_get_n_links (after); l++)
    {
      gboolean had_failed = hd_design_has_failed (before, l);
      const HdLinkChange link = { l, new[l].bandwidth, hd_link_get_rate (&new[l]), hd_design_has_failed (after, l) };

      change->public.fails |= link.failed && !had_failed;
      change->public.repairs |= had_failed && !link.failed;
      if (link.failed != had_failed || new[l].bandwidth < old[l].bandwidth || new[l].bandwidth > old[l].bandwidth)
        g_array_append_val (change->links, link);
    }
  change->public.links = (const HdLinkChange *) (gpointer) change->links->data;
  change->public.n_links = change->links->len;
  return change;
}

gboolean
hd_changes_resolve (HdElaborator *self,
                    HdSnapshot *snapshot,
                    const char *const *settings,
                    GCancellable *cancellable)
{
  g_autoptr (GArray) requests = list_requests (self, snapshot);
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (HdDesign) before = hd_design_ref (self->design);

  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    if (settings[i][0] != '@')
      g_ptr_array_add (known, g_strdup (settings[i]));
  g_ptr_array_add (known, NULL);
  for (guint i = 0; i < requests->len; i++)
    {
      const Request *request = &g_array_index (requests, Request, i);
      g_autoptr (HdDesign) after = NULL;
      HdDesignChange *change;

      if (!check_address (self, request))
        continue;
      known->pdata[known->len - 1] = g_strdup_printf ("%s=%s", request->of, request->value);
      g_ptr_array_add (known, NULL);
      after = elaborate_with (self, request, snapshot, known, cancellable);
      if (self->stopped != NULL)
        return FALSE;
      if (after != NULL && !differs_in_links_alone (before, after))
        {
          report (self, request, "of", HD_PROBLEM_KIND, _("Vary it between runs instead, by a study or from the command line"),
                  _("that is no link; parameters of components cannot change at a moment of a run"));
          g_clear_pointer (&after, hd_design_unref);
        }
      if (after == NULL)
        {
          g_ptr_array_remove_index (known, known->len - 2);
          continue;
        }
      change = compare (before, after, request);
      if (change->public.fails || change->public.repairs)
        change->design = hd_design_ref (after);
      g_ptr_array_add (self->design->data->changes, change);
      hd_design_unref (before);
      before = g_steal_pointer (&after);
    }
  _hd_design_list_absences (self->design);
  return !hd_problem_list_has_errors (self->problems);
}
