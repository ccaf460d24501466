/* heddle-matrix-figure.c: how busy the links, media and memories of a record were, over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-matrix-figure"

#include "heddle-matrix-figure.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#define GROWTH 1.25 /* of the record, until rows are sorted anew */

typedef struct
{
  HdHotSpot target;   /* of kind HD_TARGET_WORKLOAD for a heading */
  guint n;            /* that it stands for, itself among them */
  guint32 class;      /* of a link; HD_NO_ID of all else */
  double carried;
  double ways[2];     /* what each direction carried, and its peak: by these rows are found to be equal */
  double peaks[2];
  guint place;        /* as designed */
  gboolean valid;
  float *values;      /* owned: cells of the picture that was painted last */
} Row;

struct _HeddleMatrixFigure
{
  HdRecord *record; /* owned, or NULL */
  GArray *rows;     /* of Row */
  HeddleMatrixOrder order;
  HeddleMatrixGroups groups;
  HdTime sorted_at;

  /* That values are of. */
  HdTime begin, end, reached;
  guint n_cells;
};

static void
clear_row (gpointer data)
{
  g_free (((Row *) data)->values);
}

/* ---- which rows ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_heading (const Row *row)
{
  return row->target.kind == HD_TARGET_WORKLOAD;
}

static void
add_row (HeddleMatrixFigure *self,
         HdTargetKind kind,
         guint32 target,
         guint way,
         guint32 class,
         const HdLoad *load)
{
  gboolean is_link = kind == HD_TARGET_LINK;
  Row row = { .target = { .kind = kind, .target = target, .way = way }, .n = 1, .class = class, .place = self->rows->len };

  for (guint i = 0; i < 2; i++)
    {
      const HdUse *use = &load->ways[is_link ? i : way];

      row.ways[i] = use->amount;
      row.peaks[i] = use->peak;
      row.target.share = MAX (row.target.share, use->mean);
    }
  row.carried = is_link ? load->amount : load->ways[way].amount;
  if (row.carried > 0)
    g_array_append_val (self->rows, row);
}

static void
list_rows (HeddleMatrixFigure *self)
{
  HdDesign *design = hd_record_get_design (self->record);
  guint n_links = hd_design_get_n_links (design), n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *links = g_new0 (HdLoad, MAX (n_links, 1)), *nodes = g_new0 (HdLoad, MAX (n_nodes, 1));

  hd_record_read_links (self->record, 0, hd_record_get_time (self->record), links);
  hd_record_read_nodes (self->record, 0, hd_record_get_time (self->record), nodes);
  for (guint32 i = 0; i < n_links; i++)
    add_row (self, HD_TARGET_LINK, i, 0, hd_design_get_links (design)[i].link_class, &links[i]);
  for (guint32 i = 0; i < n_nodes; i++)
    for (guint way = 0; way < 2; way++)
      if (hd_node_get_bandwidth (design, i, way) > 0)
        add_row (self, HD_TARGET_NODE, i, way, HD_NO_ID, &nodes[i]);
}

static int
compare_places (const Row *a,
                const Row *b)
{
  return (a->place > b->place) - (a->place < b->place);
}

static int
compare_doubles (double a,
                 double b)
{
  return (a < b) - (a > b);
}

static int
compare_order (const Row *a,
               const Row *b,
               HeddleMatrixOrder order)
{
  int result = order == HEDDLE_MATRIX_BUSIEST ? compare_doubles (a->target.share, b->target.share) : 0;

  if (result == 0 && order != HEDDLE_MATRIX_DRAWN)
    result = compare_doubles (a->carried, b->carried);
  return result != 0 ? result : compare_places (a, b);
}

static int
compare_classes (const Row *a,
                 const Row *b)
{
  return a->class != b->class ? (a->class > b->class) - (a->class < b->class) : (a->target.kind > b->target.kind) - (a->target.kind < b->target.kind);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer data)
{
  HeddleMatrixFigure *self = data;
  int result = self->groups == HEDDLE_MATRIX_BY_CLASS ? compare_classes (a, b) : 0;

  return result != 0 ? result : compare_order (a, b, self->order);
}

/* Equal ones side by side. */
static int
compare_alike (gconstpointer x,
               gconstpointer y)
{
  const Row *a = x, *b = y;
  int result = compare_classes (a, b);

  for (guint i = 0; i < 2 && result == 0; i++)
    {
      result = compare_doubles (a->ways[i], b->ways[i]);
      if (result == 0)
        result = compare_doubles (a->peaks[i], b->peaks[i]);
    }
  return result;
}

