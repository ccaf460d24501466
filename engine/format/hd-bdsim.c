/* hd-bdsim.c: BDSim's two text files as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   bdsim-topology 1
 *   library noc noc.so
 *   inst r[0..3][0..3] noc.Router
 *   for i 0..3 j 0..2  link r[i][j].right <-> r[i][j+1].left latency 1
 *   fs auto 4
 *
 *   bdsim-parameter 1
 *   default Router.link_width = 8
 *   for i 0..3 j 0..3  r[i][j].x = j ; r[i][j].y = i
 *
 * A # begins a comment. The figures that showed BDSim's own syntax are lost; this one is that of our specification.
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include <heddle/hd-bdsim.h>

#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_BYTES (1 << 20)
#define MAX_LINES 100000
#define MAX_DIMENSIONS 3

static const char *const letters[MAX_DIMENSIONS] = { "i", "j", "k" };

static const struct
{
  const char *kind;
  const char *type;
} kinds[] = {
  { "Router", "router" },     { "VCore", "vcore" }, { "Core", "core" }, { "Cache", "cache" },
  { "Memory", "memory" },     { "MCU", "mcu" },     { "MACT", "mact" }, { "Crossbar", "crossbar" },
};

typedef struct
{
  char *name;
  guint kind; /* place in kinds */
  guint n_dimensions;
  guint sizes[MAX_DIMENSIONS];
  GPtrArray *keys;   /* char *, as the type has them */
  GPtrArray *values; /* char *, formulas of the letters */
} Instance;

typedef struct
{
  guint n;
  char *names[MAX_DIMENSIONS];
  guint first[MAX_DIMENSIONS], last[MAX_DIMENSIONS];
} Loops;

typedef struct
{
  const char *name; /* of the file that is read */
  guint line;
  GPtrArray *instances;
  GHashTable *by_name;
  GHashTable *defaults; /* "kind key" -> value */
  GString *links;
  guint n_fs;
  GRegex *re_inst, *re_for, *re_loop, *re_link, *re_end, *re_fs, *re_default, *re_assign, *re_word;
  GError **error;
} Reader;

static gboolean fail (Reader *reader,
                      HdError code,
                      const char *format,
                      ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (Reader *reader,
      HdError code,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, HD_ERROR, code, "%s:%u: %s", reader->name, reader->line, message);
  return FALSE;
}

static void
instance_free (gpointer data)
{
  Instance *instance = data;

  g_free (instance->name);
  g_ptr_array_unref (instance->keys);
  g_ptr_array_unref (instance->values);
  g_free (instance);
}

static void
loops_clear (Loops *loops)
{
  for (guint i = 0; i < loops->n; i++)
    g_free (loops->names[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Loops, loops_clear)

static gboolean
read_number (Reader *reader,
             const char *text,
             guint *out_number)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 0, 16777215, &number, NULL))
    return fail (reader, HD_ERROR_RANGE, _("“%s” is not a whole number from 0 to 16777215"), text);
  *out_number = (guint) number;
  return TRUE;
}

/* ---- lines -------------------------------------------------------------------------------------------------------- */

static gboolean
read_instance (Reader *reader,
               GMatchInfo *match)
{
  g_autofree char *name = g_match_info_fetch (match, 1);
  g_autofree char *ranges = g_match_info_fetch (match, 2);
  g_autofree char *kind = g_match_info_fetch (match, 4);
  g_auto (GStrv) parts = g_strsplit_set (ranges, "[]", -1);
  Instance *instance;
  guint place = 0;

  if (g_hash_table_contains (reader->by_name, name))
    return fail (reader, HD_ERROR_NAME, _("“%s” is there twice"), name);
  while (place < G_N_ELEMENTS (kinds) && strcmp (kinds[place].kind, kind) != 0)
    place++;
  if (place == G_N_ELEMENTS (kinds))
    return fail (reader, HD_ERROR_NAME, _("The kind “%s” is not known; known are Router, VCore, Core, Cache, Memory, MCU, MACT and Crossbar"), kind);

  instance = g_new0 (Instance, 1);
  instance->name = g_steal_pointer (&name);
  instance->kind = place;
  instance->keys = g_ptr_array_new_with_free_func (g_free);
  instance->values = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (reader->instances, instance);
  g_hash_table_insert (reader->by_name, instance->name, instance);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint last;

      if (*parts[i] == '\0')
        continue;
      if (instance->n_dimensions == MAX_DIMENSIONS || !g_str_has_prefix (parts[i], "0.."))
        return fail (reader, HD_ERROR_RANGE, _("“%s”: an array has at most %d ranges, each from 0"), instance->name, MAX_DIMENSIONS);
      if (!read_number (reader, parts[i] + 3, &last))
        return FALSE;
      instance->sizes[instance->n_dimensions++] = last + 1;
    }
  return TRUE;
}

