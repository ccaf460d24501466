/* heddle-links.c: the hottest links, media and memories
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-links"

#include "heddle-links.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-hot-links.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-share-bar.h"

#define N_HOTTEST 10
#define N_CELLS (HEDDLE_LINK_N_COLUMNS - 1) /* after the name */
#define NAME_CHARS 14
#define SORT_INTERVAL_US 500000 /* rows that change places more often can't be read; their figures are always those of the drawing */

/* A place of the table, and what stands there. */
typedef struct
{
  GtkWidget *row; /* borrowed, as the rest */
  GtkWidget *cells[HEDDLE_LINK_N_COLUMNS];
  GtkWidget *bar;
  GtkWidget *before;
  HdHotSpot hot;
} Row;

struct _HeddleLinks
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkSizeGroup *columns[N_CELLS]; /* head and rows are of different fonts */
  GtkSizeGroup *before_column;
  HdDesign *listed;               /* that the rows are of, or NULL */

  /* Of the template */
  GtkWidget *stack;
  GtkScrolledWindow *scroller;
  GtkWidget *table;
  GtkWidget *head;
  GtkListBox *list;

  /* Borrowed */
  GtkWidget *heads[HEDDLE_LINK_N_COLUMNS];
  GtkWidget *before_head;

  Row rows[N_HOTTEST];
  guint n_rows;     /* that show anything */
  gint64 last_sort_us;
  guint fit;
};

G_DEFINE_FINAL_TYPE (HeddleLinks, heddle_links, GTK_TYPE_WIDGET)

/* ---- columns ------------------------------------------------------------------------------------------------------------------ */

static void
show_column (HeddleLinks *self,
             HeddleLinkColumn column,
             gboolean shown)
{
  gtk_widget_set_visible (self->heads[column], shown);
  for (guint i = 0; i < N_HOTTEST; i++)
    gtk_widget_set_visible (self->rows[i].cells[column], shown);
}

/* Where there is no room for all columns, those that say what the drawing says too give way. */
static gboolean
on_fit (gpointer data)
{
  static const HeddleLinkColumn first_to_go[] = { HEDDLE_LINK_BANDWIDTH, HEDDLE_LINK_CLASS, HEDDLE_LINK_CARRIED, HEDDLE_LINK_RATE };
  HeddleLinks *self = data;
  double width = gtk_adjustment_get_page_size (gtk_scrolled_window_get_hadjustment (self->scroller));
  int least;

  self->fit = 0;
  for (guint i = 0; i < G_N_ELEMENTS (first_to_go); i++)
    show_column (self, first_to_go[i], TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (first_to_go); i++)
    {
      gtk_widget_measure (self->table, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      if (least > width)
        show_column (self, first_to_go[i], FALSE);
    }
  return G_SOURCE_REMOVE;
}

/* Not while sizes are being given out. */
static void
fit_columns (HeddleLinks *self)
{
  if (self->fit == 0)
    self->fit = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_fit, self, NULL);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
add_cell (GtkSizeGroup *column,
          GtkWidget *box,
          const char *text,
          const char *style_class,
          int width_chars,
          double xalign)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_size_group_add_widget (column, label);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Of the cells, by column. */
static const struct
{
  const char *style_class;
  int width_chars;
  double xalign;
} cells[HEDDLE_LINK_N_COLUMNS] = {
  [HEDDLE_LINK_CLASS] = { "dim-label", 11, 0 }, [HEDDLE_LINK_USE] = { "heading", 6, 1 },          [HEDDLE_LINK_RATE] = { NULL, 24, 1 },
  [HEDDLE_LINK_BANDWIDTH] = { "dim-label", 17, 1 }, [HEDDLE_LINK_CARRIED] = { NULL, 9, 1 },
};

/* What it was in the baseline; seen while there is one to compare with. */
static GtkWidget *
add_before (HeddleLinks *self,
            GtkWidget *box,
            const char *text)
{
  GtkWidget *label = add_cell (self->before_column, box, text, "dim-label", 9, 1);

  gtk_widget_hide (label);
  return label;
}

static void
add_row (HeddleLinks *self,
         Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = heddle_label_new (NULL, "heading");

  row->row = gtk_list_box_row_new ();
  row->cells[HEDDLE_LINK_NAME] = name;
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), NAME_CHARS);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  for (guint c = HEDDLE_LINK_CLASS; c < HEDDLE_LINK_N_COLUMNS; c++)
    {
      if (c == HEDDLE_LINK_USE)
        gtk_box_append (GTK_BOX (box), row->bar = heddle_share_bar_new ());
      row->cells[c] = add_cell (self->columns[c - 1], box, NULL, cells[c].style_class, cells[c].width_chars, cells[c].xalign);
      if (c == HEDDLE_LINK_USE)
        row->before = add_before (self, box, NULL);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_append (self->list, row->row);
}

