/* hd-member-works.c: collective workloads that their members carry out by themselves
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-member-works"

#include "hd-member-works.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"
#include "hd-workload-private.h"

/* Of all members of one: how often each has done its part, and when for the last time. */
typedef struct
{
  HdOrder order; /* borrows its texts from the design, but for: */
  char *name;
  char *place;
  const HdCommunicator *members;
  guint32 *n_done;
  HdTime *ends;
} Work;

/* A work that a node takes part in, and as which member. */
typedef struct
{
  guint32 work, member;
} Part;

struct _HdMemberWorks
{
  GArray *works;     /* of Work */
  GHashTable *parts; /* GArray of Part, by node */
};

static void
clear_work (gpointer data)
{
  Work *work = data;

  g_free (work->name);
  g_free (work->place);
  g_free (work->n_done);
  g_free (work->ends);
}

void
hd_member_works_free (HdMemberWorks *self)
{
  g_array_unref (self->works);
  g_hash_table_unref (self->parts);
  g_free (self);
}

/* ---- algorithms ------------------------------------------------------------------------------------------------------ */

static const char *const places[] = { "offload", "host" };

static const struct
{
  const char *operation, *algorithm, *title;
} algorithms[] = {
  { "all-reduce", "", NULL }, { "all-reduce", "halving", N_("halving") }, { "all-reduce", "recursive-doubling", N_("recursive doubling") }, { "all-reduce", "ring", N_("ring") },
  { "reduce", "", NULL }, { "reduce", "halving", N_("halving") }, { "reduce", "binomial", N_("binomial") },
  { "broadcast", "", NULL }, { "broadcast", "double-tree", N_("double tree") }, { "broadcast", "binomial", N_("binomial") },
  { "barrier", "", NULL }, { "barrier", "dissemination", N_("dissemination") },
};

guint
hd_member_algorithms_get_n (void)
{
  return G_N_ELEMENTS (places) * G_N_ELEMENTS (algorithms);
}

void
hd_member_algorithms_get (guint n,
                          HdWorkloadAlgorithm *out_algorithm)
{
  guint place = n / G_N_ELEMENTS (algorithms), i = n % G_N_ELEMENTS (algorithms);
  g_autofree char *name = *algorithms[i].algorithm == '\0' ? g_strdup (places[place]) : g_strdup_printf ("%s-%s", places[place], algorithms[i].algorithm);
  const char *where = place == 0 ? _("In the network cards") : _("In software of the members");
  g_autofree char *title = algorithms[i].title == NULL ? g_strdup (where) : g_strdup_printf (_("%s, %s"), where, _(algorithms[i].title));

  *out_algorithm = (HdWorkloadAlgorithm){ algorithms[i].operation, g_intern_string (name), g_intern_string (title),
                                          place == 0 ? N_("Cards of the members run it by themselves, by descriptors.") : N_("Processors of the members run it, message by message.") };
}

static gboolean
is_known (const char *operation,
          const char *algorithm)
{
  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    if (g_strcmp0 (operation, algorithms[i].operation) == 0 && strcmp (algorithm, algorithms[i].algorithm) == 0)
      return TRUE;
  return FALSE;
}

static void
report_algorithm (HdWorkloadReader *reader,
                  const char *operation,
                  const char *name)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < hd_member_algorithms_get_n (); i++)
    {
      HdWorkloadAlgorithm one;

      hd_member_algorithms_get (i, &one);
      if (g_strcmp0 (one.operation, operation) == 0)
        g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", one.algorithm);
    }
  if (known->len == 0)
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "operation", NULL, _("Members by themselves do no “%s”"), operation != NULL ? operation : "");
  else
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "algorithm", NULL, _("Members by themselves have no algorithm “%s” for %s; there are %s"), name, operation, known->str);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static gboolean
check_members (HdWorkloadReader *reader,
               const HdCommunicator *communicator)
{
  const HdNode *nodes = hd_design_get_nodes (reader->design);

  for (guint i = 0; i < communicator->n_members; i++)
    if ((nodes[communicator->members[i]].type->traits & HD_TRAIT_COLLECTIVES) == 0)
      {
        g_autofree char *path = hd_design_dup_node_path (reader->design, communicator->members[i]);

        hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "on", _("Let components such as offload.nic be its members, or choose another algorithm"),
                                   _("“%s” carries out no collectives by itself"), path);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_work (HdWorkloadReader *reader,
           Work *out_work)
{
  const char *on = hd_workload_reader_get_text (reader, "on"), *operation = hd_workload_reader_get_text (reader, "operation");
  const char *algorithm = hd_workload_reader_get_text (reader, "algorithm"), *dash = strchr (algorithm, '-');
  gboolean is_barrier = g_strcmp0 (operation, "barrier") == 0;
  double bytes = is_barrier && !hd_workload_reader_has (reader, "bytes") ? 0 : hd_workload_reader_get_number (reader, "bytes");
  double repeat = hd_workload_reader_get_number (reader, "repeat") * hd_design_get_run_settings (reader->design)->iterations;

  out_work->members = on != NULL ? hd_design_find_communicator (reader->design, on) : NULL;
  out_work->order = (HdOrder){ .size = sizeof (HdOrder), .group = on, .operation = operation, .algorithm = dash != NULL ? dash + 1 : "", .bytes = bytes,
                               .root = (guint32) hd_workload_reader_get_number (reader, "root"), .repeat = (guint32) MIN (repeat, G_MAXINT32),
                               .tasks = (guint32) hd_workload_reader_get_number (reader, "tasks") };
  if (out_work->members == NULL)
    {
      hd_workload_reader_report (reader, HD_PROBLEM_UNKNOWN_NAME, "on", NULL, _("“%s” is no communicator of the project, which members by themselves need"), on != NULL ? on : "");
      return FALSE;
    }
  if (!is_known (operation, out_work->order.algorithm))
    {
      report_algorithm (reader, operation, algorithm);
      return FALSE;
    }
  if (out_work->order.root >= MAX (out_work->members->n_members, 1))
    {
      hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "root", NULL, _("The root %u is no rank: there are %u members, from 0"), out_work->order.root,
                                 out_work->members->n_members);
      return FALSE;
    }
  if (hd_workload_reader_get_choice (reader, "placement") != 0)
    {
      hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "placement", NULL, _("Members by themselves have ranks in the order of their communicator"));
      return FALSE;
    }
  return check_members (reader, out_work->members);
}

