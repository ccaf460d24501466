/* hd-workload-chakra.c: Chakra execution traces as workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-chakra"

#include "hd-workload-private.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gstdio.h>

#include "hd-absences.h"
#include "hd-design-private.h"
#include "hd-i18n.h"

#define MAX_LISTED 5
#define READING 0.85 /* of the time until traces can run; matching takes the rest */

/* ---- files -------------------------------------------------------------------------------------------------------------- */

static char *
dup_rank_path (const char *prefix,
               guint rank)
{
  return g_strdup_printf ("%s.%u.et", prefix, rank);
}

char *
_hd_workload_chakra_dup_prefix (const char *path)
{
  gsize end = g_str_has_suffix (path, ".et") ? strlen (path) - strlen (".et") : 0;
  gsize start = end;

  while (start > 0 && g_ascii_isdigit (path[start - 1]))
    start--;
  if (start == end || start == 0 || path[start - 1] != '.')
    return g_strdup (path);
  return g_strndup (path, start - 1);
}

static void
append_name (GString *list,
             guint n,
             const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (n < MAX_LISTED)
    g_string_append_printf (list, "%s%s", n > 0 ? ", " : "", name);
  else if (n == MAX_LISTED)
    g_string_append (list, ", …");
}

/* A file for each member, and none beyond. */
void
_hd_workload_chakra_list_files (HdDesign *design,
                                const HdElement *workload,
                                GPtrArray *paths)
{
  const char *file = hd_element_get_text (workload, "file"), *groups = hd_element_get_text (workload, "groups");
  g_autofree char *prefix = file != NULL ? hd_workload_dup_path (design, file) : NULL;

  if (groups != NULL && *groups != '\0')
    g_ptr_array_add (paths, hd_workload_dup_path (design, groups));
  for (guint rank = 0; prefix != NULL; rank++)
    {
      g_autofree char *path = dup_rank_path (prefix, rank);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return;
      g_ptr_array_add (paths, g_steal_pointer (&path));
    }
}

static gboolean
check_files (HdWorkloadReader *reader,
             const char *prefix,
             guint n_ranks)
{
  g_autofree char *beyond = dup_rank_path (prefix, n_ranks);
  g_autoptr (GString) missing = g_string_new (NULL);
  guint n_missing = 0;

  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_autofree char *path = dup_rank_path (prefix, rank);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        append_name (missing, n_missing++, path);
    }
  if (n_missing > 0)
    hd_workload_reader_report (reader, HD_PROBLEM_UNKNOWN_NAME, "file", _("There must be a file PREFIX.RANK.et for each member, ranks from 0"),
                               _("Traces of %u of %u ranks are missing beside “%s”: %s"), n_missing, n_ranks, prefix, missing->str);
  else if (g_file_test (beyond, G_FILE_TEST_EXISTS))
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "on", _("Name as many members as there are ranks"),
                               _("The traces have more ranks than the %u members: there is also “%s”"), n_ranks, beyond);
  else
    return TRUE;
  return FALSE;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static HdProblemCode
get_problem_code (const GError *error)
{
  switch ((HdError) error->code)
    {
    case HD_ERROR_NAME:
    case HD_ERROR_IO:
      return HD_PROBLEM_UNKNOWN_NAME;
    case HD_ERROR_RANGE:
      return HD_PROBLEM_VALUE;
    case HD_ERROR_DEADLOCK:
      return HD_PROBLEM_DEADLOCK;
    case HD_ERROR_LIMIT:
      return HD_PROBLEM_LIMIT;
    default:
      return HD_PROBLEM_SYNTAX;
    }
}

/* Where each file begins among all of them, in bytes, and last where they end. */
static guint64 *
measure_files (const char *prefix,
               guint n_ranks)
{
  guint64 *starts = g_new0 (guint64, n_ranks + 1);

  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_autofree char *path = dup_rank_path (prefix, rank);
      GStatBuf info = { 0 };

      starts[rank + 1] = starts[rank] + (g_stat (path, &info) == 0 ? (guint64) info.st_size : 0);
    }
  return starts;
}

static gboolean
read_ranks (HdChakraJob *job,
            const char *prefix,
            HdProgress *progress,
            GError **error)
{
  g_autofree guint64 *starts = measure_files (prefix, job->n_ranks);
  double share = READING / (double) MAX (starts[job->n_ranks], 1);

  for (guint rank = 0; rank < job->n_ranks; rank++)
    {
      g_autofree char *path = dup_rank_path (prefix, rank);

      hd_progress_set_stage (progress, share * (double) starts[rank], share * (double) starts[rank + 1]);
      if (!hd_chakra_job_add (job, rank, path, progress, error))
        return FALSE;
    }
  hd_progress_set_stage (progress, READING, 1);
  return TRUE;
}

