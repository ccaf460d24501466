/* hd-check-run.c: what run settings ask for and do not get
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-check-run"

#include "hd-elaborator.h"

#include <heddle/hd-ranks.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-project.h"

static void
check_effects (HdElaborator *self,
               const HdObject *object)
{
  const HdRunSettings *run = &self->design->settings;
  const char *fidelity = hd_run_setting_get_word (hd_run_settings_find ("fidelity"), run);

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    if (!hd_run_setting_has_effect (setting, run->fidelity)
        && hd_run_setting_get (setting, run) != hd_run_setting_get (setting, hd_run_settings_get_defaults ()))
      hd_elaborator_warn (self, NULL, object, setting->parameter.key, HD_PROBLEM_NO_EFFECT, _("Choose another fidelity, or leave it out"),
                          _("“%s” is set, but has no effect at %s fidelity"), setting->parameter.key, fidelity);
  if (run->sync != HD_SYNC_LOOSE && run->quantum != hd_run_settings_get_defaults ()->quantum)
    hd_elaborator_warn (self, NULL, object, "quantum", HD_PROBLEM_NO_EFFECT, _("Choose another synchronisation, such as “loose”"),
                        _("A quantum is set, but only loose synchronisation has one"));
}

static gboolean
has_details (const HdComponentType *type)
{
  for (const HdLane *lane = type->lanes; lane->name != NULL; lane++)
    if (lane->is_detailed)
      return TRUE;
  return FALSE;
}

/* At every fidelity. */
static gboolean
has_messages (HdElaborator *self)
{
  static const char *const without[] = { "transfers", "traffic", "chakra", NULL };

  for (guint i = 0; i < hd_design_get_n_workloads (self->design); i++)
    {
      const char *type = hd_element_get_text (hd_design_get_workload (self->design, i), "type");

      if (type != NULL && !g_strv_contains (without, type))
        return TRUE;
    }
  return FALSE;
}

/* What members send is recorded of collectives and graphs. A project of flows that is run at another fidelity for once has asked for nothing that it does not get. */
static void
check_trace (HdElaborator *self,
             const HdObject *object)
{
  const HdRunSettings *run = &self->design->settings;
  const char *fidelity = hd_object_get (object, "fidelity");

  if ((hd_object_get (object, "trace") != NULL && (fidelity == NULL || g_str_equal (fidelity, "flow"))) || has_messages (self))
    return;
  for (guint i = 0; i < run->n_traced && run->fidelity != HD_FIDELITY_FLOW; i++)
    {
      const HdComponentType *type = g_array_index (self->design->data->nodes, HdNode, run->traced[i]).type;
      g_autofree char *path = NULL;

      if (has_details (type))
        continue;
      path = hd_design_dup_node_path (self->design, run->traced[i]);
      hd_elaborator_warn (self, NULL, object, "trace", HD_PROBLEM_NO_EFFECT, _("Choose flow, or leave it out"),
                          _("“%s” is traced, but has no lanes with details, and messages of this work are recorded at flow fidelity alone"), path);
      return;
    }
}

static void
check_division (HdElaborator *self,
                const HdObject *object)
{
  const HdRunSettings *run = &self->design->settings;
  gboolean divided = run->partitions > 1;
  const char *setting = divided ? "partitions" : "threads";
  guint wanted = divided ? run->partitions : run->threads;

  if (wanted < 2)
    return;
  if (run->sync == HD_SYNC_SERIAL)
    hd_elaborator_warn (self, NULL, object, setting, HD_PROBLEM_NO_EFFECT, _("Choose another synchronisation, such as “request”"),
                        divided ? _("%u partitions are set, but a serial run is not divided")
                                : _("%u threads are set, but a serial run has one"),
                        wanted);
  else if (run->fidelity == HD_FIDELITY_FLOW && (hd_design_get_n_workloads (self->design) > 0 || _hd_design_has_senders (self->design)))
    hd_elaborator_warn (self, NULL, object, setting, HD_PROBLEM_NO_EFFECT,
                        hd_ranks_get_n () > 1 ? _("One process does all of it") : _("Runs at packet or flit fidelity can be divided"),
                        divided ? _("%u partitions are set, but at flow fidelity all share one network, and the run is not divided")
                                : _("%u threads are set, but at flow fidelity all share one network, and the run has one"),
                        wanted);
}

void
hd_check_run (HdElaborator *self)
{
  const HdObject *root = hd_snapshot_get_root (hd_project_get_snapshot (g_ptr_array_index (self->projects, 0)));
  const HdObject *object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);

  if (object == NULL) /* stated for this run alone */
    object = root;
  check_effects (self, object);
  check_trace (self, object);
  check_division (self, object);
}