static void
add_work (HdMemberWorks *self,
          HdWorkloadReader *reader,
          Work *work)
{
  const char *id = hd_element_get_text (reader->element, "id"), *algorithm = hd_workload_reader_get_text (reader, "algorithm");
  guint n = self->works->len;

  work->name = id != NULL ? g_strdup (id) : g_strdup_printf ("collective-%u", n + 1);
  work->place = g_strndup (algorithm, strcspn (algorithm, "-"));
  work->n_done = g_new0 (guint32, work->members->n_members + 1);
  work->ends = g_new0 (HdTime, work->members->n_members + 1);
  for (guint i = 0; i < work->members->n_members; i++)
    {
      gpointer node = GUINT_TO_POINTER (work->members->members[i]);
      GArray *parts = g_hash_table_lookup (self->parts, node);

      if (parts == NULL)
        g_hash_table_insert (self->parts, node, parts = g_array_new (FALSE, FALSE, sizeof (Part)));
      g_array_append_vals (parts, &(Part){ n, i }, 1);
    }
  g_array_append_vals (self->works, work, 1);
}

HdMemberWorks *
hd_member_works_new (HdDesign *design,
                     HdProblemList *problems,
                     GError **error)
{
  static const char *const common[] = { "type", "id", "title", NULL };
  g_autoptr (HdMemberWorks) self = g_new0 (HdMemberWorks, 1);
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);

  self->works = g_array_new (FALSE, FALSE, sizeof (Work));
  g_array_set_clear_func (self->works, clear_work);
  self->parts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < hd_design_get_n_member_works (design); i++)
    {
      HdWorkloadReader reader = { design, problems, hd_design_get_member_work (design, i), _hd_workload_collective.type.parameters };
      Work work = { 0 };

      hd_workload_reader_check_names (&reader, common);
      if (read_work (&reader, &work))
        add_work (self, &reader, &work);
    }
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors)
    return g_steal_pointer (&self);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return NULL;
}

/* ---- carrying out ---------------------------------------------------------------------------------------------------- */

guint
hd_member_works_get_n (HdMemberWorks *self)
{
  return self->works->len;
}

static const Part *
find_part (HdMemberWorks *self,
           guint32 node,
           guint32 index)
{
  GArray *parts = g_hash_table_lookup (self->parts, GUINT_TO_POINTER (node));

  return parts != NULL && index < parts->len ? &g_array_index (parts, Part, index) : NULL;
}

gboolean
hd_member_works_find (HdMemberWorks *self,
                      guint32 node,
                      guint32 index,
                      HdOrder *out_order)
{
  const Part *part = find_part (self, node, index);
  const Work *work;

  if (part == NULL)
    return FALSE;
  work = &g_array_index (self->works, Work, part->work);
  *out_order = work->order;
  out_order->name = work->name;
  out_order->place = work->place;
  out_order->number = part->work;
  out_order->n = self->works->len;
  return TRUE;
}

void
hd_member_works_tell (HdMemberWorks *self,
                      guint32 node,
                      guint32 index,
                      HdTime time)
{
  const Part *part = find_part (self, node, index);
  Work *work;

  if (part == NULL)
    return;
  work = &g_array_index (self->works, Work, part->work);
  work->n_done[part->member]++;
  work->ends[part->member] = time;
}

/* Who carries a member out knows most of it. */
static void
level (Work *work)
{
  guint n = work->members->n_members;
  g_autoptr (GByteArray) all = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const HdTime own[] = { work->n_done[i], work->ends[i] };

      g_byte_array_append (all, (const guint8 *) own, sizeof own);
    }
  hd_ranks_gather (all);
  for (gsize i = 0; i < all->len / (2 * sizeof (HdTime)); i++)
    {
      HdTime one[2];

      memcpy (one, all->data + i * sizeof one, sizeof one);
      work->n_done[i % n] = MAX (work->n_done[i % n], (guint32) one[0]);
      work->ends[i % n] = MAX (work->ends[i % n], one[1]);
    }
}

void
hd_member_works_level (HdMemberWorks *self)
{
  for (guint i = 0; hd_ranks_get_n () > 1 && i < self->works->len; i++)
    level (&g_array_index (self->works, Work, i));
}

void
hd_member_works_read (HdMemberWorks *self,
                      guint n,
                      const char **out_name,
                      guint32 *out_n_done,
                      double *out_time)
{
  const Work *work = &g_array_index (self->works, Work, n);
  HdTime end = 0;

  *out_name = work->name;
  *out_n_done = work->members->n_members > 0 ? G_MAXUINT32 : 0;
  for (guint i = 0; i < work->members->n_members; i++)
    {
      *out_n_done = MIN (*out_n_done, work->n_done[i]);
      end = MAX (end, work->ends[i]);
    }
  *out_n_done /= work->order.tasks;
  *out_time = *out_n_done > 0 ? (double) end / *out_n_done : 0;
}
