/* heddle-mapping-row.c: what an attribute of a graph was taken for, and what it shall be
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-mapping"

#include "heddle-mapping-row.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"

#define MEANING_WIDTH 230
#define SAMPLE_CHARS 24
#define SEARCHED 12 /* from so many meanings on, they can be searched */

struct _HeddleMappingRow
{
  AdwActionRow parent_instance;

  /* Owned */
  HeddleReading *reading;

  const HdImportKey *key; /* of its report */
  guint first_meaning;    /* what was read, as the drop-downs have it */
  guint first_unit;
  gboolean filling;

  /* Borrowed: children */
  GtkWidget *icon;
  GtkDropDown *meaning; /* what it can mean, behind "left out" */
  GtkDropDown *unit;
};

G_DEFINE_FINAL_TYPE (HeddleMappingRow, heddle_mapping_row, ADW_TYPE_ACTION_ROW)

static guint changed_signal;

/* NULL: it is left out. */
static const HdImportMeaning *
get_meaning (HeddleMappingRow *self)
{
  guint chosen = gtk_drop_down_get_selected (self->meaning);

  return chosen > 0 ? hd_import_report_get_meaning (self->reading->report, self->key->side, chosen - 1) : NULL;
}

static guint
find_meaning (HeddleMappingRow *self,
              const char *parameter)
{
  for (guint i = 0; parameter != NULL && i < hd_import_report_get_n_meanings (self->reading->report, self->key->side); i++)
    if (g_str_equal (hd_import_report_get_meaning (self->reading->report, self->key->side, i)->parameter, parameter))
      return i + 1;
  return parameter == NULL ? 0 : GTK_INVALID_LIST_POSITION;
}

static const char *
get_unit (HeddleMappingRow *self)
{
  GtkStringObject *chosen = gtk_drop_down_get_selected_item (self->unit);

  return chosen != NULL ? gtk_string_object_get_string (chosen) : NULL;
}

/* ---- units -------------------------------------------------------------------------------------------------------------------------- */

static void
offer (GtkStringList *units,
       const char *unit)
{
  HdDimension dimension;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (units)); i++)
    if (g_str_equal (gtk_string_list_get_string (units, i), unit))
      return;
  if (hd_unit_parse (unit, &dimension, NULL, NULL))
    gtk_string_list_append (units, unit);
}

/* The meaning's own and those with the prefixes that people use; for bytes bits as well. */
static GtkStringList *
new_units (const HdImportMeaning *meaning,
           const char *stated)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "m", "u", "n", "p" };
  const char *unit = meaning->unit;
  gboolean small = g_str_equal (unit, "s");
  GtkStringList *units = gtk_string_list_new (NULL);

  offer (units, unit);
  for (guint i = small ? 5 : 1; i < (small ? G_N_ELEMENTS (prefixes) : 5); i++)
    {
      g_autofree char *prefixed = g_strconcat (prefixes[i], unit, NULL);

      offer (units, prefixed);
    }
  for (guint i = 0; unit[0] == 'B' && i < 5; i++)
    {
      g_autofree char *bits = g_strconcat (prefixes[i], "bit", unit + 1, NULL);

      offer (units, bits);
    }
  if (stated != NULL)
    offer (units, stated);
  return units;
}

static void
choose_unit (HeddleMappingRow *self,
             const char *unit)
{
  GListModel *units = gtk_drop_down_get_model (self->unit);

  for (guint i = 0; unit != NULL && units != NULL && i < g_list_model_get_n_items (units); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (units), i), unit))
      gtk_drop_down_set_selected (self->unit, i);
}

/* Where there are plain numbers, of what is a quantity. */
static void
fill_units (HeddleMappingRow *self)
{
  const HdImportMeaning *meaning = get_meaning (self);
  gboolean due = meaning != NULL && meaning->unit != NULL && self->key->n_plain > 0;
  g_autoptr (GtkStringList) units = due ? new_units (meaning, self->key->unit) : NULL;

  gtk_drop_down_set_model (self->unit, (GListModel *) units);
  gtk_widget_set_visible (GTK_WIDGET (self->unit), due);
  if (due && g_strcmp0 (self->key->parameter, meaning->parameter) == 0)
    choose_unit (self, self->key->unit);
}

