/* hd-workload-drawn.c: a workload graph drawn by hand
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-drawn"

#include "hd-workload-private.h"

#include <string.h>

#include "hd-i18n.h"

static const char *const kinds[] = { "compute", "comm", NULL };
static const char *const accesses[] = { "coherent", "move", "local", NULL };
static const char *const precisions[] = { "fp32", "fp16", NULL };
static const char *const stops[] = { "iterations", "drain", NULL };
static const char *const firsts[] = { "count", "ignore", NULL };

#define AMOUNT(name, label, measure, text) \
  { HD_WORK_PARAMETER (name, label, QUANTITY), .unit = measure, .default_text = "0 " measure, .maximum = 1e21, .help = text }

static const HdParameter vertex_parameters[] = {
  HD_WORK_TEXT ("id", N_("Name"), NULL, N_("Name of the vertex.")),
  HD_WORK_CHOICE ("kind", N_("Kind"), "compute", kinds, N_("Computation or communication.")),
  HD_WORK_FLAG ("start", N_("Start"), "false", N_("Member of the initial set.")),
  AMOUNT ("work", N_("Work"), "FLOP", N_("Operations of the computation.")),
  AMOUNT ("access", N_("Access"), "B", N_("Memory traffic of the computation.")),
  HD_WORK_TEXT ("place", N_("Place"), "", N_("Component that it runs on; without one, each member of the workload's communicator.")),
  HD_WORK_TEXT ("home", N_("Home"), "", N_("Memory that holds its data; without one, the home of the component.")),
  HD_WORK_CHOICE ("mode", N_("Mode"), "coherent", accesses, N_("How it reaches its data.")),
  HD_WORK_CHOICE ("precision", N_("Precision"), "fp32", precisions, N_("Which of the component's rates it runs at.")),
  AMOUNT ("resident", N_("Resident"), "B", N_("What stays in the memory.")),
  HD_WORK_TEXT ("operation", N_("Operation"), "point-to-point", N_("What the communication does.")),
  HD_WORK_TEXT ("algorithm", N_("Algorithm"), "", N_("How it does it; without one, the usual way.")),
  AMOUNT ("bytes", N_("Volume"), "B", N_("Size of each member's vector.")),
  HD_WORK_TEXT ("from", N_("From"), "", N_("Source of a point-to-point transfer.")),
  HD_WORK_TEXT ("to", N_("To"), "", N_("Destination of a point-to-point transfer.")),
  HD_WORK_TEXT ("members", N_("Members"), "", N_("Communicator or address; without one, the workload's communicator.")),
  HD_WORK_TEXT ("channel", N_("Channel"), "", N_("Communications of one channel run one at a time.")),
  HD_WORK_TEXT ("net", N_("Link classes"), "", N_("Link classes that the traffic may use, separated by spaces; all if empty.")),
  { .key = NULL },
};

static const HdParameter edge_parameters[] = {
  HD_WORK_TEXT ("from", N_("From"), NULL, N_("Vertex that must have ended.")),
  HD_WORK_TEXT ("to", N_("To"), NULL, N_("Vertex that waits for it.")),
  HD_WORK_CHOICE ("first", N_("First time"), "count", firsts, N_("Whether it counts the first time that the target runs.")),
  { .key = NULL },
};

static const HdParameter graph_parameters[] = {
  HD_WORK_TEXT ("on", N_("Communicator"), "", N_("Communicator whose members each run the vertices that have no place.")),
  HD_WORK_CHOICE ("stop", N_("Stop"), "iterations", stops, N_("After the iterations of the run, or when nothing is left.")),
  { .key = NULL },
};

typedef struct
{
  HdWorkloadReader *workload;
  HdWorkloadGraph *graph;
  GHashTable *names; /* name -> vertex + 1 */
  guint32 group;
} Builder;

static void
read_computation (Builder *self,
                  HdWorkloadReader *reader,
                  HdWorkVertex *vertex)
{
  vertex->work = hd_workload_reader_get_number (reader, "work");
  vertex->volume = hd_workload_reader_get_number (reader, "access");
  vertex->resident = hd_workload_reader_get_number (reader, "resident");
  vertex->access = hd_workload_reader_get_choice (reader, "mode");
  vertex->half_precision = hd_workload_reader_get_choice (reader, "precision") == 1;
  vertex->home = hd_workload_reader_get_node (reader, "home");
  if (hd_workload_reader_has (reader, "place"))
    vertex->place = hd_workload_reader_get_node (reader, "place");
  else if (self->group != HD_NO_ID)
    vertex->group = self->group;
  else
    hd_workload_reader_report (reader, HD_PROBLEM_MISSING_ATTRIBUTE, "place", NULL,
                               _("“%s” has no place, and the workload has no communicator (on)"), vertex->name);
}

