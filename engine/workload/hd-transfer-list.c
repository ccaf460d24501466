/* hd-transfer-list.c: the transfers of a list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-transfer-list"

#include "hd-transfer-list.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-workload-private.h"

#define MAX_FILE (256 * 1024 * 1024)
#define MAX_START_S 9e6 /* HdTime ends at 9.2e6 s */
#define MAX_BYTES 1e18
#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* spreadsheets begin a file with it */

enum
{
  COLUMN_START,
  COLUMN_BYTES,
  COLUMN_SOURCE,
  COLUMN_DESTINATION,
  N_COLUMNS,
};

static const char *const columns[N_COLUMNS] = { "start_s", "bytes", "source", "destination" };

struct _HdTransferList
{
  gatomicrefcount ref_count;
  GArray *transfers; /* of HdListedTransfer */
};

typedef struct
{
  HdDesign *design;
  const char *name;
  guint line;
  guint places[N_COLUMNS];
  GHashTable *nodes; /* path -> node + 1, those seen */
} Parser;

static gboolean
fail (const Parser *self,
      HdError code,
      GError **error,
      const char *format,
      ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (const Parser *self,
      HdError code,
      GError **error,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, HD_ERROR, code, "%s:%u: %s", self->name, self->line, message);
  return FALSE;
}

/* What stands between quotes, with "" for a quote; @text begins after the first and ends after the last. */
static char *
dup_quoted (const char **text)
{
  g_autoptr (GString) field = g_string_new (NULL);
  const char *p = *text;

  for (; *p != '\0'; p++)
    if (*p != '"')
      g_string_append_c (field, *p);
    else if (*++p == '"')
      g_string_append_c (field, '"');
    else
      {
        *text = p;
        return g_strstrip (g_strdup (field->str));
      }
  return NULL;
}

/* The fields of a line without the space around them, quoted or not, as RFC 4180 has it but for lines inside quotes. */
static GStrv
split (Parser *self,
       const char *line,
       GError **error)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);

  for (const char *p = line;; p++)
    {
      while (*p == ' ' || *p == '\t')
        p++;
      if (*p == '"')
        {
          char *field;

          p++;
          field = dup_quoted (&p);
          if (field == NULL)
            {
              fail (self, HD_ERROR_SYNTAX, error, _("A quote is not closed: %.40s"), line);
              return NULL;
            }
          g_ptr_array_add (fields, field);
          while (*p == ' ' || *p == '\t')
            p++;
          if (*p != ',' && *p != '\0')
            {
              fail (self, HD_ERROR_SYNTAX, error, _("After a closed quote there must be a comma: %.40s"), line);
              return NULL;
            }
        }
      else
        {
          gsize length = strcspn (p, ",");

          g_ptr_array_add (fields, g_strchomp (g_strndup (p, length)));
          p += length;
        }
      if (*p == '\0')
        break;
    }
  g_ptr_array_add (fields, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&fields), FALSE);
}

static gboolean
parse_header (Parser *self,
              char **fields,
              GError **error)
{
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      guint place = 0;

      while (fields[place] != NULL && strcmp (fields[place], columns[column]) != 0)
        place++;
      if (fields[place] == NULL)
        return fail (self, HD_ERROR_SYNTAX, error, _("The first line must name the column “%s”"), columns[column]);
      self->places[column] = place;
    }
  return TRUE;
}

static gboolean
parse_number (Parser *self,
              guint column,
              const char *text,
              double maximum,
              double *out_value,
              GError **error)
{
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    return fail (self, HD_ERROR_SYNTAX, error, _("%s: “%.40s” is not a number"), columns[column], text);
  if (!(value >= 0 && value <= maximum))
    return fail (self, HD_ERROR_RANGE, error, _("%s is %.40s, it must lie between 0 and %g"), columns[column], text, maximum);
  *out_value = value;
  return TRUE;
}

static gboolean
parse_node (Parser *self,
            guint column,
            const char *path,
            guint32 *out_node,
            GError **error)
{
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (self->nodes, path)) - 1;

  if (node == HD_NO_ID)
    {
      node = hd_design_find_node (self->design, path);
      if (node == HD_NO_ID)
        node = hd_design_find_name (self->design, path);
      if (node == HD_NO_ID)
        return fail (self, HD_ERROR_NAME, error, _("%s: there is no component “%.200s”"), columns[column], path);
      g_hash_table_insert (self->nodes, g_strdup (path), GUINT_TO_POINTER (node + 1));
    }
  *out_node = node;
  return TRUE;
}

