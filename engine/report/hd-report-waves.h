/* hd-report-waves.h: the probes as signals of a waveform viewer, whatever the format
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdWaves: the samples that a record has when this is made, in order of time, however far the run goes on meanwhile */
typedef struct _HdWaves HdWaves;

HdWaves *_hd_waves_new (HdRecord *record);
void _hd_waves_free (HdWaves *self);

guint _hd_waves_get_n_signals (const HdWaves *self);
/** _hd_waves_get_end: simulated time that has been reached, at or after the last sample */
HdTime _hd_waves_get_end (const HdWaves *self);
gboolean _hd_waves_is_state (const HdWaves *self,
                             guint signal);

/** HdWavesOutline: what a format writes for the beginning and end of a scope and for a signal in it; names have neither blanks nor dots */
typedef struct
{
  void (*open) (gpointer data, const char *name);
  void (*close) (gpointer data);
  void (*declare) (gpointer data, guint signal, const char *name);
} HdWavesOutline;

/** _hd_waves_outline: walks the signals in their order; scopes follow their paths */
void _hd_waves_outline (const HdWaves *self,
                        const HdWavesOutline *outline,
                        gpointer data);

/** _hd_waves_rewind: back to the first of the same samples */
void _hd_waves_rewind (HdWaves *self);
/** _hd_waves_next: the next sample by time, then by signal; %FALSE after the last */
gboolean _hd_waves_next (HdWaves *self,
                         guint *out_signal,
                         HdSample *out_sample);
/** _hd_waves_dup_state: the text of a state; empty for idle */
char *_hd_waves_dup_state (const HdWaves *self,
                           double value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdWaves, _hd_waves_free)

G_END_DECLS