static int
compare_alike_then_places (gconstpointer a,
                           gconstpointer b)
{
  int result = compare_alike (a, b);

  return result != 0 ? result : compare_places (a, b);
}

static void
merge_equal (HeddleMatrixFigure *self)
{
  Row *rows = (Row *) (gpointer) self->rows->data;
  guint n = 0;

  qsort (rows, self->rows->len, sizeof (Row), compare_alike_then_places);
  for (guint i = 0; i < self->rows->len; i++)
    if (n > 0 && compare_alike (&rows[n - 1], &rows[i]) == 0)
      rows[n - 1].n++;
    else
      rows[n++] = rows[i];
  g_array_set_size (self->rows, n); /* the rest have no values yet */
}

static void
add_headings (HeddleMatrixFigure *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row head = { .target = { .kind = HD_TARGET_WORKLOAD, .target = HD_NO_ID } };
      guint first = i;

      while (i + 1 < self->rows->len && compare_classes (&g_array_index (self->rows, Row, first), &g_array_index (self->rows, Row, i + 1)) == 0)
        i++;
      head.n = i + 1 - first;
      head.class = g_array_index (self->rows, Row, first).class;
      head.target.target = g_array_index (self->rows, Row, first).target.kind;
      g_array_insert_val (self->rows, first, head);
      i++;
    }
}

static void
sort (HeddleMatrixFigure *self)
{
  g_array_set_size (self->rows, 0);
  if (self->record == NULL || hd_record_get_time (self->record) <= 0)
    return;
  self->sorted_at = hd_record_get_time (self->record);
  list_rows (self);
  if (self->groups == HEDDLE_MATRIX_EQUAL)
    merge_equal (self);
  g_array_sort_with_data (self->rows, compare_rows, self);
  if (self->groups == HEDDLE_MATRIX_BY_CLASS)
    add_headings (self);
}

void
heddle_matrix_figure_set_order (HeddleMatrixFigure *self,
                                HeddleMatrixOrder order,
                                HeddleMatrixGroups groups)
{
  if (order == self->order && groups == self->groups)
    return;
  self->order = order;
  self->groups = groups;
  sort (self);
}

void
heddle_matrix_figure_read (HeddleMatrixFigure *self,
                           HdRecord *record)
{
  gboolean other = record != self->record;

  if (other)
    {
      g_clear_pointer (&self->record, hd_record_unref);
      self->record = record != NULL ? hd_record_ref (record) : NULL;
      self->sorted_at = 0;
    }
  if (other || (record != NULL && hd_record_get_time (record) > GROWTH * (double) self->sorted_at))
    sort (self);
}

/* ---- what they show ------------------------------------------------------------------------------------------------------ */

static char *
dup_name (HeddleMatrixFigure *self,
          const Row *row)
{
  HdDesign *design = hd_record_get_design (self->record);

  if (!is_heading (row))
    return hd_hot_spot_dup_path (&row->target, design);
  if (row->class != HD_NO_ID)
    return g_strdup (hd_design_get_link_class (design, row->class)->id);
  return g_strdup (row->target.target == HD_TARGET_LINK ? _("Links without a class") : _("Media and memories"));
}

static char *
dup_note (const Row *row)
{
  g_autofree char *n = hd_figure_count (row->n);

  if (is_heading (row))
    return g_steal_pointer (&n);
  return row->n > 1 ? g_strdup_printf (_("%s equal"), n) : NULL;
}

static double
read_use (HeddleMatrixFigure *self,
          const Row *row,
          HdTime from,
          HdTime to)
{
  HdLoad load;

  if (row->target.kind == HD_TARGET_LINK)
    return hd_record_read_link (self->record, row->target.target, from, to).mean;
  load = hd_record_read_node (self->record, row->target.target, from, to);
  return load.ways[row->target.way].mean;
}

