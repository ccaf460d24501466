/* hd-report-paje.c: spans as a Paje trace, for tools of parallel programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Source: B. de Oliveira Stein, J. Chassin de Kergommeaux, G. Mounié, "Pajé trace file format", 2010; field names as PajeNG demands them.
 * The system is a container with one for each class of equal lanes, named by the lane's path. A lane's states are its computations and the
 * traffic beside them, and more where spans overlap; probes are variables of the system; a link goes from the lane of a span that released another
 * to the lane of that one. Times are in seconds and never go back. A record has spans in the order of their ends, so the events are sorted,
 * beyond a limit through a file.
 */
#define G_LOG_DOMAIN "hd-report-paje"

#include "hd-report-private.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-report-tracks.h"
#include "hd-report-waves.h"
#include "hd-spill-sort.h"

#define EVENTS_IN_MEMORY (1024 * 1024)
#define ORDER_BITS 56 /* of Event.order for the sequence */

/* At one time: what ends goes before what takes no time, and that before what begins; so states of one type never overlap. */
typedef enum
{
  POP,
  PUSH_AND_POP,
  PUSH,
  START_LINK,
  END_LINK,
} EventKind;

typedef struct
{
  HdTime time;
  guint64 order;      /* kind, then sequence */
  guint64 index;      /* of the span in its lane */
  guint32 lane;       /* of the span */
  guint32 cause_lane; /* of links */
  guint32 name;
  guint32 track;      /* number among those of its kind */
  guint32 iteration;
  guint8 kind;        /* EventKind */
  guint8 span_kind;
} Event;

typedef struct
{
  HdWriter *writer;
  HdRecord *record;
  HdSpillSort *events;
  guint64 n_events;
  guint n_tracks[2]; /* of computations, of traffic */
} Trace;

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  const Event *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  return first->order < second->order ? -1 : first->order > second->order;
}

static void
add_event (Trace *self,
           EventKind kind,
           HdTime time,
           Event event)
{
  event.kind = (guint8) kind;
  event.time = time;
  event.order = (guint64) kind << ORDER_BITS | self->n_events++;
  if (!_hd_writer_failed (self->writer))
    hd_spill_sort_add (self->events, &event, &self->writer->error);
}

static const HdSpan *
peek_span (HdRecord *record,
           guint lane,
           guint64 index)
{
  guint64 n;

  return hd_record_peek_spans (record, lane, index, &n);
}

static void
add_span (Trace *self,
          GArray *tracks,
          guint lane,
          guint64 index,
          const HdSpan *span)
{
  guint place = _hd_tracks_place (tracks, span);
  const HdTrack *track = &g_array_index (tracks, HdTrack, place);
  Event event = { .index = index, .lane = lane, .name = span->name, .track = track->number, .iteration = span->iteration,
                  .span_kind = span->kind };
  guint64 cause;

  self->n_tracks[track->traffic] = MAX (self->n_tracks[track->traffic], track->number + 1);
  if (span->start == span->end)
    add_event (self, PUSH_AND_POP, span->start, event);
  else
    {
      add_event (self, PUSH, span->start, event);
      add_event (self, POP, span->end, event);
    }
  if (hd_record_find_cause (self->record, lane, span, &event.cause_lane, &cause))
    {
      HdTime end = peek_span (self->record, event.cause_lane, cause)->end;

      add_event (self, START_LINK, MIN (end, span->start), event); /* some release others before they end */
      add_event (self, END_LINK, span->start, event);
    }
}

static void
add_lane (Trace *self,
          guint lane)
{
  g_autoptr (GArray) tracks = _hd_tracks_new ();
  guint64 n_spans = hd_record_get_n_spans (self->record, lane);
  guint64 n;

  for (guint64 i = 0; i < n_spans && !_hd_writer_failed (self->writer); i += n)
    {
      const HdSpan *spans = hd_record_peek_spans (self->record, lane, i, &n);

      for (guint64 k = 0; k < n; k++)
        add_span (self, tracks, lane, i + k, &spans[k]);
    }
}

/* ---- text -------------------------------------------------------------------------------------------------------------------------- */

/* In quotes, which can't stand inside, nor can the end of a line. */
static void
put_text (HdWriter *writer,
          const char *text)
{
  g_autofree char *plain = g_strdelimit (g_strdelimit (g_strdup (text), "\"", '\''), "\r\n", ' ');

  _hd_writer_printf (writer, " \"%s\"", plain);
}

static void
put_number_and_time (HdWriter *writer,
                     guint number,
                     HdTime time)
{
  _hd_writer_printf (writer, "%u ", number);
  _hd_writer_time (writer, time);
}

