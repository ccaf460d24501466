/* hd-popnet-export.c: a trace that popnet reads
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-popnet-export"

#include <heddle/hd-popnet-export.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"
#include "hd-popnet-cursor.h"
#include "hd-popnet-options.h"
#include "hd-transfer-list-private.h"

#define MOST_DECIMALS 6  /* of a cycle, which traces can tell apart */

typedef struct
{
  HdDesign *design;
  HdTransferList *list;
  HdTransferTrace trace;
  HdTransferGrid grid;
  gboolean split, extended;
  GString *text;
  GString **parts;  /* of each router, if split */
  guint32 *routers; /* of each node: its place in the grid, or HD_NO_ID */
  guint64 n_single; /* packets of one flit */
} Writer;

static void
writer_clear (Writer *self)
{
  for (guint i = 0; self->parts != NULL && i < hd_popnet_shape_get_n_routers (&self->grid.shape); i++)
    g_string_free (self->parts[i], TRUE);
  g_free (self->parts);
  g_free (self->routers);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_clear_pointer (&self->list, hd_transfer_list_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

/* ---- places ----------------------------------------------------------------------------------------------------------------- */

static gboolean
is_switch (const Writer *self,
           guint32 node)
{
  return hd_design_get_nodes (self->design)[node].type->role == HD_ROLE_SWITCH;
}

/* The only switch that each node which is none is joined to; HD_NO_ID if there are none or several. */
static guint32 *
find_switches (const Writer *self)
{
  guint n = hd_design_get_n_nodes (self->design);
  const HdLink *links = hd_design_get_links (self->design);
  guint32 *switches = g_new (guint32, n + 1);
  g_autofree gboolean *several = g_new0 (gboolean, n + 1);

  for (guint32 i = 0; i < n; i++)
    switches[i] = is_switch (self, i) ? i : HD_NO_ID;
  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    for (guint side = 0; side < 2; side++)
      {
        guint32 node = side == 0 ? links[l].from : links[l].to, other = side == 0 ? links[l].to : links[l].from;

        if (is_switch (self, node) || !is_switch (self, other))
          continue;
        several[node] |= switches[node] != HD_NO_ID && switches[node] != other;
        switches[node] = other;
      }
  for (guint32 i = 0; i < n; i++)
    if (several[i])
      switches[i] = HD_NO_ID;
  return switches;
}

static gboolean
place_end (Writer *self,
           const guint32 *switches,
           guint32 node,
           gboolean *has_grid,
           GError **error)
{
  HdTransferGrid grid;
  g_autofree char *path = NULL;

  if (self->routers[node] != HD_NO_ID)
    return TRUE;
  if (switches[node] != HD_NO_ID && _hd_transfer_grid_init (&grid, self->design, switches[node]) && (!*has_grid || grid.first == self->grid.first))
    {
      self->grid = grid;
      *has_grid = TRUE;
      self->routers[node] = switches[node] - grid.first;
      return TRUE;
    }
  path = hd_design_dup_node_path (self->design, node);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is not a member of the one array of switches whose places could be coordinates, nor joined to one of them alone"), path);
  return FALSE;
}

static gboolean
place_ends (Writer *self,
            GError **error)
{
  guint n = hd_design_get_n_nodes (self->design);
  g_autofree guint32 *switches = find_switches (self);
  gboolean has_grid = FALSE;

  self->routers = g_new (guint32, n + 1);
  memset (self->routers, 0xff, (n + 1) * sizeof *self->routers);
  for (guint64 i = 0; i < hd_transfer_list_get_length (self->list); i++)
    {
      const HdListedTransfer *transfer = hd_transfer_list_get (self->list, i);

      if (!place_end (self, switches, transfer->source, &has_grid, error) || !place_end (self, switches, transfer->destination, &has_grid, error))
        return FALSE;
    }
  if (has_grid)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The list of transfers is empty"));
  return FALSE;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------ */

static void
append_place (const Writer *self,
              GString *text,
              guint32 router,
              char before)
{
  const HdPopnetShape *shape = &self->grid.shape;
  guint32 places[HD_POPNET_DIMENSIONS];

  for (guint d = shape->n_dimensions; d > 0; router /= shape->sizes[d - 1], d--)
    places[d - 1] = router % shape->sizes[d - 1];
  for (guint d = 0; d < shape->n_dimensions; d++)
    g_string_append_printf (text, "%c%u", before, places[d]);
}

/* The time in cycles with the fewest decimals which, read again, is this picosecond: those after the one before it. */
static void
append_time (const Writer *self,
             GString *text,
             HdTime time)
{
  const __int128 second = (__int128) HD_TICKS_PER_SECOND * HD_TRANSFER_MILLIHERTZ, clock = hd_transfer_clock_get_millihertz (self->trace.clock_per_s);
  __int128 last = time * clock, before = (time - 1) * clock; /* in cycles times @second */
  gint64 unit = 1, value = 0;
  guint decimals = 0;

  for (; time > 0; decimals++, unit *= 10)
    {
      value = (gint64) (before * unit / second) + 1;
      if (decimals == MOST_DECIMALS || value * second <= last * unit)
        break;
    }
  g_string_append_printf (text, "%" G_GINT64_FORMAT, value / unit);
  if (decimals > 0)
    g_string_append_printf (text, ".%0*" G_GINT64_FORMAT, (int) decimals, value % unit);
}

static gboolean
append_packet (Writer *self,
               guint64 n,
               GError **error)
{
  const HdListedTransfer *transfer = hd_transfer_list_get (self->list, n);
  double n_flits = MAX (ceil (transfer->bytes / self->trace.flit_bytes), 1);
  gsize begin = self->text->len;

  if (n_flits > HD_POPNET_MAX_FLITS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Transfer %" PRIu64 " has %.15g B, which are %.15g flits; a packet has %u at most"), n + 1, transfer->bytes,
                   n_flits, HD_POPNET_MAX_FLITS);
      return FALSE;
    }
  if (hd_time_to_seconds (transfer->start) * self->trace.clock_per_s > (double) HD_POPNET_MAX_CYCLES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Transfer %" PRIu64 " starts after more than %g cycles"), n + 1, (double) HD_POPNET_MAX_CYCLES);
      return FALSE;
    }
  self->n_single += n_flits < 2;
  append_time (self, self->text, transfer->start);
  append_place (self, self->text, self->routers[transfer->source], ' ');
  append_place (self, self->text, self->routers[transfer->destination], ' ');
  g_string_append_printf (self->text, " %.0f", n_flits);
  if (self->extended)
    {
      const HdPopnetTrace *trace = self->list->trace;

      g_string_append_printf (self->text, " %c %" PRIu64 " %" PRIu64, trace->packets[n].kind, trace->ids[n],
                              trace->after[n] != HD_POPNET_NONE ? trace->ids[trace->after[n]] : 0);
    }
  g_string_append_c (self->text, '\n');
  if (self->split)
    g_string_append_len (self->parts[self->routers[transfer->source]], self->text->str + begin, (gssize) (self->text->len - begin));
  return TRUE;
}

/* In the order of time, as popnet wants them. */
static gboolean
append_packets (Writer *self,
                GError **error)
{
  guint64 n = hd_transfer_list_get_length (self->list);
  g_autofree guint64 *order = g_new (guint64, n + 1);

  self->text = g_string_new (self->extended ? HD_POPNET_EXTENDED "\n" : NULL);
  if (self->split)
    {
      self->parts = g_new (GString *, hd_popnet_shape_get_n_routers (&self->grid.shape));
      for (guint i = 0; i < hd_popnet_shape_get_n_routers (&self->grid.shape); i++)
        self->parts[i] = g_string_new (NULL);
    }
  for (guint64 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, hd_transfer_list_compare, self->list);
  for (guint64 i = 0; i < n; i++)
    if (!append_packet (self, order[i], error))
      return FALSE;
  return TRUE;
}

/* ---- files ------------------------------------------------------------------------------------------------------------------ */

static gboolean
save (const char *path,
      const GString *text,
      GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return hd_atomic_file_write (file, text->str, text->len, NULL, error);
}

/* The parts first, so that where the trace is, all is. */
static gboolean
save_all (const Writer *self,
          const char *path,
          GError **error)
{
  for (guint32 router = 0; self->split && router < hd_popnet_shape_get_n_routers (&self->grid.shape); router++)
    {
      g_autoptr (GString) name = g_string_new (path);

      append_place (self, name, router, '.');
      if (!save (name->str, self->parts[router], error))
        return FALSE;
    }
  return save (path, self->text, error);
}

/* ---- the command line --------------------------------------------------------------------------------------------------------- */

/* Whether any dimension leads from its last place to its first. */
static gboolean
is_torus (const Writer *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint n_routers = hd_popnet_shape_get_n_routers (&self->grid.shape);

  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      guint32 low = MIN (links[l].from, links[l].to) - self->grid.first, high = MAX (links[l].from, links[l].to) - self->grid.first, stride = 1;

      for (guint d = self->grid.shape.n_dimensions; high < n_routers && low < high && d > 0; stride *= self->grid.shape.sizes[d - 1], d--)
        if (self->grid.shape.sizes[d - 1] > 2 && high - low == (self->grid.shape.sizes[d - 1] - 1) * stride
            && low / stride % self->grid.shape.sizes[d - 1] == 0)
          return TRUE;
    }
  return FALSE;
}

static char *
make_command (const Writer *self,
              const char *path)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  g_auto (HdPopnetOptions) options = { .trace = NULL };

  hd_popnet_options_init (&options);
  options.values[HD_POPNET_A] = 1;
  for (guint d = 0; d < self->grid.shape.n_dimensions; d++)
    options.values[HD_POPNET_A] = MAX (options.values[HD_POPNET_A], self->grid.shape.sizes[d]);
  options.values[HD_POPNET_c] = self->grid.shape.n_dimensions;
  options.values[HD_POPNET_F] = MAX (ceil (self->trace.flit_bytes / HD_POPNET_WORD_BYTES), 1);
  if (settings->fidelity == HD_FIDELITY_FLIT)
    {
      options.values[HD_POPNET_V] = settings->virtual_channels;
      options.values[HD_POPNET_B] = settings->input_buffer > 0 ? settings->input_buffer : options.values[HD_POPNET_B];
      options.values[HD_POPNET_O] = settings->output_buffer > 0 ? settings->output_buffer : options.values[HD_POPNET_O];
    }
  options.values[HD_POPNET_L] = settings->fidelity == HD_FIDELITY_FLIT ? round (1e6 * settings->link_length) : options.values[HD_POPNET_L];
  options.values[HD_POPNET_r] = (double) settings->seed;
  options.values[HD_POPNET_R] = is_torus (self);
  if (settings->until != HD_TIME_MAX)
    options.values[HD_POPNET_T] = MIN (floor (hd_time_to_seconds (settings->until) * self->trace.clock_per_s + 0.5), 9e12);
  options.trace = g_strdup (path);
  return hd_popnet_options_to_string (&options);
}

