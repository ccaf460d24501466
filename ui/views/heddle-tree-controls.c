/* heddle-tree-controls.c: which aggregation trees are wanted
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-controls"

#include "heddle-tree-controls.h"

#include <glib/gi18n.h>

#include "heddle-bands-painter.h"
#include "heddle-evaluate.h"
#include "heddle-figures.h"
#include "heddle-look.h"
#include "heddle-quantity-entry.h"
#include "heddle-rows.h"

#define USUAL_BYTES "8 B"
#define USUAL_ALGORITHMS (1u << HD_TREE_K_ARY | 1u << HD_TREE_K_NOMIAL | 1u << HD_TREE_HIERARCHICAL)
#define KEY_WIDTH 190
#define KEY_ROW 18
#define SWATCH 10

struct _HeddleTreeControls
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *scroller;
  HeddleText *text;
  char *communicator; /* id of the chosen one */

  /* Borrowed: children */
  GtkWidget *communicators;
  GtkWidget *operations;
  GtkWidget *bytes;
  GtkWidget *algorithms[HD_TREE_N_ALGORITHMS];
  GtkWidget *key;
  GtkWidget *key_title;

  guint32 n_groups; /* that the key explains */
  guint chosen;     /* algorithms */
  double size;      /* of the message, in bytes */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (HeddleTreeControls, heddle_tree_controls, GTK_TYPE_WIDGET)

static guint changed_signal;

/* ---- choices --------------------------------------------------------------------------------------------------------- */

static void
changed (HeddleTreeControls *self)
{
  if (!self->updating)
    g_signal_emit (self, changed_signal, 0);
}

static const char *
get_operation_title (HdTreeOperation operation)
{
  static const char *const titles[HD_TREE_N_OPERATIONS] = { N_("Barrier"), N_("Broadcast"), N_("Reduce"), N_("All-reduce") };

  return _(titles[operation]);
}

static void
on_communicator (HeddleTreeControls *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->communicators));

  if (self->updating || design == NULL || chosen >= hd_design_get_n_communicators (design))
    return;
  g_free (self->communicator);
  self->communicator = g_strdup (hd_design_get_communicator (design, chosen)->id);
  changed (self);
}

static void
on_operation (HeddleTreeControls *self)
{
  gtk_widget_set_sensitive (self->bytes, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->operations)) != HD_TREE_BARRIER);
  changed (self);
}

static void
on_bytes (HeddleTreeControls *self,
          const char *text)
{
  HdValue value;

  if (!heddle_evaluate (heddle_session_get_document (self->session), NULL, text, &value, NULL, NULL))
    return;
  self->size = value.quantity.value;
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (self->bytes), text);
  changed (self);
}

static void
on_algorithm (HeddleTreeControls *self)
{
  guint chosen = 0;

  for (guint i = 0; i < HD_TREE_N_ALGORITHMS; i++)
    if (self->algorithms[i] != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->algorithms[i])))
      chosen |= 1u << i;
  if (chosen == self->chosen)
    return;
  self->chosen = chosen;
  changed (self);
}

void
heddle_tree_controls_update (HeddleTreeControls *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint chosen = 0;

  for (guint i = 0; design != NULL && i < hd_design_get_n_communicators (design); i++)
    {
      const HdCommunicator *communicator = hd_design_get_communicator (design, i);
      g_autofree char *n = hd_figure_count (communicator->n_members);
      g_autofree char *name = g_strdup_printf (ngettext ("%s, %s process", "%s, %s processes", communicator->n_members), communicator->id, n);

      gtk_string_list_append (names, name);
      if (g_strcmp0 (communicator->id, self->communicator) == 0)
        chosen = i;
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->communicators), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->communicators), chosen);
  self->updating = FALSE;
}

void
heddle_tree_controls_fill (HeddleTreeControls *self,
                           HeddleForestRequest *request)
{
  guint communicator = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->communicators));

  request->communicator = communicator != GTK_INVALID_LIST_POSITION ? communicator : 0;
  request->operation = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->operations));
  request->bytes = self->size;
  request->algorithms = self->chosen;
}