static gboolean
read_loops (Reader *reader,
            const char *text,
            Loops *out_loops)
{
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (reader->re_loop, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *first = g_match_info_fetch (match, 2);
      g_autofree char *last = g_match_info_fetch (match, 3);
      guint n = out_loops->n;

      if (n == MAX_DIMENSIONS)
        return fail (reader, HD_ERROR_LIMIT, _("more than %d ranges"), MAX_DIMENSIONS);
      if (!read_number (reader, first, &out_loops->first[n]) || !read_number (reader, last, &out_loops->last[n]))
        return FALSE;
      if (out_loops->first[n] > out_loops->last[n])
        return fail (reader, HD_ERROR_RANGE, _("the range %s..%s is empty"), first, last);
      out_loops->names[out_loops->n++] = g_match_info_fetch (match, 1);
    }
  return TRUE;
}

/* One end of a link: the instance must be there. */
static char *
read_end (Reader *reader,
          const char *text)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *port = NULL;
  g_autofree char *indices = NULL;
  g_autofree char *port_index = NULL;

  if (!g_regex_match (reader->re_end, text, 0, &match))
    {
      fail (reader, HD_ERROR_SYNTAX, _("“%s” is not COMPONENT[INDEX].PORT"), text);
      return NULL;
    }
  name = g_match_info_fetch (match, 1);
  indices = g_match_info_fetch (match, 2);
  port = g_match_info_fetch (match, 3);
  port_index = g_match_info_fetch (match, 4);
  if (!g_hash_table_contains (reader->by_name, name))
    {
      fail (reader, HD_ERROR_NAME, _("There is no “%s”"), name);
      return NULL;
    }
  return g_strdup_printf ("%s%s.%s%s", name, indices, g_strdelimit (port, "_", '-'), port_index != NULL ? port_index : "");
}

static gboolean
read_link (Reader *reader,
           GMatchInfo *match,
           const Loops *loops)
{
  g_autofree char *a = g_match_info_fetch (match, 1);
  g_autofree char *arrow = g_match_info_fetch (match, 2);
  g_autofree char *b = g_match_info_fetch (match, 3);
  g_autofree char *cycles = g_match_info_fetch (match, 4);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  guint latency = 1;

  if (strcmp (arrow, "<->") != 0)
    return fail (reader, HD_ERROR_SYNTAX, _("a link of one direction; Heddle's links carry both: write <->"));
  if (cycles != NULL && *cycles != '\0' && !read_number (reader, cycles, &latency))
    return FALSE;
  from = read_end (reader, a);
  to = from != NULL ? read_end (reader, b) : NULL;
  if (to == NULL)
    return FALSE;
  g_string_append_printf (reader->links, "    <link from=\"%s\" to=\"%s\"", from, to);
  for (guint i = 0; i < loops->n; i++)
    g_string_append_printf (reader->links, "%s%s=%u..%u%s", i == 0 ? " for=\"" : " ", loops->names[i], loops->first[i], loops->last[i],
                            i + 1 == loops->n ? "\"" : "");
  g_string_append_printf (reader->links, " class=\"link\" latency=\"%u / $clock\"/>\n", latency);
  return TRUE;
}

/* "k", "M" and "G" behind a number; the two names that clash with places on the canvas. */
static char *
make_value (const char *text)
{
  gsize n = strlen (text);
  const char *suffix = n > 1 && g_ascii_isdigit (text[n - 2]) ? strchr ("kMG", text[n - 1]) : NULL;

  if (suffix == NULL)
    return g_strdup (text);
  return g_strdup_printf ("%.*s%s", (int) n - 1, text, *suffix == 'k' ? "000" : *suffix == 'M' ? "000000" : "000000000");
}

