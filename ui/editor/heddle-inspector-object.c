/* heddle-inspector-object.c: values of the project, of components and of instances
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-inspector-private.h"
#include "heddle-rows.h"

/* What is written says more than the value if it is an expression: a variable, an index. */
static const char *
written_if_expression (const char *written)
{
  return written != NULL && strpbrk (written, "$(*") != NULL ? written : NULL;
}

static void
add_row (GtkListBox *list,
         const char *name,
         const char *value)
{
  gtk_list_box_append (list, heddle_value_row_new (name, NULL, value, NULL));
}

static void
add_count (GtkListBox *list,
           const char *name,
           guint64 n)
{
  g_autofree char *text = heddle_dup_count (n);

  add_row (list, name, text);
}

static char *
dup_value (const HdValue *value)
{
  return value->kind == HD_VALUE_WORD ? g_strdup (value->word) : hd_quantity_format (value->quantity, 4);
}

/* ---- the project ------------------------------------------------------------------------------------------------------------ */

static void
inspect_variables (GtkBox *box,
                   HeddleSession *session)
{
  const HdObject *root = hd_snapshot_get_root (heddle_session_get_snapshot (session));
  const HdObject *variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL);
  HdDesign *design = heddle_session_get_design (session);
  GtkListBox *list;

  if (variables == NULL || hd_object_get_n_children (variables) == 0)
    return;
  gtk_box_append (box, heddle_group_new (_("Variables"), &list));
  for (guint i = 0; i < hd_object_get_n_children (variables); i++)
    {
      const HdObject *variable = hd_object_get_child (variables, i);
      const char *id = hd_object_get_id (variable);
      HdValue value;

      if (hd_object_get_kind (variable) != HD_OBJECT_VARIABLE || id == NULL)
        continue;

      g_autofree char *name = g_strdup_printf ("$%s", id);
      gboolean known = design != NULL && hd_design_get_variable (design, id, &value);
      g_autofree char *text = known ? dup_value (&value) : g_strdup (hd_object_get (variable, "value"));

      gtk_list_box_append (list, heddle_value_row_new (name, NULL, text, hd_object_get (variable, "title")));
    }
}

static void
inspect_size (GtkBox *box,
              HdDesign *design)
{
  GtkListBox *list;

  gtk_box_append (box, heddle_group_new (_("Size"), &list));
  add_count (list, _("Accelerators"), heddle_count_endpoints (design, 0, hd_design_get_n_nodes (design)));
  add_count (list, _("Components"), hd_design_get_n_nodes (design));
  add_count (list, _("Links"), hd_design_get_n_links (design));
  add_count (list, _("Module instances"), hd_design_get_n_scopes (design) - 1);
}

static void
inspect_run_settings (GtkBox *box,
                      HdDesign *design)
{
  static const char *const fidelities[] = { N_("flow"), N_("packet"), N_("flit") };
  static const char *const fairness[] = { N_("equal shares"), N_("by route latency") };
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  GtkListBox *list;

  gtk_box_append (box, heddle_group_new (_("Run"), &list));
  add_row (list, _("Fidelity"), _(fidelities[settings->fidelity]));
  add_row (list, _("Fair sharing"), _(fairness[settings->fairness]));
  add_count (list, _("Iterations"), settings->iterations);
  add_count (list, _("Seed"), settings->seed);
}

void
heddle_inspect_project (GtkBox *box,
                        HeddleSession *session)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (session);
  HdDesign *design = heddle_session_get_design (session);
  const char *description = snapshot != NULL ? hd_object_get (hd_snapshot_get_root (snapshot), "description") : NULL;

  if (description != NULL)
    {
      GtkWidget *label = gtk_label_new (description);

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
      gtk_box_append (box, label);
    }
  if (snapshot != NULL)
    inspect_variables (box, session);
  if (design != NULL)
    {
      inspect_size (box, design);
      inspect_run_settings (box, design);
    }
}

/* ---- components ------------------------------------------------------------------------------------------------------------- */

static void
inspect_help (GtkBox *box,
              HdCatalog *catalog,
              const HdComponentType *type)
{
  GtkWidget *label = gtk_label_new (hd_catalog_translate (catalog, type, type->help));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_widget_add_css_class (label, "heddle-caption");
  gtk_box_append (box, label);
}