/* ---- what is said of it --------------------------------------------------------------------------------------------------------- */

static char *
dup_sample (const char *text)
{
  g_autofree char *start = g_utf8_strlen (text, -1) > SAMPLE_CHARS ? g_utf8_substring (text, 0, SAMPLE_CHARS) : NULL;

  return start != NULL ? g_strconcat (start, "…", NULL) : g_strdup (text);
}

static char *
dup_extent (const HdImportKey *key)
{
  gboolean nodes = key->side == HD_IMPORT_OF_NODES;
  g_autofree char *sample = key->n > 0 ? dup_sample (key->sample) : NULL;

  if (key->n == 0)
    return g_strdup (nodes ? _("No node has it") : _("No edge has it"));
  if (key->n < key->n_all)
    return g_strdup_printf (nodes ? _("%u of %u nodes, such as “%s”") : _("%u of %u edges, such as “%s”"), key->n, key->n_all, sample);
  return g_strdup_printf (nodes ? ngettext ("%u node, “%s”", "All %u nodes, such as “%s”", key->n) : ngettext ("%u edge, “%s”", "All %u edges, such as “%s”", key->n),
                          key->n, sample);
}

static char *
dup_fate (HeddleMappingRow *self)
{
  const HdImportKey *key = self->key;
  guint meaning = find_meaning (self, key->parameter);
  const char *unit = meaning > 0 && meaning != GTK_INVALID_LIST_POSITION ? hd_import_report_get_meaning (self->reading->report, key->side, meaning - 1)->unit : NULL;

  if (heddle_mapping_row_is_changed (self))
    return g_strdup (_("To be read again"));
  if (key->parameter == NULL)
    return g_strdup (key->stated                        ? _("Left out, as you said")
                     : key->side == HD_IMPORT_OF_NODES ? _("Left out: nothing here is called so")
                                                        : _("Left out: links have nothing that is called so"));
  if (key->n_taken < key->n && !self->reading->failed)
    return g_strdup_printf (key->stated ? _("As you said; %u have no such parameter") : _("Guessed from its name; %u have no such parameter"),
                            key->n - key->n_taken);
  if (key->stated)
    return g_strdup (_("As you said"));
  return unit != NULL && key->n_plain > 0 ? g_strdup_printf (_("Guessed from its name, and that numbers are in %s"), unit) : g_strdup (_("Guessed from its name"));
}

static void
show_icon (HeddleMappingRow *self)
{
  static const char *const classes[] = { "success", "warning", "dim-label", "accent" };
  gboolean changed = heddle_mapping_row_is_changed (self), lost = self->key->parameter == NULL && !self->key->stated;
  guint which = changed ? 3 : lost ? 1 : self->key->stated ? 0 : 2;

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->icon, classes[i]);
  gtk_widget_add_css_class (self->icon, classes[which]);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), changed ? "document-edit-symbolic" : lost ? "dialog-warning-symbolic"
                                                        : self->key->stated ? "emblem-ok-symbolic" : "dialog-information-symbolic");
}

static void
describe (HeddleMappingRow *self)
{
  g_autofree char *extent = dup_extent (self->key);
  g_autofree char *fate = dup_fate (self);
  g_autofree char *text = g_strdup_printf ("%s\n%s", extent, fate);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->meaning), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  show_icon (self);
}

/* ---- choosing ------------------------------------------------------------------------------------------------------------------------ */

static void
on_unit (HeddleMappingRow *self)
{
  if (self->filling)
    return;
  describe (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
on_meaning (HeddleMappingRow *self)
{
  self->filling = TRUE;
  fill_units (self);
  self->filling = FALSE;
  on_unit (self);
}

const HdImportKey *
heddle_mapping_row_get_key (HeddleMappingRow *self)
{
  return self->key;
}

const char *
heddle_mapping_row_get_parameter (HeddleMappingRow *self)
{
  const HdImportMeaning *meaning = get_meaning (self);

  return meaning != NULL ? meaning->parameter : NULL;
}

gboolean
heddle_mapping_row_is_changed (HeddleMappingRow *self)
{
  return gtk_drop_down_get_selected (self->meaning) != self->first_meaning || gtk_drop_down_get_selected (self->unit) != self->first_unit;
}

char *
heddle_mapping_row_dup_rule (HeddleMappingRow *self)
{
  if (!self->key->stated && !heddle_mapping_row_is_changed (self))
    return NULL;
  return hd_import_key_dup_rule (self->key, heddle_mapping_row_get_parameter (self), get_unit (self));
}

gboolean
heddle_mapping_row_choose (HeddleMappingRow *self,
                           const char *parameter,
                           const char *unit)
{
  guint meaning = find_meaning (self, parameter);

  if (meaning == GTK_INVALID_LIST_POSITION)
    return FALSE;
  gtk_drop_down_set_selected (self->meaning, meaning);
  choose_unit (self, unit);
  return unit == NULL || g_strcmp0 (get_unit (self), unit) == 0;
}

static gboolean
heddle_mapping_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (HEDDLE_MAPPING_ROW (widget)->meaning));
}

