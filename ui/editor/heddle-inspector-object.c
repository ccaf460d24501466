/* heddle-inspector-object.c: the fields of one object
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-probe-list.h"

/* ---- groups by kind ------------------------------------------------------------------------------------------------------------- */

/** Group: @title: (nullable) (translatable); @fields: of the schema, in the order in which they are shown; @folded: seldom needed */
typedef struct
{
  HdObjectKind kind;
  const char *title;
  const char *fields;
  gboolean folded;
} Group;

/* Those of one kind stand together; parameters of a type follow its first group. */
static const Group groups[] = {
  { HD_OBJECT_COMPONENT, NULL, "id type count failed", FALSE },
  { HD_OBJECT_COMPONENT, N_("Array and drawing"), "index x y columns rows spacing row-spacing rotation", TRUE },
  { HD_OBJECT_INSTANCE, NULL, "id of count failed", FALSE },
  { HD_OBJECT_INSTANCE, N_("Array and drawing"), "index x y columns rows spacing row-spacing rotation", TRUE },
  { HD_OBJECT_GENERATE, NULL, "id kind", FALSE },
  { HD_OBJECT_GENERATE, N_("Drawing"), "x y", TRUE },
  { HD_OBJECT_LINK, NULL, "class bandwidth latency sharing failed", FALSE },
  { HD_OBJECT_ROUTE, NULL, "from to via for where symmetric", FALSE },
  { HD_OBJECT_PORT, NULL, "id of count for side", FALSE },
  { HD_OBJECT_PORT, N_("Drawing"), "x y", TRUE },
  { HD_OBJECT_NOTE, N_("Drawing"), "x y width", TRUE },
  { HD_OBJECT_KNOB, NULL, "of title from to scale metric", FALSE },
  { HD_OBJECT_KNOB, N_("Drawing"), "x y", TRUE },
  { HD_OBJECT_MODULE, NULL, "id title symbol", FALSE },
  { HD_OBJECT_VARIABLE, NULL, "name value type title", FALSE },
  { HD_OBJECT_LINK_CLASS, NULL, "id bandwidth latency sharing noise title", FALSE },
  { HD_OBJECT_COMMUNICATOR, NULL, "id members limit", FALSE },
  { HD_OBJECT_WORKLOAD, NULL, "type on", FALSE },
  { HD_OBJECT_EDGE, NULL, "from to first", FALSE },
  { HD_OBJECT_PROBE, NULL, "of title colour", FALSE },
  { HD_OBJECT_STUDY, NULL, "id title sampling points where", FALSE },
  { HD_OBJECT_STUDY, N_("Repeats"), "repeats precision limit seed", TRUE },
  { HD_OBJECT_CHANGE, NULL, "at of value", FALSE },
  { HD_OBJECT_FACTOR, NULL, "of title values from to steps scale whole", FALSE },
  { HD_OBJECT_METRIC, NULL, "of by title direction at-least at-most", FALSE },
};

/* What a vertex says depends on what it is. */
#define VERTEX_COMPUTE "id kind work access place home mode precision resident start"
#define VERTEX_COMM "id kind operation algorithm bytes from to members net channel start"

/* ---- what a type adds ------------------------------------------------------------------------------------------------------------- */

/* Each group has a list of its own. */
static void
add_parameters (HeddlePage *page,
                const char *title,
                const HdComponentType *type,
                const HdParameter *parameters,
                HdObjectKind kind)
{
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  g_autoptr (GPtrArray) ordered = heddle_page_order (parameters);
  const char *group = NULL;
  GtkListBox *list = NULL;

  for (guint i = 0; i < ordered->len; i++)
    {
      const HdParameter *parameter = g_ptr_array_index (ordered, i);
      HeddleField field = heddle_field_from_parameter (catalog, type, parameter);

      if (hd_schema_find_field (kind, field.name) != NULL)
        continue; /* shown already */
      if (list == NULL || g_strcmp0 (parameter->group, group) != 0)
        list = heddle_page_add_group (page, parameter->group != NULL ? hd_catalog_translate (catalog, type, parameter->group) : title);
      group = parameter->group;
      heddle_page_add_field (page, list, &field);
    }
}

