/* hd-popnet-trace.c: packets of a trace that popnet reads, or of its extended form
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Traces have millions of lines: the file is mapped and gone through once, twice if nobody says how large the grid is.
 */
#define G_LOG_DOMAIN "hd-popnet-trace"

#include "hd-popnet-trace-private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hd-i18n.h"
#include "hd-popnet-cursor.h"

#define EXTENDED_FIELDS 3
#define LINES_BETWEEN_LOOKS 65536 /* at the cancellable */
#define MAX_HEAD_FIELDS (2 * HD_POPNET_DIMENSIONS + 2 + EXTENDED_FIELDS)

typedef struct
{
  HdPopnetCursor cursor;
  HdPopnetTrace *trace;
  HdPopnetFlags flags;
  GCancellable *cancellable;
  guint64 n_allocated;
  guint64 *waits; /* of an extended trace: ids, as listed */
} Reader;

guint
hd_popnet_shape_get_n_routers (const HdPopnetShape *self)
{
  guint64 n = 1;

  for (guint d = 0; d < self->n_dimensions; d++)
    {
      n *= self->sizes[d];
      if (n > HD_POPNET_MAX_ROUTERS)
        return 0;
    }
  return (guint) n;
}

char *
hd_popnet_shape_to_string (const HdPopnetShape *self)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < self->n_dimensions; d++)
    g_string_append_printf (text, "%s%u", d > 0 ? " x " : "", self->sizes[d]);
  return g_string_free (text, FALSE);
}

/* ---- one line ----------------------------------------------------------------------------------------------------------- */

static gboolean
fail_fields (Reader *self,
             const char *line,
             GError **error)
{
  HdPopnetCursor start = self->cursor;
  guint expected = 2 * self->trace->shape.n_dimensions + 2 + (self->trace->extended ? EXTENDED_FIELDS : 0);
  guint64 n;

  start.at = line;
  n = hd_popnet_cursor_count_fields (&start);
  if (self->trace->extended)
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error,
                                  _("The line has %" PRIu64 " fields, it must have %u: time, %u coordinates, flits, kind, id, and the id it waits for"),
                                  n, expected, 2 * self->trace->shape.n_dimensions);
  return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error,
                                _("The line has %" PRIu64 " fields, it must have %u: time, %u coordinates and flits"), n, expected,
                                2 * self->trace->shape.n_dimensions);
}

static gboolean
fail_time (Reader *self,
           HdPopnetNumber result,
           GError **error)
{
  g_autofree char *field = hd_popnet_cursor_dup_field (&self->cursor);

  if (result == HD_POPNET_NO_NUMBER)
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error, _("The time “%s” is not a number"), field);
  return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_RANGE, error, _("The time is %s, it must lie between 0 and %g cycles"), field,
                                (double) HD_POPNET_MAX_CYCLES);
}

static gboolean
fail_flits (Reader *self,
            HdPopnetNumber result,
            GError **error)
{
  g_autofree char *field = hd_popnet_cursor_dup_field (&self->cursor);

  if (result == HD_POPNET_NO_NUMBER)
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error, _("The size “%s” is not a whole number of flits"), field);
  return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_RANGE, error, _("The size is %s flits, it must lie between 1 and %u"), field, HD_POPNET_MAX_FLITS);
}

/* All coordinates of the place, of which the cursor stands at the first. */
static gboolean
fail_place (Reader *self,
            HdPopnetCursor first,
            gboolean is_source,
            GError **error)
{
  g_autofree char *shape = hd_popnet_shape_to_string (&self->trace->shape);
  g_autoptr (GString) place = g_string_new (NULL);

  for (guint d = 0; d < self->trace->shape.n_dimensions && hd_popnet_cursor_has_field (&first); d++)
    {
      g_autofree char *field = hd_popnet_cursor_dup_field (&first);

      g_string_append_printf (place, "%s%s", d > 0 ? "," : "", field);
      hd_popnet_cursor_skip_field (&first);
    }
  if (is_source)
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_RANGE, error, _("The source (%s) is not within the %s routers, which are counted from 0"),
                                  place->str, shape);
  return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_RANGE, error, _("The destination (%s) is not within the %s routers, which are counted from 0"),
                                place->str, shape);
}

