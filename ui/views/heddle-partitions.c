/* heddle-partitions.c: how the partitions of a run keep in step
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-partitions"

#include "heddle-partitions.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-figures.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-share-bar.h"

#define REFRESH_INTERVAL_US 250000
#define SWATCH 12
#define NOTHING "–"

enum
{
  COLUMN_COMPONENTS,
  COLUMN_THREAD,
  COLUMN_CLOCK,
  COLUMN_EVENTS,
  COLUMN_RATE,
  COLUMN_WAITING, /* with a bar before it */
  COLUMN_SENT,
  COLUMN_NULLS,
  COLUMN_REQUESTS,
  COLUMN_WAITS_FOR,
  N_COLUMNS
};

typedef struct
{
  const char *title; /* translatable */
  const char *tooltip;
  int width_chars;
} Column;

static const Column columns[N_COLUMNS] = {
  [COLUMN_COMPONENTS] = { N_("Components"), N_("Components that run together here"), 10 },
  [COLUMN_THREAD] = { N_("Thread"), N_("Which works on the partition"), 6 },
  [COLUMN_CLOCK] = { N_("Clock"), N_("Nothing before this simulated time will happen here any more"), 11 },
  [COLUMN_EVENTS] = { N_("Events"), N_("Run so far"), 9 },
  [COLUMN_RATE] = { N_("Rate"), N_("Events in a second of wall time"), 9 },
  [COLUMN_WAITING] = { N_("Waiting"), N_("Share of the wall time without anything to do"), 6 },
  [COLUMN_SENT] = { N_("Sent"), N_("Messages to other partitions"), 9 },
  [COLUMN_NULLS] = { N_("Null messages"), N_("Clocks told without a message"), 11 },
  [COLUMN_REQUESTS] = { N_("Requests"), N_("Clocks asked for"), 9 },
  [COLUMN_WAITS_FOR] = { N_("Waits for"), N_("The partition that holds this one up"), 10 },
};

typedef struct
{
  GtkWidget *row;
  GtkWidget *cells[N_COLUMNS];
  GtkWidget *bar;
  guint64 events; /* at the last refresh */
  gint64 waiting_us;
} Row;

struct _HeddlePartitions
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GArray *rows; /* of Row */
  HdRecord *record; /* that they are of */
  GtkSizeGroup *widths[N_COLUMNS]; /* the head is set in smaller letters */

  /* Of the template */
  GtkWidget *box;
  GtkWidget *facts;
  GtkWidget *badge;
  GtkWidget *verify;
  GtkWidget *stack;
  GtkBox *table;
  GtkListBox *list;

  gint64 refreshed_us;
};

G_DEFINE_FINAL_TYPE (HeddlePartitions, heddle_partitions, GTK_TYPE_WIDGET)

/* ---- rows --------------------------------------------------------------------------------------------------------------------- */

static void
draw_swatch (GtkDrawingArea *area,
             cairo_t *cr,
             int width,
             int height,
             gpointer data)
{
  heddle_colour_set (cr, heddle_look_get_theme ()->category[GPOINTER_TO_UINT (data) % HEDDLE_N_CATEGORIES]);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
}

static GtkWidget *
new_swatch (guint partition)
{
  GtkWidget *swatch = g_object_new (GTK_TYPE_DRAWING_AREA,
                                    "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                    "content-width", SWATCH,
                                    "content-height", SWATCH,
                                    "valign", GTK_ALIGN_CENTER,
                                    NULL);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, GUINT_TO_POINTER (partition), NULL);
  return swatch;
}

static GtkWidget *
new_cell (const char *text,
          const char *style_class,
          int width_chars)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  return label;
}

