/* hd-outstanding.c: work that is not done when nothing is left to happen
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-outstanding"

#include "hd-outstanding.h"

#include <inttypes.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define MAX_NAMED 4
#define MAX_IN_CIRCLE 8
#define TIME_DIGITS 6

/* The link at a port, or HD_NO_ID. */
static guint32
find_link (HdDesign *design,
           const guint32 *link_ports,
           guint32 node,
           guint32 port)
{
  const HdLink *links = hd_design_get_links (design);

  for (gsize l = 0; l < hd_design_get_n_links (design); l++)
    if ((links[l].from == node && link_ports[2 * l] == port) || (links[l].to == node && link_ports[2 * l + 1] == port))
      return (guint32) l;
  return HD_NO_ID;
}

static guint64
make_key (guint32 node,
          guint32 port)
{
  return (guint64) node << 32 | port;
}

/* All that wait may be as many as there are nodes. */
static GHashTable *
number_ports (HdDesign *design,
              const guint32 *link_ports)
{
  const HdLink *links = hd_design_get_links (design);
  GHashTable *numbers = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint32 l = 0; l < hd_design_get_n_links (design); l++)
    {
      guint64 keys[] = { make_key (links[l].from, link_ports[2 * (gsize) l]), make_key (links[l].to, link_ports[2 * (gsize) l + 1]) };

      g_hash_table_insert (numbers, g_memdup2 (&keys[0], sizeof keys[0]), GUINT_TO_POINTER (l));
      g_hash_table_insert (numbers, g_memdup2 (&keys[1], sizeof keys[1]), GUINT_TO_POINTER (l));
    }
  return numbers;
}

/* What a node is about, as far as it tells: the first of it that waits for somebody, if any does. */
static const HdErrandState *
find_errand (HdErrands *errands,
             guint32 node)
{
  const HdErrandState *found = NULL;

  for (guint i = 0; i < hd_errands_get_n (errands); i++)
    {
      const HdErrandState *state = hd_errands_get (errands, i);

      if (state->node == node && (found == NULL || (found->peer == HD_NO_NODE && state->peer != HD_NO_NODE)))
        found = state;
    }
  return found;
}

static void
append_errand (HdDesign *design,
               GString *text,
               const HdErrandState *errand)
{
  g_autofree char *path = hd_design_dup_node_path (design, errand->node);

  g_string_append_printf (text, _("“%s” (%s)"), path, errand->text);
}

/* Who waits for whom, and so for itself. */
static void
append_circle (HdDesign *design,
               GString *text,
               HdErrands *errands)
{
  g_autoptr (GArray) circle = hd_errands_find_circle (errands);

  if (circle->len == 0)
    return;
  g_string_append (text, _("; they wait in a circle: "));
  for (guint i = 0; i < circle->len && i < MAX_IN_CIRCLE; i++)
    {
      if (i > 0)
        g_string_append (text, " → ");
      append_errand (design, text, hd_errands_get (errands, g_array_index (circle, guint, i)));
    }
  if (circle->len > MAX_IN_CIRCLE)
    g_string_append_printf (text, _(" → %u more"), circle->len - MAX_IN_CIRCLE);
  {
    g_autofree char *path = hd_design_dup_node_path (design, hd_errands_get (errands, g_array_index (circle, guint, 0))->node);

    g_string_append_printf (text, _(" → “%s”"), path);
  }
}

static void
append_wait (HdDesign *design,
             const guint32 *link_ports,
             GString *text,
             guint32 node,
             const HdWait *wait)
{
  const HdPort *ports = hd_design_get_nodes (design)[node].type->ports;
  guint32 found = find_link (design, link_ports, node, wait->port);
  const HdLink *link = found != HD_NO_ID ? &hd_design_get_links (design)[found] : NULL;
  g_autofree char *path = hd_design_dup_node_path (design, node);
  g_autofree char *peer_path = link != NULL ? hd_design_dup_node_path (design, link->from == node ? link->to : link->from) : NULL;

  if (text->len > 0)
    g_string_append (text, _("; "));
  if (peer_path != NULL)
    g_string_append_printf (text, _("“%s” waits on “%s” for %s (%" PRIu64 ")"), path, peer_path, _(wait->what), wait->n);
  else
    g_string_append_printf (text, _("“%s” waits for %s (%" PRIu64 "), but its port “%s” has no link"), path, _(wait->what), wait->n,
                            ports[wait->port & 0xffff].name);
}

/* Those of this rank; returns how many there are. */
static double
collect (HdDesign *design,
         const guint32 *link_ports,
         HdFindWait find,
         gpointer data,
         HdErrands *errands,
         GString *names)
{
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      HdWait wait = { .size = sizeof (HdWait) };

      if (!find (data, i, &wait) || n++ >= MAX_NAMED)
        continue;
      append_wait (design, link_ports, names, i, &wait);
      if (find_errand (errands, i) != NULL)
        g_string_append_printf (names, _(": %s"), find_errand (errands, i)->text);
    }
  return n;
}

gboolean
hd_outstanding_check (HdDesign *design,
                      const guint32 *link_ports,
                      HdTime time,
                      HdFindWait find,
                      gpointer data,
                      HdErrands *errands,
                      GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GByteArray) shared = g_byte_array_new ();
  double here = collect (design, link_ports, find, data, errands, names);
  guint first = (guint) hd_ranks_find_minimum (here > 0 ? hd_ranks_get_rank () : hd_ranks_get_n ());
  double counts[] = { here, first == hd_ranks_get_rank () ? MIN (here, MAX_NAMED) : 0 };

  if (first == hd_ranks_get_n ())
    return TRUE;
  /* The first rank in which some wait names them. */
  hd_ranks_add (counts, G_N_ELEMENTS (counts));
  g_byte_array_append (shared, (const guint8 *) names->str, (guint) names->len);
  hd_ranks_share (shared, first);
  g_string_truncate (names, 0);
  g_string_append_len (names, (const char *) shared->data, shared->len);
  if (counts[0] > counts[1])
    g_string_append_printf (names, _(" and %.0f more"), counts[0] - counts[1]);
  append_circle (design, names, errands);

  g_autofree char *when = hd_figure_time (time, TIME_DIGITS);

  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("Deadlock at %s: nothing is left to happen, and work waits: %s"), when, names->str);
  return FALSE;
}

static GHashTable *
list_circle (HdErrands *errands)
{
  g_autoptr (GArray) circle = hd_errands_find_circle (errands);
  GHashTable *nodes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < circle->len; i++)
    g_hash_table_add (nodes, GUINT_TO_POINTER (hd_errands_get (errands, g_array_index (circle, guint, i))->node));
  return nodes;
}

void
hd_outstanding_find (HdDesign *design,
                     const guint32 *link_ports,
                     HdFindWait find,
                     gpointer data,
                     HdErrands *errands,
                     GArray *nodes,
                     GArray *links)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) at_ports = number_ports (design, link_ports);
  g_autoptr (GHashTable) in_circle = list_circle (errands);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      HdWait wait = { .size = sizeof (HdWait) };
      guint64 key;
      gpointer link;

      if (!find (data, i, &wait) || (g_hash_table_size (in_circle) > 0 && !g_hash_table_contains (in_circle, GUINT_TO_POINTER (i))))
        continue;
      g_array_append_val (nodes, i);
      key = make_key (i, wait.port);
      if (g_hash_table_lookup_extended (at_ports, &key, NULL, &link) && g_hash_table_add (known, link))
        g_array_append_val (links, (guint32){ GPOINTER_TO_UINT (link) });
    }
}