static gboolean
read_place (Reader *self,
            gboolean is_source,
            const char *line,
            guint32 *out_router,
            GError **error)
{
  const HdPopnetShape *shape = &self->trace->shape;
  HdPopnetCursor first = self->cursor;
  guint32 router = 0;

  for (guint d = 0; d < shape->n_dimensions; d++)
    {
      guint64 value;
      HdPopnetNumber result;

      if (!hd_popnet_cursor_has_field (&self->cursor))
        return fail_fields (self, line, error);
      result = hd_popnet_cursor_read_whole (&self->cursor, &value);
      if (result == HD_POPNET_NO_NUMBER)
        {
          g_autofree char *field = hd_popnet_cursor_dup_field (&self->cursor);

          return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error, _("The coordinate “%s” is not a whole number"), field);
        }
      if (result != HD_POPNET_NUMBER || value >= shape->sizes[d])
        return fail_place (self, first, is_source, error);
      router = router * shape->sizes[d] + (guint32) value;
    }
  *out_router = router;
  return TRUE;
}

static gboolean
read_number (Reader *self,
             const char *line,
             guint64 *out_value,
             GError **error)
{
  g_autofree char *field = NULL;

  if (!hd_popnet_cursor_has_field (&self->cursor))
    return fail_fields (self, line, error);
  if (hd_popnet_cursor_read_whole (&self->cursor, out_value) == HD_POPNET_NUMBER)
    return TRUE;
  field = hd_popnet_cursor_dup_field (&self->cursor);
  return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_SYNTAX, error, _("The id “%s” is not a whole number of 64 bits"), field);
}

/* kind id dep */
static gboolean
read_extension (Reader *self,
                const char *line,
                HdPopnetPacket *packet,
                guint64 *out_id,
                guint64 *out_wait,
                GError **error)
{
  HdPopnetCursor *cursor = &self->cursor;
  g_autofree char *field = NULL;

  if (!hd_popnet_cursor_has_field (cursor))
    return fail_fields (self, line, error);
  field = hd_popnet_cursor_dup_field (cursor);
  if (strlen (field) != 1 || strchr (HD_POPNET_KINDS, *field) == NULL)
    return hd_popnet_cursor_fail (cursor, HD_ERROR_SYNTAX, error, _("The kind “%s” is none of R, W, A, D and B"), field);
  packet->kind = *field;
  cursor->at++;
  if (!read_number (self, line, out_id, error))
    return FALSE;
  if (*out_id == 0)
    return hd_popnet_cursor_fail (cursor, HD_ERROR_RANGE, error, _("The id is 0, which stands for no packet"));
  return read_number (self, line, out_wait, error);
}

static gboolean
read_packet (Reader *self,
             HdPopnetPacket *packet,
             guint64 *out_id,
             guint64 *out_wait,
             GError **error)
{
  HdPopnetCursor *cursor = &self->cursor;
  const char *line = cursor->at, *size;
  HdPopnetNumber result = hd_popnet_cursor_read_time (cursor, &packet->time);
  guint64 n_flits;

  if (result != HD_POPNET_NUMBER)
    return fail_time (self, result, error);
  if (!read_place (self, TRUE, line, &packet->source, error) || !read_place (self, FALSE, line, &packet->destination, error))
    return FALSE;
  if (!hd_popnet_cursor_has_field (cursor))
    return fail_fields (self, line, error);
  size = cursor->at;
  result = hd_popnet_cursor_read_whole (cursor, &n_flits);
  if (result != HD_POPNET_NUMBER || n_flits < 1 || n_flits > HD_POPNET_MAX_FLITS)
    {
      cursor->at = size;
      return fail_flits (self, result, error);
    }
  if (n_flits == 1 && (self->flags & HD_POPNET_COMPATIBLE) != 0)
    return hd_popnet_cursor_fail (cursor, HD_ERROR_RANGE, error, _("The packet has one flit, and popnet counts no such packets"));
  packet->n_flits = (guint16) n_flits;
  packet->line = (guint32) cursor->line;
  packet->kind = 0;
  if (self->trace->extended && !read_extension (self, line, packet, out_id, out_wait, error))
    return FALSE;
  return hd_popnet_cursor_has_field (cursor) ? fail_fields (self, line, error) : TRUE;
}

/* ---- all lines ---------------------------------------------------------------------------------------------------------- */