static void
add_row (HeddlePartitions *self,
         guint partition)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *name = g_strdup_printf ("%u", partition);
  g_autofree char *label = g_strdup_printf (_("Partition %u"), partition);
  GtkWidget *number = heddle_label_new (name, "heading");
  Row row = { .row = gtk_list_box_row_new (), .bar = heddle_share_bar_new () };

  gtk_box_append (GTK_BOX (box), new_swatch (partition));
  gtk_widget_set_hexpand (number, TRUE);
  gtk_box_append (GTK_BOX (box), number);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      if (c == COLUMN_WAITING)
        gtk_box_append (GTK_BOX (box), row.bar);
      row.cells[c] = new_cell (NULL, c == COLUMN_COMPONENTS || c == COLUMN_THREAD ? "dim-label" : NULL, columns[c].width_chars);
      gtk_size_group_add_widget (self->widths[c], row.cells[c]);
      gtk_box_append (GTK_BOX (box), row.cells[c]);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row.row), box);
  heddle_set_accessible_label (row.row, label);
  gtk_list_box_append (self->list, row.row);
  g_array_append_val (self->rows, row);
}

static void
show (Row *row,
      guint column,
      const char *text)
{
  gtk_label_set_label (GTK_LABEL (row->cells[column]), text);
}

static void
show_count (Row *row,
            guint column,
            guint64 n)
{
  g_autofree char *text = hd_figure_count (n);

  show (row, column, text);
}

/* While it runs, since the last refresh; afterwards, of the whole run. */
static void
show_pace (Row *row,
           const HdPartitionStatistics *now,
           double wall_s,
           gboolean since_last)
{
  double events = (double) (now->events - (since_last ? row->events : 0));
  double waiting = (double) (now->waiting_us - (since_last ? row->waiting_us : 0)) * 1e-6;
  double share = wall_s > 0 ? CLAMP (waiting / wall_s, 0, 1) : 0;
  g_autofree char *rate = wall_s > 0 ? hd_figure_count ((guint64) (events / wall_s)) : g_strdup (NOTHING);
  g_autofree char *percent = hd_figure_percent (share);

  show (row, COLUMN_RATE, rate);
  show (row, COLUMN_WAITING, percent);
  heddle_share_bar_set (row->bar, (double[2]){ share, -1 }, FALSE);
  row->events = now->events;
  row->waiting_us = now->waiting_us;
}

static void
show_row (HeddlePartitions *self,
          HdRecord *record,
          guint partition,
          guint n_components,
          double wall_s,
          gboolean since_last)
{
  Row *row = &g_array_index (self->rows, Row, partition);
  HdPartitionStatistics now;
  g_autofree char *clock = NULL, *thread = NULL;
  g_autofree char *waits_for = NULL;

  hd_record_read_partition (record, partition, &now);
  clock = hd_figure_time (now.clock, 5);
  thread = g_strdup_printf ("%u", now.thread);
  waits_for = now.waits_for != HD_NO_PARTITION ? g_strdup_printf ("%u", now.waits_for) : g_strdup (NOTHING);
  show_count (row, COLUMN_COMPONENTS, n_components);
  show (row, COLUMN_THREAD, thread);
  show (row, COLUMN_CLOCK, clock);
  show_count (row, COLUMN_EVENTS, now.events);
  show_pace (row, &now, wall_s, since_last);
  show_count (row, COLUMN_SENT, now.sent);
  show_count (row, COLUMN_NULLS, now.null_messages);
  show_count (row, COLUMN_REQUESTS, now.requests);
  show (row, COLUMN_WAITS_FOR, waits_for);
}

/* ---- following the session ------------------------------------------------------------------------------------------------------ */

static void
remove_rows (HeddlePartitions *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    gtk_list_box_remove (self->list, g_array_index (self->rows, Row, i).row);
  g_array_set_size (self->rows, 0);
}

static guint *
count_components (HdRecord *record,
                  guint n)
{
  guint *counts = g_new0 (guint, n + 1);

  for (guint32 i = 0; i < hd_design_get_n_nodes (hd_record_get_design (record)); i++)
    {
      guint32 partition = hd_record_get_node_partition (record, i);

      if (partition < n)
        counts[partition]++;
    }
  if (n == 1 && counts[0] == 0) /* flows are one thing, of all that is drawn */
    counts[0] = hd_design_get_n_nodes (hd_record_get_design (record));
  return counts;
}

