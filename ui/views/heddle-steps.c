/* heddle-steps.c: what components are about, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-steps"

#include "heddle-steps.h"

#include <string.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-number-list.h"
#include "heddle-rows.h"

#define TIME_DIGITS 6

struct _HeddleSteps
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdRecord *record;    /* of what is shown; or %NULL */
  HdErrands *errands;  /* that are shown; or %NULL */
  HdErrands *before;   /* at the step before; or %NULL */
  HdRouter *router;    /* of the record's design, once it is needed; or %NULL */
  GArray *circle;      /* of guint: places of errands */
  guint32 chosen_node; /* HD_NO_ID: none */
  guint64 chosen_number;
  gboolean is_filling;
  guint scrolling; /* tick callback of the list; 0: none */
  HeddleNumberList *places;
  GtkSingleSelection *selection;

  /* Of the template */
  GtkWidget *stack;
  GtkLabel *about;
  GtkToggleButton *follow;
  GtkListView *list;
  GtkListBox *lines;
  GtkLabel *title;
};

G_DEFINE_FINAL_TYPE (HeddleSteps, heddle_steps, GTK_TYPE_WIDGET)

gboolean
heddle_steps_is_of_use (HdDesign *design)
{
  const HdNode *nodes = design != NULL ? hd_design_get_nodes (design) : NULL;
  const HdComponentType *seen = NULL;

  for (guint i = 0; design != NULL && i < hd_design_get_n_nodes (design); i++)
    {
      if (nodes[i].type != seen && nodes[i].type->handlers != NULL && nodes[i].type->handlers->errand != NULL)
        return TRUE;
      seen = nodes[i].type;
    }
  return FALSE;
}

/* ---- what has moved -------------------------------------------------------------------------------------------------- */

static const HdErrandState *
find_before (HeddleSteps *self,
             const HdErrandState *state)
{
  gint at = self->before != NULL ? hd_errands_find (self->before, state->node, state->number) : -1;

  return at >= 0 ? hd_errands_get (self->before, (guint) at) : NULL;
}

/* 2: it is at another line, or new; 1: something of it is otherwise; 0: it is as it was. */
static guint
get_change (HeddleSteps *self,
            const HdErrandState *state)
{
  const HdErrandState *was = find_before (self, state);

  if (self->before == NULL)
    return 0;
  if (was == NULL || was->line != state->line)
    return 2;
  return strcmp (was->text, state->text) != 0;
}

static gboolean
is_in_circle (HeddleSteps *self,
              guint place)
{
  for (guint i = 0; i < self->circle->len; i++)
    if (g_array_index (self->circle, guint, i) == place)
      return TRUE;
  return FALSE;
}

/* What has moved most; then what was chosen; then one of a circle; then the first. */
static guint
choose (HeddleSteps *self)
{
  guint n = hd_errands_get_n (self->errands), best = 0, change = 0;
  gint chosen = self->chosen_node != HD_NO_ID ? hd_errands_find (self->errands, self->chosen_node, self->chosen_number) : -1;

  for (guint i = 0; gtk_toggle_button_get_active (self->follow) && i < n; i++)
    {
      guint its = get_change (self, hd_errands_get (self->errands, i));

      if (its > change)
        {
          best = i;
          change = its;
        }
    }
  if (self->circle->len > 0 && g_array_index (self->circle, guint, 0) < n && chosen < 0)
    return g_array_index (self->circle, guint, 0);
  if (change == 0 && chosen >= 0 && (guint) chosen < n)
    return (guint) chosen;
  return best;
}

/* ---- on the canvas --------------------------------------------------------------------------------------------------- */

static void
add_route (HeddleSteps *self,
           guint32 from,
           guint32 to,
           GArray *links)
{
  HdDesign *design = hd_record_get_design (self->record);
  HdRoute route;

  if (self->router == NULL)
    self->router = hd_router_new (design);
  if (hd_router_find (self->router, from, to, NULL, 0, &route, NULL))
    g_array_append_vals (links, route.links, route.n_hops);
}

/* A line of its own for each thing that the descriptor takes in, or sends. */
static char *
dup_lines (const HdErrandState *state)
{
  g_auto (GStrv) things = g_strsplit (state->line < state->n_lines ? state->lines[state->line] : "", "  ", -1);
  g_autofree char *text = g_strjoinv ("\n", things);

  return g_strdup_printf ("▸ %u: %s", state->line, text);
}

/* What the line says of the peer: what it brings; NULL if it says nothing. */
static char *
dup_wanted (HeddleSteps *self,
            const HdErrandState *state)
{
  g_auto (GStrv) things = g_strsplit (state->line < state->n_lines ? state->lines[state->line] : "", "  ", -1);
  g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (self->record), state->peer), *named = g_strdup_printf ("(%s,", path);

  for (guint i = 0; things[i] != NULL; i++)
    if (things[i][0] != 'S' && strstr (things[i], named) != NULL)
      return g_strdup (things[i]);
  return NULL;
}