static gboolean
grow (gpointer *array,
      guint64 n,
      gsize size)
{
  gpointer larger = g_try_realloc_n (*array, n, size);

  if (larger == NULL)
    return FALSE;
  *array = larger;
  return TRUE;
}

static gboolean
make_room (Reader *self,
           GError **error)
{
  HdPopnetTrace *trace = self->trace;
  guint64 n = MIN (MAX (self->n_allocated * 2, 1024), HD_POPNET_MAX_PACKETS);

  if (trace->n_packets < self->n_allocated)
    return TRUE;
  if (trace->n_packets == HD_POPNET_MAX_PACKETS)
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_LIMIT, error, _("The trace has more than %u packets"), HD_POPNET_MAX_PACKETS);
  if (!grow ((gpointer *) &trace->packets, n, sizeof *trace->packets)
      || (trace->extended && (!grow ((gpointer *) &trace->ids, n, sizeof *trace->ids) || !grow ((gpointer *) &self->waits, n, sizeof *self->waits))))
    return hd_popnet_cursor_fail (&self->cursor, HD_ERROR_LIMIT, error, _("There is no memory for %" PRIu64 " packets"), n);
  self->n_allocated = n;
  return TRUE;
}

static gboolean
is_stopped (Reader *self,
            GError **error)
{
  if (self->cursor.line % LINES_BETWEEN_LOOKS != 0)
    return FALSE;
  if (self->cursor.line > G_MAXUINT32 - LINES_BETWEEN_LOOKS)
    return !hd_popnet_cursor_fail (&self->cursor, HD_ERROR_LIMIT, error, _("The trace has more than %u lines"), G_MAXUINT32);
  if (!g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("Reading was stopped"));
  return TRUE;
}

static gboolean
read_packets (Reader *self,
              GError **error)
{
  HdPopnetTrace *trace = self->trace;
  gint64 last = 0;

  trace->sorted = TRUE;
  while (hd_popnet_cursor_next (&self->cursor))
    {
      HdPopnetPacket packet = { 0 };
      guint64 id = 0, wait = 0;

      if (is_stopped (self, error) || !make_room (self, error) || !read_packet (self, &packet, &id, &wait, error))
        return FALSE;
      trace->sorted &= packet.time >= last;
      last = packet.time;
      if (trace->extended)
        {
          trace->ids[trace->n_packets] = id;
          self->waits[trace->n_packets] = wait;
        }
      trace->packets[trace->n_packets++] = packet;
    }
  return TRUE;
}

static int
compare_packets (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const HdPopnetPacket *packets = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (packets[x].time != packets[y].time)
    return packets[x].time < packets[y].time ? -1 : 1;
  return x < y ? -1 : x > y;
}

static guint64 *
permute (guint64 *values,
         const guint32 *order,
         guint64 n)
{
  guint64 *sorted = g_new (guint64, n + 1);

  for (guint64 i = 0; i < n; i++)
    sorted[i] = values[order[i]];
  g_free (values);
  return sorted;
}

/* Stably, as lines of one time stay in the order in which they were written. */
static void
sort_packets (Reader *self)
{
  HdPopnetTrace *trace = self->trace;
  guint64 n = trace->n_packets;
  g_autofree guint32 *order = g_new (guint32, n + 1);
  HdPopnetPacket *sorted = g_new (HdPopnetPacket, n + 1);

  for (guint64 i = 0; i < n; i++)
    order[i] = (guint32) i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_packets, trace->packets);
  for (guint64 i = 0; i < n; i++)
    sorted[i] = trace->packets[order[i]];
  g_free (trace->packets);
  trace->packets = sorted;
  if (!trace->extended)
    return;
  trace->ids = permute (trace->ids, order, n);
  self->waits = permute (self->waits, order, n);
}

/* ---- what is known before ------------------------------------------------------------------------------------------------- */

static gboolean
is_extended (const char *data,
             gsize length)
{
  gsize mark = strlen (HD_POPNET_EXTENDED);

  return length >= mark && memcmp (data, HD_POPNET_EXTENDED, mark) == 0 && (length == mark || data[mark] == '\n' || data[mark] == '\r' || data[mark] == ' ');
}

gsize
hd_popnet_read_head (const char *path,
                     char *head,
                     gsize size)
{
  FILE *file = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? fopen (path, "re") : NULL;
  gsize length;

  if (file == NULL)
    return 0;
  length = fread (head, 1, size, file);
  fclose (file);
  return length;
}