static char *
dup_parameter_help (HdCatalog *catalog,
                    const HdComponentType *type,
                    const HdParameter *parameter)
{
  const char *help = hd_catalog_translate (catalog, type, parameter->help);

  return parameter->source != NULL ? g_strdup_printf (_("%s\nSource: %s"), help, parameter->source) : g_strdup (help);
}

void
heddle_inspect_component (GtkBox *box,
                          HeddleSession *session,
                          const HdObject *object,
                          guint32 node)
{
  HdCatalog *catalog = heddle_session_get_catalog (session);
  HdDesign *design = heddle_session_get_design (session);
  const char *type_name = hd_object_get (object, "type");
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  guint n = type != NULL ? hd_component_type_count_parameters (type) : 0;
  GtkListBox *list;

  if (type == NULL)
    {
      heddle_inspect_attributes (box, object);
      return;
    }
  if (n > 0)
    gtk_box_append (box, heddle_group_new (_("Parameters"), &list));
  for (guint i = 0; i < n; i++)
    {
      const HdParameter *parameter = &type->parameters[i];
      const char *written = hd_object_get (object, parameter->key);
      g_autofree char *value = node != HD_NO_ID ? heddle_dup_parameter (design, node, parameter, i) : NULL;
      g_autofree char *help = dup_parameter_help (catalog, type, parameter);
      const char *shown = value != NULL ? value : written != NULL ? written : parameter->default_text;

      gtk_list_box_append (list, heddle_value_row_new (hd_catalog_translate (catalog, type, parameter->title),
                                                       value != NULL ? written_if_expression (written) : NULL,
                                                       shown != NULL ? shown : "", help));
    }
  if (node != HD_NO_ID && type->role == HD_ROLE_ENDPOINT)
    gtk_box_append (box, heddle_live_card_new (session, HD_TARGET_NODE, &node, 1));
  inspect_help (box, catalog, type);
}

/* ---- instances ---------------------------------------------------------------------------------------------------------------- */

void
heddle_inspect_instance (GtkBox *box,
                         HeddleSession *session,
                         const HdObject *object,
                         guint32 scope)
{
  HdDesign *design = heddle_session_get_design (session);
  const char *count = hd_object_get (object, "count");
  GtkListBox *list;

  gtk_box_append (box, heddle_group_new (_("Instance"), &list));
  add_row (list, _("Module"), hd_object_get (object, "of"));
  if (count != NULL)
    add_row (list, _("Count"), count);
  if (scope == HD_NO_ID)
    return;

  const HdScope *inner = &hd_design_get_scopes (design)[scope];

  gtk_box_append (box, heddle_group_new (_("Inside one"), &list));
  add_count (list, _("Accelerators"), heddle_count_endpoints (design, inner->first_node, inner->end_node));
  add_count (list, _("Components"), inner->end_node - inner->first_node);
  add_count (list, _("Links"), inner->end_link - inner->first_link);

  g_autoptr (GArray) workers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = inner->first_node; i < inner->end_node; i++)
    if (hd_design_get_nodes (design)[i].type->role == HD_ROLE_ENDPOINT)
      g_array_append_val (workers, i);
  if (workers->len > 0)
    gtk_box_append (box, heddle_live_card_new (session, HD_TARGET_NODE, (const guint32 *) workers->data, workers->len));
}

/* ---- anything else ------------------------------------------------------------------------------------------------------------- */

void
heddle_inspect_attributes (GtkBox *box,
                           const HdObject *object)
{
  const HdField *fields = hd_schema_get_fields (hd_object_get_kind (object));
  guint n = hd_object_get_n_attributes (object);
  GtkListBox *list;

  if (n == 0)
    return;
  gtk_box_append (box, heddle_group_new (_("Values"), &list));
  for (guint i = 0; i < n; i++)
    {
      const char *value, *name = hd_object_get_nth_attribute (object, i, &value);
      const char *title = name;

      for (const HdField *field = fields; field != NULL && field->name != NULL; field++)
        if (strcmp (field->name, name) == 0 && field->title != NULL)
          title = _(field->title);
      gtk_list_box_append (list, heddle_value_row_new (title, NULL, value, NULL));
    }
}
