/* heddle-rank-table.c: numbered things as a table that any column sorts
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-rank-table"

#include "heddle-rank-table.h"

#include <math.h>
#include <string.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define WORDS_CHARS 18 /* at least */
#define MANY_ROWS 10000 /* more are sorted bit by bit, which leaves what is seen where it was */

/* ---- a row ------------------------------------------------------------------------------------------------------------------ */

#define HEDDLE_TYPE_RANK_ROW (heddle_rank_row_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRankRow, heddle_rank_row, HEDDLE, RANK_ROW, GObject)

struct _HeddleRankRow
{
  GObject parent_instance;
  guint32 number;
};

G_DEFINE_FINAL_TYPE (HeddleRankRow, heddle_rank_row, G_TYPE_OBJECT)

static void
heddle_rank_row_class_init (HeddleRankRowClass *klass)
{
}

static void
heddle_rank_row_init (HeddleRankRow *self)
{
}

/* ---- the table ----------------------------------------------------------------------------------------------------------------- */

struct _HeddleRankTable
{
  GtkWidget parent_instance;

  const HeddleRankSource *source;
  gpointer data;
  GListStore *rows; /* of HeddleRankRow */
  GtkWidget *scroller;
  GtkColumnView *view; /* borrowed, of @scroller */
  GtkSortListModel *sorted; /* likewise, of @selection */
  GtkSingleSelection *selection;
  GHashTable *bound;      /* GtkListItem -> const Column *: cells that are seen */
  gboolean is_choosing;   /* not by hand */
};

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleRankTable, heddle_rank_table, GTK_TYPE_WIDGET)

#define COLUMN_KEY "heddle-column"
#define SHADE_KEY "heddle-shade"
#define N_SHADES 6

typedef struct
{
  HeddleRankTable *table;
  guint number;
  HeddleRankAlign align;
} Column;

/* By number, or by word; what has none stands behind all others. */
static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer data)
{
  const Column *column = data;
  const HeddleRankSource *source = column->table->source;
  guint32 first = ((HeddleRankRow *) a)->number, second = ((HeddleRankRow *) b)->number;
  double x = source->get_number (column->table->data, column->number, first), y = source->get_number (column->table->data, column->number, second);

  if (isnan (x) && isnan (y))
    {
      g_autofree char *one = source->dup_cell (column->table->data, column->number, first), *other = source->dup_cell (column->table->data, column->number, second);

      return strcmp (one, other);
    }
  if (isnan (x) || isnan (y))
    return isnan (x) ? GTK_ORDERING_LARGER : GTK_ORDERING_SMALLER;
  return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : first < second ? GTK_ORDERING_SMALLER : first > second;
}

static void
set_up_cell (GtkSignalListItemFactory *factory,
             GtkListItem *item,
             const Column *column)
{
  GtkWidget *label = heddle_label_new (NULL, column->align == HEDDLE_RANK_MARK ? "accent" : column->align == HEDDLE_RANK_FIGURES ? "numeric" : NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->align == HEDDLE_RANK_MARK ? 0.5 : column->align == HEDDLE_RANK_FIGURES ? 1 : 0);
  if (column->align == HEDDLE_RANK_WORDS)
    gtk_label_set_width_chars (GTK_LABEL (label), WORDS_CHARS);
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE); /* part of a figure is another figure */
  gtk_list_item_set_child (item, label);
}

/* Colours are classes of the style: N_SHADES of the accent. */
static void
colour_cell (GtkWidget *label,
             double share)
{
  guint shade = isnan (share) ? 0 : (guint) CLAMP (ceil (share * N_SHADES), 0, N_SHADES), before = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), SHADE_KEY));
  g_autofree char *old = g_strdup_printf ("heddle-shade-%u", before), *new = g_strdup_printf ("heddle-shade-%u", shade);

  if (shade == before)
    return;
  gtk_widget_remove_css_class (label, old);
  if (shade > 0)
    gtk_widget_add_css_class (label, new);
  g_object_set_data (G_OBJECT (label), SHADE_KEY, GUINT_TO_POINTER (shade));
}

static void
show_cell (GtkListItem *item,
           const Column *column)
{
  const HeddleRankSource *source = column->table->source;
  HeddleRankRow *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = source->dup_cell (column->table->data, column->number, row->number);
  g_autofree char *tooltip = source->dup_tooltip != NULL ? source->dup_tooltip (column->table->data, column->number, row->number) : NULL;

  gtk_label_set_label (GTK_LABEL (label), text);
  heddle_set_tooltip (label, tooltip);
  if (source->get_share != NULL)
    colour_cell (label, source->get_share (column->table->data, column->number, row->number));
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem *item,
           Column *column)
{
  show_cell (item, column);
  g_hash_table_insert (column->table->bound, item, column);
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem *item,
             Column *column)
{
  g_hash_table_remove (column->table->bound, item);
}

void
heddle_rank_table_add_column (HeddleRankTable *self,
                              guint column,
                              const char *title,
                              HeddleRankAlign align)
{
  Column *data = g_new (Column, 1);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) made = NULL;
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, data, NULL));

  *data = (Column){ self, column, align };
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), data);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), data);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), data);
  made = gtk_column_view_column_new (title, factory);
  g_object_set_data_full (G_OBJECT (made), COLUMN_KEY, data, g_free);
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_resizable (made, align != HEDDLE_RANK_MARK);
  gtk_column_view_append_column (self->view, made);
}

