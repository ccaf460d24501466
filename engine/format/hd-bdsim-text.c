/* hd-bdsim-text.c: BDSim's two text files as they stand
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The figures that showed BDSim's own syntax are lost; this one is that of projects/bdsim/README.md.
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-text.h"

#include <string.h>

#include "hd-bdsim-reader.h"
#include "hd-i18n.h"
#include "hd-nearest.h"

#define LIBRARY "manycore."
#define MAX_FS 1024

const char *const hd_bdsim_letters[HD_BDSIM_DIMENSIONS] = { "i", "j", "k" };

/* One line of the second file: "r[i][2].x = i", or "default Router.x = 1". */
typedef struct
{
  char *owner; /* instance, or kind of a default */
  gboolean is_default;
  char *key;
  char *text;
  char *condition; /* (nullable) */
} Assignment;

typedef struct
{
  HdBdsimText *text;
  HdCatalog *catalog;
  GHashTable *instances; /* borrowed, by name */
  GHashTable *libraries; /* set of names */
  GArray *assignments;   /* of Assignment */
  GRegex *inst, *link, *end, *fs_auto, *fs, *box, *set_default, *assign, *word, *number;
} Parser;

/* ---- memory -------------------------------------------------------------------------------------------------------- */

static void
value_clear (gpointer data)
{
  HdBdsimValue *value = data;

  g_free (value->key);
  g_free (value->text);
}

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
  Assignment *assignment = data;

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
parser_init (Parser *self,
             HdBdsimText *text,
             HdCatalog *catalog)
{
  *self = (Parser){
    .text = text,
    .catalog = catalog,
    .instances = g_hash_table_new (g_str_hash, g_str_equal),
    .libraries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .assignments = g_array_new (FALSE, FALSE, sizeof (Assignment)),
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
parser_clear (Parser *self)
{
  GRegex *regexes[] = { self->inst, self->link, self->end, self->fs_auto, self->fs, self->box, self->set_default, self->assign, self->word,
                        self->number };

  for (guint i = 0; i < G_N_ELEMENTS (regexes); i++)
    g_regex_unref (regexes[i]);
  g_hash_table_unref (self->instances);
  g_hash_table_unref (self->libraries);
  g_array_unref (self->assignments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parser, parser_clear)

/* ---- names --------------------------------------------------------------------------------------------------------- */

static gboolean
fail_unknown (HdBdsimReader *reader,
              const char *message,
              const HdNearest *nearest)
{
  g_autofree char *hint = hd_nearest_to_hint (nearest);

  return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, hint != NULL ? "%s (%s)" : "%s", message, hint);
}

static HdBdsimInstance *
find_instance (const Parser *self,
               HdBdsimReader *reader,
               const char *name)
{
  HdBdsimInstance *instance = g_hash_table_lookup (self->instances, name);
  HdNearest nearest = { .wanted = name };
  g_autofree char *message = NULL;

  if (instance != NULL)
    return instance;
  for (guint i = 0; i < self->text->instances->len; i++)
    hd_nearest_offer (&nearest, ((const HdBdsimInstance *) self->text->instances->pdata[i])->name);
  message = g_strdup_printf (_ ("no inst line names “%s”"), name);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

/* "Router" is the type manycore.router. */
static const HdComponentType *
find_kind (const Parser *self,
           HdBdsimReader *reader,
           const char *kind)
{
  g_autofree char *lower = g_ascii_strdown (kind, -1);
  g_autofree char *id = g_strconcat (LIBRARY, lower, NULL);
  const HdComponentType *type = hd_catalog_lookup (self->catalog, id);
  HdNearest nearest = { .wanted = lower };
  g_autofree char *message = NULL;

  if (type != NULL)
    return type;
  for (guint i = 0; i < hd_catalog_get_n_libraries (self->catalog); i++)
    for (guint j = 0; hd_catalog_get_library (self->catalog, i)->types[j] != NULL; j++)
      {
        g_autofree char *candidate = g_strconcat (LIBRARY, hd_catalog_get_library (self->catalog, i)->types[j]->id, NULL);

        if (hd_catalog_lookup (self->catalog, candidate) == hd_catalog_get_library (self->catalog, i)->types[j])
          hd_nearest_offer (&nearest, hd_catalog_get_library (self->catalog, i)->types[j]->id);
      }
  message = g_strdup_printf (_ ("the kind “%s” is unknown: there is no type %s"), kind, id);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

/* "link_width" is link-width; coordinates are called column and row, since x and y are places on the canvas. */
static const HdParameter *
find_parameter (HdBdsimReader *reader,
                const HdComponentType *type,
                const char *kind,
                const char *key)
{
  g_autofree char *name = g_strdelimit (g_strdup (strcmp (key, "x") == 0 ? "column" : strcmp (key, "y") == 0 ? "row" : key), "_", '-');
  const HdParameter *parameter = hd_component_type_find_parameter (type, name, NULL);
  HdNearest nearest = { .wanted = name };
  g_autofree char *message = NULL;

  if (parameter != NULL)
    return parameter;
  for (guint i = 0; i < hd_component_type_count_parameters (type); i++)
    hd_nearest_offer (&nearest, type->parameters[i].key);
  message = g_strdup_printf (_ ("%s has no parameter “%s”"), kind, key);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

/* ---- values -------------------------------------------------------------------------------------------------------- */

/* Loops' names become the letters of the dimensions that they run through; k, M and G are written out. */
typedef struct
{
  const HdBdsimLoops *loops;
  const char *letters[HD_BDSIM_DIMENSIONS]; /* by loop, or NULL */
  const char *unknown;                      /* (transfer full): the first word that means nothing */
} Renaming;

static gboolean
rename_word (const GMatchInfo *match,
             GString *result,
             gpointer data)
{
  static const char *const functions[] = { "min", "max", "if", "floor", "ceil", NULL };
  Renaming *renaming = data;
  g_autofree char *number = g_match_info_fetch (match, 1);
  g_autofree char *suffix = g_match_info_fetch (match, 2);
  g_autofree char *word = g_match_info_fetch (match, 3);

  if (word == NULL || *word == '\0')
    {
      g_string_append_printf (result, "%se%d", number, *suffix == 'k' ? 3 : *suffix == 'M' ? 6 : 9);
      return FALSE;
    }
  for (guint i = 0; i < renaming->loops->n; i++)
    if (strcmp (renaming->loops->names[i], word) == 0 && renaming->letters[i] != NULL)
      {
        g_string_append (result, renaming->letters[i]);
        return FALSE;
      }
  if (!g_strv_contains (functions, word) && renaming->unknown == NULL)
    renaming->unknown = g_steal_pointer (&word);
  else
    g_string_append (result, word);
  return FALSE;
}

static char *
expand_number (const char *text)
{
  gsize n = strlen (text);
  const char *zeros = text[n - 1] == 'k' ? "e3" : text[n - 1] == 'M' ? "e6" : text[n - 1] == 'G' ? "e9" : "";

  return g_strdup_printf ("%.*s%s", (int) (n - (*zeros != '\0')), text, zeros);
}

/* A value as a project writes it. */
static char *
read_value (const Parser *self,
            HdBdsimReader *reader,
            const HdParameter *parameter,
            const char *text,
            Renaming *renaming)
{
  gboolean is_number = parameter->kind == HD_PARAMETER_QUANTITY || parameter->kind == HD_PARAMETER_INTEGER;
  gboolean has_unit = parameter->kind == HD_PARAMETER_QUANTITY && *parameter->unit != '\0';
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;
  HdQuantity quantity;

  if (is_number && !g_regex_match (self->number, text, 0, NULL))
    {
      g_autofree char *formula = g_regex_replace_eval (self->word, text, -1, 0, 0, rename_word, renaming, NULL);

      if (renaming->unknown != NULL)
        {
          hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _ ("“%s” is no range of this line"), renaming->unknown);
          return NULL;
        }
      return has_unit ? g_strdup_printf ("(%s) * 1 %s", formula, parameter->unit) : g_steal_pointer (&formula);
    }
  if (is_number)
    {
      g_autofree char *number = expand_number (text);

      value = g_strdup_printf ("%s%s%s", number, has_unit ? " " : "", has_unit ? parameter->unit : "");
    }
  else
    {
      value = g_strdup (text);
    }
  if (parameter->kind == HD_PARAMETER_TEXT || hd_parameter_parse (parameter, value, &quantity, &error))
    return g_steal_pointer (&value);
  hd_bdsim_reader_fail (reader, (HdError) error->code, "%s", error->message);
  return NULL;
}

/* ---- subscripts ---------------------------------------------------------------------------------------------------- */

/* "[i][2][*][0..3]" of an array: the members that are meant, the whole of a dimension by *; @renaming learns which loop is which letter. */
static gboolean
read_box (HdBdsimReader *reader,
          const HdBdsimInstance *instance,
          const char *subscripts,
          Renaming *renaming,
          HdBdsimBox *out_box)
{
  g_auto (GStrv) parts = g_strsplit (subscripts, "]", -1);
  guint n = g_strv_length (parts) - 1;

  if (*subscripts == '\0')
    n = 0;
  if (n != instance->n_dimensions)
    return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _ ("“%s” has %u dimensions, not %u"), instance->name, instance->n_dimensions, n);
  for (guint d = 0; d < n; d++)
    {
      const char *part = g_strstrip (parts[d] + 1);
      guint loop = 0;

      out_box->first[d] = 0;
      out_box->last[d] = instance->sizes[d] - 1;
      while (loop < renaming->loops->n && strcmp (renaming->loops->names[loop], part) != 0)
        loop++;
      if (loop < renaming->loops->n)
        {
          renaming->letters[loop] = hd_bdsim_letters[d];
          out_box->first[d] = renaming->loops->first[loop];
          out_box->last[d] = renaming->loops->last[loop];
        }
      else if (strstr (part, "..") != NULL)
        {
          if (!hd_bdsim_reader_get_range (reader, part, &out_box->first[d], &out_box->last[d]))
            return FALSE;
        }
      else if (strcmp (part, "*") != 0)
        {
          if (!hd_bdsim_reader_get_number (reader, part, &out_box->first[d]))
            return FALSE;
          out_box->last[d] = out_box->first[d];
        }
      if (out_box->last[d] >= instance->sizes[d])
        return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _ ("“%s” goes to %u; “%s” ends at %u"), part, out_box->last[d], instance->name,
                                     instance->sizes[d] - 1);
    }
  return TRUE;
}

char *
hd_bdsim_condition (const HdBdsimInstance *instance,
                    const HdBdsimBox *box)
{
  g_autoptr (GString) condition = g_string_new (NULL);

  for (guint d = 0; d < instance->n_dimensions; d++)
    {
      const char *letter = hd_bdsim_letters[d];

      if (box->first[d] == 0 && box->last[d] + 1 == instance->sizes[d])
        continue;
      if (condition->len > 0)
        g_string_append (condition, " * ");
      if (box->first[d] == box->last[d])
        g_string_append_printf (condition, "(%s == %u)", letter, box->first[d]);
      else
        g_string_append_printf (condition, "(%s >= %u) * (%s <= %u)", letter, box->first[d], letter, box->last[d]);
    }
  return condition->len > 0 ? g_string_free (g_steal_pointer (&condition), FALSE) : NULL;
}

/* ---- topology ------------------------------------------------------------------------------------------------------ */

static gboolean
read_instance (Parser *self,
               HdBdsimReader *reader,
               GMatchInfo *match)
{
  g_autofree char *name = g_match_info_fetch (match, 1);
  g_autofree char *ranges = g_match_info_fetch (match, 2);
  g_autofree char *library = g_match_info_fetch (match, 3);
  g_autofree char *kind = g_match_info_fetch (match, 4);
  g_auto (GStrv) parts = g_strsplit (ranges, "]", -1);
  const HdComponentType *type;
  HdBdsimInstance *instance;

  if (g_hash_table_contains (self->instances, name))
    return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _ ("“%s” is there twice"), name);
  if (!g_hash_table_contains (self->libraries, library))
    return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _ ("no library line names “%s”"), library);
  type = find_kind (self, reader, kind);
  if (type == NULL)
    return FALSE;

  instance = g_new0 (HdBdsimInstance, 1);
  instance->name = g_steal_pointer (&name);
  instance->kind = g_steal_pointer (&kind);
  instance->type = type;
  instance->line = reader->line;
  instance->values = g_array_new (FALSE, FALSE, sizeof (HdBdsimValue));
  instance->boxes = g_array_new (FALSE, FALSE, sizeof (HdBdsimBox));
  g_array_set_clear_func (instance->values, value_clear);
  g_ptr_array_add (self->text->instances, instance);
  g_hash_table_insert (self->instances, instance->name, instance);
  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i++)
    {
      guint first, last;

      if (i == HD_BDSIM_DIMENSIONS)
        return hd_bdsim_reader_fail (reader, HD_ERROR_LIMIT, _ ("more than %d ranges"), HD_BDSIM_DIMENSIONS);
      if (!hd_bdsim_reader_get_range (reader, g_strstrip (parts[i] + 1), &first, &last))
        return FALSE;
      if (first > 0)
        return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _ ("the range %s does not begin at 0"), parts[i] + 1);
      instance->sizes[instance->n_dimensions++] = last + 1;
    }
  return TRUE;
}

