/* hd-bdsim.c: BDSim's two text files as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   bdsim-topology 1
 *   library noc noc.so
 *   inst r[0..3][0..3] noc.Router
 *   for i 0..3 j 0..2  link r[i][j].right <-> r[i][j+1].left latency 1
 *   fs auto 4                               # or: fs 0 = r[0..1][*]
 *
 *   bdsim-parameter 1
 *   default Router.link_width = 8
 *   for i 0..3 j 0..3  r[i][j].x = j ; r[i][j].y = i
 *
 * What stands on line N of the topology stands on line N of the project, so that whatever the checks of a project find is told with the line that the user
 * wrote.
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include <heddle/hd-bdsim.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-bdsim-text.h"
#include "hd-i18n.h"
#include "hd-io-error.h"

#define TOPOLOGY ".topology"
#define PARAMETER ".parameter"
#define COLUMN 400 /* where components are drawn, and how far apart */
#define ROW 130

static void
append (GString *out,
        const char *key,
        const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  g_string_append_printf (out, " %s=\"%s\"", key, escaped);
}

/* "if (i <= 1, 0, if (...))": boxes are apart and hold every member, so the last needs no condition. */
static void
append_partition (GString *out,
                  const HdBdsimInstance *instance)
{
  g_autoptr (GString) formula = g_string_new (NULL);
  guint n = instance->boxes->len;

  if (n == 0)
    return;
  for (guint b = 0; b + 1 < n; b++)
    {
      const HdBdsimBox *box = &g_array_index (instance->boxes, HdBdsimBox, b);
      g_autofree char *condition = hd_bdsim_condition (instance, box);

      g_string_append_printf (formula, "if (%s, %u, ", condition, box->fs);
    }
  g_string_append_printf (formula, "%u", g_array_index (instance->boxes, HdBdsimBox, n - 1).fs);
  for (guint b = 0; b + 1 < n; b++)
    g_string_append_c (formula, ')');
  append (out, "partition", formula->str);
}

static void
append_instance (GString *out,
                 const HdBdsimInstance *instance,
                 guint place)
{
  g_autoptr (GString) count = g_string_new (NULL);
  g_autoptr (GString) index = g_string_new (NULL);
  g_autofree char *y = g_strdup_printf ("%u", 40 + ROW * place);
  gboolean has_clock = FALSE;

  for (guint d = 0; d < instance->n_dimensions; d++)
    {
      g_string_append_printf (count, "%s%u", d > 0 ? " x " : "", instance->sizes[d]);
      g_string_append_printf (index, "%s%s", d > 0 ? " " : "", hd_bdsim_letters[d]);
    }
  g_string_append (out, "<component");
  append (out, "id", instance->name);
  g_string_append_printf (out, " type=\"manycore.%s\"", instance->type->id);
  if (instance->n_dimensions > 0)
    {
      append (out, "count", count->str);
      append (out, "index", index->str);
    }
  for (guint i = 0; i < instance->values->len; i++)
    {
      const HdBdsimValue *value = &g_array_index (instance->values, HdBdsimValue, i);

      has_clock |= strcmp (value->key, "clock") == 0;
      append (out, value->key, value->text);
    }
  if (!has_clock)
    append (out, "clock", "$clock");
  append_partition (out, instance);
  g_string_append_printf (out, " x=\"%d\"", COLUMN);
  append (out, "y", y);
  g_string_append (out, "/>");
}

static void
append_link (GString *out,
             const HdBdsimLink *link)
{
  g_string_append (out, "<link");
  append (out, "from", link->from);
  append (out, "to", link->to);
  if (*link->range != '\0')
    append (out, "for", link->range);
  g_string_append (out, " class=\"link\"");
  if (link->latency != 1)
    g_string_append_printf (out, " latency=\"%u / $clock\"", link->latency);
  g_string_append (out, "/>");
}

static void
go_to_line (GString *out,
            guint line,
            guint *now)
{
  for (; *now < line; ++*now)
    g_string_append_c (out, '\n');
}

