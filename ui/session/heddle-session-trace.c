/* heddle-session-trace.c: what runs came to at the values of a knob, all else being equal
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <string.h>

#include "heddle-session-private.h"

#define MOST_VALUES 256 /* beyond, it begins anew */

/* Of one knob. */
typedef struct
{
  char *address;
  guint64 object; /* and what of it is turned */
  const char *attribute;
  GPtrArray *values;
  HdSweepTable *table;
} Trace;

/* Where a knob stood when a run began. */
typedef struct
{
  guint64 uid, object;
  const char *attribute;
  char *address;
  char *text;
} Standing;

static void
trace_free (gpointer data)
{
  Trace *trace = data;

  g_free (trace->address);
  g_ptr_array_unref (trace->values);
  hd_sweep_table_free (trace->table);
  g_free (trace);
}

static void
clear_standing (gpointer data)
{
  Standing *standing = data;

  g_free (standing->address);
  g_free (standing->text);
}

void
heddle_session_init_traces (HeddleSession *self)
{
  self->traces = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, trace_free);
  self->standing = g_array_new (FALSE, FALSE, sizeof (Standing));
  g_array_set_clear_func (self->standing, clear_standing);
}

/* ---- what runs came to -------------------------------------------------------------------------------------------------- */

void
heddle_session_note_knobs (HeddleSession *self)
{
  GPtrArray *knobs = self->drawing != NULL ? heddle_drawing_get_knobs (self->drawing) : NULL;

  g_array_set_size (self->standing, 0);
  for (guint i = 0; knobs != NULL && i < knobs->len; i++)
    {
      const HeddleKnob *knob = knobs->pdata[i];
      Standing standing = { knob->uid, knob->object, knob->attribute, g_strdup (knob->address), g_strdup (knob->text) };

      g_array_append_val (self->standing, standing);
    }
}

static Trace *
ensure_trace (HeddleSession *self,
              const Standing *standing)
{
  Trace *trace = g_hash_table_lookup (self->traces, &standing->uid);

  if (trace != NULL && g_str_equal (trace->address, standing->address) && trace->values->len < MOST_VALUES)
    return trace;
  trace = g_new0 (Trace, 1);
  trace->address = g_strdup (standing->address);
  trace->object = standing->object;
  trace->attribute = standing->attribute;
  trace->values = g_ptr_array_new_with_free_func (g_free);
  trace->table = hd_sweep_table_new (trace->address);
  g_hash_table_replace (self->traces, g_memdup2 (&standing->uid, sizeof standing->uid), trace);
  return trace;
}

void
heddle_session_trace_run (HeddleSession *self,
                          HdRecord *record)
{
  for (guint i = 0; i < self->standing->len; i++)
    {
      const Standing *standing = &g_array_index (self->standing, Standing, i);
      Trace *trace = standing->text != NULL ? ensure_trace (self, standing) : NULL;
      guint row;

      if (trace == NULL || g_ptr_array_find_with_equal_func (trace->values, standing->text, g_str_equal, &row))
        continue;
      row = trace->values->len;
      g_ptr_array_add (trace->values, g_strdup (standing->text));
      hd_sweep_table_insert (trace->table, row, standing->text);
      hd_sweep_table_set_metrics (trace->table, row, record);
    }
}

gboolean
heddle_session_get_trace (HeddleSession *self,
                          guint64 knob,
                          HeddleTrace *out_trace)
{
  const Trace *trace = g_hash_table_lookup (self->traces, &knob);

  *out_trace = (HeddleTrace){ NULL };
  if (trace != NULL)
    *out_trace = (HeddleTrace){ (const char *const *) trace->values->pdata, trace->values->len, trace->table };
  return trace != NULL;
}

/* ---- when all else is not equal any more ------------------------------------------------------------------------------- */

void
heddle_session_keep_trace (HeddleSession *self,
                           const char *setting)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->traces);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const char *address = ((const Trace *) value)->address;

      if (!g_str_has_prefix (setting, address) || setting[strlen (address)] != '=')
        g_hash_table_iter_remove (&iter);
    }
}

static gboolean
is_of_knob (HeddleSession *self,
            const Trace *trace,
            const HdChange *change)
{
  const HdObject *object = hd_document_get_object (self->document, change->uid);

  if (object != NULL && hd_object_get_kind (object) == HD_OBJECT_KNOB)
    return TRUE;
  return change->kind == HD_CHANGE_ATTRIBUTE && change->uid == trace->object && g_strcmp0 (change->attribute, trace->attribute) == 0;
}

void
heddle_session_forget_traces (HeddleSession *self,
                              const HdChange *changes,
                              guint n)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->traces);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    for (guint i = 0; i < n; i++)
      if (!is_of_knob (self, value, &changes[i]))
        {
          g_hash_table_iter_remove (&iter);
          break;
        }
}