static GListModel *
get_columns (HeddleRankTable *self)
{
  return gtk_column_view_get_columns (self->view);
}

void
heddle_rank_table_clear (HeddleRankTable *self)
{
  self->is_choosing = TRUE;
  g_list_store_remove_all (self->rows);
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING); /* that of a column that goes */
  while (g_list_model_get_n_items (get_columns (self)) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (get_columns (self), 0);

      gtk_column_view_remove_column (self->view, column);
    }
  self->is_choosing = FALSE;
}

static void
splice (HeddleRankTable *self,
        guint at,
        const guint32 *rows,
        guint n)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      HeddleRankRow *row = g_object_new (HEDDLE_TYPE_RANK_ROW, NULL);

      row->number = rows[i];
      g_ptr_array_add (added, row);
    }
  self->is_choosing = TRUE;
  gtk_sort_list_model_set_incremental (self->sorted, at + n > MANY_ROWS);
  g_list_store_splice (self->rows, at, g_list_model_get_n_items (G_LIST_MODEL (self->rows)) - at, added->pdata, added->len);
  self->is_choosing = FALSE;
}

void
heddle_rank_table_set_rows (HeddleRankTable *self,
                            const guint32 *rows,
                            guint n)
{
  HeddleRankRow *chosen = gtk_single_selection_get_selected_item (self->selection);
  guint32 number = chosen != NULL ? chosen->number : HD_NO_ID;

  splice (self, 0, rows, n);
  heddle_rank_table_choose (self, number);
}

void
heddle_rank_table_add_rows (HeddleRankTable *self,
                            const guint32 *rows,
                            guint n)
{
  splice (self, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows, n);
}

void
heddle_rank_table_refresh (HeddleRankTable *self,
                           gboolean sorts)
{
  GHashTableIter iter;
  gpointer item, column;

  if (sorts)
    gtk_sorter_changed (gtk_column_view_get_sorter (self->view), GTK_SORTER_CHANGE_DIFFERENT);
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, &column))
    show_cell (item, column);
}

static guint32
get_number (HeddleRankTable *self,
            guint position)
{
  g_autoptr (HeddleRankRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return row != NULL ? row->number : HD_NO_ID;
}

/* GTK 4.8 has no call for it, but the action of the list inside. */
static void
scroll_to (HeddleRankTable *self,
           guint position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

void
heddle_rank_table_choose (HeddleRankTable *self,
                          guint32 row)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection)), found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < n && row != HD_NO_ID && found == GTK_INVALID_LIST_POSITION; i++)
    if (get_number (self, i) == row)
      found = i;
  self->is_choosing = TRUE;
  gtk_single_selection_set_selected (self->selection, found);
  self->is_choosing = FALSE;
  if (found != GTK_INVALID_LIST_POSITION)
    scroll_to (self, found);
}

void
heddle_rank_table_sort (HeddleRankTable *self,
                        guint column)
{
  for (guint i = 0; i < g_list_model_get_n_items (get_columns (self)); i++)
    {
      g_autoptr (GtkColumnViewColumn) made = g_list_model_get_item (get_columns (self), i);

      if (((const Column *) g_object_get_data (G_OBJECT (made), COLUMN_KEY))->number == column)
        gtk_column_view_sort_by_column (self->view, made, GTK_SORT_DESCENDING);
    }
  scroll_to (self, 0);
}

guint32
heddle_rank_table_get_first (HeddleRankTable *self)
{
  return get_number (self, 0);
}

/* ---- by hand ------------------------------------------------------------------------------------------------------------------- */

static void
on_selected (HeddleRankTable *self)
{
  HeddleRankRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (!self->is_choosing && row != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, row->number);
}

static void
on_activate (HeddleRankTable *self,
             guint position)
{
  guint32 row = get_number (self, position);

  if (row != HD_NO_ID)
    g_signal_emit (self, signals[ACTIVATED], 0, row);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------ */

static void
heddle_rank_table_dispose (GObject *object)
{
  HeddleRankTable *self = HEDDLE_RANK_TABLE (object);

  self->is_choosing = TRUE;
  if (self->scroller != NULL)
    heddle_rank_table_clear (self);
  self->is_choosing = TRUE;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->bound, g_hash_table_unref);
  G_OBJECT_CLASS (heddle_rank_table_parent_class)->dispose (object);
}

static void
heddle_rank_table_class_init (HeddleRankTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_rank_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
heddle_rank_table_init (HeddleRankTable *self)
{
  self->rows = g_list_store_new (HEDDLE_TYPE_RANK_ROW);
  self->bound = g_hash_table_new (NULL, NULL);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
heddle_rank_table_new (const HeddleRankSource *source,
                       gpointer data,
                       const char *label)
{
  HeddleRankTable *self = g_object_new (HEDDLE_TYPE_RANK_TABLE, NULL);

  self->source = source;
  self->data = data;
  heddle_set_accessible_label (GTK_WIDGET (self->view), label);
  return GTK_WIDGET (self);
}