static void
fill_row (HeddleMatrixFigure *self,
          Row *row)
{
  double step = (double) (self->end - self->begin) / self->n_cells;

  if (row->valid)
    return;
  row->values = g_renew (float, row->values, self->n_cells);
  for (guint c = 0; c < self->n_cells; c++)
    {
      HdTime from = self->begin + (HdTime) (c * step), to = MIN (self->begin + (HdTime) ((c + 1) * step), self->reached);

      row->values[c] = from < to ? (float) read_use (self, row, from, to) : -1;
    }
  row->valid = TRUE;
}

/* Another range, or more of the record, takes all values away. */
static void
look_at (HeddleMatrixFigure *self,
         const HeddleWaveView *view)
{
  /* As far as a cell reaches beyond the right end. */
  guint n_cells = heddle_matrix_count_cells (view);
  HdTime end = view->begin_ps + (HdTime) ((double) (view->end_ps - view->begin_ps) * n_cells * HEDDLE_MATRIX_CELL / heddle_wave_plot_width (view));
  HdTime reached = hd_record_get_time (self->record);

  if (view->begin_ps == self->begin && end == self->end && n_cells == self->n_cells && reached == self->reached)
    return;
  self->begin = view->begin_ps;
  self->end = end;
  self->n_cells = n_cells;
  self->reached = reached;
  for (guint i = 0; i < self->rows->len; i++)
    g_array_index (self->rows, Row, i).valid = FALSE;
}

void
heddle_matrix_figure_paint (HeddleMatrixFigure *self,
                            HeddleText *text,
                            cairo_t *cr,
                            const HeddleTheme *theme,
                            const HeddleWaveView *view,
                            gboolean past,
                            gboolean (*selected) (const HdHotSpot *target,
                                                  gpointer data),
                            gpointer data)
{
  HeddleMatrix matrix = { .past = past, .title = _("Use") };
  g_autofree HeddleMatrixRow *rows = NULL;

  if (self->record != NULL)
    {
      look_at (self, view);
      heddle_matrix_find_rows (view, self->rows->len, &matrix.first, &matrix.n_rows);
    }
  rows = g_new0 (HeddleMatrixRow, matrix.n_rows + 1);
  for (guint i = 0; i < matrix.n_rows; i++)
    {
      Row *row = &g_array_index (self->rows, Row, matrix.first + i);

      rows[i] = (HeddleMatrixRow){ .name = dup_name (self, row), .note = dup_note (row) };
      if (is_heading (row))
        continue;
      fill_row (self, row);
      rows[i].values = row->values;
      rows[i].selected = selected != NULL && selected (&row->target, data);
    }
  matrix.rows = rows;
  matrix.n_cells = self->n_cells;
  heddle_matrix_paint (text, cr, &matrix, theme, view);
  for (guint i = 0; i < matrix.n_rows; i++)
    {
      g_free ((char *) rows[i].name);
      g_free ((char *) rows[i].note);
    }
}

/* ---- object -------------------------------------------------------------------------------------------------------------- */

HdRecord *
heddle_matrix_figure_get_record (HeddleMatrixFigure *self)
{
  return self->record;
}

guint
heddle_matrix_figure_get_n_rows (HeddleMatrixFigure *self)
{
  return self->rows->len;
}

gboolean
heddle_matrix_figure_get_row (HeddleMatrixFigure *self,
                              guint row,
                              HdHotSpot *out_target,
                              guint *out_n)
{
  const Row *it = &g_array_index (self->rows, Row, row);

  *out_target = it->target;
  *out_n = it->n;
  return !is_heading (it);
}

double
heddle_matrix_figure_get_use (HeddleMatrixFigure *self,
                              guint row,
                              HdTime from,
                              HdTime to)
{
  return read_use (self, &g_array_index (self->rows, Row, row), from, to);
}

HeddleMatrixFigure *
heddle_matrix_figure_new (void)
{
  HeddleMatrixFigure *self = g_new0 (HeddleMatrixFigure, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, clear_row);
  return self;
}

void
heddle_matrix_figure_free (HeddleMatrixFigure *self)
{
  g_array_unref (self->rows);
  g_clear_pointer (&self->record, hd_record_unref);
  g_free (self);
}