static char *
read_end (const Parser *self,
          HdBdsimReader *reader,
          const char *text)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *indices = NULL;
  g_autofree char *port = NULL;
  g_autofree char *port_index = NULL;

  if (!g_regex_match (self->end, text, 0, &match))
    {
      hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("“%s” is not COMPONENT[INDEX].PORT"), text);
      return NULL;
    }
  name = g_match_info_fetch (match, 1);
  indices = g_match_info_fetch (match, 2);
  port = g_match_info_fetch (match, 3);
  port_index = g_match_info_fetch (match, 4);
  if (find_instance (self, reader, name) == NULL)
    return NULL;
  return g_strconcat (name, indices, ".", g_strdelimit (port, "_", '-'), port_index, NULL);
}

static gboolean
read_link (Parser *self,
           HdBdsimReader *reader,
           GMatchInfo *match,
           const HdBdsimLoops *loops)
{
  g_autofree char *a = g_match_info_fetch (match, 1);
  g_autofree char *arrow = g_match_info_fetch (match, 2);
  g_autofree char *b = g_match_info_fetch (match, 3);
  g_autofree char *cycles = g_match_info_fetch (match, 4);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autoptr (GString) range = g_string_new (NULL);
  guint latency = 1;

  if (strcmp (arrow, "<->") != 0)
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("a link of one direction; Heddle's links carry both: write <->"));
  if (cycles != NULL && *cycles != '\0' && !hd_bdsim_reader_get_number (reader, cycles, &latency))
    return FALSE;
  from = read_end (self, reader, a);
  to = from != NULL ? read_end (self, reader, b) : NULL;
  if (to == NULL)
    return FALSE;
  for (guint i = 0; i < loops->n; i++)
    g_string_append_printf (range, "%s%s=%u..%u", i > 0 ? " " : "", loops->names[i], loops->first[i], loops->last[i]);
  g_array_append_val (self->text->links, ((HdBdsimLink){
    .from = g_steal_pointer (&from), .to = g_steal_pointer (&to), .range = g_string_free (g_steal_pointer (&range), FALSE),
    .latency = latency, .line = reader->line,
  }));
  return TRUE;
}

