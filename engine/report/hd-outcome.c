/* hd-outcome.c: what a run came to, to be held against another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-outcome"

#include <heddle/hd-outcome.h>

#include <heddle/hd-error.h>
#include <heddle/hd-inputs.h>

#include "hd-i18n.h"
#include "hd-result-file.h"

static void
clear_link (gpointer data)
{
  g_free (((HdOutcomeLink *) data)->id);
}

static HdOutcome *
outcome_new (void)
{
  HdOutcome *self = g_new0 (HdOutcome, 1);

  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  self->links = g_array_new (FALSE, FALSE, sizeof (HdOutcomeLink));
  g_array_set_clear_func (self->links, clear_link);
  return self;
}

/* Names and units are few, and are those of all runs. */
static void
add_metric (HdOutcome *self,
            const char *name,
            const char *title,
            const char *unit,
            double value)
{
  HdMetric metric = { g_intern_string (name), g_intern_string (title), g_intern_string (unit), value };

  g_array_append_val (self->metrics, metric);
}

HdOutcome *
hd_outcome_new (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_links = hd_design_get_n_links (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_links + 1);
  HdOutcome *self = outcome_new ();
  HdMetric metric;

  self->project = g_strdup (hd_design_get_name (design));
  self->digest = hd_record_dup_digest (record);
  self->overrides = g_strdupv ((char **) hd_design_get_overrides (design));
  self->inputs = hd_record_dup_inputs (record);
  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    add_metric (self, metric.name, metric.title, metric.unit, metric.value);
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint l = 0; l < n_links; l++)
    {
      HdOutcomeLink link = { hd_design_dup_link_path (design, l), loads[l].amount, (double) loads[l].mean, (double) loads[l].peak };

      g_array_append_val (self->links, link);
    }
  return self;
}

/* ---- from a file -------------------------------------------------------------------------------------------------------------- */

static gboolean
read_metrics (HdOutcome *self,
              JsonObject *metrics)
{
  g_autoptr (GList) names = json_object_get_members (metrics);

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonObject *metric = hd_result_file_get_object (metrics, l->data);
      const char *unit = hd_result_file_get_text (metric, "unit");
      double value;

      if (unit == NULL || !hd_result_file_get_number (metric, "value", &value))
        return FALSE;
      add_metric (self, l->data, l->data, unit, value);
    }
  return TRUE;
}

static gboolean
read_links (HdOutcome *self,
            JsonArray *links)
{
  for (guint i = 0; i < json_array_get_length (links); i++)
    {
      JsonNode *node = json_array_get_element (links, i);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *id = hd_result_file_get_text (object, "id");
      HdOutcomeLink link;

      if (id == NULL || !hd_result_file_get_number (object, "bytes", &link.amount) || !hd_result_file_get_number (object, "utilisation", &link.mean)
          || !hd_result_file_get_number (object, "peak_utilisation", &link.peak))
        return FALSE;
      link.id = g_strdup (id);
      g_array_append_val (self->links, link);
    }
  return TRUE;
}

static gboolean
read_all (HdOutcome *self,
          JsonObject *root)
{
  JsonObject *metrics = hd_result_file_get_object (root, "metrics");
  JsonArray *links = hd_result_file_get_array (root, "links");

  self->project = g_strdup (hd_result_file_get_text (hd_result_file_get_object (root, "project"), "name"));
  self->digest = g_strdup (hd_result_file_get_text (root, "digest"));
  self->overrides = hd_result_file_dup_texts (root, "overrides");
  self->inputs = hd_result_file_dup_inputs (root);
  return self->project != NULL && self->digest != NULL && self->overrides != NULL && metrics != NULL && links != NULL
         && read_metrics (self, metrics) && read_links (self, links);
}

/* Why the run has failed, in the result of one that was written nevertheless; or %NULL. */
static const char *
find_fault (JsonObject *root)
{
  JsonArray *problems = hd_result_file_get_array (root, "problems");

  for (guint i = 0; problems != NULL && i < json_array_get_length (problems); i++)
    {
      JsonNode *node = json_array_get_element (problems, i);
      JsonObject *problem = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

      if (g_strcmp0 (hd_result_file_get_text (problem, "severity"), "error") == 0)
        return hd_result_file_get_text (problem, "message");
    }
  return NULL;
}

HdOutcome *
hd_outcome_load (const char *path,
                 GError **error)
{
  g_autoptr (JsonParser) parser = hd_result_file_load (path, error);
  g_autoptr (HdOutcome) self = parser != NULL ? outcome_new () : NULL;
  const char *fault;

  if (self == NULL)
    return NULL;
  if (!read_all (self, hd_result_file_get_root (parser)))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no result of a run, as heddle run --json writes it (project.name, digest, overrides, metrics, links)"),
                   path);
      return NULL;
    }
  fault = find_fault (hd_result_file_get_root (parser));
  if (fault != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: is of a run that has failed, and says nothing of the whole: %s"), path, fault);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
hd_outcome_free (HdOutcome *self)
{
  g_free (self->project);
  g_free (self->digest);
  g_strfreev (self->overrides);
  g_free (self->inputs);
  g_array_unref (self->metrics);
  g_array_unref (self->links);
  g_free (self);
}

const HdMetric *
hd_outcome_find_metric (const HdOutcome *self,
                        const char *name)
{
  return hd_metrics_find (self->metrics, name);
}