/* The descriptor that waits, below who has it, and the packet that it waits for, below who sends that. */
static void
caption (HeddleSteps *self,
         const HdErrandState *state,
         gboolean waits)
{
  HdDesign *design = hd_record_get_design (self->record);
  g_autofree char *path = hd_design_dup_node_path (design, state->node), *lines = dup_lines (state), *wanted = waits ? dup_wanted (self, state) : NULL;
  g_autofree char *awaited = wanted != NULL ? g_strdup_printf (_("%s waits for its packet\n%s"), path, wanted) : g_strdup_printf (_("%s waits for it"), path);
  const HeddleCaption captions[] = { { state->node, TRUE, lines }, { state->peer, FALSE, awaited } };

  if (state->n_lines > 0)
    heddle_session_set_captions (self->session, design, captions, waits ? 2 : 1);
  else
    heddle_session_set_captions (self->session, NULL, NULL, 0);
}

/* Who waits, for whom, and the way that what is waited for takes. */
static void
light (HeddleSteps *self,
       const HdErrandState *state)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean waits = state->peer != HD_NO_NODE && state->peer != state->node;

  if (waits)
    add_route (self, state->peer, state->node, links);
  heddle_session_select_way (self->session, hd_record_get_design (self->record), (const guint32[]){ state->node, waits ? state->peer : state->node }, waits ? 2 : 1,
                             (const guint32 *) (gconstpointer) links->data, links->len);
  caption (self, state, waits);
}

/* ---- lines ----------------------------------------------------------------------------------------------------------- */

static void
clear_list (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

static GtkWidget *
new_line (const HdErrandState *state,
          guint line)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *row = gtk_list_box_row_new ();
  g_autofree char *number = g_strdup_printf ("%u", line), *name = NULL;
  GtkWidget *sign = heddle_label_new (line == state->line ? "▸" : " ", "accent"), *count = heddle_label_new (number, "dim-label");
  GtkWidget *text = heddle_label_new (state->lines[line], line < state->line ? "dim-label" : NULL);

  gtk_label_set_width_chars (GTK_LABEL (sign), 2);
  gtk_label_set_width_chars (GTK_LABEL (count), 3);
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (text, "monospace");
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_NONE);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (GTK_BOX (box), count);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  if (line == state->line)
    gtk_widget_add_css_class (row, "heddle-step-now");
  name = line == state->line  ? g_strdup_printf (_("%u, now: %s"), line, state->lines[line])
         : line < state->line ? g_strdup_printf (_("%u, done: %s"), line, state->lines[line])
                              : g_strdup_printf (_("%u, to come: %s"), line, state->lines[line]);
  heddle_set_accessible_label (row, name);
  return row;
}

static void
show_lines (HeddleSteps *self,
            const HdErrandState *state)
{
  GtkListBoxRow *now;

  clear_list (self->lines);
  gtk_label_set_label (self->title, state != NULL ? state->text : "");
  for (guint i = 0; state != NULL && i < state->n_lines; i++)
    gtk_list_box_append (self->lines, new_line (state, i));
  now = state != NULL ? gtk_list_box_get_row_at_index (self->lines, (int) MIN (state->line, MAX (state->n_lines, 1) - 1)) : NULL;
  if (now != NULL)
    gtk_list_box_select_row (self->lines, now);
}

/* ---- rows ------------------------------------------------------------------------------------------------------------ */

static void
set_up_row (GtkSignalListItemFactory *factory,
            GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *badge = heddle_label_new (NULL, "heddle-badge"), *about = heddle_label_new (NULL, "dim-label");

  gtk_box_append (GTK_BOX (head), heddle_label_new (NULL, "heading"));
  gtk_box_append (GTK_BOX (head), badge);
  gtk_widget_add_css_class (about, "caption");
  gtk_label_set_wrap (GTK_LABEL (about), TRUE);
  gtk_label_set_lines (GTK_LABEL (about), 2);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), about);
  gtk_list_item_set_child (item, box);
}

static void
show_row (HeddleSteps *self,
          GtkListItem *item)
{
  guint place = heddle_number_get (gtk_list_item_get_item (item));
  const HdErrandState *state = hd_errands_get (self->errands, place);
  g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (self->record), state->node), *name = g_strdup_printf ("%s: %s", path, state->text);
  GtkWidget *box = gtk_list_item_get_child (item), *head = gtk_widget_get_first_child (box), *badge = gtk_widget_get_last_child (head);
  gboolean circle = is_in_circle (self, place);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (head)), path);
  gtk_label_set_label (GTK_LABEL (badge), circle ? _("In a circle") : _("Moved"));
  gtk_widget_set_visible (badge, circle || get_change (self, state) > 0);
  if (circle)
    gtk_widget_add_css_class (badge, "error");
  else
    gtk_widget_remove_css_class (badge, "error");
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), state->text);
  gtk_widget_set_tooltip_text (box, state->text);
  heddle_set_accessible_label (box, name);
}

static void
on_selected (HeddleSteps *self)
{
  guint place = gtk_single_selection_get_selected (self->selection);
  const HdErrandState *state;

  if (self->is_filling || self->errands == NULL)
    return;
  if (place >= hd_errands_get_n (self->errands))
    {
      show_lines (self, NULL);
      return;
    }
  state = hd_errands_get (self->errands, place);
  self->chosen_node = state->node;
  self->chosen_number = state->number;
  show_lines (self, state);
  light (self, state);
}

