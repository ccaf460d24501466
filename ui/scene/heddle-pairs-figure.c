/* heddle-pairs-figure.c: who has sent how much to whom, as far as a record says it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-pairs-figure"

#include "heddle-pairs-figure.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-grid-painter.h"

typedef struct
{
  guint32 source, destination;
  double amount;
} Message;

struct _HeddlePairsFigure
{
  HdDesign *design;   /* owned, as the rest */
  GArray *nodes;      /* of guint32, ascending: ends of messages */
  guint group;        /* so many of them are a row */
  guint n;            /* rows, and columns */
  double *amounts;    /* [source][destination] */
  double *values;     /* as the painter takes them: the first source at the top */
  GPtrArray *names;
  GPtrArray *labels;  /* the same, short: of those that are counted together the first, and how many more */
  GPtrArray *rows;    /* borrowed of these, the last one first */
  gboolean counts_bytes;
};

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static void
read_transfers (HdRecord *record,
                HdTime moment,
                GArray *messages)
{
  HdTransferResult transfer;

  for (guint64 i = 0; i < hd_record_get_n_transfers (record) && hd_record_get_transfer (record, i, &transfer); i++)
    if (transfer.end <= moment)
      g_array_append_val (messages, ((Message){ transfer.source, transfer.destination, transfer.bytes }));
}

static void
read_sends (HdRecord *record,
            guint lane,
            HdTime moment,
            GArray *messages)
{
  guint64 n = hd_record_get_n_spans (record, lane), chunk;
  guint32 source = hd_record_get_lane_node (record, lane);

  for (guint64 at = 0; at < n; at += chunk)
    {
      const HdSpan *spans = hd_record_peek_spans (record, lane, at, &chunk);

      for (guint64 i = 0; i < chunk && spans[i].end <= moment; i++) /* in the order of their ends */
        if (spans[i].kind == HD_SPAN_SEND && !spans[i].unfinished)
          g_array_append_val (messages, ((Message){ source, spans[i].peer, 1 }));
      if (chunk == 0 || spans[chunk - 1].end > moment)
        return;
    }
}

static int
compare_nodes (gconstpointer a,
               gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static void
list_nodes (HeddlePairsFigure *self,
            const GArray *messages)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < messages->len; i++)
    {
      const Message *message = &g_array_index (messages, Message, i);

      if (g_hash_table_add (seen, GUINT_TO_POINTER (message->source + 1)))
        g_array_append_val (self->nodes, message->source);
      if (g_hash_table_add (seen, GUINT_TO_POINTER (message->destination + 1)))
        g_array_append_val (self->nodes, message->destination);
    }
  g_array_sort (self->nodes, compare_nodes);
  self->group = (self->nodes->len + HD_PAIRS_MOST - 1) / HD_PAIRS_MOST;
  self->n = (self->nodes->len + self->group - 1) / MAX (self->group, 1);
}

static guint
find_end (HeddlePairsFigure *self,
          guint32 node)
{
  guint place = 0;

  g_array_binary_search (self->nodes, &node, compare_nodes, &place);
  return place / self->group;
}

static void
name_ends (HeddlePairsFigure *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint n;
      const guint32 *nodes = heddle_pairs_figure_get_nodes (self, i, &n);
      g_autofree char *first = hd_design_dup_node_label (self->design, nodes[0]), *last = hd_design_dup_node_label (self->design, nodes[n - 1]);

      g_ptr_array_add (self->labels, n > 1 ? g_strdup_printf ("%s +%u", first, n - 1) : g_strdup (first));
      g_ptr_array_add (self->names, n > 1 ? g_strdup_printf ("%s…%s", first, last) : g_steal_pointer (&first));
    }
  for (guint i = self->n; i > 0; i--)
    g_ptr_array_add (self->rows, self->labels->pdata[i - 1]);
}

/* Bytes that have arrived, as they were counted; of ends that are counted together the first stands for all. */
static gboolean
read_counted (HeddlePairsFigure *self,
              HdRecord *record,
              HdTime moment)
{
  guint n_ends, group, n;
  const guint32 *ends = hd_record_get_pair_ends (record, &n_ends, &group);
  g_autofree double *bytes = NULL;
  gboolean any = FALSE;

  if (ends == NULL)
    return FALSE;
  n = (n_ends + group - 1) / group;
  bytes = g_new0 (double, (gsize) n * n);
  if (!hd_record_read_pairs (record, moment, bytes))
    return FALSE;
  self->group = group;
  self->n = n;
  g_array_append_vals (self->nodes, ends, n_ends);
  self->amounts = g_steal_pointer (&bytes);
  for (gsize i = 0; i < (gsize) n * n; i++)
    any |= self->amounts[i] > 0;
  return any;
}

/* Rows and columns of ends that have neither sent nor received go, unless ends are counted together. */
static void
drop_idle (HeddlePairsFigure *self)
{
  g_autofree guint *kept = g_new (guint, self->n);
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      gboolean busy = self->group > 1;

      for (guint k = 0; k < self->n && !busy; k++)
        busy = self->amounts[i * self->n + k] > 0 || self->amounts[k * self->n + i] > 0;
      if (busy)
        kept[n++] = i;
    }
  for (guint s = 0; s < n; s++)
    for (guint d = 0; d < n; d++)
      self->amounts[s * n + d] = self->amounts[kept[s] * self->n + kept[d]];
  if (self->group == 1)
    {
      for (guint i = 0; i < n; i++)
        g_array_index (self->nodes, guint32, i) = g_array_index (self->nodes, guint32, kept[i]);
      g_array_set_size (self->nodes, n);
    }
  self->n = n;
}