static char *
make_key (const char *key)
{
  if (strcmp (key, "x") == 0 || strcmp (key, "y") == 0)
    return g_strdup (*key == 'x' ? "column" : "row");
  return g_strdelimit (g_strdup (key), "_", '-');
}

static const char *
find_value (Reader *reader,
            const Instance *instance,
            const char *key)
{
  g_autofree char *name = g_strdup_printf ("%s %s", kinds[instance->kind].kind, key);

  for (guint i = 0; i < instance->keys->len; i++)
    if (strcmp (instance->keys->pdata[i], key) == 0)
      return instance->values->pdata[i];
  return g_hash_table_lookup (reader->defaults, name);
}

static void
set_value (Instance *instance,
           const char *key,
           char *value)
{
  for (guint i = 0; i < instance->keys->len; i++)
    if (strcmp (instance->keys->pdata[i], key) == 0)
      {
        g_free (instance->values->pdata[i]);
        instance->values->pdata[i] = value;
        return;
      }
  g_ptr_array_add (instance->keys, g_strdup (key));
  g_ptr_array_add (instance->values, value);
}

/* Loop variables become the letters of the dimensions that they stand for. */
typedef struct
{
  const Loops *loops;
  const char *letters[MAX_DIMENSIONS]; /* by loop */
} Renaming;

static gboolean
rename_word (const GMatchInfo *match,
             GString *result,
             gpointer data)
{
  const Renaming *renaming = data;
  g_autofree char *word = g_match_info_fetch (match, 0);

  for (guint i = 0; i < renaming->loops->n; i++)
    if (strcmp (renaming->loops->names[i], word) == 0 && renaming->letters[i] != NULL)
      {
        g_string_append (result, renaming->letters[i]);
        return FALSE;
      }
  g_string_append (result, word);
  return FALSE;
}

/* What must hold of the letters for one subscript; "" if it is the whole dimension. */
static gboolean
read_subscript (Reader *reader,
                const Instance *instance,
                guint dimension,
                const char *text,
                Renaming *renaming,
                GString *condition)
{
  const Loops *loops = renaming->loops;
  const char *glue = condition->len > 0 ? " * " : "";
  guint number;

  for (guint i = 0; i < loops->n; i++)
    if (strcmp (loops->names[i], text) == 0)
      {
        renaming->letters[i] = letters[dimension];
        if (loops->last[i] >= instance->sizes[dimension])
          return fail (reader, HD_ERROR_RANGE, _("“%s” goes to %u; “%s” ends at %u"), text, loops->last[i], instance->name,
                       instance->sizes[dimension] - 1);
        if (loops->first[i] > 0 || loops->last[i] + 1 < instance->sizes[dimension])
          g_string_append_printf (condition, "%s(%s &gt;= %u) * (%s &lt;= %u)", glue, letters[dimension], loops->first[i], letters[dimension],
                                  loops->last[i]);
        return TRUE;
      }
  if (!read_number (reader, text, &number))
    return FALSE;
  if (number >= instance->sizes[dimension])
    return fail (reader, HD_ERROR_RANGE, _("the index %u is beyond “%s”, which ends at %u"), number, instance->name,
                 instance->sizes[dimension] - 1);
  g_string_append_printf (condition, "%s(%s == %u)", glue, letters[dimension], number);
  return TRUE;
}

