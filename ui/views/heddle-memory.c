/* heddle-memory.c: who has read and written which addresses
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-memory"

#include "heddle-memory.h"

#include <math.h>
#include <string.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-access-map.h"
#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-rows.h"

#define ZOOM_STEP 1.25
#define PAN_SHARE 0.125 /* of what is seen, by a key or a notch of the wheel */
#define LEAST_BLOCKS 1.0
#define LOOK_INTERVAL_MS 500 /* at a run that goes on */

struct _HeddleMemory
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdRecord *record;     /* whose accesses these are; or %NULL */
  guint timer;          /* while it is seen, and the run goes on */
  GCancellable *reading; /* of its files, in a thread; or %NULL */
  GArray *accesses;     /* of HdMemoryAccess, or %NULL */
  GArray *memories;     /* of guint32: nodes in the order of the choice, behind all of them */
  HeddleAccessMap *map; /* or %NULL */

  /* Of the template */
  GtkWidget *stack;
  GtkLabel *about;
  GtkDropDown *choice;
  GtkWidget *area;
  GtkWidget *read_key, *written_key;
  GtkWidget *bad; /* what is wrong with the files */

  HeddleAccessView view;
  double pointer_x;
  double drag_first, drag_last; /* what was seen when it began */
  gboolean is_filling;          /* the choice, not by hand */
  gboolean is_live;             /* the record has not ended */
};

G_DEFINE_FINAL_TYPE (HeddleMemory, heddle_memory, GTK_TYPE_WIDGET)

/* ---- painting -------------------------------------------------------------------------------------------------------------- */

static void
lay_out (HeddleMemory *self)
{
  HeddleText *text = heddle_look_prepare_text (&self->text, self->area);
  double height = heddle_access_map_lay_out (self->map, text, gtk_widget_get_width (self->area), gtk_widget_get_height (self->area), &self->view);

  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->area), (int) ceil (height));
}

static void
draw_area (GtkDrawingArea *area,
           cairo_t *cr,
           int width,
           int height,
           gpointer data)
{
  HeddleMemory *self = data;

  if (self->map == NULL)
    return;
  lay_out (self);
  heddle_access_map_paint (self->map, &self->view, self->text, cr, heddle_look_get_theme ());
}

static void
draw_key (GtkDrawingArea *area,
          cairo_t *cr,
          int width,
          int height,
          gpointer data)
{
  HeddleMemory *self = data;
  HeddleColour read, written;

  heddle_access_map_get_colours (heddle_look_get_theme (), &read, &written);
  heddle_colour_set (cr, GTK_WIDGET (area) == self->read_key ? read : written);
  cairo_paint (cr);
}

/* ---- what is seen ---------------------------------------------------------------------------------------------------------- */

static void
set_view (HeddleMemory *self,
          double first,
          double last)
{
  double n = self->map != NULL ? MAX (self->map->blocks->len, 1) : 1, length = CLAMP (last - first, MIN (LEAST_BLOCKS, n), n);

  self->view.first = CLAMP (first, 0, n - length);
  self->view.last = self->view.first + length;
  gtk_widget_queue_draw (self->area);
}

static void
show_all (HeddleMemory *self)
{
  set_view (self, 0, G_MAXUINT);
}

static void
zoom (HeddleMemory *self,
      double x,
      double factor)
{
  const HeddleAccessView *view = &self->view;
  double share = CLAMP ((x - view->left) / MAX (view->width - view->left, 1), 0, 1), length = view->last - view->first, at = view->first + share * length;

  set_view (self, at - share * length / factor, at + (1 - share) * length / factor);
}

static void
pan (HeddleMemory *self,
     double share)
{
  double by = share * (self->view.last - self->view.first);

  set_view (self, self->view.first + by, self->view.last + by);
}

static gboolean
on_scroll (HeddleMemory *self,
           double dx,
           double dy,
           GtkEventController *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);

  if (state & GDK_CONTROL_MASK)
    zoom (self, self->pointer_x, pow (ZOOM_STEP, -dy));
  else if ((state & GDK_SHIFT_MASK) || fabs (dx) > fabs (dy))
    pan (self, (dx + ((state & GDK_SHIFT_MASK) ? dy : 0)) * PAN_SHARE);
  else
    return GDK_EVENT_PROPAGATE; /* rows are scrolled */
  return GDK_EVENT_STOP;
}

static void
on_motion (HeddleMemory *self,
           double x,
           double y)
{
  self->pointer_x = x;
}

static void
on_drag_begin (HeddleMemory *self)
{
  self->drag_first = self->view.first;
  self->drag_last = self->view.last;
}

static void
on_drag_update (HeddleMemory *self,
                double dx,
                double dy)
{
  double by = -dx / MAX (self->view.width - self->view.left, 1) * (self->drag_last - self->drag_first);

  set_view (self, self->drag_first + by, self->drag_last + by);
}

static void
on_pressed (HeddleMemory *self,
            int n_press,
            double x,
            double y)
{
  gtk_widget_grab_focus (self->area);
  if (n_press == 2)
    show_all (self);
}

