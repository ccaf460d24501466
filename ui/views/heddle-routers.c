/* heddle-routers.c: how busy each router is, and why flits stand still in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-routers"

#include "heddle-routers.h"

#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-rank-table.h"
#include "heddle-router-figures.h"

#define SORT_INTERVAL_US 500000 /* rows that change places more often can't be read */

struct _HeddleRouters
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdDesign *listed; /* that the rows are of, or NULL */

  /* Of the template */
  GtkWidget *stack;
  GtkBox *box;
  GtkLabel *about;

  /* Borrowed: child */
  HeddleRankTable *table;

  guint n_rows;
  gint64 last_us;
};

G_DEFINE_FINAL_TYPE (HeddleRouters, heddle_routers, GTK_TYPE_WIDGET)

/* ---- what stands in it ---------------------------------------------------------------------------------------------------------- */

static gboolean
get_loads (HeddleRouters *self,
           HeddleLoads *out_loads)
{
  return self->listed != NULL && self->listed == heddle_session_get_design (self->session) && heddle_session_get_loads (self->session, out_loads);
}

static char *
dup_cell (gpointer data,
          guint column,
          guint32 router)
{
  HeddleRouters *self = data;
  HeddleLoads loads;

  return get_loads (self, &loads) ? heddle_router_dup_cell (self->listed, &loads, router, (HeddleRouterColumn) column) : g_strdup ("");
}

static double
get_number (gpointer data,
            guint column,
            guint32 router)
{
  HeddleLoads loads;

  return get_loads (data, &loads) ? heddle_router_get_number (&loads, router, (HeddleRouterColumn) column) : 0;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------------- */

static void
list_routers (HeddleRouters *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  g_autoptr (GArray) routers = NULL;
  HeddleLoads loads;

  g_clear_pointer (&self->listed, hd_design_unref);
  self->listed = design != NULL ? hd_design_ref (design) : NULL;
  routers = get_loads (self, &loads) ? heddle_router_list (self->listed, &loads) : g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_rows = routers->len;
  heddle_rank_table_set_rows (self->table, (const guint32 *) (gconstpointer) routers->data, routers->len);
  gtk_label_set_label (self->about, "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->n_rows > 0 ? "list" : "empty");
}

/* Of a run that has just begun nothing is known yet. */
static void
refresh (HeddleRouters *self)
{
  HeddleLoads loads;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->listed != heddle_session_get_design (self->session) || self->n_rows == 0 || !get_loads (self, &loads))
    list_routers (self);
  heddle_rank_table_refresh (self->table, TRUE);
  self->last_us = g_get_monotonic_time ();
}

static void
on_progressed (HeddleRouters *self)
{
  if (g_get_monotonic_time () - self->last_us >= SORT_INTERVAL_US || heddle_session_get_run_state (self->session) != HD_RUN_RUNNING)
    refresh (self);
}

/* ---- by hand ----------------------------------------------------------------------------------------------------------------------- */

static void
on_chosen (HeddleRouters *self,
           guint router)
{
  if (self->listed != NULL)
    heddle_session_select_node (self->session, self->listed, router);
}

static void
on_saturates (HeddleRouters *self)
{
  HeddleBottleneck bottleneck;
  g_autofree char *text = NULL;
  HeddleLoads loads;

  if (!get_loads (self, &loads))
    return;
  if (!heddle_bottleneck_find (self->listed, &loads, &bottleneck))
    {
      gtk_label_set_label (self->about, _("Nowhere do flits stand still"));
      return;
    }
  text = heddle_bottleneck_dup_text (self->listed, &loads, &bottleneck);
  gtk_label_set_label (self->about, text);
  heddle_set_tooltip (GTK_WIDGET (self->about), text);
  heddle_rank_table_sort (self->table, HEDDLE_ROUTER_STALLED);
  heddle_rank_table_choose (self->table, bottleneck.router);
  heddle_session_set_heat (self->session, HEDDLE_HEAT_STALLS);
  heddle_session_select_node (self->session, self->listed, bottleneck.router);
}

/* ---- object ----------------------------------------------------------------------------------------------------------------------- */

static void
heddle_routers_dispose (GObject *object)
{
  HeddleRouters *self = HEDDLE_ROUTERS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->listed, hd_design_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_routers_parent_class)->dispose (object);
}

static void
heddle_routers_class_init (HeddleRoutersClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_routers_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/routers.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleRouters, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleRouters, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleRouters, about);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_saturates);
}

static void
heddle_routers_init (HeddleRouters *self)
{
  static const HeddleRankSource source = { dup_cell, get_number, NULL, NULL };
  GtkWidget *table;

  gtk_widget_init_template (GTK_WIDGET (self));
  table = heddle_rank_table_new (&source, self, _("Routers"));
  self->table = HEDDLE_RANK_TABLE (table);
  for (guint c = 0; c < HEDDLE_ROUTER_N_COLUMNS; c++)
    heddle_rank_table_add_column (self->table, c, heddle_router_get_head ((HeddleRouterColumn) c), c == HEDDLE_ROUTER_NAME ? HEDDLE_RANK_WORDS : HEDDLE_RANK_FIGURES);
  gtk_widget_set_vexpand (table, TRUE);
  gtk_box_append (self->box, table);
  g_signal_connect_object (table, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_routers_new (HeddleSession *session)
{
  HeddleRouters *self = g_object_new (HEDDLE_TYPE_ROUTERS, NULL);

  self->session = g_object_ref (session);
  gtk_stack_add_named (GTK_STACK (self->stack), heddle_empty_page_new (session, "heddle-routers-symbolic", _("Nothing Has Run Yet"),
                                                                       _("Run the project to see how busy its routers are, and why flits stand still.")), "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
