/* hd-resolve-run.c: run settings: default, then what is written, then run:NAME=VALUE
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-formula.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-project.h"

/* "loose:1 us": the quantum stands behind the word. */
#define LOOSE "loose:"

/* What is written about a setting, from outside or in the project, and in which attribute; where a quantum is not written itself, what stands behind the
 * word. */
static const char *
get_text (HdElaborator *self,
          const HdObject *object,
          const char *key,
          const char **out_attribute,
          gboolean *out_is_part)
{
  const HdOverride *override = hd_overrides_find (self->overrides, HD_ADDRESS_RUN, key, NULL);
  const char *text = override != NULL ? override->value : NULL, *sync;

  *out_attribute = key;
  *out_is_part = FALSE;
  if (text == NULL && strcmp (key, "quantum") == 0)
    {
      const HdOverride *outer = hd_overrides_find (self->overrides, HD_ADDRESS_RUN, "sync", NULL);

      sync = outer != NULL ? outer->value : object != NULL ? hd_object_get (object, "sync") : NULL;
      if (sync != NULL && g_str_has_prefix (sync, LOOSE) && (outer != NULL || hd_object_get (object, key) == NULL))
        {
          *out_attribute = "sync";
          *out_is_part = outer == NULL;
          return sync + strlen (LOOSE);
        }
    }
  if (text == NULL && object != NULL)
    text = hd_object_get (object, key);
  return text != NULL && strcmp (key, "sync") == 0 && g_str_has_prefix (text, LOOSE) ? "loose" : text;
}

void
hd_resolve_run (HdElaborator *self)
{
  HdProject *project = g_ptr_array_index (self->projects, 0);
  HdEnvironment environment = { self, project, NULL };
  const HdObject *root = hd_snapshot_get_root (hd_project_get_snapshot (project));
  const HdObject *object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  HdRunSettings run = *hd_run_settings_get_defaults ();

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      const HdParameter *parameter = &setting->parameter;
      gboolean is_part;
      const char *attribute;
      const char *text = setting->storage != HD_RUN_STORAGE_TRACED ? get_text (self, object, parameter->key, &attribute, &is_part) : NULL;
      g_autoptr (HdFormula) formula = NULL;
      double value;

      if (text == NULL)
        continue;
      if (is_part)
        formula = hd_formula_new_part (&environment, NULL, object, attribute, text);
      else
        formula = hd_formula_new_text (&environment, NULL, object != NULL ? object : root, attribute, text, parameter->kind == HD_PARAMETER_CHOICE);
      if (hd_formula_get_parameter (formula, &environment, parameter, &value))
        hd_run_setting_set (setting, &run, value);
    }
  self->design->settings = run;
}