static void
show_before (HeddleLinks *self,
             Row *row)
{
  HeddleLinkRow words;
  HeddleLoads loads;
  gboolean compares = heddle_session_compares (self->session);

  gtk_widget_set_visible (row->before, compares);
  if (!compares)
    return;
  if (!heddle_session_is_in_baseline (self->session, row->hot.kind, row->hot.target) || !heddle_session_get_baseline_loads (self->session, &loads))
    {
      gtk_label_set_label (GTK_LABEL (row->before), "–");
      return;
    }
  heddle_hot_link_describe (heddle_session_get_catalog (self->session), self->listed, &loads, &row->hot, &words);
  gtk_label_set_label (GTK_LABEL (row->before), words.words[HEDDLE_LINK_USE]);
  heddle_link_row_clear (&words);
}

static void
show_row (HeddleLinks *self,
          Row *row,
          const HeddleLoads *loads)
{
  g_autofree char *name = NULL;
  HeddleLinkRow words;

  heddle_hot_link_describe (heddle_session_get_catalog (self->session), self->listed, loads, &row->hot, &words);
  for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
    gtk_label_set_label (GTK_LABEL (row->cells[c]), words.words[c] != NULL ? words.words[c] : "");
  heddle_share_bar_set (row->bar, words.shares, heddle_session_is_stale (self->session));
  name = g_strdup_printf (_("%s, %d percent busy"), words.words[HEDDLE_LINK_NAME],
                          (int) lround (100 * MAX (words.shares[0], words.shares[1])));
  heddle_set_accessible_label (row->row, name);
  show_before (self, row);
  heddle_link_row_clear (&words);
}

/* After an edit that of what ran, which the figures are of. */
static double
find_bandwidth (HeddleLinks *self,
                const HdHotSpot *hot)
{
  HdDesign *ran = hd_record_get_design (heddle_session_get_record (self->session));
  gboolean is_link = hot->kind == HD_TARGET_LINK;
  guint32 recorded = is_link ? heddle_session_find_recorded_link (self->session, hot->target)
                             : heddle_session_find_recorded_node (self->session, hot->target);

  if (recorded == HD_NO_ID)
    return hot->bandwidth;
  return is_link ? hd_link_get_rate (&hd_design_get_links (ran)[recorded]) : hd_node_get_bandwidth (ran, recorded, hot->way);
}

static gboolean
has_carried (HdRecord *record)
{
  guint32 n = hd_design_get_n_links (hd_record_get_design (record));
  g_autofree HdLoad *loads = g_new (HdLoad, n);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint32 i = 0; i < n; i++)
    if (loads[i].amount > 0)
      return TRUE;
  return FALSE;
}

/* Of a run that is over, or of the moment of it that is looked at. */
static void
tell_nothing (HeddleLinks *self)
{
  HeddleEmptyPage *empty = HEDDLE_EMPTY_PAGE (gtk_stack_get_child_by_name (GTK_STACK (self->stack), "empty"));

  if (has_carried (heddle_session_get_record (self->session)))
    heddle_empty_page_set_had_nothing (empty, _("Nothing Moves"), _("No link is busy at the moment that is looked at; at others there is traffic."));
  else
    heddle_empty_page_set_had_nothing (empty, _("No Traffic"), _("Nothing crossed the links of this run, or only what components send each other by protocols of their own, whose bytes are not counted."));
}