static void
take_sends (gpointer data,
            guint32 source,
            guint32 destination,
            guint64 n)
{
  const Message message = { source, destination, (double) n };

  g_array_append_val ((GArray *) data, message);
}

/* From messages; %FALSE if there are none. */
static gboolean
gather (HeddlePairsFigure *self,
        HdRecord *record,
        HdTime moment)
{
  g_autoptr (GArray) messages = g_array_new (FALSE, FALSE, sizeof (Message));

  self->counts_bytes = hd_record_get_n_transfers (record) > 0;
  if (self->counts_bytes)
    read_transfers (record, moment, messages);
  for (guint lane = 0; !self->counts_bytes && lane < hd_record_get_n_lanes (record); lane++)
    if (hd_record_is_trace_lane (record, lane) && hd_record_get_lane_node (record, lane) != HD_NO_ID)
      read_sends (record, lane, moment, messages);
  if (messages->len == 0 && !(hd_record_get_n_transfers (record) == 0 && hd_record_tally_sends (record, moment, take_sends, messages)))
    return FALSE;
  list_nodes (self, messages);
  self->amounts = g_new0 (double, (gsize) self->n * self->n);
  for (guint i = 0; i < messages->len; i++)
    {
      const Message *message = &g_array_index (messages, Message, i);

      self->amounts[find_end (self, message->source) * self->n + find_end (self, message->destination)] += message->amount;
    }
  return TRUE;
}

HeddlePairsFigure *
heddle_pairs_figure_new (HdRecord *record,
                         HdTime moment)
{
  HeddlePairsFigure *self = g_new0 (HeddlePairsFigure, 1);

  self->design = hd_design_ref (hd_record_get_design (record));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_ptr_array_new ();
  self->counts_bytes = hd_record_get_n_transfers (record) == 0 && read_counted (self, record, moment);
  if (self->counts_bytes)
    {
      drop_idle (self);
    }
  else
    {
      g_clear_pointer (&self->amounts, g_free);
      g_array_set_size (self->nodes, 0);
      if (!gather (self, record, moment))
        {
          heddle_pairs_figure_free (self);
          return NULL;
        }
    }
  self->values = g_new (double, (gsize) self->n * self->n);
  for (guint s = 0; s < self->n; s++)
    for (guint d = 0; d < self->n; d++)
      self->values[(self->n - 1 - s) * self->n + d] = self->amounts[s * self->n + d] > 0 ? self->amounts[s * self->n + d] : (double) NAN;
  name_ends (self);
  return self;
}

void
heddle_pairs_figure_free (HeddlePairsFigure *self)
{
  g_array_unref (self->nodes);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->labels);
  g_free (self->amounts);
  g_free (self->values);
  hd_design_unref (self->design);
  g_free (self);
}

/* ---- what it says ------------------------------------------------------------------------------------------------------- */

gboolean
heddle_pairs_figure_counts_bytes (HeddlePairsFigure *self)
{
  return self->counts_bytes;
}

guint
heddle_pairs_figure_get_n (HeddlePairsFigure *self)
{
  return self->n;
}

const guint32 *
heddle_pairs_figure_get_nodes (HeddlePairsFigure *self,
                               guint end,
                               guint *out_n)
{
  *out_n = MIN (self->group, self->nodes->len - end * self->group);
  return &g_array_index (self->nodes, guint32, end * self->group);
}

double
heddle_pairs_figure_get (HeddlePairsFigure *self,
                         guint source,
                         guint destination)
{
  return self->amounts[source * self->n + destination];
}

char *
heddle_pairs_figure_dup_words (HeddlePairsFigure *self,
                               guint source,
                               guint destination)
{
  double amount = heddle_pairs_figure_get (self, source, destination);
  g_autofree char *figure = self->counts_bytes ? hd_figure_in (amount, "B", 4) : hd_figure_count (amount);
  const char *from = self->names->pdata[source], *to = self->names->pdata[destination];

  if (self->counts_bytes)
    return g_strdup_printf (_("%s to %s: %s"), from, to, figure);
  /* Translators: who has sent messages to whom, and how many: "xpu[0] to xpu[3]: 12 messages" */
  return g_strdup_printf (ngettext ("%s to %s: %s message", "%s to %s: %s messages", (gulong) amount), from, to, figure);
}

/* ---- the picture -------------------------------------------------------------------------------------------------------- */

static HeddleGridPicture
get_picture (HeddlePairsFigure *self)
{
  return (HeddleGridPicture){
    .values = self->values,
    .n_columns = self->n,
    .n_rows = self->n,
    .columns = (const char *const *) self->labels->pdata,
    .rows = (const char *const *) self->rows->pdata,
    .title = self->counts_bytes ? _("Sent") : _("Messages"),
    .unit = self->counts_bytes ? "B" : "",
    .chosen = HEDDLE_GRID_NONE,
  };
}

gboolean
heddle_pairs_figure_find (HeddlePairsFigure *self,
                          HeddleText *text,
                          double width,
                          double height,
                          double x,
                          double y,
                          guint *out_source,
                          guint *out_destination)
{
  HeddleGridPicture picture = get_picture (self);
  guint place = heddle_grid_find (text, &picture, width, height, x, y);

  if (place == HEDDLE_GRID_NONE)
    return FALSE;
  *out_source = self->n - 1 - place / self->n;
  *out_destination = place % self->n;
  return TRUE;
}

void
heddle_pairs_figure_paint (HeddlePairsFigure *self,
                           HeddleText *text,
                           cairo_t *cr,
                           const HeddleTheme *theme,
                           double width,
                           double height)
{
  HeddleGridPicture picture = get_picture (self);

  heddle_grid_paint (text, cr, &picture, theme, width, height);
}