void
heddle_tree_controls_choose (HeddleTreeControls *self,
                             HdTreeAlgorithm algorithm,
                             gboolean wanted)
{
  g_return_if_fail (self->algorithms[algorithm] != NULL);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->algorithms[algorithm]), wanted);
}

void
heddle_tree_controls_set_operation (HeddleTreeControls *self,
                                    HdTreeOperation operation)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->operations), operation);
}

const char *
heddle_tree_controls_get_bytes (HeddleTreeControls *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->bytes));
}

void
heddle_tree_controls_set_bytes (HeddleTreeControls *self,
                                const char *text)
{
  on_bytes (self, text);
}

/* ---- key of colours -------------------------------------------------------------------------------------------------- */

static guint
count_hues (HeddleTreeControls *self)
{
  return MIN (self->n_groups, HEDDLE_N_CATEGORIES);
}

/* Where the groups of a hue begin: as heddle_bands_colour () shares them out. */
static guint32
first_of (HeddleTreeControls *self,
          guint hue)
{
  return (guint32) (((guint64) hue * self->n_groups + count_hues (self) - 1) / count_hues (self));
}

static void
draw_word (HeddleTreeControls *self,
           cairo_t *cr,
           double x,
           double y,
           const char *word)
{
  HeddleTextLook look = { .size = 11, .colour = heddle_look_get_theme ()->dim };

  heddle_text_paint (self->text, cr, x, y, word, &look);
}

static void
draw_hue (HeddleTreeControls *self,
          cairo_t *cr,
          guint hue,
          double x,
          double y)
{
  guint32 first = first_of (self, hue), end = first_of (self, hue + 1), n = MIN (end - first, 4);
  g_autofree char *range = end - first > 1 ? g_strdup_printf ("%u–%u", first, end - 1) : g_strdup_printf ("%u", first);

  for (guint32 i = 0; i < n; i++)
    {
      cairo_rectangle (cr, x + i * (SWATCH + 1), y - SWATCH + 1, SWATCH, SWATCH);
      heddle_colour_set (cr, heddle_bands_colour (heddle_look_get_theme (), first + (end - first) * i / n, self->n_groups));
      cairo_fill (cr);
    }
  draw_word (self, cr, x + 4 * (SWATCH + 1) + 4, y, range);
}

static void
draw_line (HeddleTreeControls *self,
           cairo_t *cr,
           double y,
           HeddleColour colour,
           double width,
           const char *word)
{
  cairo_move_to (cr, 0, y - 4);
  cairo_line_to (cr, 24, y - 4);
  heddle_colour_set (cr, colour);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
  draw_word (self, cr, 32, y, word);
}

static void
draw_key (GtkDrawingArea *area,
          cairo_t *cr,
          int width,
          int height,
          gpointer data)
{
  HeddleTreeControls *self = data;
  const HeddleTheme *theme = heddle_look_get_theme ();
  guint n = count_hues (self);
  double y = 12 + (n + 1) / 2 * KEY_ROW;

  heddle_look_prepare_text (&self->text, GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    draw_hue (self, cr, i, i % 2 * (width / 2.0), 12 + i / 2 * KEY_ROW);
  draw_line (self, cr, y + 4, theme->category[1], 2, _("between groups"));
  draw_line (self, cr, y + 4 + KEY_ROW, theme->wire, 1, _("inside one group"));
}

void
heddle_tree_controls_set_groups (HeddleTreeControls *self,
                                 const HeddleTreeFigure *figure)
{
  gboolean of_leaves = figure == NULL || figure->group_nodes != NULL;

  self->n_groups = figure != NULL ? figure->shape.n_groups : 0;
  gtk_label_set_label (GTK_LABEL (self->key_title), of_leaves ? _("Colour by Leaf Switch") : _("Colour by Group"));
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->key), ((int) count_hues (self) + 1) / 2 * KEY_ROW + 2 * KEY_ROW + 4);
  gtk_widget_queue_draw (self->key);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_tree_controls_dispose (GObject *object)
{
  HeddleTreeControls *self = HEDDLE_TREE_CONTROLS (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->communicator, g_free);
  G_OBJECT_CLASS (heddle_tree_controls_parent_class)->dispose (object);
}