static void
warn (const Writer *self,
      HdProblemList *problems,
      const char *message)
{
  if (problems != NULL)
    hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_EFFECT, HD_SEVERITY_WARNING, "workload", 0, NULL, hd_design_get_file (self->design), 0, NULL,
                                                    "%s", message));
}

static void
warn_of_differences (const Writer *self,
                     HdProblemList *problems)
{
  g_autofree char *single = g_strdup_printf (_("popnet does not count packets of one flit; here they number %" PRIu64), self->n_single);

  if (self->n_single > 0)
    warn (self, problems, single);
  for (guint d = 1; d < self->grid.shape.n_dimensions; d++)
    if (self->grid.shape.sizes[d] != self->grid.shape.sizes[0])
      {
        warn (self, problems, _("popnet has as many routers in each dimension: its grid is larger"));
        break;
      }
  if (self->grid.shape.n_dimensions > 2)
    warn (self, problems, _("popnet routes along two dimensions alone"));
  if (self->list->trace != NULL && !self->extended)
    warn (self, problems, _("popnet does not know of packets that wait for others: they start at their times"));
}

char *
hd_popnet_save (HdDesign *design,
                const char *path,
                gboolean split,
                HdProblemList *problems,
                GError **error)
{
  g_auto (Writer) self = { .design = design, .split = split };

  g_return_val_if_fail (design != NULL && path != NULL, NULL);

  if (!_hd_transfer_trace_find (design, &self.trace, error) || !hd_transfer_list_find (design, NULL, &self.list, error))
    return NULL;
  if (self.list == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The workload “%s” names no file"), "transfers");
      return NULL;
    }
  self.extended = self.list->trace != NULL && !split;
  if (!place_ends (&self, error) || !append_packets (&self, error) || !save_all (&self, path, error))
    return NULL;
  warn_of_differences (&self, problems);
  return make_command (&self, path);
}