static gboolean
overlap (const HdBdsimBox *a,
         const HdBdsimBox *b,
         guint n)
{
  for (guint d = 0; d < n; d++)
    if (a->last[d] < b->first[d] || b->last[d] < a->first[d])
      return FALSE;
  return TRUE;
}

/* "fs 0 = r[0..1][*] v[0..1][*]" */
static gboolean
read_fs (Parser *self,
         HdBdsimReader *reader,
         GMatchInfo *match)
{
  static const HdBdsimLoops no_loops = { 0 };
  g_autofree char *number = g_match_info_fetch (match, 1);
  g_autofree char *members = g_match_info_fetch (match, 2);
  g_auto (GStrv) words = g_strsplit_set (members, " \t", -1);
  guint fs;

  if (!hd_bdsim_reader_get_number (reader, number, &fs))
    return FALSE;
  if (fs >= MAX_FS)
    return hd_bdsim_reader_fail (reader, HD_ERROR_LIMIT, _ ("partition %u is beyond the last possible one, %d"), fs, MAX_FS - 1);
  self->text->n_fs = MAX (self->text->n_fs, fs + 1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (GMatchInfo) box_match = NULL;
      g_autofree char *name = NULL;
      g_autofree char *subscripts = NULL;
      Renaming renaming = { .loops = &no_loops };
      HdBdsimBox box = { .fs = fs, .line = reader->line };
      HdBdsimInstance *instance;

      if (*words[i] == '\0')
        continue;
      if (!g_regex_match (self->box, words[i], 0, &box_match))
        return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("“%s” is not COMPONENT[INDEX]"), words[i]);
      name = g_match_info_fetch (box_match, 1);
      subscripts = g_match_info_fetch (box_match, 2);
      instance = find_instance (self, reader, name);
      if (instance == NULL || !read_box (reader, instance, subscripts, &renaming, &box))
        return FALSE;
      for (guint b = 0; b < instance->boxes->len; b++)
        {
          const HdBdsimBox *other = &g_array_index (instance->boxes, HdBdsimBox, b);

          if (overlap (&box, other, instance->n_dimensions))
            return hd_bdsim_reader_fail (reader, HD_ERROR_INVALID, _ ("members of “%s” are in partition %u already (line %u)"), words[i], other->fs,
                                         other->line);
        }
      g_array_append_val (instance->boxes, box);
    }
  return TRUE;
}

