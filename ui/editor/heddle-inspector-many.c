/* heddle-inspector-many.c: fields that several objects have in common
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-rows.h"

/* What is each object's own is not edited for all. */
static gboolean
is_own (const HeddleField *field)
{
  static const char *const own[] = { "id", "x", "y", "from", "to", "of", "kind", "index" };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (field->name, own[i]) == 0)
      return TRUE;
  return FALSE;
}

/* The kinds of all objects as bits, and the types of the components among them. O(n) */
static GHashTable *
collect_types (HeddlePage *page,
               guint *out_kinds)
{
  HdDocument *document = heddle_session_get_document (page->session);
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  GHashTable *types = g_hash_table_new (NULL, NULL);
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = heddle_session_get_n_selected (page->session);

  *out_kinds = 0;
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, heddle_session_get_selected (page->session, i).uid);
      HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_COMMENT;
      const char *name = kind == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;

      if (kind != HD_OBJECT_COMMENT)
        *out_kinds |= 1u << kind;
      if (name != NULL && g_hash_table_add (names, (gpointer) name))
        g_hash_table_add (types, (gpointer) hd_catalog_lookup (catalog, name));
    }
  g_hash_table_unref (names);
  return types;
}

static gboolean
all_kinds_have (guint kinds,
                const HdField *field)
{
  for (HdObjectKind kind = 0; kind < HD_N_OBJECT_KINDS; kind++)
    if ((kinds & (1u << kind)) != 0)
      {
        const HdField *other = hd_schema_find_field (kind, field->name);

        if (other == NULL || other->kind != field->kind || other->refers_to != field->refers_to || g_strcmp0 (other->unit, field->unit) != 0)
          return FALSE;
      }
  return TRUE;
}

static gboolean
all_types_have (GHashTable *types,
                const HdParameter *parameter)
{
  GHashTableIter iter;
  gpointer type;

  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &type, NULL))
    {
      const HdParameter *other = type != NULL ? hd_component_type_find_parameter (type, parameter->key, NULL) : NULL;

      if (other == NULL || other->kind != parameter->kind || g_strcmp0 (other->unit, parameter->unit) != 0 ||
          other->choices != parameter->choices)
        return FALSE;
    }
  return TRUE;
}

static void
add_schema (HeddlePage *page,
            guint kinds)
{
  HdObjectKind first = (HdObjectKind) g_bit_nth_lsf (kinds, -1);
  GtkListBox *list = NULL;

  for (const HdField *common = hd_schema_get_fields (first); common->name != NULL; common++)
    {
      HeddleField field = heddle_field_from_schema (common);

      if (is_own (&field) || !all_kinds_have (kinds, common))
        continue;
      if (list == NULL)
        list = heddle_page_add_group (page, _("In common"));
      heddle_page_add_field (page, list, &field);
    }
}

static void
add_parameters (HeddlePage *page,
                GHashTable *types)
{
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  GHashTableIter iter;
  gpointer first = NULL;
  const char *group = NULL;
  GtkListBox *list = NULL;

  g_hash_table_iter_init (&iter, types);
  if (!g_hash_table_iter_next (&iter, &first, NULL) || first == NULL)
    return;

  const HdComponentType *type = first;

  g_autoptr (GPtrArray) ordered = heddle_page_order (type->parameters);

  for (guint i = 0; i < ordered->len; i++)
    {
      const HdParameter *parameter = g_ptr_array_index (ordered, i);
      HeddleField field = heddle_field_from_parameter (catalog, type, parameter);

      if (!all_types_have (types, parameter))
        continue;
      if (list == NULL || g_strcmp0 (parameter->group, group) != 0)
        list = heddle_page_add_group (page, parameter->group != NULL              ? hd_catalog_translate (catalog, type, parameter->group)
                                            : g_hash_table_size (types) == 1 ? hd_catalog_translate (catalog, type, type->title)
                                                                             : _("Parameters"));
      group = parameter->group;
      heddle_page_add_field (page, list, &field);
    }
}

/* ---- several sorts --------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *title;
  GArray *targets; /* of HeddleTarget */
} Sort;

static void
clear_sort (gpointer data)
{
  g_array_unref (((Sort *) data)->targets);
}

static void
on_sort_activated (HeddleSession *session,
                   GtkListBoxRow *row)
{
  g_autoptr (GArray) targets = g_array_ref (g_object_get_data (G_OBJECT (row), "heddle-targets"));

  heddle_session_select_many (session, (const HeddleTarget *) targets->data, targets->len);
}

/* What differs is told apart: a row for each sort, that selects no other. O(objects · sorts) */
static void
add_sorts (HeddlePage *page)
{
  HdDocument *document = heddle_session_get_document (page->session);
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  g_autoptr (GArray) sorts = g_array_new (FALSE, FALSE, sizeof (Sort));
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (page->session, &n);
  GtkListBox *list;

  g_array_set_clear_func (sorts, clear_sort);
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, targets[i].uid);
      const char *title = object != NULL ? heddle_get_sort_title (catalog, object) : NULL;
      guint at = 0;

      if (title == NULL)
        continue;
      while (at < sorts->len && strcmp (g_array_index (sorts, Sort, at).title, title) != 0)
        at++;
      if (at == sorts->len)
        {
          Sort sort = { title, g_array_new (FALSE, FALSE, sizeof (HeddleTarget)) };

          g_array_append_val (sorts, sort);
        }
      g_array_append_val (g_array_index (sorts, Sort, at).targets, targets[i]);
    }
  if (sorts->len < 2)
    return;

  list = heddle_page_add_group (page, _("Select only"));
  for (guint i = 0; i < sorts->len; i++)
    {
      Sort *sort = &g_array_index (sorts, Sort, i);
      g_autofree char *count = hd_figure_count (sort->targets->len);
      GtkWidget *row = heddle_value_row_new (sort->title, NULL, count, NULL);

      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_object_set_data_full (G_OBJECT (row), "heddle-targets", g_array_ref (sort->targets), (GDestroyNotify) g_array_unref);
      gtk_list_box_append (list, row);
    }
  g_signal_connect_object (list, "row-activated", G_CALLBACK (on_sort_activated), page->session, G_CONNECT_SWAPPED);
}

void
heddle_inspect_many (HeddlePage *page)
{
  guint kinds;
  g_autoptr (GHashTable) types = collect_types (page, &kinds);

  if (kinds == (1u << HD_OBJECT_COMPONENT))
    add_parameters (page, types);
  if (kinds != 0)
    add_schema (page, kinds);
  add_sorts (page);
}
