/* hd-transfer-list.c: the transfers of a list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-transfer-list"

#include "hd-transfer-list-private.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-workload-private.h"

#define MAX_FILE (256 * 1024 * 1024)
#define MAX_BYTES 1e18
#define TRACE_FLIT_BYTES 32
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
static const char end_name[] = "end_s";

/* A line of the text, without the space around it. */
typedef struct
{
  guint64 offset;
  guint32 length;
} Line;

typedef struct
{
  HdDesign *design;
  const char *name;
  guint line;
  HdTransferList *list;
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

static guint
find_column (char **fields,
             const char *name)
{
  guint place = 0;

  while (fields[place] != NULL && strcmp (fields[place], name) != 0)
    place++;
  return place;
}

static gboolean
parse_header (Parser *self,
              char **fields,
              GError **error)
{
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      guint place = find_column (fields, columns[column]);

      if (fields[place] == NULL)
        return fail (self, HD_ERROR_SYNTAX, error, _("The first line must name the column “%s”"), columns[column]);
      self->places[column] = place;
    }
  self->list->n_columns = g_strv_length (fields);
  self->list->end_column = find_column (fields, end_name);
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
fail_name (const Parser *self,
           guint column,
           const char *path,
           GError **error)
{
  g_autofree char *hint = _hd_design_dup_name_hint (self->design, path);

  if (hint == NULL)
    return fail (self, HD_ERROR_NAME, error, _("%s: there is no component “%.200s”"), columns[column], path);
  return fail (self, HD_ERROR_NAME, error, _("%s: there is no component “%.200s” (%s)"), columns[column], path, hint);
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
        return fail_name (self, column, path, error);
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
  if (n_fields > self->list->n_columns)
    return fail (self, HD_ERROR_SYNTAX, error, _("The line has %u fields, but the first line names %u columns"), n_fields, self->list->n_columns);
  if (!parse_number (self, COLUMN_START, fields[self->places[COLUMN_START]], HD_TRANSFER_MAX_START_S, &start, error) ||
      !parse_number (self, COLUMN_BYTES, fields[self->places[COLUMN_BYTES]], MAX_BYTES, &out_transfer->bytes, error) ||
      !parse_node (self, COLUMN_SOURCE, fields[self->places[COLUMN_SOURCE]], &out_transfer->source, error) ||
      !parse_node (self, COLUMN_DESTINATION, fields[self->places[COLUMN_DESTINATION]], &out_transfer->destination, error))
    return FALSE;
  out_transfer->start = llrint (start * HD_TICKS_PER_SECOND);
  return TRUE;
}

static gboolean
parse_line (Parser *self,
            char *line,
            GError **error)
{
  g_auto (GStrv) fields = split (self, line, error);
  HdListedTransfer transfer;

  if (fields == NULL)
    return FALSE;
  if (self->line == 1)
    return parse_header (self, fields, error);
  if (!parse_fields (self, fields, &transfer, error))
    return FALSE;
  g_array_append_val (self->list->transfers, transfer);
  return TRUE;
}

static HdTransferList *
parse (HdDesign *design,
       const char *name,
       char *text_take,
       GError **error)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (HdTransferList) self = g_new0 (HdTransferList, 1);
  Parser parser = { .design = design, .name = name, .list = self, .nodes = nodes };
  const char *text = text_take;

  g_atomic_ref_count_init (&self->ref_count);
  self->text = text_take;
  self->transfers = g_array_new (FALSE, FALSE, sizeof (HdListedTransfer));
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  if (g_str_has_prefix (text, BYTE_ORDER_MARK))
    text += strlen (BYTE_ORDER_MARK);
  while (*text != '\0')
    {
      gsize length = strcspn (text, "\n");
      g_autofree char *line = g_strchomp (g_strndup (text, length));
      gsize space = strspn (line, " \t\r\v\f");
      Line place = { (guint64) (text - self->text) + space, (guint32) (strlen (line) - space) };

      text += length + (text[length] == '\n');
      parser.line++;
      if (parser.line > 1 && (line[space] == '\0' || line[space] == '#'))
        continue;
      if (!parse_line (&parser, line + space, error))
        return NULL;
      g_array_append_val (self->lines, place);
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
hd_transfer_list_parse (HdDesign *design,
                        const char *name,
                        const char *text,
                        GError **error)
{
  return parse (design, name, g_strdup (text), error);
}

HdTransferList *
hd_transfer_list_load (HdDesign *design,
                       const char *path,
                       GError **error)
{
  static const HdTransferTrace usual = { NULL, HD_TRANSFER_CLOCK_PER_S, TRACE_FLIT_BYTES, 0 };
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) reason = NULL;

  if (_hd_transfer_list_is_trace (path))
    return _hd_transfer_list_load_trace (design, path, &usual, error);
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
  return parse (design, path, g_steal_pointer (&text), error);
}

/* What is held to popnet is a trace, whatever it begins with: what is wrong with it is told as of one. */
static gboolean
is_trace (const HdElement *workload,
          const char *path)
{
  return g_strcmp0 (hd_element_get_text (workload, "compat"), "popnet") == 0 || _hd_transfer_list_is_trace (path);
}

gboolean
hd_transfer_list_find (HdDesign *design,
                       HdProblemList *problems,
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
      if (problems != NULL)
        _hd_workload_check_names (&(HdWorkloadReader){ design, problems, workload, _hd_workload_transfers.type.parameters });
      path = hd_workload_dup_path (design, file);
      if (is_trace (workload, path))
        *out_list = _hd_workload_transfers_load_trace (design, workload, path, error);
      else
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
  g_clear_pointer (&self->transfers, g_array_unref);
  g_clear_pointer (&self->lines, g_array_unref);
  g_free (self->text);
  g_clear_pointer (&self->trace, hd_popnet_trace_free);
  g_clear_pointer (&self->design, hd_design_unref);
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

const guint32 *
hd_transfer_list_get_after (const HdTransferList *self)
{
  return self->trace != NULL ? self->trace->after : NULL;
}

/* ---- the lines as they were written ------------------------------------------------------------------------------------- */

/* Where a field ends: at a comma, which does not count inside a field that begins with a quote, or with the line. */
static gsize
find_field_end (const char *line,
                gsize at,
                gsize length)
{
  gboolean quotes, inside = FALSE;

  while (at < length && (line[at] == ' ' || line[at] == '\t'))
    at++;
  quotes = at < length && line[at] == '"';
  for (; at < length && (inside || line[at] != ','); at++)
    inside ^= quotes && line[at] == '"';
  return at;
}

static char *
dup_line (const HdTransferList *self,
          guint number,
          const char *end)
{
  const Line *place = &g_array_index (self->lines, Line, number);
  const char *line = self->text + place->offset;
  GString *row = g_string_sized_new (place->length + strlen (end) + 2);
  gsize at = 0;

  /* Fields that the line lacks at its end are empty. */
  for (guint column = 0; column < MAX (self->n_columns, self->end_column + 1); column++)
    {
      gsize field_end = find_field_end (line, at, place->length);

      if (column > 0)
        g_string_append_c (row, ',');
      if (column == self->end_column)
        g_string_append (row, end);
      else
        g_string_append_len (row, line + at, (gssize) (field_end - at));
      at = MIN (field_end + 1, place->length);
    }
  return g_string_free (row, FALSE);
}

/* Of a trace, in which paths are coordinates. */
static char *
dup_packet (const HdTransferList *self,
            guint64 n,
            const char *end)
{
  const HdListedTransfer *transfer = hd_transfer_list_get (self, n);
  g_autofree char *source = hd_design_dup_node_path (self->design, transfer->source);
  g_autofree char *destination = hd_design_dup_node_path (self->design, transfer->destination);

  return g_strdup_printf ("%" G_GINT64_FORMAT ".%012" G_GINT64_FORMAT ",%.15g,%s,%s,%s", transfer->start / HD_TICKS_PER_SECOND,
                          transfer->start % HD_TICKS_PER_SECOND, transfer->bytes, source, destination, end);
}

char *
hd_transfer_list_dup_head (const HdTransferList *self)
{
  if (self->text == NULL)
    return g_strdup ("start_s,bytes,source,destination,end_s");
  return dup_line (self, 0, end_name);
}

char *
hd_transfer_list_dup_row (const HdTransferList *self,
                          guint64 n,
                          const char *end)
{
  if (self->text == NULL)
    return dup_packet (self, n, end);
  return dup_line (self, (guint) n + 1, end);
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
