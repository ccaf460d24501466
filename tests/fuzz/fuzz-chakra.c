/* fuzz-chakra.c: any bytes as the Chakra trace of a rank
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in a trace whose nodes, details and dependencies lie within it, and without a circle, or in an error that names a record.
 */
#include <string.h>

#include <gio/gio.h>

#include "hd-chakra-rank.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (const HdChakraRank *rank,
       const HdNamePool *names)
{
  guint64 n_deps = 0;

  for (guint i = 0; i < rank->n_nodes; i++)
    {
      const HdChakraNode *node = &rank->nodes[i];
      const GArray *details = node->kind >= HD_CHAKRA_SEND ? rank->comms : rank->works;

      g_assert_cmpuint (node->name, <, hd_name_pool_get_length (names));
      g_assert_true (node->detail < details->len || (node->detail == HD_CHAKRA_NO_DETAIL && node->kind < HD_CHAKRA_SEND));
      g_assert_cmpuint (rank->first_out[i], <=, rank->first_out[i + 1]);
      for (guint32 k = rank->first_out[i]; k < rank->first_out[i + 1]; k++)
        g_assert_true (rank->out[k] < rank->n_nodes && rank->out[k] != i);
      n_deps += node->n_deps;
    }
  g_assert_cmpuint (rank->first_out[rank->n_nodes], ==, n_deps);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) source = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (HdNamePool) names = hd_name_pool_new ();
  g_autoptr (HdChakraGroups) groups = hd_chakra_groups_new (4);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdChakraRank) rank = hd_chakra_rank_read (source, "fuzz", 1, 4, names, groups, &error);

  g_assert_true ((rank == NULL) == (error != NULL));
  if (rank != NULL)
    check (rank, names);
  else
    g_assert_true (g_str_has_prefix (error->message, "fuzz, record "));
  return 0;
}