/* Once it has a place: a list that scrolls before it has one shows its first row alone. */
static gboolean
on_frame (GtkWidget *list,
          GdkFrameClock *clock,
          gpointer steps)
{
  HeddleSteps *self = steps;
  guint place = gtk_single_selection_get_selected (self->selection);

  if (gtk_widget_get_height (list) == 0)
    return G_SOURCE_CONTINUE;
  if (place < g_list_model_get_n_items (G_LIST_MODEL (self->places)))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", place);
  self->scrolling = 0;
  return G_SOURCE_REMOVE;
}

static void
fill (HeddleSteps *self)
{
  guint n = hd_errands_get_n (self->errands);

  self->is_filling = TRUE;
  heddle_number_list_set_n (self->places, n);
  if (n > 0)
    gtk_single_selection_set_selected (self->selection, choose (self));
  self->is_filling = FALSE;
  on_selected (self);
  if (n > 0 && self->scrolling == 0)
    self->scrolling = gtk_widget_add_tick_callback (GTK_WIDGET (self->list), on_frame, self, NULL);
}

static void
show_about (HeddleSteps *self)
{
  g_autofree char *time = hd_figure_time (hd_record_get_time (self->record), TIME_DIGITS), *text = NULL;
  guint n = hd_errands_get_n (self->errands), n_waiting = 0;

  for (guint i = 0; i < n; i++)
    n_waiting += hd_errands_get (self->errands, i)->peer != HD_NO_NODE;
  if (self->circle->len > 0)
    text = g_strdup_printf (_("At %s: %u wait for each other in a circle"), time, self->circle->len);
  else
    text = g_strdup_printf (_("At %s: %u, of which %u wait"), time, n, n_waiting);
  gtk_label_set_label (self->about, text);
}

/* ---- following the session ------------------------------------------------------------------------------------------- */

static void
forget (HeddleSteps *self)
{
  self->is_filling = TRUE;
  heddle_number_list_set_n (self->places, 0);
  self->is_filling = FALSE;
  g_clear_pointer (&self->errands, hd_errands_unref);
  g_clear_pointer (&self->before, hd_errands_unref);
  g_clear_pointer (&self->router, hd_router_free);
  g_clear_pointer (&self->record, hd_record_unref);
  heddle_session_set_captions (self->session, NULL, NULL, 0);
}

static void
refresh (HeddleSteps *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  HdRunState state = heddle_session_get_run_state (self->session);
  HdErrands *errands = record != NULL && state != HD_RUN_RUNNING ? hd_record_dup_errands (record) : NULL;

  if (record != self->record)
    {
      forget (self);
      self->record = record != NULL ? hd_record_ref (record) : NULL;
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->list), state != HD_RUN_RUNNING);
  if (errands == NULL && record != NULL && state == HD_RUN_RUNNING)
    return;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), errands != NULL ? "table" : "empty");
  if (errands == NULL || errands == self->errands)
    {
      g_clear_pointer (&errands, hd_errands_unref);
      return;
    }
  g_clear_pointer (&self->before, hd_errands_unref);
  self->before = self->errands;
  self->errands = errands;
  g_array_unref (self->circle);
  self->circle = state == HD_RUN_FAILED ? hd_errands_find_circle (errands) : g_array_new (FALSE, FALSE, sizeof (guint));
  show_about (self);
  fill (self);
}

static void
on_mapped (HeddleSteps *self)
{
  if (self->session != NULL)
    refresh (self);
}

static void
on_changed (HeddleSteps *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_steps_dispose (GObject *object)
{
  HeddleSteps *self = HEDDLE_STEPS (object);

  if (self->places != NULL)
    forget (self);
  if (self->scrolling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->list), self->scrolling);
  self->scrolling = 0;
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->places);
  g_clear_pointer (&self->circle, g_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_steps_parent_class)->dispose (object);
}

static void
heddle_steps_class_init (HeddleStepsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_steps_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/steps.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, follow);
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, list);
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, lines);
  gtk_widget_class_bind_template_child (widget_class, HeddleSteps, title);
  gtk_widget_class_bind_template_callback (widget_class, on_mapped);
}

static void
heddle_steps_init (HeddleSteps *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->places = heddle_number_list_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->places)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (show_row), self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  self->circle = g_array_new (FALSE, FALSE, sizeof (guint));
  self->chosen_node = HD_NO_ID;
}

GtkWidget *
heddle_steps_new (HeddleSession *session)
{
  HeddleSteps *self = g_object_new (HEDDLE_TYPE_STEPS, NULL);
  GtkWidget *empty = heddle_empty_page_new (session, "heddle-steps-symbolic", _("Nothing Stands Still"),
                                            _("Step through the run (F4), or pause it, to see what each component is about, and what it waits for."));

  self->session = g_object_ref (session);
  heddle_empty_page_set_after_run (HEDDLE_EMPTY_PAGE (empty), _("Step From the Start"), "win.step-mark");
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
