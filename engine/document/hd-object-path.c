/* hd-object-path.c: how messages name an object of a document
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-object-path.h"

#include <heddle/hd-path-reader.h>

static gboolean
is_transparent (HdObjectKind kind)
{
  return kind == HD_OBJECT_PROJECT || kind == HD_OBJECT_VARIABLES || kind == HD_OBJECT_TOP || kind == HD_OBJECT_COMMUNICATORS ||
         kind == HD_OBJECT_PROBES;
}

void
hd_object_path_append (GString *path,
                       const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);
  const char *id = hd_object_get_id (object);
  const char *from = hd_object_get (object, "from");
  const char *to = hd_object_get (object, "to");
  const char *of = hd_object_get (object, "of");
  const char *element = hd_object_get_element (object);

  if (id != NULL && kind == HD_OBJECT_VARIABLE)
    g_string_append_printf (path, "$%s", id);
  else if (id != NULL && kind == HD_OBJECT_LINK_CLASS)
    g_string_append_printf (path, "class:%s", id);
  else if (id != NULL && kind == HD_OBJECT_COMMUNICATOR)
    g_string_append_printf (path, "communicator:%s", id);
  else if (id != NULL && kind != HD_OBJECT_PROJECT)
    g_string_append (path, id);
  else if (kind == HD_OBJECT_KNOB && of != NULL)
    g_string_append_printf (path, "knob:%s", of);
  else if (from != NULL && to != NULL)
    g_string_append_printf (path, "%s--%s", from, to);
  else if (kind == HD_OBJECT_PROBE && of != NULL)
    g_string_append_printf (path, "probe:%s", of);
  else if (kind == HD_OBJECT_CHANGE && of != NULL)
    g_string_append_printf (path, "change:%s", of);
  else
    g_string_append (path, element != NULL ? element : "comment");
}

char *
hd_object_path_format (const HdObject *const *chain,
                       guint n)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      if (is_transparent (hd_object_get_kind (chain[i])) && i + 1 < n)
        continue;
      if (path->len > 0)
        g_string_append_c (path, '/');
      hd_object_path_append (path, chain[i]);
    }
  return g_string_free (path, FALSE);
}

char *
hd_object_dup_name_after_ends (const HdObject *self)
{
  static const char *const ends[] = { "from", "to" };
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      HdPathReader reader;

      if (!hd_path_reader_init (&reader, hd_object_get (self, ends[i]), 0))
        return g_string_free (name, TRUE);
      if (i > 0)
        g_string_append (name, "--");
      g_string_append_len (name, reader.text + reader.start, reader.name_end - reader.start);
    }
  return g_string_free (name, FALSE);
}