static gboolean
parse_fields (Parser *self,
              char **fields,
              HdListedTransfer *out_transfer,
              GError **error)
{
  guint n_fields = g_strv_length (fields);
  double start;

  for (guint column = 0; column < N_COLUMNS; column++)
    if (self->places[column] >= n_fields)
      return fail (self, HD_ERROR_SYNTAX, error, _("The line has no “%s”"), columns[column]);
  if (!parse_number (self, COLUMN_START, fields[self->places[COLUMN_START]], MAX_START_S, &start, error) ||
      !parse_number (self, COLUMN_BYTES, fields[self->places[COLUMN_BYTES]], MAX_BYTES, &out_transfer->bytes, error) ||
      !parse_node (self, COLUMN_SOURCE, fields[self->places[COLUMN_SOURCE]], &out_transfer->source, error) ||
      !parse_node (self, COLUMN_DESTINATION, fields[self->places[COLUMN_DESTINATION]], &out_transfer->destination, error))
    return FALSE;
  out_transfer->start = llrint (start * HD_TICKS_PER_SECOND);
  return TRUE;
}

HdTransferList *
hd_transfer_list_parse (HdDesign *design,
                        const char *name,
                        const char *text,
                        GError **error)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Parser parser = { .design = design, .name = name, .nodes = nodes };
  g_autoptr (HdTransferList) self = g_new0 (HdTransferList, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->transfers = g_array_new (FALSE, FALSE, sizeof (HdListedTransfer));
  if (g_str_has_prefix (text, BYTE_ORDER_MARK))
    text += strlen (BYTE_ORDER_MARK);
  while (*text != '\0')
    {
      gsize length = strcspn (text, "\n");
      g_autofree char *line = g_strstrip (g_strndup (text, length));
      g_auto (GStrv) fields = NULL;
      HdListedTransfer transfer;

      text += length + (text[length] == '\n');
      parser.line++;
      if (parser.line > 1 && (*line == '\0' || *line == '#'))
        continue;
      fields = split (&parser, line, error);
      if (fields == NULL)
        return NULL;
      if (parser.line == 1)
        {
          if (!parse_header (&parser, fields, error))
            return NULL;
          continue;
        }
      if (!parse_fields (&parser, fields, &transfer, error))
        return NULL;
      g_array_append_val (self->transfers, transfer);
    }
  if (parser.line == 0)
    {
      parser.line = 1;
      fail (&parser, HD_ERROR_SYNTAX, error, _("The file is empty"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

HdTransferList *
hd_transfer_list_load (HdDesign *design,
                       const char *path,
                       GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) reason = NULL;

  if (!g_file_get_contents (path, &text, &length, &reason))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, reason->message);
      return NULL;
    }
  if (length > MAX_FILE || memchr (text, '\0', length) != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s is not a transfer list: it is binary or larger than %d MiB"), path,
                   MAX_FILE / 1024 / 1024);
      return NULL;
    }
  return hd_transfer_list_parse (design, path, text, error);
}

gboolean
hd_transfer_list_find (HdDesign *design,
                       HdTransferList **out_list,
                       GError **error)
{
  *out_list = NULL;
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      const char *file = hd_element_get_text (workload, "file");
      g_autofree char *path = NULL;

      if (g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_transfers.type.id) != 0 || file == NULL)
        continue;
      path = hd_workload_dup_path (design, file);
      *out_list = hd_transfer_list_load (design, path, error);
      return *out_list != NULL;
    }
  return TRUE;
}

HdTransferList *
hd_transfer_list_ref (HdTransferList *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_transfer_list_unref (HdTransferList *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->transfers);
  g_free (self);
}

guint64
hd_transfer_list_get_length (const HdTransferList *self)
{
  return self->transfers->len;
}

const HdListedTransfer *
hd_transfer_list_get (const HdTransferList *self,
                      guint64 n)
{
  return &g_array_index (self->transfers, HdListedTransfer, n);
}

int
hd_transfer_list_compare (gconstpointer a,
                          gconstpointer b,
                          gpointer list)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;
  HdTime start_x = hd_transfer_list_get (list, x)->start, start_y = hd_transfer_list_get (list, y)->start;

  if (start_x != start_y)
    return start_x < start_y ? -1 : 1;
  return x < y ? -1 : x > y;
}