gboolean
hd_popnet_is_trace (const char *head,
                    gsize length)
{
  HdPopnetCursor cursor = { NULL, head, head + length, 0 };
  guint64 value;
  gint64 ticks;
  guint n = 1;

  if (memchr (head, '\0', length) != NULL)
    return FALSE;
  if (is_extended (head, length))
    return TRUE;
  if (!hd_popnet_cursor_next (&cursor) || hd_popnet_cursor_read_time (&cursor, &ticks) != HD_POPNET_NUMBER)
    return FALSE;
  for (; n < MAX_HEAD_FIELDS && hd_popnet_cursor_has_field (&cursor); n++)
    if (hd_popnet_cursor_read_whole (&cursor, &value) != HD_POPNET_NUMBER)
      return FALSE;
  return n >= 4 && n % 2 == 0 && !hd_popnet_cursor_has_field (&cursor);
}

/* Two coordinates for each dimension, a time and flits. */
static gboolean
find_dimensions (Reader *self,
                 GError **error)
{
  HdPopnetCursor probe = self->cursor;
  guint64 n, others = 2 + (self->trace->extended ? EXTENDED_FIELDS : 0);

  hd_popnet_cursor_next (&probe);
  n = hd_popnet_cursor_count_fields (&probe);
  if (n < others + 2 || (n - others) % 2 != 0 || (n - others) / 2 > HD_POPNET_DIMENSIONS)
    return hd_popnet_cursor_fail (&probe, HD_ERROR_SYNTAX, error,
                                  _("The line has %" PRIu64 " fields, which fits no grid of 1 to %u dimensions: with two, there are %" PRIu64),
                                  n, HD_POPNET_DIMENSIONS, others + 4);
  self->trace->shape.n_dimensions = (guint) (n - others) / 2;
  return TRUE;
}

/* The largest coordinate, as every dimension has as many routers. Other faults are told when the packets are read. */
static gboolean
measure (Reader *self,
         GError **error)
{
  HdPopnetShape *shape = &self->trace->shape;
  HdPopnetCursor cursor = self->cursor, place = self->cursor;
  guint64 most = 0;

  if (!find_dimensions (self, error))
    return FALSE;
  while (hd_popnet_cursor_next (&cursor))
    {
      gint64 ticks;
      guint64 value;

      if (hd_popnet_cursor_read_time (&cursor, &ticks) != HD_POPNET_NUMBER)
        break;
      for (guint i = 0; i < 2 * shape->n_dimensions && hd_popnet_cursor_has_field (&cursor); i++)
        if (hd_popnet_cursor_read_whole (&cursor, &value) == HD_POPNET_NUMBER && value > most)
          {
            most = value;
            place = cursor;
          }
    }
  for (guint d = 0; d < shape->n_dimensions; d++)
    shape->sizes[d] = (guint) MIN (most, HD_POPNET_MAX_ROUTERS) + 1;
  if (hd_popnet_shape_get_n_routers (shape) > 0)
    return TRUE;
  return hd_popnet_cursor_fail (&place, HD_ERROR_LIMIT, error,
                                _("The largest coordinate is %" PRIu64 ": a grid with as many routers in each of %u dimensions has more than %u"), most,
                                shape->n_dimensions, HD_POPNET_MAX_ROUTERS);
}