static void
refresh (HeddlePartitions *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  guint n = record != NULL ? hd_record_get_n_partitions (record) : 0;
  gboolean running = heddle_session_get_run_state (self->session) == HD_RUN_RUNNING;
  gboolean same = record == self->record && n == self->rows->len;
  gint64 now_us = g_get_monotonic_time ();
  g_autofree guint *counts = NULL;
  double wall_s = (double) (now_us - self->refreshed_us) * 1e-6;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "table" : "empty");
  if (!same)
    {
      remove_rows (self);
      for (guint i = 0; i < n; i++)
        add_row (self, i);
      g_clear_pointer (&self->record, hd_record_unref);
      self->record = record != NULL ? hd_record_ref (record) : NULL;
    }
  if (n == 0)
    return;
  if (!running || !same)
    {
      HdCounters counters;

      hd_record_get_counters (record, &counters);
      wall_s = counters.wall_time_s;
    }
  counts = count_components (record, n);
  for (guint i = 0; i < n; i++)
    show_row (self, record, i, counts[i], wall_s, running && same);
  self->refreshed_us = now_us;
}

static void
on_progressed (HeddlePartitions *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (g_get_monotonic_time () - self->refreshed_us >= REFRESH_INTERVAL_US || heddle_session_get_run_state (self->session) != HD_RUN_RUNNING)
    refresh (self);
}

static const char *
get_sync (HdSync sync)
{
  const HdRunSettings settings = { .sync = sync };

  return hd_run_setting_get_word (hd_run_settings_find ("sync"), &settings);
}

static void
show_facts (HeddlePartitions *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  const HdRunSettings *settings = design != NULL ? hd_design_get_run_settings (design) : NULL;
  g_autofree char *text = NULL;
  guint n = 0;

  if (settings != NULL)
    {
      heddle_session_get_partitions (self->session, &n);
      text = g_strdup_printf (_("Synchronisation: %s · partitions: %u · threads: %u"), get_sync (settings->sync), n,
                              settings->sync == HD_SYNC_SERIAL ? 1 : MIN (settings->threads, n));
    }
  gtk_label_set_label (GTK_LABEL (self->facts), text != NULL ? text : "");
}

/* What the serial run is compared with: "requests on 4 partitions". */
static char *
dup_runs (const HeddleVerification *verification)
{
  return g_strdup_printf (ngettext ("%s on %u partition", "%s on %u partitions", verification->partitions), get_sync (verification->sync),
                          verification->partitions);
}

/* Text and colour of the badge; the tooltip has what does not fit. */
static void
show_verdict (HeddlePartitions *self)
{
  static const char *const classes[] = { "success", "error" };
  const HeddleVerification *verification = heddle_session_get_verification (self->session);
  gboolean active = heddle_session_is_verifying (self->session);
  g_autofree char *text = NULL, *tooltip = NULL, *runs = dup_runs (verification);
  const char *style_class = NULL;

  switch (verification->verdict)
    {
    case HEDDLE_VERDICT_SERIAL:
      text = g_strdup (_("Running serially…"));
      break;
    case HEDDLE_VERDICT_PARALLEL:
      text = g_strdup (_("Running in parallel…"));
      break;
    case HEDDLE_VERDICT_EQUAL:
      text = g_strdup_printf (_("✓ Equal digests: serial and %s"), runs);
      style_class = "success";
      tooltip = g_strdup_printf (_("Both runs have the digest %s; the second had %u threads"), verification->digests[0], verification->threads);
      break;
    case HEDDLE_VERDICT_DIFFERENT:
      text = verification->sync == HD_SYNC_LOOSE ? g_strdup (_("≠ Loose: not exact"))
                                                 : g_strdup_printf (_("✗ Different digests: serial and %s"), runs);
      style_class = "error";
      tooltip = g_strdup_printf (_("The serial run has the digest %s, the parallel one %s"), verification->digests[0], verification->digests[1]);
      break;
    case HEDDLE_VERDICT_FAILED:
      text = g_strdup (_("✗ A run failed"));
      style_class = "error";
      tooltip = g_strdup (verification->message);
      break;
    case HEDDLE_VERDICT_UNDIVIDED:
      text = g_strdup (_("One partition: nothing to compare"));
      tooltip = g_strdup (_("This project is not divided, whatever the synchronisation: each run would be the same serial one"));
      break;
    case HEDDLE_VERDICT_NONE:
      break;
    }
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->badge, classes[i]);
  if (style_class != NULL)
    gtk_widget_add_css_class (self->badge, style_class);
  gtk_widget_set_visible (self->badge, text != NULL);
  gtk_label_set_label (GTK_LABEL (self->badge), text != NULL ? text : "");
  heddle_set_tooltip (self->badge, tooltip);
  gtk_button_set_label (GTK_BUTTON (self->verify), active ? _("Stop") : _("Verify"));
}