static void
add_type_parameters (HeddlePage *page,
                     const HdObject *object)
{
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  HdObjectKind kind = hd_object_get_kind (object);
  const char *name = hd_object_get (object, kind == HD_OBJECT_GENERATE ? "kind" : "type");

  if (name == NULL)
    return;
  if (kind == HD_OBJECT_COMPONENT)
    {
      const HdComponentType *type = hd_catalog_lookup (catalog, name);

      if (type == NULL)
        return;
      if (type->role == HD_ROLE_ENDPOINT)
        heddle_page_add_fields (page, heddle_page_add_group (page, _("Memory")), kind, "home");
      add_parameters (page, hd_catalog_translate (catalog, type, type->title), type, type->parameters, kind);
    }
  else if (kind == HD_OBJECT_GENERATE)
    {
      const HdGenerator *generator = hd_generator_find (name);

      if (generator != NULL)
        add_parameters (page, _(generator->title), NULL, generator->parameters, kind);
    }
  else if (kind == HD_OBJECT_WORKLOAD)
    {
      const HdWorkloadType *type = hd_workload_types_find (name);

      if (type != NULL)
        add_parameters (page, _(type->title), NULL, type->parameters, kind);
    }
}

/* What the library or a newer Heddle meant, and this one does not know: shown as it is written. */
static void
add_unknown (HeddlePage *page,
             const HdObject *object)
{
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  HdObjectKind kind = hd_object_get_kind (object);
  const char *name = hd_object_get (object, "type");
  gboolean known = kind != HD_OBJECT_UNKNOWN && (kind != HD_OBJECT_COMPONENT || (name != NULL && hd_catalog_lookup (catalog, name) != NULL));
  GtkListBox *list = NULL;

  for (guint i = 0; !known && i < hd_object_get_n_attributes (object); i++)
    {
      const char *value, *attribute = hd_object_get_nth_attribute (object, i, &value);
      HdField unknown = { .name = attribute, .title = attribute, .kind = HD_FIELD_TEXT };
      HeddleField field;

      if (hd_schema_find_field (kind, attribute) != NULL)
        continue;
      if (list == NULL)
        list = heddle_page_add_group (page, _("As written"));
      field = heddle_field_from_schema (&unknown);
      field.name = g_intern_string (attribute);
      field.title = field.name;
      field.parameter.unit = "";
      heddle_page_add_field (page, list, &field);
    }
}

gboolean
heddle_link_is_pattern (const HdObject *link)
{
  static const char *const attributes[] = { "from", "to" };

  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const char *end = hd_object_get (link, attributes[i]);

      if (end != NULL && strchr (end, '[') != NULL)
        return TRUE;
    }
  return hd_object_get (link, "for") != NULL || hd_object_get (link, "where") != NULL;
}

/* ---- one object -------------------------------------------------------------------------------------------------------------------- */

static void
add_note_text (HeddlePage *page)
{
  static const HdField text = { .name = "text", .title = N_("Text"), .kind = HD_FIELD_TEXT, .help = N_("What the note says.") };
  HeddleField field = heddle_field_from_schema (&text);

  heddle_page_add_field (page, heddle_page_add_group (page, NULL), &field);
}

/* The ranges of a pattern belong to its ends; one link by itself has none. */
static void
add_ends (HeddlePage *page,
          const HdObject *object)
{
  gboolean pattern = heddle_link_is_pattern (object);

  heddle_page_add_fields (page, heddle_page_add_group (page, _("Ends")), HD_OBJECT_LINK, pattern ? "from to for where" : "from to");
  heddle_page_add_fields (page, heddle_page_add_folded (page, pattern ? _("Drawing") : _("Pattern and drawing")), HD_OBJECT_LINK,
                          pattern ? "id style" : "for where id style");
}

static void
add_vertex (HeddlePage *page,
            const HdObject *object)
{
  gboolean comm = g_strcmp0 (hd_object_get (object, "kind"), "comm") == 0;

  heddle_page_add_fields (page, heddle_page_add_group (page, NULL), HD_OBJECT_VERTEX, comm ? VERTEX_COMM : VERTEX_COMPUTE);
}

/* Words have no order; a range that is written all the same is shown, so that it can be taken away. */
static void
add_range (HeddlePage *page,
           const HdObject *object)
{
  gboolean is_enum = g_strcmp0 (hd_object_get (object, "type"), "enum") == 0;
  gboolean has_range = hd_object_get (object, "minimum") != NULL || hd_object_get (object, "maximum") != NULL;

  if (is_enum || hd_object_get (object, "of") != NULL)
    heddle_page_add_fields (page, heddle_page_add_group (page, _("Permitted words")), HD_OBJECT_VARIABLE, "of");
  if (!is_enum || has_range)
    heddle_page_add_fields (page, heddle_page_add_group (page, _("Range")), HD_OBJECT_VARIABLE, "minimum maximum");
}