static gboolean
read_topology_line (HdBdsimReader *reader,
                    const char *text,
                    const HdBdsimLoops *loops,
                    gpointer data)
{
  Parser *self = data;
  g_autoptr (GMatchInfo) link = NULL;
  g_autoptr (GMatchInfo) inst = NULL;
  g_autoptr (GMatchInfo) fs = NULL;
  g_autoptr (GMatchInfo) fs_auto = NULL;

  if (g_regex_match (self->link, text, 0, &link))
    return read_link (self, reader, link, loops);
  if (loops->n > 0)
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("“%s” is not a link line: only these have ranges"), text);
  if (g_str_has_prefix (text, "library "))
    {
      g_auto (GStrv) words = g_strsplit_set (text, " \t", 3);

      g_hash_table_add (self->libraries, g_strdup (words[1]));
      return TRUE; /* whatever the file was called, its kinds come from one library here */
    }
  if (g_regex_match (self->inst, text, 0, &inst))
    return read_instance (self, reader, inst);
  if (g_regex_match (self->fs_auto, text, 0, &fs_auto))
    {
      g_autofree char *number = g_match_info_fetch (fs_auto, 1);

      return hd_bdsim_reader_get_number (reader, number, &self->text->n_fs)
             && ((self->text->n_fs > 0 && self->text->n_fs <= MAX_FS)
                 || hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _ ("there may be 1 to %d partitions"), MAX_FS));
    }
  if (g_regex_match (self->fs, text, 0, &fs))
    return read_fs (self, reader, fs);
  return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("“%s” is not a library, inst, link or fs line"), text);
}