/* What is no text is told before anything that is wrong with the text. */
static gboolean
check_text (Reader *self,
            GError **error)
{
  const char *nul = memchr (self->cursor.at, '\0', (gsize) (self->cursor.end - self->cursor.at));
  HdPopnetCursor cursor = self->cursor;

  if (nul == NULL)
    return TRUE;
  cursor.line = 1;
  for (const char *p = cursor.at; (p = memchr (p, '\n', (gsize) (nul - p))) != NULL; p++)
    cursor.line++;
  return hd_popnet_cursor_fail (&cursor, HD_ERROR_SYNTAX, error, _("The file cannot be read as a trace: there is a NUL byte"));
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

static gboolean
begin (Reader *self,
       GError **error)
{
  const HdPopnetCursor first_line = { .name = self->cursor.name, .line = 1 };
  HdPopnetCursor probe = self->cursor;

  if (self->cursor.at == self->cursor.end)
    return hd_popnet_cursor_fail (&first_line, HD_ERROR_SYNTAX, error, _("The file is empty"));
  if (!check_text (self, error))
    return FALSE;
  if (!hd_popnet_cursor_next (&probe))
    return hd_popnet_cursor_fail (&first_line, HD_ERROR_SYNTAX, error, _("The trace has no packets"));
  self->trace->extended = is_extended (self->cursor.at, (gsize) (self->cursor.end - self->cursor.at));
  return TRUE;
}

static gboolean
read_trace (Reader *self,
            const HdPopnetShape *shape,
            GError **error)
{
  HdPopnetTrace *trace = self->trace;

  if (!begin (self, error))
    return FALSE;
  if (shape != NULL && shape->n_dimensions > 0)
    trace->shape = *shape;
  else if (!measure (self, error))
    return FALSE;
  if (!read_packets (self, error))
    return FALSE;
  if (!trace->sorted)
    sort_packets (self);
  return !trace->extended || _hd_popnet_trace_link (trace, self->cursor.name, self->waits, error);
}

HdPopnetTrace *
hd_popnet_trace_parse (const char *name,
                       const char *data,
                       gsize length,
                       const HdPopnetShape *shape,
                       HdPopnetFlags flags,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (HdPopnetTrace) trace = g_new0 (HdPopnetTrace, 1);
  Reader reader = { { name, data, data + length, 0 }, trace, flags, cancellable, 0, NULL };
  gboolean done;

  g_return_val_if_fail (data != NULL || length == 0, NULL);
  g_return_val_if_fail (shape == NULL || shape->n_dimensions == 0 || hd_popnet_shape_get_n_routers (shape) > 0, NULL);

  done = read_trace (&reader, shape, error);
  g_free (reader.waits);
  return done ? g_steal_pointer (&trace) : NULL;
}

/* Of an ordinary file: others have no size, or no end. */
static GMappedFile *
map_file (const char *path,
          GError **error)
{
  GMappedFile *mapped = NULL;
  struct stat info;
  int file = -1, reason = 0;

  if (stat (path, &info) != 0 || (S_ISREG (info.st_mode) && (file = open (path, O_RDONLY | O_CLOEXEC)) < 0))
    reason = errno;
  else if (!S_ISREG (info.st_mode))
    reason = S_ISDIR (info.st_mode) ? EISDIR : ESPIPE;
  else if ((mapped = g_mapped_file_new_from_fd (file, FALSE, NULL)) == NULL)
    reason = ENOMEM;
  if (file >= 0)
    close (file);
  if (mapped == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be read: %s"), path, g_strerror (reason));
  return mapped;
}

gboolean
hd_popnet_trace_check (const char *path,
                       GError **error)
{
  GMappedFile *mapped = map_file (path, error);

  if (mapped == NULL)
    return FALSE;
  g_mapped_file_unref (mapped);
  return TRUE;
}

HdPopnetTrace *
hd_popnet_trace_load (const char *path,
                      const HdPopnetShape *shape,
                      HdPopnetFlags flags,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GMappedFile) file = map_file (path, error);
  const char *text = file != NULL ? g_mapped_file_get_contents (file) : NULL;

  if (file == NULL)
    return NULL;
  return hd_popnet_trace_parse (path, text != NULL ? text : "", g_mapped_file_get_length (file), shape, flags, cancellable, error);
}

gboolean
hd_popnet_trace_measure (const char *path,
                         HdPopnetShape *out_shape,
                         GError **error)
{
  g_autoptr (GMappedFile) file = map_file (path, error);
  g_autoptr (HdPopnetTrace) trace = g_new0 (HdPopnetTrace, 1);
  const char *text = file != NULL ? g_mapped_file_get_contents (file) : NULL;
  Reader reader = { { path, text, text, 0 }, trace, 0, NULL, 0, NULL };

  if (file == NULL)
    return FALSE;
  if (text != NULL)
    reader.cursor.end = text + g_mapped_file_get_length (file);
  if (!begin (&reader, error) || !measure (&reader, error))
    return FALSE;
  *out_shape = trace->shape;
  return TRUE;
}

void
hd_popnet_trace_free (HdPopnetTrace *self)
{
  g_free (self->packets);
  g_free (self->ids);
  g_free (self->after);
  g_free (self);
}
