/* heddle-canvas-menu.c: what can be done with what is selected, at the pointer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include <glib/gi18n.h>

#include "heddle-canvas-private.h"

typedef struct
{
  const char *label; /* translatable; %NULL begins another section */
  const char *action;
} Entry;

static const Entry ground_entries[] = {
  { N_("_Paste"), "win.paste" },
  { N_("Select _All"), "win.select-all" },
  { NULL, NULL },
  { N_("_Generate a Topology…"), "win.generate" },
  { N_("Arrange A_utomatically"), "win.arrange" },
  { NULL, NULL },
  { N_("_Fit to Window"), "win.zoom-fit" },
};

static const Entry object_entries[] = {
  { N_("_Open"), "win.enter-module" },
  { N_("_Link From Here"), "win.link-from-here" },
  { N_("Change From _Here"), "win.change-from-here" },
  { N_("Add _Probe"), "win.add-probe" },
  { N_("Put _Knob on Drawing"), "win.add-knob" },
  { NULL, NULL },
  { N_("Cu_t"), "win.cut" },
  { N_("_Copy"), "win.copy" },
  { N_("_Paste"), "win.paste" },
  { N_("D_uplicate"), "win.duplicate" },
  { N_("_Delete"), "win.delete" },
  { NULL, NULL },
  { N_("_Rename"), "win.rename" },
  { N_("_Group Into a Module"), "win.group" },
  { N_("U_ngroup"), "win.ungroup" },
  { N_("Rep_licate…"), "win.replicate" },
  { N_("Convert to Component_s"), "win.convert-generated" },
  { NULL, NULL },
};

static const Entry hottest_entries[] = {
  { N_("Go to the _Hottest Link Inside"), "canvas.go-to-hottest" },
};

static const Entry arrange_entries[] = {
  { N_("Align _Left"), "win.align('left')" },
  { N_("Align _Centre"), "win.align('centre')" },
  { N_("Align _Right"), "win.align('right')" },
  { NULL, NULL },
  { N_("Align _Top"), "win.align('top')" },
  { N_("Align _Middle"), "win.align('middle')" },
  { N_("Align _Bottom"), "win.align('bottom')" },
  { NULL, NULL },
  { N_("Distribute _Horizontally"), "win.distribute('horizontal')" },
  { N_("Distribute _Vertically"), "win.distribute('vertical')" },
  { NULL, NULL },
  { N_("R_otate Clockwise"), "win.rotate-clockwise" },
  { N_("Rotate _Anticlockwise"), "win.rotate-anticlockwise" },
};

static const Entry wire_entries[] = {
  { N_("_Automatic"), "win.wire-style('automatic')" },
  { N_("_Straight"), "win.wire-style('straight')" },
  { N_("_Orthogonal"), "win.wire-style('orthogonal')" },
  { N_("_Curved"), "win.wire-style('curved')" },
};

static GMenu *
new_menu (const Entry *entries,
          guint n)
{
  GMenu *menu = g_menu_new (), *section = g_menu_new ();

  for (guint i = 0; i <= n; i++)
    if (i == n || entries[i].label == NULL)
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = i < n ? g_menu_new () : NULL;
      }
    else
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_(entries[i].label), entries[i].action);

        g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
        g_menu_append_item (section, item);
      }
  return menu;
}

/* The node that alone is selected, if something inside is hot; HEDDLE_NO_INDEX otherwise */
static guint32
find_hot_module (HeddleCanvas *self)
{
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  guint32 first;

  if (heddle_session_get_n_selected (self->session) != 1 || selected.uid == 0
      || heddle_drawing_find_nodes (self->drawing, selected.uid, &first) <= (guint) MAX (selected.index, 0))
    return HEDDLE_NO_INDEX;
  first += MAX (selected.index, 0);
  return self->heat && heddle_drawing_get_hottest_inside (self->drawing, first) != HD_NO_ID ? first : HEDDLE_NO_INDEX;
}

void
heddle_canvas_go_to_hottest_selected (GtkWidget *widget,
                                      const char *action,
                                      GVariant *parameter)
{
  HeddleCanvas *self = HEDDLE_CANVAS (widget);
  guint32 node = self->drawing != NULL ? find_hot_module (self) : HEDDLE_NO_INDEX;

  if (node != HEDDLE_NO_INDEX)
    heddle_canvas_go_to_hottest (self, node);
}

/* What is not selected yet is what is meant. */
static void
select_at (HeddleCanvas *self,
           HeddlePoint at)
{
  HeddleTarget target = heddle_canvas_find (self, at.x, at.y, NULL);
  HeddleTarget whole = { target.uid, HEDDLE_ALL_MEMBERS };

  if (target.uid != 0 && !heddle_session_is_selected (self->session, target) && !heddle_session_is_selected (self->session, whole))
    heddle_session_select (self->session, target);
  else if (target.uid == 0)
    heddle_session_select_none (self->session);
}

void
heddle_canvas_show_menu (HeddleCanvas *self,
                         HeddlePoint at)
{
  g_autoptr (GMenu) menu = NULL;
  HeddlePoint place;

  if (self->drawing == NULL)
    return;
  heddle_canvas_cancel_tool (self);
  select_at (self, at);
  if (heddle_session_get_n_selected (self->session) == 0)
    {
      g_autoptr (GMenu) wires = new_menu (wire_entries, G_N_ELEMENTS (wire_entries));

      menu = new_menu (ground_entries, G_N_ELEMENTS (ground_entries));
      g_menu_append_submenu (menu, _("_Wires"), G_MENU_MODEL (wires));
    }
  else
    {
      g_autoptr (GMenu) arrange = new_menu (arrange_entries, G_N_ELEMENTS (arrange_entries));

      menu = new_menu (object_entries, G_N_ELEMENTS (object_entries));
      g_menu_append_submenu (menu, _("_Arrange"), G_MENU_MODEL (arrange));
      if (find_hot_module (self) != HEDDLE_NO_INDEX)
        {
          g_autoptr (GMenu) hottest = new_menu (hottest_entries, G_N_ELEMENTS (hottest_entries));

          g_menu_prepend_section (menu, NULL, G_MENU_MODEL (hottest));
        }
    }

  GtkWidget *popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  place = heddle_canvas_to_scene (self, at);
  heddle_canvas_present_popover (self, popover, &(HeddleRect){ place.x, place.y, 0, 0 });
}