/* That reading was stopped is no problem of the project. */
static HdChakraJob *
load_job (HdWorkloadReader *reader,
          const char *prefix,
          guint n_ranks,
          HdProgress *progress,
          GError **out_error)
{
  const char *groups = hd_workload_reader_get_text (reader, "groups");
  g_autofree char *groups_path = groups != NULL && *groups != '\0' ? hd_workload_dup_path (reader->design, groups) : NULL;
  g_autoptr (HdChakraJob) job = hd_chakra_job_new (n_ranks);
  g_autoptr (GError) error = NULL;

  if (groups_path != NULL && !hd_chakra_groups_load (job->groups, groups_path, &error))
    {
      hd_workload_reader_report (reader, get_problem_code (error), "groups", NULL, "%s", error->message);
      return NULL;
    }
  if (read_ranks (job, prefix, progress, &error) && hd_chakra_job_match (job, progress, &error))
    return g_steal_pointer (&job);
  if (g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED))
    g_propagate_error (out_error, g_steal_pointer (&error));
  else
    hd_workload_reader_report (reader, get_problem_code (error), "file", NULL, "%s", error->message);
  return NULL;
}

/* Traces of generators may say how much there is to compute and not how long it takes. */
static void
warn_of_idle (HdWorkloadReader *reader,
              const HdChakraJob *job)
{
  guint64 n = 0;

  for (guint rank = 0; rank < job->n_ranks; rank++)
    for (guint i = 0; i < job->ranks[rank]->n_nodes; i++)
      {
        const HdChakraNode *node = &job->ranks[rank]->nodes[i];

        n += node->kind == HD_CHAKRA_COMPUTE && node->detail != HD_CHAKRA_NO_DETAIL && node->duration_us == 0;
      }
  if (n > 0)
    hd_problem_list_take (reader->problems,
                          hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, hd_element_get_text (reader->element, "id"), reader->element->origin_uid,
                                          "compute", hd_design_get_file (reader->design), reader->element->line, _("Use compute=\"roofline\""),
                                          _("%" PRIu64 " computations take no time: the traces tell their operations, but no duration"), n));
}

/* Lanes of ranks show each send, receive and collective already. */
static void
warn_of_trace (HdWorkloadReader *reader)
{
  if (hd_design_get_run_settings (reader->design)->n_traced > 0)
    _hd_design_report_run (reader->design, reader->problems, HD_PROBLEM_UNUSED, HD_SEVERITY_WARNING, "trace", NULL,
                           _("run:trace adds nothing to what is shown of the ranks of traces"));
}

static guint
count_jobs (HdDesign *design)
{
  guint n = 0;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    n += g_strcmp0 (hd_element_get_text (hd_design_get_workload (design, i), "type"), _hd_workload_chakra.type.id) == 0;
  return n;
}

static gboolean
check_work (HdWorkloadReader *reader,
            gboolean alone)
{
  const HdRunSettings *settings = hd_design_get_run_settings (reader->design);

  if (alone && hd_design_get_n_workloads (reader->design) > 1)
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "type", _("Keep one workload, or run at packet or flit fidelity"),
                               _("Traces cannot run beside other workloads at flow fidelity"));
  else if (count_jobs (reader->design) > 1)
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "type", _("Keep one of them"), _("Traces of several workloads cannot run beside each other"));
  else if (settings->iterations != 1)
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "type", _("Use run:iterations=1"), _("Traces run once, but iterations is %u"), settings->iterations);
  else
    return TRUE;
  return FALSE;
}

/* ---- the table ---------------------------------------------------------------------------------------------------------- */

static const char *const ways[] = { "trace", "roofline", NULL };
static const char *const precisions[] = { "fp32", "fp16", NULL };
static const char *const issues[] = { "all", "one-each", NULL };
static const char *const all_reduces[] = { "ring", "recursive-doubling", "rabenseifner", NULL };

