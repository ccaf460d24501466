/* heddle-options.c: what can be chosen for a value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-options.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-words.h"

static void
add (HeddleOptions *self,
     const char *value,
     const char *title)
{
  g_ptr_array_add (self->values, g_strdup (value));
  g_ptr_array_add (self->titles, g_strdup (title));
}

static void
add_ids (HeddleOptions *self,
         const HdObject *parent,
         HdObjectKind kind)
{
  for (guint i = 0; parent != NULL && i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);
      const char *id = hd_object_get_id (child);

      if (hd_object_get_kind (child) == kind && id != NULL)
        add (self, id, id);
    }
}

static void
add_references (HeddleOptions *self,
                HeddleSubject *subject,
                HdObjectKind kind)
{
  HdDocument *document = heddle_session_get_document (heddle_subject_get_session (subject));
  const HdObject *root = hd_document_get_root (document);

  if (kind == HD_OBJECT_COMMUNICATOR)
    add_ids (self, hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL), kind);
  else if (kind == HD_OBJECT_VERTEX)
    add_ids (self, hd_document_get_object (document, hd_document_get_parent (document, heddle_subject_get_uid (subject))), kind);
  else
    add_ids (self, root, kind);
}

static void
add_types (HeddleOptions *self,
           HdCatalog *catalog)
{
  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);

      for (guint k = 0; library->types[k] != NULL; k++)
        {
          g_autofree char *name = g_strdup_printf ("%s.%s", library->name, library->types[k]->id);

          add (self, name, hd_catalog_translate (catalog, library->types[k], library->types[k]->title));
        }
    }
}

static void
add_workload_types (HeddleOptions *self)
{
  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    add (self, hd_workload_types_get (i)->id, _(hd_workload_types_get (i)->title));
}

static void
add_generators (HeddleOptions *self)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    add (self, hd_generators_get (i)->kind, _(hd_generators_get (i)->title));
}

/* Those of the operation that the object names; a collective is an all-reduce if it names none. Vertices of a graph have no trees. */
static void
add_algorithms (HeddleOptions *self,
                const HdObject *object)
{
  const char *operation = hd_object_get (object, "operation");

  for (guint i = 0; i < hd_workload_algorithms_get_n (); i++)
    {
      HdWorkloadAlgorithm algorithm;
      HdTreeAlgorithm tree;

      hd_workload_algorithms_get (i, &algorithm);
      if (hd_object_get_kind (object) == HD_OBJECT_VERTEX && hd_tree_algorithm_find (algorithm.algorithm, &tree, NULL))
        continue;
      if (strcmp (algorithm.operation, operation != NULL ? operation : "all-reduce") == 0)
        add (self, algorithm.algorithm, _(algorithm.title));
    }
}

/* Those that a box can bear: neither of topologies nor of what is not drawn. */
static void
add_symbols (HeddleOptions *self)
{
  static const struct
  {
    const char *name, *title;
  } symbols[] = {
    { "module", N_("Module") }, { "server", N_("Server") }, { "xpu", N_("Accelerator") }, { "cpu", N_("Processor") },
    { "core", N_("Core") }, { "chiplet", N_("Chiplet") }, { "cache", N_("Cache") }, { "memory", N_("Memory") },
    { "memory-controller", N_("Memory controller") }, { "nic", N_("Network card") }, { "switch", N_("Switch") },
    { "pcie-switch", N_("PCIe switch") }, { "cxl-switch", N_("CXL switch") }, { "xpu-switch", N_("XPU switch") },
    { "router", N_("Router") }, { "crossbar", N_("Crossbar") }, { "packet-engine", N_("Packet engine") }, { "parser", N_("Parser") },
    { "dispatcher", N_("Dispatcher") }, { "barrier", N_("Barrier") }, { "traffic-source", N_("Traffic source") }, { "sink", N_("Traffic sink") },
    { "table", N_("Table") }, { "gauge", N_("Gauge") }, { "sum", N_("Sum") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    add (self, symbols[i].name, _(symbols[i].title));
}

/* A preset has a name that says more than its word. */
static void
add_choices (HeddleOptions *self,
             HeddleSubject *subject,
             const HeddleField *field)
{
  HdCatalog *catalog = heddle_session_get_catalog (heddle_subject_get_session (subject));
  const HdObject *object = heddle_subject_get_object (subject);
  const char *type_name = object != NULL ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;

  for (guint i = 0; field->parameter.choices != NULL && field->parameter.choices[i] != NULL; i++)
    {
      const char *choice = field->parameter.choices[i];
      const HdPreset *preset = type != NULL && strcmp (field->name, "model") == 0 ? hd_component_type_find_preset (type, choice) : NULL;

      add (self, choice, preset != NULL && preset->title != NULL ? hd_catalog_translate (catalog, type, preset->title)
                                                                 : heddle_get_word (choice));
    }
}

/* The words that a variable may have. */
static void
add_permitted (HeddleOptions *self,
               const HdObject *variable)
{
  const char *of = hd_object_get (variable, "of");
  g_auto (GStrv) words = g_strsplit_set (of != NULL ? of : "", " \t\n", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      add (self, words[i], words[i]);
}

static gboolean
is_word (const HdObject *object,
         const HeddleField *field)
{
  const char *type = object != NULL && hd_object_get_kind (object) == HD_OBJECT_VARIABLE && strcmp (field->name, "value") == 0 ? hd_object_get (object, "type") : NULL;

  return type != NULL && strcmp (type, "enum") == 0;
}

HeddleOptions *
heddle_options_new (HeddleSubject *subject,
                    const HeddleField *field)
{
  HdObjectKind kind = heddle_subject_get_kind (subject);
  const HdObject *object = heddle_subject_get_object (subject);
  g_autoptr (HeddleOptions) self = g_new0 (HeddleOptions, 1);

  self->values = g_ptr_array_new_with_free_func (g_free);
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->optional = !field->required;
  if (field->kind == HD_FIELD_CHOICE)
    {
      add_choices (self, subject, field);
      self->open = !field->literal;
    }
  else if (is_word (object, field))
    add_permitted (self, object);
  else if (field->kind == HD_FIELD_REFERENCE)
    add_references (self, subject, field->refers_to);
  else if (field->kind == HD_FIELD_TYPE)
    add_types (self, heddle_session_get_catalog (heddle_subject_get_session (subject)));
  else if (kind == HD_OBJECT_WORKLOAD && strcmp (field->name, "type") == 0)
    add_workload_types (self);
  else if (kind == HD_OBJECT_MODULE && strcmp (field->name, "symbol") == 0)
    add_symbols (self);
  else if (kind == HD_OBJECT_GENERATE && strcmp (field->name, "kind") == 0)
    add_generators (self);
  else if (strcmp (field->name, "algorithm") == 0 && object != NULL)
    {
      add_algorithms (self, object);
      self->open = TRUE;
    }
  else
    return NULL;
  return g_steal_pointer (&self);
}

void
heddle_options_free (HeddleOptions *self)
{
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->titles);
  g_free (self);
}