static gboolean
read_assignment (Reader *reader,
                 const char *text,
                 const Loops *loops)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) condition = g_string_new (NULL);
  g_autofree char *name = NULL;
  g_autofree char *key = NULL;
  g_autofree char *value = NULL;
  Renaming renaming = { .loops = loops };
  Instance *instance;
  guint dimension = 0;

  if (!g_regex_match (reader->re_assign, text, 0, &match))
    return fail (reader, HD_ERROR_SYNTAX, _("“%s” is not COMPONENT[INDEX].PARAMETER = VALUE"), text);
  name = g_match_info_fetch (match, 1);
  instance = g_hash_table_lookup (reader->by_name, name);
  if (instance == NULL)
    return fail (reader, HD_ERROR_NAME, _("There is no “%s”"), name);
  {
    g_autofree char *subscripts = g_match_info_fetch (match, 2);
    g_autofree char *raw_key = g_match_info_fetch (match, 3);
    g_autofree char *raw_value = g_match_info_fetch (match, 4);
    g_autofree char *made = make_value (g_strstrip (raw_value));
    g_auto (GStrv) parts = g_strsplit_set (subscripts, "[]", -1);

    for (guint i = 0; parts[i] != NULL; i++)
      {
        if (*g_strstrip (parts[i]) == '\0')
          continue;
        if (dimension == instance->n_dimensions)
          return fail (reader, HD_ERROR_RANGE, _("“%s” has %u dimensions"), name, instance->n_dimensions);
        if (!read_subscript (reader, instance, dimension++, parts[i], &renaming, condition))
          return FALSE;
      }
    key = make_key (raw_key);
    value = g_regex_replace_eval (reader->re_word, made, -1, 0, 0, rename_word, &renaming, NULL);
  }
  if (dimension < instance->n_dimensions)
    return fail (reader, HD_ERROR_RANGE, _("“%s” has %u dimensions"), name, instance->n_dimensions);
  if (condition->len > 0)
    {
      const char *otherwise = find_value (reader, instance, key);

      if (otherwise == NULL)
        return fail (reader, HD_ERROR_RANGE, _("“%s” of the other members of “%s” has no value; a default line gives one"), key, name);
      set_value (instance, key, g_strdup_printf ("if (%s, %s, %s)", condition->str, value, otherwise));
    }
  else
    {
      set_value (instance, key, g_steal_pointer (&value));
    }
  return TRUE;
}

static gboolean
read_default (Reader *reader,
              GMatchInfo *match)
{
  g_autofree char *kind = g_match_info_fetch (match, 1);
  g_autofree char *raw_key = g_match_info_fetch (match, 2);
  g_autofree char *raw_value = g_match_info_fetch (match, 3);
  g_autofree char *key = make_key (raw_key);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].kind, kind) == 0)
      {
        g_hash_table_insert (reader->defaults, g_strdup_printf ("%s %s", kind, key), make_value (g_strstrip (raw_value)));
        return TRUE;
      }
  return fail (reader, HD_ERROR_NAME, _("The kind “%s” is not known; known are Router, VCore, Core, Cache, Memory, MCU, MACT and Crossbar"), kind);
}

static gboolean
read_topology_line (Reader *reader,
                    const char *text,
                    const Loops *loops)
{
  g_autoptr (GMatchInfo) inst = NULL;
  g_autoptr (GMatchInfo) link = NULL;
  g_autoptr (GMatchInfo) fs = NULL;

  if (g_str_has_prefix (text, "library ") && loops->n == 0)
    return TRUE; /* all kinds come from one library */
  if (loops->n == 0 && g_regex_match (reader->re_inst, text, 0, &inst))
    return read_instance (reader, inst);
  if (g_regex_match (reader->re_link, text, 0, &link))
    return read_link (reader, link, loops);
  if (loops->n == 0 && g_regex_match (reader->re_fs, text, 0, &fs))
    {
      g_autofree char *number = g_match_info_fetch (fs, 1);

      return read_number (reader, number, &reader->n_fs)
             && (reader->n_fs > 0 || fail (reader, HD_ERROR_RANGE, _("there must be at least one partition")));
    }
  return fail (reader, HD_ERROR_SYNTAX, _("“%s” is not a library, inst, link or fs auto line"), text);
}

static gboolean
read_parameter_line (Reader *reader,
                     const char *text,
                     const Loops *loops)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_auto (GStrv) parts = NULL;

  if (loops->n == 0 && g_regex_match (reader->re_default, text, 0, &match))
    return read_default (reader, match);
  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' && !read_assignment (reader, parts[i], loops))
      return FALSE;
  return TRUE;
}

typedef gboolean (*ReadLine) (Reader *reader,
                              const char *text,
                              const Loops *loops);

