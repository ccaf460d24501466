/* hd-workload-types.c: the kinds of work that a project can hold
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-types"

#include "hd-workload-private.h"

#include <string.h>

#include "hd-describe.h"
#include "hd-i18n.h"
#include "hd-member-works.h"

static const HdWorkloadBuilder *const builders[] = {
  &_hd_workload_llama,
  &_hd_workload_collective,
  &_hd_workload_graph,
  &_hd_workload_transfers,
  &_hd_workload_chakra,
  &_hd_workload_traffic,
};

guint
hd_workload_types_get_n (void)
{
  return G_N_ELEMENTS (builders);
}

const HdWorkloadType *
hd_workload_types_get (guint n)
{
  g_return_val_if_fail (n < G_N_ELEMENTS (builders), NULL);
  return &builders[n]->type;
}

static const HdWorkloadBuilder *
find_builder (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    if (strcmp (builders[i]->type.id, id) == 0)
      return builders[i];
  return NULL;
}

const HdWorkloadType *
hd_workload_types_find (const char *id)
{
  const HdWorkloadBuilder *builder = find_builder (id);

  return builder != NULL ? &builder->type : NULL;
}

/* First those of sends, then each type of tree for each operation that trees do, then what members do by themselves. */
static guint
count_schedules (void)
{
  guint n = 0;

  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    n++;
  return n;
}

guint
hd_workload_algorithms_get_n (void)
{
  return count_schedules () + HD_TREE_N_OPERATIONS * HD_TREE_N_ALGORITHMS + hd_member_algorithms_get_n ();
}

void
hd_workload_algorithms_get (guint n,
                            HdWorkloadAlgorithm *out_algorithm)
{
  guint n_schedules = count_schedules ();

  g_return_if_fail (n < hd_workload_algorithms_get_n ());
  if (n < n_schedules)
    {
      const HdCollective *algorithm = hd_collective_get_all ()[n];

      *out_algorithm = (HdWorkloadAlgorithm) { algorithm->operation, algorithm->algorithm, algorithm->title, algorithm->help };
    }
  else if (n >= n_schedules + HD_TREE_N_OPERATIONS * HD_TREE_N_ALGORITHMS)
    {
      hd_member_algorithms_get (n - n_schedules - HD_TREE_N_OPERATIONS * HD_TREE_N_ALGORITHMS, out_algorithm);
    }
  else
    {
      HdTreeAlgorithm tree = (n - n_schedules) % HD_TREE_N_ALGORITHMS;

      *out_algorithm = (HdWorkloadAlgorithm) { hd_tree_operation_get_id ((n - n_schedules) / HD_TREE_N_ALGORITHMS), hd_tree_algorithm_get_id (tree),
                                               hd_tree_algorithm_get_title (tree), hd_tree_algorithm_get_help (tree) };
    }
}

static const char *
translate (gpointer user_data,
           const char *text)
{
  return _(text);
}

static char *
describe_all (void)
{
  GString *text = g_string_new (NULL);
  guint width = 0;

  g_string_append_printf (text, "%s\n", _("Workloads"));
  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    width = MAX (width, (guint) strlen (builders[i]->type.id));
  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    {
      g_string_append (text, "  ");
      _hd_describe_padded (text, builders[i]->type.id, width + 2);
      g_string_append_printf (text, "%s\n", _(builders[i]->type.help));
    }
  return g_string_free (text, FALSE);
}

char *
hd_workload_types_describe (const char *id)
{
  const HdWorkloadType *type = id != NULL ? hd_workload_types_find (id) : NULL;
  GString *text;

  if (id == NULL)
    return describe_all ();
  if (type == NULL)
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, "%s: %s\n%s\n", type->id, _(type->title), _(type->help));
  if (type->source != NULL)
    g_string_append_printf (text, _("Source: %s\n"), _(type->source));
  _hd_describe_parameters (text, type->parameters, translate, NULL);
  return g_string_free (text, FALSE);
}

char *
hd_workload_type_dup_file (const HdWorkloadType *self,
                           const char *project,
                           const char *path)
{
  g_autofree char *folder = project != NULL ? g_path_get_dirname (project) : NULL;
  gsize length = folder != NULL ? strlen (folder) : 0;
  gboolean is_below = length > 0 && strncmp (path, folder, length) == 0 && path[length] == G_DIR_SEPARATOR;
  const char *name = is_below ? path + length + 1 : path;

  return self == &_hd_workload_chakra.type ? _hd_workload_chakra_dup_prefix (name) : g_strdup (name);
}

void
_hd_workload_check_names (HdWorkloadReader *reader)
{
  static const char *const common[] = { "type", "id", "title", NULL };

  hd_workload_reader_check_names (reader, common);
}

void
_hd_workload_read (HdDesign *design,
                   const HdElement *element,
                   HdWorkloadGraph *graph,
                   HdProblemList *problems)
{
  const char *id = hd_element_get_text (element, "type");
  const HdWorkloadBuilder *builder = id != NULL ? find_builder (id) : NULL;
  HdWorkloadReader reader = { design, problems, element, NULL };

  if (builder == NULL)
    {
      g_autoptr (GString) known = g_string_new (NULL);

      for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
        g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", builders[i]->type.id);
      hd_workload_reader_report (&reader, HD_PROBLEM_UNKNOWN_TYPE, "type", NULL, _("Workload type “%s” is none of %s"),
                                 id != NULL ? id : "", known->str);
      return;
    }
  reader.parameters = builder->type.parameters;
  _hd_workload_check_names (&reader);
  if (builder->build != NULL)
    builder->build (&reader, graph);
}