static char *
write_project (const HdBdsimText *text,
               const char *name)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><heddle version=\"1\"");
  guint line = 1, l = 0;

  append (out, "name", name);
  g_string_append (out, "><variables><variable name=\"clock\" value=\"1 GHz\"/></variables>"
                        "<link-class id=\"link\" bandwidth=\"16 B * $clock\" latency=\"1 / $clock\" sharing=\"split\"/><top>");
  for (guint i = 0; i <= text->instances->len; i++)
    {
      const HdBdsimInstance *instance = i < text->instances->len ? text->instances->pdata[i] : NULL;

      for (; l < text->links->len && (instance == NULL || g_array_index (text->links, HdBdsimLink, l).line < instance->line); l++)
        {
          go_to_line (out, g_array_index (text->links, HdBdsimLink, l).line, &line);
          append_link (out, &g_array_index (text->links, HdBdsimLink, l));
        }
      if (instance == NULL)
        break;
      go_to_line (out, instance->line, &line);
      append_instance (out, instance, i);
    }
  g_string_append (out, "</top>");
  if (text->n_fs > 1)
    g_string_append_printf (out, "<run sync=\"request\" partitions=\"%u\"/>", text->n_fs);
  g_string_append (out, "</heddle>\n");
  return g_string_free (out, FALSE);
}

/* "mesh" of "FOLDER/mesh.topology" */
static char *
get_stem (const char *topology_name)
{
  char *base = g_path_get_basename (topology_name);

  if (g_str_has_suffix (base, TOPOLOGY))
    base[strlen (base) - strlen (TOPOLOGY)] = '\0';
  return base;
}

char *
hd_bdsim_convert (HdCatalog *catalog,
                  const char *topology,
                  gsize topology_length,
                  const char *topology_name,
                  const char *parameters,
                  gsize parameters_length,
                  const char *parameters_name,
                  GError **error)
{
  g_auto (HdBdsimText) text = { NULL };
  g_autofree char *stem = NULL;

  g_return_val_if_fail (HD_IS_CATALOG (catalog), NULL);
  g_return_val_if_fail (topology != NULL && topology_name != NULL, NULL);

  if (!hd_bdsim_text_read (&text, catalog, topology, topology_length, topology_name, parameters, parameters_length, parameters_name, error))
    return NULL;
  stem = get_stem (topology_name);
  return write_project (&text, stem);
}

gboolean
hd_bdsim_is_topology (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return base != NULL && g_str_has_suffix (base, TOPOLOGY);
}

GFile *
hd_bdsim_get_parameters (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *stem = get_stem (base);
  g_autofree char *name = g_strconcat (stem, PARAMETER, NULL);
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return g_file_get_child (folder, name);
}

static char *
load_contents (GFile *file,
               gsize *out_length,
               GCancellable *cancellable,
               GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) io_error = NULL;
  char *contents;

  if (g_file_load_contents (file, cancellable, &contents, out_length, NULL, &io_error))
    return contents;
  g_set_error (error, HD_ERROR, g_error_matches (io_error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO,
               _("%s cannot be read: %s"), name, hd_io_error_get_reason (io_error));
  return NULL;
}

char *
hd_bdsim_read (GFile *file,
               GCancellable *cancellable,
               GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GFile) parameters_file = hd_bdsim_get_parameters (file);
  g_autofree char *parameters_name = g_file_get_parse_name (parameters_file);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autofree char *topology = NULL;
  g_autofree char *parameters = NULL;
  gsize topology_length, parameters_length = 0;

  topology = load_contents (file, &topology_length, cancellable, error);
  if (topology == NULL)
    return NULL;
  if (g_file_query_exists (parameters_file, cancellable))
    {
      parameters = load_contents (parameters_file, &parameters_length, cancellable, error);
      if (parameters == NULL)
        return NULL;
    }
  return hd_bdsim_convert (catalog, topology, topology_length, name, parameters, parameters_length, parameters_name, error);
}