enum
{
  DEFINE_CONTAINER_TYPE,
  DEFINE_STATE_TYPE,
  DEFINE_VARIABLE_TYPE,
  DEFINE_LINK_TYPE,
  CREATE_CONTAINER,
  DESTROY_CONTAINER,
  PUSH_STATE,
  POP_STATE,
  SET_VARIABLE,
  START_OF_LINK,
  END_OF_LINK,
};

static void
put_definitions (HdWriter *writer)
{
  static const struct
  {
    const char *name;
    const char *fields[7];
  } definitions[] = {
    [DEFINE_CONTAINER_TYPE] = { "DefineContainerType", { "Alias string", "Type string", "Name string" } },
    [DEFINE_STATE_TYPE] = { "DefineStateType", { "Alias string", "Type string", "Name string" } },
    [DEFINE_VARIABLE_TYPE] = { "DefineVariableType", { "Alias string", "Type string", "Name string", "Color color" } },
    [DEFINE_LINK_TYPE] = { "DefineLinkType",
                           { "Alias string", "Type string", "StartContainerType string", "EndContainerType string", "Name string" } },
    [CREATE_CONTAINER] = { "CreateContainer", { "Time date", "Alias string", "Type string", "Container string", "Name string" } },
    [DESTROY_CONTAINER] = { "DestroyContainer", { "Time date", "Type string", "Name string" } },
    [PUSH_STATE] = { "PushState", { "Time date", "Container string", "Type string", "Value string", "Kind string", "Iteration int" } },
    [POP_STATE] = { "PopState", { "Time date", "Container string", "Type string" } },
    [SET_VARIABLE] = { "SetVariable", { "Time date", "Container string", "Type string", "Value double" } },
    [START_OF_LINK] = { "StartLink",
                        { "Time date", "Container string", "Type string", "StartContainer string", "Value string", "Key string" } },
    [END_OF_LINK] = { "EndLink", { "Time date", "Container string", "Type string", "EndContainer string", "Value string", "Key string" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    {
      _hd_writer_printf (writer, "%%EventDef Paje%s %u\n", definitions[i].name, i);
      for (guint f = 0; definitions[i].fields[f] != NULL; f++)
        _hd_writer_printf (writer, "%%  %s\n", definitions[i].fields[f]);
      _hd_writer_put (writer, "%EndEventDef\n");
    }
}

/* Aliases: S the system, L lane, W and M states, V variables, C causes; the types of containers are TS and TL. */
static void
put_types (Trace *self,
           HdWaves *waves)
{
  static const char *const titles[] = { "Work", "Memory" };
  HdWriter *writer = self->writer;

  _hd_writer_printf (writer, "%u TS 0 \"System\"\n%u TL TS \"Lane\"\n", DEFINE_CONTAINER_TYPE, DEFINE_CONTAINER_TYPE);
  for (guint kind = 0; kind < 2; kind++)
    for (guint t = 0; t < self->n_tracks[kind]; t++)
      {
        g_autofree char *title = t == 0 ? g_strdup (titles[kind]) : g_strdup_printf ("%s %u", titles[kind], t + 1);

        _hd_writer_printf (writer, "%u %c%u TL", DEFINE_STATE_TYPE, *titles[kind], t);
        put_text (writer, title);
        _hd_writer_put (writer, "\n");
      }
  for (guint s = 0; s < _hd_waves_get_n_signals (waves); s++)
    if (!_hd_waves_is_state (waves, s))
      {
        const HdProbePoint *probe = hd_record_get_series_probe (self->record, s);
        g_autofree char *title = probe->unit[0] != '\0' ? g_strdup_printf ("%s (%s)", probe->title, probe->unit) : g_strdup (probe->title);

        _hd_writer_printf (writer, "%u V%u TS", DEFINE_VARIABLE_TYPE, s);
        put_text (writer, title);
        _hd_writer_put (writer, " \"0.2 0.4 0.8\"\n");
      }
  _hd_writer_printf (writer, "%u C TS TL TL \"Cause\"\n", DEFINE_LINK_TYPE);
}

static void
put_containers (Trace *self,
                const guint *lanes,
                const guint *counts,
                guint n_lanes)
{
  HdWriter *writer = self->writer;

  _hd_writer_printf (writer, "%u 0 S TS 0", CREATE_CONTAINER);
  put_text (writer, hd_design_get_name (hd_record_get_design (self->record)));
  _hd_writer_put (writer, "\n");
  for (guint l = 0; l < n_lanes; l++)
    {
      g_autofree char *title = hd_record_dup_lane_title (self->record, lanes[l]);
      g_autoptr (GString) name = g_string_new (title);

      if (counts[l] > 1)
        g_string_append_printf (name, _(" (and %u equal)"), counts[l] - 1);
      _hd_writer_printf (writer, "%u 0 L%u TL S", CREATE_CONTAINER, lanes[l]);
      put_text (writer, name->str);
      _hd_writer_put (writer, "\n");
    }
}

static void
put_state (Trace *self,
           guint event,
           const Event *of)
{
  put_number_and_time (self->writer, event, of->time);
  _hd_writer_printf (self->writer, " L%u %c%u", of->lane, of->span_kind == HD_SPAN_MEMORY ? 'M' : 'W', of->track);
  if (event == PUSH_STATE)
    {
      put_text (self->writer, hd_record_get_name (self->record, of->name));
      _hd_writer_printf (self->writer, " %s %u", _hd_span_kind_name (of->span_kind), of->iteration);
    }
  _hd_writer_put (self->writer, "\n");
}

static void
put_link (Trace *self,
          guint event,
          const Event *of)
{
  put_number_and_time (self->writer, event, of->time);
  _hd_writer_printf (self->writer, " S C L%u", event == START_OF_LINK ? of->cause_lane : of->lane);
  put_text (self->writer, hd_record_get_name (self->record, of->name));
  _hd_writer_printf (self->writer, " " _HD_SPAN_ID_FORMAT "\n", of->lane, of->index);
}

static void
put_event (Trace *self,
           const Event *event)
{
  switch ((EventKind) event->kind)
    {
    case PUSH_AND_POP:
      put_state (self, PUSH_STATE, event);
      put_state (self, POP_STATE, event);
      break;
    case PUSH:
      put_state (self, PUSH_STATE, event);
      break;
    case POP:
      put_state (self, POP_STATE, event);
      break;
    case START_LINK:
      put_link (self, START_OF_LINK, event);
      break;
    case END_LINK:
      put_link (self, END_OF_LINK, event);
      break;
    }
}

/* The samples before @time. */
static void
put_samples (Trace *self,
             HdWaves *waves,
             HdTime time,
             HdSample *next,
             guint *next_signal,
             gboolean *has_next)
{
  while (*has_next && next->time < time && !_hd_writer_failed (self->writer))
    {
      if (!_hd_waves_is_state (waves, *next_signal))
        {
          put_number_and_time (self->writer, SET_VARIABLE, next->time);
          _hd_writer_printf (self->writer, " S V%u ", *next_signal);
          _hd_writer_number (self->writer, next->value);
          _hd_writer_put (self->writer, "\n");
        }
      *has_next = _hd_waves_next (waves, next_signal, next);
    }
}

static HdTime
put_events (Trace *self,
            HdWaves *waves)
{
  HdTime end = _hd_waves_get_end (waves);
  const Event *event;
  HdSample sample;
  guint signal;
  gboolean has_sample = _hd_waves_next (waves, &signal, &sample);

  while (!_hd_writer_failed (self->writer) && (event = hd_spill_sort_next (self->events, &self->writer->error)) != NULL)
    {
      put_samples (self, waves, event->time, &sample, &signal, &has_sample);
      put_event (self, event);
      end = MAX (end, event->time);
    }
  put_samples (self, waves, HD_TIME_MAX, &sample, &signal, &has_sample);
  return end;
}

void
_hd_report_paje (HdWriter *writer,
                 HdRecord *record)
{
  g_autoptr (HdSpillSort) events = hd_spill_sort_new (sizeof (Event), compare_events, EVENTS_IN_MEMORY);
  g_autoptr (HdWaves) waves = _hd_waves_new (record);
  g_autofree guint *counts = NULL;
  g_autofree guint *lanes = NULL;
  Trace trace = { writer, record, events, 0, { 1, 0 } };
  HdTime end;
  guint n_lanes;

  lanes = _hd_report_lane_representatives (record, &counts, &n_lanes);
  for (guint l = 0; l < n_lanes; l++)
    add_lane (&trace, lanes[l]);

  put_definitions (writer);
  put_types (&trace, waves);
  put_containers (&trace, lanes, counts, n_lanes);
  end = put_events (&trace, waves);
  for (guint l = n_lanes; l-- > 0;)
    {
      put_number_and_time (writer, DESTROY_CONTAINER, end);
      _hd_writer_printf (writer, " TL L%u\n", lanes[l]);
    }
  put_number_and_time (writer, DESTROY_CONTAINER, end);
  _hd_writer_put (writer, " TS S\n");
}