static void
read_communication (Builder *self,
                    HdWorkloadReader *reader,
                    HdWorkVertex *vertex)
{
  const char *channel = hd_workload_reader_get_text (reader, "channel");

  vertex->algorithm = hd_workload_reader_get_algorithm (reader);
  vertex->bytes = hd_workload_reader_get_number (reader, "bytes");
  vertex->net = hd_workload_reader_get_net (reader, self->graph, "net");
  if (channel != NULL)
    vertex->channel = hd_workload_graph_add_channel (self->graph, channel);
  if (hd_workload_reader_has (reader, "from") || hd_workload_reader_has (reader, "to"))
    {
      guint32 ends[2] = { hd_workload_reader_get_node (reader, "from"), hd_workload_reader_get_node (reader, "to") };

      if (ends[0] != HD_NO_ID && ends[1] != HD_NO_ID)
        vertex->team = hd_workload_graph_add_team (self->graph, ends, 2);
    }
  else if (hd_workload_reader_has (reader, "members"))
    vertex->team = hd_workload_reader_get_team (reader, self->graph, "members");
  else
    vertex->team = self->group;
  if (vertex->team == HD_NO_ID)
    hd_workload_reader_report (reader, HD_PROBLEM_GROUP, "members", NULL, _("The communication “%s” has no members"), vertex->name);
}

static void
read_vertex (Builder *self,
             const HdElement *element)
{
  static const char *const also[] = { "title", "x", "y", NULL };
  HdWorkloadReader reader = { self->workload->design, self->workload->problems, element, vertex_parameters };
  const char *id = hd_workload_reader_get_text (&reader, "id");
  HdVertexKind kind = hd_workload_reader_get_choice (&reader, "kind");
  HdWorkVertex *vertex;
  guint32 number;

  hd_workload_reader_check_names (&reader, also);
  if (id == NULL)
    return;
  vertex = hd_workload_graph_add_vertex (self->graph, kind, id, &number);
  vertex->origin_uid = element->origin_uid;
  vertex->line = element->line;
  vertex->start = hd_workload_reader_get_flag (&reader, "start");
  if (kind == HD_VERTEX_COMPUTE)
    read_computation (self, &reader, vertex);
  else
    read_communication (self, &reader, vertex);
  if (!g_hash_table_insert (self->names, (gpointer) vertex->name, GUINT_TO_POINTER (number + 1)))
    hd_workload_reader_report (&reader, HD_PROBLEM_DUPLICATE, "id", NULL, _("There is another vertex “%s”"), id);
}

static guint32
find_vertex (Builder *self,
             HdWorkloadReader *reader,
             const char *key)
{
  const char *name = hd_workload_reader_get_text (reader, key);
  guint32 number;

  if (name == NULL)
    return HD_NO_ID;
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));
  if (number == 0)
    hd_workload_reader_report (reader, HD_PROBLEM_UNKNOWN_NAME, key, NULL, _("There is no vertex “%s”"), name);
  return number - 1;
}

static void
read_edge (Builder *self,
           const HdElement *element)
{
  static const char *const also[] = { "id", NULL };
  HdWorkloadReader reader = { self->workload->design, self->workload->problems, element, edge_parameters };
  guint32 from = find_vertex (self, &reader, "from");
  guint32 to = find_vertex (self, &reader, "to");
  gboolean first_ignored = hd_workload_reader_get_choice (&reader, "first") == 1;

  hd_workload_reader_check_names (&reader, also);
  if (from != HD_NO_ID && to != HD_NO_ID)
    hd_workload_graph_add_edge (self->graph, from, to, first_ignored);
}

static void
build (HdWorkloadReader *reader,
       HdWorkloadGraph *graph)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  Builder self = { reader, graph, names, hd_workload_reader_get_team (reader, graph, "on") };

  if (hd_workload_reader_get_choice (reader, "stop") == 1)
    graph->stop = HD_STOP_DRAIN;
  for (guint i = 0; i < reader->element->n_children; i++)
    if (strcmp (reader->element->children[i]->element, "vertex") == 0)
      read_vertex (&self, reader->element->children[i]);
  for (guint i = 0; i < reader->element->n_children; i++)
    if (strcmp (reader->element->children[i]->element, "edge") == 0)
      read_edge (&self, reader->element->children[i]);
}

const HdWorkloadBuilder _hd_workload_graph = {
  .type = {
    .id = "graph",
    .title = N_("Workload graph"),
    .help = N_("A cyclic graph of computations and communications, drawn by hand."),
    .source = "HCSim, table 3",
    .parameters = graph_parameters,
  },
  .build = build,
};
