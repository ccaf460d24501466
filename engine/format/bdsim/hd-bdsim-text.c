/* hd-bdsim-text.c: BDSim's two text files as they stand
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The figures that showed BDSim's own syntax are lost; this one is that of projects/bdsim/README.md.
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-text.h"

#include "hd-bdsim-parser.h"

const char *const hd_bdsim_letters[HD_BDSIM_DIMENSIONS] = { "i", "j", "k" };

/* ---- memory -------------------------------------------------------------------------------------------------------- */

static void
link_clear (gpointer data)
{
  HdBdsimLink *link = data;

  g_free (link->from);
  g_free (link->to);
  g_free (link->range);
}

static void
instance_free (gpointer data)
{
  HdBdsimInstance *instance = data;

  g_free (instance->name);
  g_free (instance->kind);
  g_array_unref (instance->values);
  g_array_unref (instance->boxes);
  g_free (instance);
}

static void
assignment_clear (gpointer data)
{
  HdBdsimAssignment *assignment = data;

  g_free (assignment->owner);
  g_free (assignment->key);
  g_free (assignment->text);
  g_free (assignment->condition);
}

void
hd_bdsim_text_clear (HdBdsimText *self)
{
  g_clear_pointer (&self->instances, g_ptr_array_unref);
  g_clear_pointer (&self->links, g_array_unref);
}

static GRegex *
compile (const char *pattern)
{
  return g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
}

#define NAME "([A-Za-z]\\w*)"
#define INDICES "((?:\\[[^\\][<>&\"]+\\])*)"
#define FORMULA "([\\w+*/%()., -]+)"

static void
parser_init (HdBdsimParser *self,
             HdBdsimText *text,
             HdCatalog *catalog)
{
  *self = (HdBdsimParser){
    .text = text,
    .catalog = catalog,
    .instances = g_hash_table_new (g_str_hash, g_str_equal),
    .libraries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .assignments = g_array_new (FALSE, FALSE, sizeof (HdBdsimAssignment)),
    .inst = compile ("^inst\\s+" NAME "((?:\\[[^\\]]*\\])*)\\s+(\\w+)\\.(\\w+)$"),
    .link = compile ("^link\\s+([^\\s<]+)\\s*(<->|->)\\s*([^\\s<]+)(?:\\s+latency\\s+(\\w+))?$"),
    .end = compile ("^" NAME INDICES "\\." NAME "(\\[[^\\][<>&\"]+\\])?$"),
    .fs_auto = compile ("^fs\\s+auto\\s+(\\w+)$"),
    .fs = compile ("^fs\\s+(\\d+)\\s*=\\s*(.+)$"),
    .box = compile ("^" NAME "((?:\\[[^\\]]*\\])*)$"),
    .set_default = compile ("^default\\s+(\\w+)\\." NAME "\\s*=\\s*" FORMULA "$"),
    .assign = compile ("^" NAME INDICES "\\." NAME "\\s*=\\s*" FORMULA "$"),
    .word = compile ("(\\d+(?:\\.\\d+)?)([kMG])\\b|([A-Za-z_]\\w*)"),
    .number = compile ("^-?\\d+(?:\\.\\d+)?[kMG]?$"),
  };
  g_array_set_clear_func (self->assignments, assignment_clear);
  *text = (HdBdsimText){
    .instances = g_ptr_array_new_with_free_func (instance_free),
    .links = g_array_new (FALSE, FALSE, sizeof (HdBdsimLink)),
  };
  g_array_set_clear_func (text->links, link_clear);
}

static void
parser_clear (HdBdsimParser *self)
{
  GRegex *regexes[] = { self->inst, self->link, self->end, self->fs_auto, self->fs, self->box, self->set_default, self->assign, self->word,
                        self->number };

  for (guint i = 0; i < G_N_ELEMENTS (regexes); i++)
    g_regex_unref (regexes[i]);
  g_hash_table_unref (self->instances);
  g_hash_table_unref (self->libraries);
  g_array_unref (self->assignments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdBdsimParser, parser_clear)

/* ---- reading -------------------------------------------------------------------------------------------------------- */

gboolean
hd_bdsim_text_read (HdBdsimText *self,
                    HdCatalog *catalog,
                    const char *topology,
                    gsize topology_length,
                    const char *topology_name,
                    const char *parameters,
                    gsize parameters_length,
                    const char *parameters_name,
                    GError **error)
{
  HdBdsimReader topology_reader = { .name = topology_name, .error = error };
  HdBdsimReader parameter_reader = { .name = parameters_name, .error = error };
  g_auto (HdBdsimParser) parser = { NULL };

  parser_init (&parser, self, catalog);
  if (!hd_bdsim_reader_read (&topology_reader, topology, topology_length, "bdsim-topology 1", hd_bdsim_parser_read_topology_line, &parser)
      || !hd_bdsim_parser_check_boxes (&parser, &topology_reader))
    return FALSE;
  if (parameters != NULL
      && !hd_bdsim_reader_read (&parameter_reader, parameters, parameters_length, "bdsim-parameter 1", hd_bdsim_parser_read_parameter_line, &parser))
    return FALSE;
  hd_bdsim_parser_set_values (&parser);
  return TRUE;
}