static gboolean
on_key (HeddleMemory *self,
        guint key)
{
  double middle = (self->view.left + self->view.width) / 2;

  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      zoom (self, middle, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom (self, middle, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
      pan (self, -PAN_SHARE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
      pan (self, PAN_SHARE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_0:
      show_all (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* "chip[0][1] · 0x100000000 to 0x10000007f · read 256 B · wrote 0 B" */
static gboolean
on_query_tooltip (HeddleMemory *self,
                  int x,
                  int y,
                  gboolean is_by_key,
                  GtkTooltip *tooltip)
{
  g_autofree char *read = NULL, *written = NULL, *first = NULL, *last = NULL, *text = NULL;
  const HeddleAccessBlock *block;
  HeddleAccessCell cell;

  if (is_by_key || self->map == NULL || !heddle_access_map_find (self->map, &self->view, x, y, &cell))
    return FALSE;
  block = &g_array_index (self->map->blocks, HeddleAccessBlock, cell.block);
  read = hd_figure_in ((double) cell.read, "B", 4);
  written = hd_figure_in ((double) cell.written, "B", 4);
  first = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", block->address);
  last = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", block->address + block->bytes - 1);
  text = g_strdup_printf (_("%s · %s to %s · read %s · wrote %s"), g_array_index (self->map->rows, HeddleAccessRow, cell.row).name, first, last, read, written);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- what it shows --------------------------------------------------------------------------------------------------------- */

static void
describe (HeddleMemory *self)
{
  guint64 smallest = G_MAXUINT64, largest = 0;
  g_autofree char *n = hd_figure_count (self->map->blocks->len), *size = NULL, *most = hd_figure_in (self->map->most, "", 3), *text = NULL;

  for (guint i = 0; i < self->map->blocks->len; i++)
    {
      guint64 bytes = g_array_index (self->map->blocks, HeddleAccessBlock, i).bytes;

      smallest = MIN (smallest, bytes);
      largest = MAX (largest, bytes);
    }
  size = hd_figure_in ((double) largest, "B", 4);
  text = g_strdup_printf (smallest == largest ? _("%s blocks of %s were touched, each at most %s × by one component")
                                              : _("%s blocks of at most %s were touched, each at most %s × by one component"), n, size, most);
  gtk_label_set_label (self->about, text);
  heddle_set_accessible_label (self->area, text);
}

static void
make_map (HeddleMemory *self)
{
  guint chosen = gtk_drop_down_get_selected (self->choice);
  guint32 memory = HD_NO_ID;

  if (self->is_filling)
    return;
  g_clear_pointer (&self->map, heddle_access_map_free);
  if (self->accesses == NULL || self->accesses->len == 0)
    return;
  if (chosen != GTK_INVALID_LIST_POSITION && chosen > 0 && chosen <= self->memories->len)
    memory = g_array_index (self->memories, guint32, chosen - 1);
  self->map = heddle_access_map_new (hd_record_get_design (self->record), self->accesses, memory);
  describe (self);
}

static void
show_map (HeddleMemory *self)
{
  make_map (self);
  if (self->map != NULL)
    show_all (self);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const guint32 *one = a, *other = b;

  return *one < *other ? -1 : *one > *other;
}

/* One memory needs no choice. */
static void
fill_choice (HeddleMemory *self,
             gboolean keeps_choice)
{
  HdDesign *design = hd_record_get_design (self->record);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GArray) before = g_array_copy (self->memories);
  guint n = 0, was = keeps_choice ? gtk_drop_down_get_selected (self->choice) : 0, chosen = 0;

  g_array_set_size (self->memories, 0);
  for (guint i = 0; i < self->accesses->len; i++)
    g_array_append_val (self->memories, g_array_index (self->accesses, HdMemoryAccess, i).memory);
  g_array_sort (self->memories, compare_numbers);
  gtk_string_list_append (names, _("All memories"));
  for (guint i = 0; i < self->memories->len; i++)
    {
      guint32 node = g_array_index (self->memories, guint32, i);
      g_autofree char *label = NULL;

      if (n > 0 && g_array_index (self->memories, guint32, n - 1) == node)
        continue;
      g_array_index (self->memories, guint32, n++) = node;
      label = hd_design_dup_node_label (design, node);
      gtk_string_list_append (names, label);
    }
  g_array_set_size (self->memories, n);
  if (keeps_choice && n == before->len && memcmp (before->data, self->memories->data, n * sizeof (guint32)) == 0)
    return;
  for (guint i = 0; was >= 1 && was <= before->len && i < n; i++)
    if (g_array_index (self->memories, guint32, i) == g_array_index (before, guint32, was - 1))
      chosen = i + 1;
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->choice, chosen);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->choice), n > 1);
}

static void
forget (HeddleMemory *self)
{
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->map, heddle_access_map_free);
  g_clear_pointer (&self->accesses, g_array_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->is_live = FALSE;
}

static void
read_in_thread (GTask *task,
                gpointer source,
                gpointer record,
                GCancellable *cancellable)
{
  GError *error = NULL;
  GArray *accesses = hd_accesses_read (record, &error);

  if (accesses != NULL)
    g_task_return_pointer (task, accesses, (GDestroyNotify) g_array_unref);
  else
    g_task_return_error (task, error);
}

/* Who sees all of it goes on to see all of it; the memory that is chosen stays so while it is the same run. */
static void
take (HeddleMemory *self,
      GArray *accesses)
{
  gboolean is_first = self->accesses == NULL, sees_all = is_first || self->map == NULL || self->view.last - self->view.first >= self->map->blocks->len;

  g_clear_pointer (&self->accesses, g_array_unref);
  self->accesses = g_array_ref (accesses);
  fill_choice (self, !is_first);
  make_map (self);
  if (sees_all)
    show_all (self);
  else
    set_view (self, self->view.first, self->view.last);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "map");
}

/* Of another record than the present one it is cancelled. */
static void
on_read (GObject *object,
         GAsyncResult *result,
         gpointer data)
{
  HeddleMemory *self = HEDDLE_MEMORY (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) accesses = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  if (accesses == NULL)
    {
      adw_status_page_set_description (ADW_STATUS_PAGE (self->bad), error->message);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "bad");
      return;
    }
  if (accesses->len > 0)
    take (self, accesses);
}

/* What memories have counted so far. */
static gboolean
look (gpointer data)
{
  HeddleMemory *self = data;
  g_autoptr (GArray) accesses = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->timer = 0;
      return G_SOURCE_REMOVE;
    }
  accesses = hd_accesses_look (self->record);
  if (accesses != NULL && accesses->len > 0 && accesses != self->accesses)
    take (self, accesses);
  return G_SOURCE_CONTINUE;
}