static void
on_changed (HeddlePartitions *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  show_facts (self); /* divides the design */
  show_verdict (self);
  refresh (self);
}

static void
on_activated (HeddlePartitions *self,
              GtkListBoxRow *row)
{
  guint n, chosen = (guint) gtk_list_box_row_get_index (row);
  const guint32 *partitions = heddle_session_get_partitions (self->session, &n);
  HdDesign *design = heddle_session_get_design (self->session);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; partitions != NULL && i < hd_design_get_n_nodes (design); i++)
    if (partitions[i] == chosen)
      g_array_append_val (nodes, i);
  if (nodes->len > 0)
    heddle_session_select_nodes (self->session, design, (const guint32 *) (gconstpointer) nodes->data, nodes->len);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_head (HeddlePartitions *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *partition = heddle_label_new (_("Partition"), "dim-label");

  gtk_widget_set_hexpand (partition, TRUE);
  gtk_widget_add_css_class (box, "heddle-table-head");
  gtk_box_append (GTK_BOX (box), partition);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      GtkWidget *cell = new_cell (_(columns[c].title), "dim-label", columns[c].width_chars);

      if (c == COLUMN_WAITING)
        gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_BOX, "width-request", HEDDLE_SHARE_BAR_WIDTH, NULL));
      heddle_set_tooltip (cell, _(columns[c].tooltip));
      gtk_size_group_add_widget (self->widths[c], cell);
      gtk_box_append (GTK_BOX (box), cell);
    }
  return box;
}

static void
heddle_partitions_dispose (GObject *object)
{
  HeddlePartitions *self = HEDDLE_PARTITIONS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  for (guint c = 0; c < N_COLUMNS; c++)
    g_clear_object (&self->widths[c]);
  G_OBJECT_CLASS (heddle_partitions_parent_class)->dispose (object);
}

static void
heddle_partitions_class_init (HeddlePartitionsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_partitions_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/partitions.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, box);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, facts);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, badge);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, verify);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, table);
  gtk_widget_class_bind_template_child (widget_class, HeddlePartitions, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
}

static void
heddle_partitions_init (HeddlePartitions *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (guint c = 0; c < N_COLUMNS; c++)
    self->widths[c] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_box_prepend (self->table, new_head (self));
  g_signal_connect_swapped (self, "map", G_CALLBACK (on_changed), self);
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_partitions_new (HeddleSession *session)
{
  HeddlePartitions *self = g_object_new (HEDDLE_TYPE_PARTITIONS, NULL);

  self->session = g_object_ref (session);
  gtk_stack_add_named (GTK_STACK (self->stack), heddle_empty_page_new (session, "heddle-partitions-symbolic", _("Nothing Has Run Yet"),
                                                                       _("Run the project to see how its partitions keep in step.")), "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