static gboolean
read_file (Reader *reader,
           const char *name,
           const char *data,
           gsize length,
           const char *header,
           ReadLine read_line)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean has_header = FALSE;

  reader->name = name;
  reader->line = 1;
  if (length > MAX_BYTES)
    return fail (reader, HD_ERROR_LIMIT, _("the file has more than %d bytes"), MAX_BYTES);
  if (memchr (data, '\0', length) != NULL || !g_utf8_validate (data, (gssize) length, NULL))
    return fail (reader, HD_ERROR_SYNTAX, _("the file is not text"));
  text = g_strndup (data, length);
  lines = g_strsplit (text, "\n", MAX_LINES);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (Loops) loops = { 0 };
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *rest = NULL;
      char *comment = strchr (lines[i], '#');

      reader->line = i + 1;
      if (comment != NULL)
        *comment = '\0';
      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!has_header)
        {
          if (strcmp (lines[i], header) != 0)
            return fail (reader, HD_ERROR_SYNTAX, _("the first line must be “%s”"), header);
          has_header = TRUE;
          continue;
        }
      if (g_regex_match (reader->re_for, lines[i], 0, &match))
        {
          g_autofree char *ranges = g_match_info_fetch (match, 1);

          rest = g_match_info_fetch (match, 2);
          if (!read_loops (reader, ranges, &loops))
            return FALSE;
        }
      if (!read_line (reader, rest != NULL ? rest : lines[i], &loops))
        return FALSE;
    }
  return has_header || fail (reader, HD_ERROR_SYNTAX, _("the first line must be “%s”"), header);
}

/* ---- the project -------------------------------------------------------------------------------------------------- */

static void
append_value (GString *out,
              const char *key,
              const char *value)
{
  g_string_append_printf (out, " %s=\"%s\"", key, value);
}

static void
append_instance (Reader *reader,
                 GString *out,
                 const Instance *instance)
{
  g_autofree char *prefix = g_strdup_printf ("%s ", kinds[instance->kind].kind);
  g_autoptr (GList) defaults = g_list_sort (g_hash_table_get_keys (reader->defaults), (GCompareFunc) strcmp);

  g_string_append_printf (out, "    <component id=\"%s\" type=\"manycore.%s\"", instance->name, kinds[instance->kind].type);
  for (guint d = 0; d < instance->n_dimensions; d++)
    g_string_append_printf (out, "%s%u%s", d == 0 ? " count=\"" : " x ", instance->sizes[d], d + 1 == instance->n_dimensions ? "\"" : "");
  for (guint d = 0; d < instance->n_dimensions; d++)
    g_string_append_printf (out, "%s%s%s", d == 0 ? " index=\"" : " ", letters[d], d + 1 == instance->n_dimensions ? "\"" : "");
  append_value (out, "clock", "$clock");
  for (guint i = 0; i < instance->keys->len; i++)
    append_value (out, instance->keys->pdata[i], instance->values->pdata[i]);
  for (GList *l = defaults; l != NULL; l = l->next)
    if (g_str_has_prefix (l->data, prefix))
      {
        const char *key = (const char *) l->data + strlen (prefix);
        gboolean is_set = FALSE;

        for (guint i = 0; i < instance->keys->len; i++)
          is_set |= strcmp (instance->keys->pdata[i], key) == 0;
        if (!is_set)
          append_value (out, key, g_hash_table_lookup (reader->defaults, l->data));
      }
  g_string_append (out, "/>\n");
}

static char *
write_project (Reader *reader)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<heddle version=\"1\" name=\"BDSim\">\n"
                               "  <variables>\n    <variable name=\"clock\" value=\"1 GHz\"/>\n  </variables>\n"
                               "  <link-class id=\"link\" bandwidth=\"16 B * $clock\" latency=\"1 / $clock\" sharing=\"split\"/>\n  <top>\n");

  for (guint i = 0; i < reader->instances->len; i++)
    append_instance (reader, out, reader->instances->pdata[i]);
  g_string_append (out, reader->links->str);
  g_string_append (out, "  </top>\n");
  if (reader->n_fs > 1)
    g_string_append_printf (out, "  <run partitions=\"%u\"/>\n", reader->n_fs);
  g_string_append (out, "</heddle>\n");
  return g_string_free (out, FALSE);
}

