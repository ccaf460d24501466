/* hd-workload-collective.c: one collective, again and again
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-collective"

#include "hd-workload-private.h"

#include <string.h>

#include "hd-i18n.h"

/* A barrier carries nothing and needs no volume. */
static double
read_bytes (HdWorkloadReader *reader,
            const HdCollective *algorithm)
{
  gboolean is_barrier = algorithm != NULL && strcmp (algorithm->operation, "barrier") == 0;

  return is_barrier && !hd_workload_reader_has (reader, "bytes") ? 0 : hd_workload_reader_get_number (reader, "bytes");
}

static void
build (HdWorkloadReader *reader,
       HdWorkloadGraph *graph)
{
  const HdCollective *algorithm = hd_workload_reader_get_algorithm (reader);
  double bytes = read_bytes (reader, algorithm);
  guint32 team = hd_workload_reader_get_team (reader, graph, "on");
  guint repeat = (guint) hd_workload_reader_get_number (reader, "repeat");
  guint32 net = hd_workload_reader_get_net (reader, graph, "net");
  guint32 first = HD_NO_ID, last = HD_NO_ID;

  if (algorithm == NULL || team == HD_NO_ID)
    return;
  for (guint i = 0; i < repeat; i++)
    {
      g_autofree char *name = repeat > 1 ? g_strdup_printf ("%s %u", algorithm->id, i + 1) : g_strdup (algorithm->id);
      guint32 vertex;
      HdWorkVertex *comm = hd_workload_graph_add_vertex (graph, HD_VERTEX_COMM, name, &vertex);

      comm->origin_uid = reader->element->origin_uid;
      comm->line = reader->element->line;
      comm->start = i == 0;
      comm->algorithm = algorithm;
      comm->bytes = bytes;
      comm->team = team;
      comm->net = net;
      if (i == 0)
        first = vertex;
      else
        hd_workload_graph_add_edge (graph, last, vertex, FALSE);
      last = vertex;
    }
  hd_workload_graph_add_edge (graph, last, first, TRUE);
}

static const char *const operations[] = { "all-reduce", "all-gather", "reduce-scatter", "broadcast", "reduce", "barrier", "all-to-all", "point-to-point", NULL };

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter),
    .key = "on",
    .title = N_("Communicator"),
    .kind = HD_PARAMETER_TEXT,
    .help = N_("Communicator or address of the members, in rank order.") },
  { .size = sizeof (HdParameter),
    .key = "operation",
    .title = N_("Operation"),
    .kind = HD_PARAMETER_CHOICE,
    .default_text = "all-reduce",
    .choices = operations,
    .help = N_("What the members do together.") },
  { .size = sizeof (HdParameter),
    .key = "algorithm",
    .title = N_("Algorithm"),
    .kind = HD_PARAMETER_TEXT,
    .default_text = "",
    .help = N_("How they do it, such as ring or ring-coherent; without one, the usual way.") },
  { .size = sizeof (HdParameter),
    .key = "bytes",
    .title = N_("Volume"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B",
    .maximum = 1e18,
    .pleasant_minimum = 1e3,
    .pleasant_maximum = 1e11,
    .help = N_("Size of each member's vector; a barrier has none.") },
  { .size = sizeof (HdParameter),
    .key = "repeat",
    .title = N_("Repeat"),
    .kind = HD_PARAMETER_INTEGER,
    .unit = "",
    .default_text = "1",
    .minimum = 1,
    .maximum = 10000,
    .pleasant_minimum = 1,
    .pleasant_maximum = 100,
    .help = N_("Collectives that follow each other in one iteration.") },
  { .size = sizeof (HdParameter),
    .key = "net",
    .title = N_("Link classes"),
    .kind = HD_PARAMETER_TEXT,
    .default_text = "",
    .help = N_("Link classes that the traffic may use, separated by spaces; all if empty.") },
  { .key = NULL },
};

const HdWorkloadBuilder _hd_workload_collective = {
  .type = {
    .id = "collective",
    .title = N_("Collective"),
    .help = N_("One collective operation on a communicator, once or several times in each iteration."),
    .parameters = parameters,
  },
  .build = build,
};