/* ---- building ------------------------------------------------------------------------------------------------------------------------ */

static void
add_cell (HeddleMappingRow *self,
          GtkWidget *child,
          GtkSizeGroup *column)
{
  GtkWidget *cell = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_hexpand (child, TRUE);
  gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (cell), child);
  gtk_widget_set_hexpand (cell, FALSE);
  gtk_size_group_add_widget (column, cell);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), cell);
}

static GtkDropDown *
new_meanings (HeddleMappingRow *self)
{
  GtkStringList *names = gtk_string_list_new ((const char *const[]) { _("Left out"), NULL });
  GtkExpression *name = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  guint n = hd_import_report_get_n_meanings (self->reading->report, self->key->side);
  GtkWidget *down;

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, hd_import_report_get_meaning (self->reading->report, self->key->side, i)->title);
  down = gtk_drop_down_new (G_LIST_MODEL (names), name);
  gtk_widget_set_size_request (down, MEANING_WIDTH, -1);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (down), n >= SEARCHED);
  return GTK_DROP_DOWN (down);
}

static void
build (HeddleMappingRow *self,
       GtkSizeGroup *meanings,
       GtkSizeGroup *units)
{
  g_autofree char *meaning_name = g_strdup_printf (_("Meaning of “%s”"), self->key->name);
  g_autofree char *unit_name = g_strdup_printf (_("Unit of plain numbers of “%s”"), self->key->name);

  self->icon = gtk_image_new ();
  self->meaning = new_meanings (self);
  self->unit = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  heddle_set_accessible_label (self->meaning, meaning_name);
  heddle_set_accessible_label (self->unit, unit_name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->unit), unit_name);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), self->key->name);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->icon);
  add_cell (self, GTK_WIDGET (self->meaning), meanings);
  add_cell (self, GTK_WIDGET (self->unit), units);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), GTK_WIDGET (self->meaning));
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->meaning), GTK_ACCESSIBLE_RELATION_LABELLED_BY); /* its own name says more */
}

static void
heddle_mapping_row_finalize (GObject *object)
{
  heddle_reading_unref (HEDDLE_MAPPING_ROW (object)->reading);
  G_OBJECT_CLASS (heddle_mapping_row_parent_class)->finalize (object);
}

static void
heddle_mapping_row_class_init (HeddleMappingRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_mapping_row_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = heddle_mapping_row_grab_focus;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_mapping_row_init (HeddleMappingRow *self)
{
}

GtkWidget *
heddle_mapping_row_new (HeddleReading *reading,
                        guint key,
                        GtkSizeGroup *meanings,
                        GtkSizeGroup *units)
{
  HeddleMappingRow *self = g_object_new (HEDDLE_TYPE_MAPPING_ROW, NULL);
  guint meaning;

  self->reading = heddle_reading_ref (reading);
  self->key = hd_import_report_get_key (reading->report, key);
  build (self, meanings, units);
  meaning = find_meaning (self, self->key->parameter);
  gtk_drop_down_set_selected (self->meaning, meaning != GTK_INVALID_LIST_POSITION ? meaning : 0);
  fill_units (self);
  self->first_meaning = gtk_drop_down_get_selected (self->meaning);
  self->first_unit = gtk_drop_down_get_selected (self->unit);
  describe (self);
  g_signal_connect_object (self->meaning, "notify::selected", G_CALLBACK (on_meaning), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->unit, "notify::selected", G_CALLBACK (on_unit), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