/* Who puts some members into partitions puts all. */
static gboolean
check_boxes (const Parser *self,
             HdBdsimReader *reader)
{
  for (guint i = 0; i < self->text->instances->len; i++)
    {
      const HdBdsimInstance *instance = self->text->instances->pdata[i];
      guint64 all = 1, placed = 0;

      for (guint d = 0; d < instance->n_dimensions; d++)
        all *= instance->sizes[d];
      for (guint b = 0; b < instance->boxes->len; b++)
        {
          const HdBdsimBox *box = &g_array_index (instance->boxes, HdBdsimBox, b);
          guint64 n = 1;

          for (guint d = 0; d < instance->n_dimensions; d++)
            n *= box->last[d] - box->first[d] + 1;
          placed += n;
        }
      reader->line = instance->line;
      if (placed > 0 && placed < all)
        return hd_bdsim_reader_fail (reader, HD_ERROR_INVALID, _ ("not every member of “%s” is in a partition"), instance->name);
    }
  return TRUE;
}

/* ---- parameters ---------------------------------------------------------------------------------------------------- */

static gboolean
read_default (Parser *self,
              HdBdsimReader *reader,
              GMatchInfo *match)
{
  static const HdBdsimLoops no_loops = { 0 };
  g_autofree char *kind = g_match_info_fetch (match, 1);
  g_autofree char *key = g_match_info_fetch (match, 2);
  g_autofree char *text = g_match_info_fetch (match, 3);
  Renaming renaming = { .loops = &no_loops };
  const HdComponentType *type = find_kind (self, reader, kind);
  const HdParameter *parameter = type != NULL ? find_parameter (reader, type, kind, key) : NULL;
  char *value = parameter != NULL ? read_value (self, reader, parameter, g_strstrip (text), &renaming) : NULL;

  g_free ((char *) renaming.unknown);
  if (value == NULL)
    return FALSE;
  g_array_append_val (self->assignments, ((Assignment){
    .owner = g_steal_pointer (&kind), .is_default = TRUE, .key = g_strdup (parameter->key), .text = value,
  }));
  return TRUE;
}