static const HdParameter parameters[] = {
  HD_WORK_TEXT ("file", N_("Trace files"), NULL,
                N_("What comes before .RANK.et in the names of the trace files, relative to the project: traces/step for traces/step.0.et and so on.")),
  HD_WORK_TEXT ("on", N_("Communicator"), NULL, N_("Communicator or address of the members, in rank order.")),
  HD_WORK_TEXT ("groups", N_("Process groups"), "",
                N_("JSON file with the ranks of each process group, such as {\"0\": [0, 1]}, relative to the project; empty if the traces define them or "
                   "all communicate together.")),
  HD_WORK_CHOICE ("compute", N_("Computations"), "trace", ways,
                  N_("Whether a computation takes the duration in the trace, or what its operations and bytes take on the component, where the trace tells "
                     "them.")),
  HD_WORK_CHOICE ("precision", N_("Precision"), "fp32", precisions, N_("Which of the component's rates operations run at.")),
  HD_WORK_CHOICE ("issue", N_("Issue"), "all", issues,
                  N_("Whether a rank starts all nodes whose dependencies have ended, or, as ASTRA-sim does, at most one of each kind at a time, the lowest "
                     "id first: one of the host, one computation, one communication or memory access. Receives are always started.")),
  HD_WORK_CHOICE ("all-reduce", N_("All-reduce"), "ring", all_reduces, N_("Algorithm of all-reduces; other collectives have their usual one.")),
  { .key = NULL },
};

/* It has no graph: an execution carries the traces themselves. */
const HdWorkloadBuilder _hd_workload_chakra = {
  .type = {
    .id = "chakra",
    .title = N_("Chakra traces"),
    .help = N_("Execution traces in the Chakra format of MLCommons: computations, memory accesses and communications of each rank."),
    .source = N_("MLCommons Chakra, et_def.proto, versions 0.0.4 and 1.0.0"),
    .parameters = parameters,
  },
};

/* What has failed for good does nothing of its trace; the first is told. */
static gboolean
check_alive (HdWorkloadReader *reader,
             const HdTeam *team)
{
  for (guint rank = 0; rank < team->n_nodes; rank++)
    {
      g_autofree char *path = NULL;

      if (!hd_absences_has_left (reader->design, team->nodes[rank]))
        continue;
      path = hd_design_dup_node_path (reader->design, team->nodes[rank]);
      hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "on", _("Give its work to others, or let it be repaired"), _("Rank %u needs %s, which has failed"), rank, path);
      return FALSE;
    }
  return TRUE;
}

const HdElement *
_hd_workload_chakra_find (HdDesign *design)
{
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    if (g_strcmp0 (hd_element_get_text (hd_design_get_workload (design, i), "type"), _hd_workload_chakra.type.id) == 0)
      return hd_design_get_workload (design, i);
  return NULL;
}

gboolean
_hd_workload_chakra_read (HdDesign *design,
                          const HdElement *element,
                          gboolean alone,
                          HdProblemList *problems,
                          HdProgress *progress,
                          HdChakraOrder *out_order,
                          GError **error)
{
  HdWorkloadReader reader = { design, problems, element, parameters };
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  const char *file = hd_workload_reader_get_text (&reader, "file");
  g_autofree char *prefix = file != NULL ? hd_workload_dup_path (design, file) : NULL;
  guint32 number = hd_workload_reader_get_team (&reader, graph, "on");
  const HdTeam *team;
  HdChakraOrder order = {
    .roofline = hd_workload_reader_get_choice (&reader, "compute") == 1,
    .half_precision = hd_workload_reader_get_choice (&reader, "precision") == 1,
    .one_each = hd_workload_reader_get_choice (&reader, "issue") == 1,
    .all_reduce = hd_collective_find ("all-reduce", all_reduces[hd_workload_reader_get_choice (&reader, "all-reduce")]),
    .origin_uid = element->origin_uid,
    .line = element->line,
  };

  _hd_workload_check_names (&reader);
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors || number == HD_NO_ID || !check_work (&reader, alone))
    return FALSE;
  team = hd_workload_graph_get_team (graph, number);
  if (!check_alive (&reader, team) || !check_files (&reader, prefix, team->n_nodes))
    return FALSE;
  order.job = load_job (&reader, prefix, team->n_nodes, progress, error);
  if (order.job == NULL)
    return FALSE;
  if (alone)
    warn_of_trace (&reader); /* packet fidelity says itself what it does not trace */
  if (!order.roofline)
    warn_of_idle (&reader, order.job);
  order.nodes = g_memdup2 (team->nodes, team->n_nodes * sizeof *team->nodes);
  *out_order = order;
  return TRUE;
}