#define INDICES "((?:\\[[^\\][<>&\"]+\\])*)"

static GRegex *
compile (const char *pattern)
{
  return g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
}

static void
reader_init (Reader *reader,
             GError **error)
{
  *reader = (Reader){
    .instances = g_ptr_array_new_with_free_func (instance_free),
    .by_name = g_hash_table_new (g_str_hash, g_str_equal),
    .defaults = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .links = g_string_new (NULL),
    .re_inst = compile ("^inst\\s+([A-Za-z]\\w*)((?:\\[\\d+\\.\\.\\d+\\])*)\\s+(\\w+)\\.(\\w+)$"),
    .re_for = compile ("^for((?:\\s+[A-Za-z]\\w*\\s+\\d+\\.\\.\\d+)+)\\s+(.*)$"),
    .re_loop = compile ("([A-Za-z]\\w*)\\s+(\\d+)\\.\\.(\\d+)"),
    .re_link = compile ("^link\\s+([^\\s<]+)\\s*(<->|->)\\s*(\\S+)(?:\\s+latency\\s+(\\d+))?$"),
    .re_end = compile ("^([A-Za-z]\\w*)" INDICES "\\.([A-Za-z]\\w*)(\\[[^\\][<>&\"]+\\])?$"),
    .re_fs = compile ("^fs\\s+auto\\s+(\\d+)$"),
    .re_default = compile ("^default\\s+(\\w+)\\.([A-Za-z]\\w*)\\s*=\\s*([\\w+*/%()., -]+)$"),
    .re_assign = compile ("^([A-Za-z]\\w*)" INDICES "\\.([A-Za-z]\\w*)\\s*=\\s*([\\w+*/%()., -]+)$"),
    .re_word = compile ("[A-Za-z_]\\w*"),
    .error = error,
  };
}

static void
reader_clear (Reader *reader)
{
  GRegex *regexes[] = { reader->re_inst, reader->re_for, reader->re_loop, reader->re_link, reader->re_end,
                        reader->re_fs, reader->re_default, reader->re_assign, reader->re_word };

  for (guint i = 0; i < G_N_ELEMENTS (regexes); i++)
    g_regex_unref (regexes[i]);
  g_hash_table_unref (reader->by_name);
  g_ptr_array_unref (reader->instances);
  g_hash_table_unref (reader->defaults);
  g_string_free (reader->links, TRUE);
}

char *
hd_bdsim_convert (const char *topology,
                  gsize topology_length,
                  const char *topology_name,
                  const char *parameters,
                  gsize parameters_length,
                  const char *parameters_name,
                  GError **error)
{
  char *project = NULL;
  Reader reader;

  g_return_val_if_fail (topology != NULL && topology_name != NULL, NULL);

  reader_init (&reader, error);
  if (read_file (&reader, topology_name, topology, topology_length, "bdsim-topology 1", read_topology_line)
      && (parameters == NULL
          || read_file (&reader, parameters_name, parameters, parameters_length, "bdsim-parameter 1", read_parameter_line)))
    project = write_project (&reader);
  reader_clear (&reader);
  return project;
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
  g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be read: %s"), name, io_error->message);
  return NULL;
}

HdDocument *
hd_bdsim_load (GFile *file,
               HdProblemList *problems,
               GCancellable *cancellable,
               GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *stem = g_str_has_suffix (name, ".topology") ? g_strndup (name, strlen (name) - strlen (".topology")) : g_strdup (name);
  g_autofree char *parameters_name = g_strconcat (stem, ".parameter", NULL);
  g_autoptr (GFile) parameters_file = g_file_parse_name (parameters_name);
  g_autofree char *topology = NULL;
  g_autofree char *parameters = NULL;
  g_autofree char *project = NULL;
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
  project = hd_bdsim_convert (topology, topology_length, name, parameters, parameters_length, parameters_name, error);
  return project != NULL ? hd_document_load_from_data (project, -1, name, problems, error) : NULL;
}