static gboolean
read_assignment (Parser *self,
                 HdBdsimReader *reader,
                 const char *line,
                 const HdBdsimLoops *loops)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *subscripts = NULL;
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  Renaming renaming = { .loops = loops };
  HdBdsimBox box;
  const HdBdsimInstance *instance;
  const HdParameter *parameter;
  char *value;

  if (!g_regex_match (self->assign, line, 0, &match))
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _ ("“%s” is not COMPONENT[INDEX].PARAMETER = VALUE"), line);
  name = g_match_info_fetch (match, 1);
  subscripts = g_match_info_fetch (match, 2);
  key = g_match_info_fetch (match, 3);
  text = g_match_info_fetch (match, 4);
  instance = find_instance (self, reader, name);
  if (instance == NULL || !read_box (reader, instance, subscripts, &renaming, &box))
    return FALSE;
  parameter = find_parameter (reader, instance->type, instance->kind, key);
  value = parameter != NULL ? read_value (self, reader, parameter, g_strstrip (text), &renaming) : NULL;
  g_free ((char *) renaming.unknown);
  if (value == NULL)
    return FALSE;
  g_array_append_val (self->assignments, ((Assignment){
    .owner = g_steal_pointer (&name), .key = g_strdup (parameter->key), .text = value, .condition = hd_bdsim_condition (instance, &box),
  }));
  return TRUE;
}

static gboolean
read_parameter_line (HdBdsimReader *reader,
                     const char *text,
                     const HdBdsimLoops *loops,
                     gpointer data)
{
  Parser *self = data;
  g_autoptr (GMatchInfo) match = NULL;
  g_auto (GStrv) parts = NULL;

  if (loops->n == 0 && g_regex_match (self->set_default, text, 0, &match))
    return read_default (self, reader, match);
  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' && !read_assignment (self, reader, parts[i], loops))
      return FALSE;
  return TRUE;
}

static void
set_value (HdBdsimInstance *instance,
           const Assignment *assignment)
{
  HdBdsimValue *value = NULL;
  char *text;

  for (guint i = 0; i < instance->values->len && value == NULL; i++)
    if (strcmp (g_array_index (instance->values, HdBdsimValue, i).key, assignment->key) == 0)
      value = &g_array_index (instance->values, HdBdsimValue, i);
  if (value == NULL)
    {
      g_array_append_val (instance->values, ((HdBdsimValue){
        .key = g_strdup (assignment->key),
        .text = g_strdup (hd_component_type_find_parameter (instance->type, assignment->key, NULL)->default_text),
      }));
      value = &g_array_index (instance->values, HdBdsimValue, instance->values->len - 1);
    }
  if (assignment->condition == NULL)
    text = g_strdup (assignment->text);
  else
    text = g_strdup_printf ("if (%s, %s, %s)", assignment->condition, assignment->text, value->text);
  g_free (value->text);
  value->text = text;
}

/* Later lines win; defaults count before all others, wherever they stand. */
static void
set_values (Parser *self)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < self->assignments->len; a++)
      {
        const Assignment *assignment = &g_array_index (self->assignments, Assignment, a);

        for (guint i = 0; i < self->text->instances->len; i++)
          {
            HdBdsimInstance *instance = self->text->instances->pdata[i];
            const char *owner = assignment->is_default ? instance->kind : instance->name;

            if (assignment->is_default == (pass == 0) && strcmp (owner, assignment->owner) == 0)
              set_value (instance, assignment);
          }
      }
}

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
  g_auto (Parser) parser = { NULL };

  parser_init (&parser, self, catalog);
  if (!hd_bdsim_reader_read (&topology_reader, topology, topology_length, "bdsim-topology 1", read_topology_line, &parser)
      || !check_boxes (&parser, &topology_reader))
    return FALSE;
  if (parameters != NULL
      && !hd_bdsim_reader_read (&parameter_reader, parameters, parameters_length, "bdsim-parameter 1", read_parameter_line, &parser))
    return FALSE;
  set_values (&parser);
  return TRUE;
}