static void
add_graph (HeddlePage *page,
           const HdObject *object)
{
  guint64 uid = hd_object_get_uid (object);

  heddle_page_add_list (page, uid, HD_OBJECT_VERTEX, _("Vertices"), NULL, _("No vertex yet"));
  heddle_page_add_list (page, uid, HD_OBJECT_EDGE, _("Edges"), NULL, _("No edge yet"));
}

static void
add_study (HeddlePage *page,
           const HdObject *object)
{
  guint64 uid = hd_object_get_uid (object);

  heddle_page_add_list (page, uid, HD_OBJECT_FACTOR, _("Factors"), NULL, _("Nothing is varied yet"));
  heddle_page_add_list (page, uid, HD_OBJECT_METRIC, _("Metrics"), NULL, _("No metric yet; all are kept"));
}

static void
add_button (GtkBox *box,
            const char *label,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (box, button);
}

static void
add_generated_buttons (HeddlePage *page)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  add_button (GTK_BOX (buttons), _("Change With _Preview…"), "win.generate");
  add_button (GTK_BOX (buttons), _("Convert to Co_mponents"), "win.convert-generated");
  gtk_box_append (page->body, buttons);
}

/* What holds all of one kind is the list of them. */
static gboolean
add_held (HeddlePage *page,
          HdObjectKind kind)
{
  HdObjectKind held = kind == HD_OBJECT_COMMUNICATORS ? HD_OBJECT_COMMUNICATOR
                      : kind == HD_OBJECT_VARIABLES   ? HD_OBJECT_VARIABLE
                      : kind == HD_OBJECT_PROBES      ? HD_OBJECT_PROBE
                                                      : HD_OBJECT_UNKNOWN;

  if (held != HD_OBJECT_UNKNOWN)
    heddle_page_add_project_list (page, held);
  return held != HD_OBJECT_UNKNOWN;
}

static gboolean
has_probes (HdObjectKind kind)
{
  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_LINK || kind == HD_OBJECT_WORKLOAD;
}

void
heddle_inspect_object (HeddlePage *page)
{
  HdObjectKind kind = heddle_subject_get_kind (page->subject);
  const HdObject *object = heddle_subject_get_object (page->subject);
  gboolean first = TRUE;

  if (add_held (page, kind))
    return;
  if (kind == HD_OBJECT_NOTE)
    add_note_text (page);
  else if (kind == HD_OBJECT_VERTEX)
    add_vertex (page, object);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      const char *title = groups[i].title != NULL ? _(groups[i].title) : NULL;

      if (groups[i].kind != kind)
        continue;
      heddle_page_add_fields (page, groups[i].folded ? heddle_page_add_folded (page, title) : heddle_page_add_group (page, title), kind,
                              groups[i].fields);
      if (first && object != NULL)
        {
          add_type_parameters (page, object);
          add_unknown (page, object);
        }
      first = FALSE;
    }
  if (kind == HD_OBJECT_RUN)
    heddle_page_add_settings (page, NULL, FALSE);
  if (object == NULL)
    return;
  if (kind == HD_OBJECT_RUN)
    heddle_page_add_changes (page, hd_object_get_uid (object));
  if (kind == HD_OBJECT_UNKNOWN)
    add_unknown (page, object);
  if (kind == HD_OBJECT_LINK)
    add_ends (page, object);
  if (kind == HD_OBJECT_VARIABLE)
    add_range (page, object);
  if (kind == HD_OBJECT_GENERATE)
    add_generated_buttons (page);
  if (kind == HD_OBJECT_MODULE)
    heddle_page_add_list (page, hd_object_get_uid (object), HD_OBJECT_PORT, _("Ports"), NULL, _("No port to the outside yet"));
  if (kind == HD_OBJECT_WORKLOAD && g_strcmp0 (hd_object_get (object, "type"), "graph") == 0)
    add_graph (page, object);
  if (kind == HD_OBJECT_STUDY)
    add_study (page, object);
  if (has_probes (kind))
    gtk_box_append (page->body, heddle_probe_list_new (page->session, page->target));
}