static void
follow_run (HeddleMemory *self)
{
  self->is_live = TRUE;
  if (self->timer == 0)
    self->timer = g_timeout_add (LOOK_INTERVAL_MS, look, self);
  look (self);
}

static void
read_files (HeddleMemory *self)
{
  g_autoptr (GTask) task = NULL;

  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, on_read, NULL);
  g_task_set_task_data (task, hd_record_ref (self->record), (GDestroyNotify) hd_record_unref);
  hd_task_run_in_thread (task, read_in_thread);
}

/* Files are there once a run has ended; of one that goes on its memories are asked. */
static void
refresh (HeddleMemory *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  gboolean has_files = record != NULL && hd_record_get_n_files (record) > 0;
  gboolean goes_on = record != NULL && !has_files && heddle_session_get_run_state (self->session) < HD_RUN_FINISHED;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (record != self->record)
    {
      forget (self);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
      if (!has_files && !(goes_on && hd_accesses_are_counted (hd_record_get_design (record))))
        return;
      self->record = hd_record_ref (record);
      if (has_files)
        read_files (self);
    }
  if (self->record == NULL)
    return;
  if (goes_on)
    follow_run (self);
  else if (self->is_live)
    {
      self->is_live = FALSE;
      g_clear_handle_id (&self->timer, g_source_remove);
      if (has_files)
        read_files (self);
    }
}

/* ---- object ---------------------------------------------------------------------------------------------------------------- */

static void
heddle_memory_dispose (GObject *object)
{
  HeddleMemory *self = HEDDLE_MEMORY (object);

  self->is_filling = TRUE;
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  forget (self);
  g_clear_pointer (&self->memories, g_array_unref);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_memory_parent_class)->dispose (object);
}

static void
heddle_memory_css_changed (GtkWidget *widget,
                           GtkCssStyleChange *change)
{
  HeddleMemory *self = HEDDLE_MEMORY (widget);

  GTK_WIDGET_CLASS (heddle_memory_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_memory_class_init (HeddleMemoryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_memory_dispose;
  widget_class->css_changed = heddle_memory_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/memory.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, area);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, read_key);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, written_key);
  gtk_widget_class_bind_template_child (widget_class, HeddleMemory, bad);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, show_map);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_scroll);
  gtk_widget_class_bind_template_callback (widget_class, on_motion);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_begin);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_update);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
}

static void
heddle_memory_init (HeddleMemory *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->memories = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw_area, self, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->read_key), draw_key, self, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->written_key), draw_key, self, NULL);
  heddle_look_watch (self->area);
  heddle_look_watch (self->read_key);
  heddle_look_watch (self->written_key);
}

GtkWidget *
heddle_memory_new (HeddleSession *session)
{
  HeddleMemory *self = g_object_new (HEDDLE_TYPE_MEMORY, NULL);
  GtkWidget *empty;

  self->session = g_object_ref (session);
  empty = heddle_empty_page_new (session, "heddle-memory-symbolic", _("No Accesses Yet"), _("Run the project to see who reads and writes which addresses of shared memory."));
  heddle_empty_page_set_had_nothing (HEDDLE_EMPTY_PAGE (empty), _("No Accesses"), _("No component of this run told of shared memory."));
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