/* Whoever is busiest now, in order. */
static void
sort_rows (HeddleLinks *self,
           const HeddleLoads *loads)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdHotSpot hottest[N_HOTTEST + 1];

  g_clear_pointer (&self->listed, hd_design_unref);
  self->listed = design != NULL ? hd_design_ref (design) : NULL;
  self->last_sort_us = g_get_monotonic_time ();
  self->n_rows = loads != NULL && self->listed != NULL ? heddle_hot_links_find (self->listed, loads, N_HOTTEST, hottest) : 0;
  for (guint i = 0; i < N_HOTTEST; i++)
    {
      gtk_widget_set_visible (self->rows[i].row, i < self->n_rows);
      if (i >= self->n_rows)
        continue;
      self->rows[i].hot = hottest[i];
      self->rows[i].hot.bandwidth = find_bandwidth (self, &hottest[i]);
    }
  if (self->n_rows == 0 && heddle_session_get_run_state (self->session) == HD_RUN_FINISHED)
    tell_nothing (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->n_rows > 0 ? "list" : "empty");
}

static void
update (HeddleLinks *self,
        gboolean sorts)
{
  HeddleLoads loads;
  gboolean has_loads;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  has_loads = heddle_session_get_loads (self->session, &loads);
  if (sorts || !has_loads || self->listed != heddle_session_get_design (self->session))
    sort_rows (self, has_loads ? &loads : NULL);
  if (gtk_widget_get_visible (self->before_head) != heddle_session_compares (self->session))
    {
      gtk_widget_set_visible (self->before_head, heddle_session_compares (self->session));
      fit_columns (self);
    }
  for (guint i = 0; i < self->n_rows; i++)
    show_row (self, &self->rows[i], &loads);
}

static void
refresh (HeddleLinks *self)
{
  update (self, TRUE);
}

static void
on_progressed (HeddleLinks *self)
{
  update (self, g_get_monotonic_time () - self->last_sort_us >= SORT_INTERVAL_US || heddle_session_get_run_state (self->session) != HD_RUN_RUNNING);
}

static void
on_activated (HeddleLinks *self,
              GtkListBoxRow *row)
{
  const HdHotSpot *hot = &self->rows[gtk_list_box_row_get_index (row)].hot;

  if (hot->kind == HD_TARGET_LINK)
    heddle_session_select_link (self->session, self->listed, hot->target);
  else
    heddle_session_select_node (self->session, self->listed, hot->target);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

/* Behind that of the names. */
static void
add_heads (HeddleLinks *self)
{
  for (guint c = HEDDLE_LINK_CLASS; c < HEDDLE_LINK_N_COLUMNS; c++)
    {
      if (c == HEDDLE_LINK_USE)
        gtk_box_append (GTK_BOX (self->head), g_object_new (GTK_TYPE_BOX, "width-request", HEDDLE_SHARE_BAR_WIDTH, NULL));
      self->heads[c] = add_cell (self->columns[c - 1], self->head, heddle_hot_links_get_head (c), "dim-label", cells[c].width_chars, cells[c].xalign);
      if (c == HEDDLE_LINK_USE)
        self->before_head = add_before (self, self->head, _("Baseline"));
    }
}

static void
heddle_links_dispose (GObject *object)
{
  HeddleLinks *self = HEDDLE_LINKS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_handle_id (&self->fit, g_source_remove);
  for (guint i = 0; i < N_CELLS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_object (&self->before_column);
  g_clear_pointer (&self->listed, hd_design_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_links_parent_class)->dispose (object);
}

static void
heddle_links_class_init (HeddleLinksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_links_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/links.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLinks, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinks, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinks, table);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinks, head);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinks, list);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
}

static void
heddle_links_init (HeddleLinks *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_CELLS; i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->before_column = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  add_heads (self);
  for (guint i = 0; i < N_HOTTEST; i++)
    add_row (self, &self->rows[i]);
  /* The room for the table, and what it takes, which is known for certain once it has been laid out. */
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scroller), "changed", G_CALLBACK (fit_columns), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_links_new (HeddleSession *session)
{
  HeddleLinks *self = g_object_new (HEDDLE_TYPE_LINKS, NULL);
  GtkWidget *empty;

  self->session = g_object_ref (session);
  empty = heddle_empty_page_new (session, "heddle-links-symbolic", _("No Traffic Yet"), _("Run the project to see its hottest links."));
  heddle_empty_page_set_while_running (HEDDLE_EMPTY_PAGE (empty), _("A run is under way, and nothing is on a link at this moment."));
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