static void
heddle_tree_controls_css_changed (GtkWidget *widget,
                                  GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (heddle_tree_controls_parent_class)->css_changed (widget, change);
  g_clear_pointer (&HEDDLE_TREE_CONTROLS (widget)->text, heddle_text_free);
}

static void
heddle_tree_controls_class_init (HeddleTreeControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_tree_controls_dispose;
  GTK_WIDGET_CLASS (klass)->css_changed = heddle_tree_controls_css_changed;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_control (GtkWidget *box,
             const char *title,
             GtkWidget *control)
{
  gtk_box_append (GTK_BOX (box), heddle_label_new (title, "heddle-caption"));
  gtk_box_append (GTK_BOX (box), control);
  return control;
}

static void
add_collective (HeddleTreeControls *self,
                GtkWidget *box)
{
  static const HdParameter size = {
    .size = sizeof (HdParameter), .key = "bytes", .title = N_("Message size"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .minimum = 1, .maximum = 1e15,
  };
  HeddleField field = { .name = size.key, .title = _(size.title), .kind = HD_FIELD_EXPRESSION, .required = TRUE, .parameter = size };
  g_autoptr (GtkStringList) operations = gtk_string_list_new (NULL);

  for (guint i = 0; i < HD_TREE_N_OPERATIONS; i++)
    gtk_string_list_append (operations, get_operation_title (i));
  gtk_box_append (GTK_BOX (box), heddle_label_new (_("Collective"), "heading"));
  self->communicators = add_control (box, _("Communicator"), gtk_drop_down_new (NULL, NULL));
  heddle_set_accessible_label (self->communicators, _("Communicator"));
  g_signal_connect_swapped (self->communicators, "notify::selected", G_CALLBACK (on_communicator), self);
  self->operations = add_control (box, _("Operation"), gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&operations)), NULL));
  heddle_set_accessible_label (self->operations, _("Operation"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->operations), HD_TREE_BROADCAST);
  g_signal_connect_swapped (self->operations, "notify::selected", G_CALLBACK (on_operation), self);
  self->bytes = add_control (box, field.title, heddle_quantity_entry_new (self->session, &field, 0));
  heddle_checked_entry_set_label (HEDDLE_CHECKED_ENTRY (self->bytes), field.title);
  g_signal_connect_swapped (self->bytes, "commit", G_CALLBACK (on_bytes), self);
}

static void
add_algorithms (HeddleTreeControls *self,
                GtkWidget *box)
{
  gtk_box_append (GTK_BOX (box), heddle_label_new (_("Trees to Compare"), "heading"));
  for (guint i = 0; i < HD_TREE_SELECTED; i++)
    {
      self->algorithms[i] = gtk_check_button_new_with_label (hd_tree_algorithm_get_title (i));
      gtk_widget_set_tooltip_text (self->algorithms[i], hd_tree_algorithm_get_help (i));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->algorithms[i]), (USUAL_ALGORITHMS & 1u << i) != 0);
      g_signal_connect_swapped (self->algorithms[i], "toggled", G_CALLBACK (on_algorithm), self);
      gtk_box_append (GTK_BOX (box), self->algorithms[i]);
    }
}

static void
add_key (HeddleTreeControls *self,
         GtkWidget *box)
{
  self->key_title = heddle_label_new (NULL, "heading");
  gtk_box_append (GTK_BOX (box), self->key_title);
  self->key = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "content-width", KEY_WIDTH, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->key), draw_key, self, NULL);
  heddle_look_watch (self->key);
  gtk_box_append (GTK_BOX (box), self->key);
}

static void
heddle_tree_controls_init (HeddleTreeControls *self)
{
}

GtkWidget *
heddle_tree_controls_new (HeddleSession *session)
{
  HeddleTreeControls *self = g_object_new (HEDDLE_TYPE_TREE_CONTROLS, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->session = g_object_ref (session);
  self->updating = TRUE;
  add_collective (self, box);
  add_algorithms (self, box);
  add_key (self, box);
  self->chosen = USUAL_ALGORITHMS;
  gtk_widget_add_css_class (box, "heddle-tree-controls");
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  on_bytes (self, USUAL_BYTES);
  self->updating = FALSE;
  heddle_tree_controls_set_groups (self, NULL);
  return GTK_WIDGET (self);
}
