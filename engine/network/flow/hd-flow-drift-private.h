/* hd-flow-drift-private.h: a lap that is written down, shared by the files that look for its shifts
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-network-private.h"

G_BEGIN_DECLS

typedef enum
{
  HD_DRIFT_LEAVE,
  HD_DRIFT_START, /* when the flow will begin; follows the leave at once */
  HD_DRIFT_RATE,
  HD_DRIFT_END,
  HD_DRIFT_TOKEN,
  HD_DRIFT_FOREIGN,
} HdDriftNoteKind;

/* Of an object, which is a task, wait or action in the order of these ranges. @shift: once it has been found */
typedef struct
{
  guint32 object;
  guint32 kind;
  guint64 rate;
  HdTime time;
  HdTime shift;
} HdDriftNote;

/* At which the solver looked at resources. @shift: likewise */
typedef struct
{
  HdTime time;
  HdTime shift;
  gboolean has_shift;
} HdDriftMoment;

/* Of the state: a number that a lap leaves as it is, or a time, which it shifts. */
typedef struct
{
  gint64 word;
  gint64 is_time;
} HdDriftWord;

struct _HdFlowDrift
{
  HdFlowNetwork *network; /* borrowed */
  guint32 batch;
  guint n_resources;
  guint32 first[4]; /* objects: of tasks, waits, actions; and where these end */
  HdDriftNote *notes;      /* of the lap, in the order of writing; by object once they have been sorted */
  HdDriftNote *scratch;
  guint n_notes;
  guint n_allocated;
  guint *first_note; /* by object; and one more */
  HdDriftMoment *moments;
  guint n_moments;
  guint n_moments_allocated;
  HdIdList looks;    /* resources, in the order of looking */
  HdIdList look_moments; /* for each of them */
  guint32 *resource_moments; /* the same by resource */
  guint *first_look; /* by resource, in @resource_moments; and one more */
  GArray *begin;    /* of HdDriftWord: state at the beginning of the lap */
  GArray *end;      /* likewise, at its end */
  HdTime start;     /* of the lap */
  HdTime now;       /* of the last state that was kept */
  guint64 n_following; /* laps, once one has ended; as far as others and the last rounds are not concerned */
  gboolean full;    /* there is more than can be noted */
};

static inline const HdDriftNote *
_hd_flow_drift_get_notes (const HdFlowDrift *self,
                          guint32 object)
{
  return &self->notes[self->first_note[object]];
}

static inline guint
_hd_flow_drift_count_notes (const HdFlowDrift *self,
                            guint32 object)
{
  return self->first_note[object + 1] - self->first_note[object];
}

/** _hd_flow_drift_write: a note with its shift, into a lap that is recalled */
void _hd_flow_drift_write (HdFlowDrift *self,
                           const HdDriftNote *note);
/**
 * _hd_flow_drift_set_lap: the notes of a lap that is recalled are written; from now on it is as if it had ended now
 * @shifts: of the state that was kept at the beginning
 */
void _hd_flow_drift_set_lap (HdFlowDrift *self,
                             const gint64 *shifts,
                             HdTime period,
                             guint64 n_following);

/* hd-flow-drift-shifts.c: by how much each note is later in the next lap */
/** _hd_flow_drift_find_shifts: of all notes and moments; notes stand in the order of writing. Whether each has one */
gboolean _hd_flow_drift_find_shifts (HdFlowDrift *self);

/* hd-flow-drift-check.c: for how many laps that holds */
/** _hd_flow_drift_check: how many laps may follow; notes and looks are sorted */
guint64 _hd_flow_drift_check (const HdFlowDrift *self);
/** _hd_flow_drift_check_others: how many of @most, as far as transfers of others are concerned */
guint64 _hd_flow_drift_check_others (const HdFlowDrift *self,
                                     guint64 most);
/** _hd_flow_drift_replay: changes the rates of @action, which is not of this batch, as all of @laps do. Returns in how many of them it surely does not end */
guint64 _hd_flow_drift_replay (const HdFlowDrift *self,
                               guint32 object,
                               guint64 laps,
                               HdFlowAction *action);

G_END_DECLS
