/* dispatch.h: to which engine of the card a descriptor goes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All descriptors of a sequence go to one engine. A job stays with its engine until the last of its sequences has ended, which is our own decision; the source says that
 * engines are chosen by how busy they are. A descriptor that is not collective takes its own path, within a sequence too.
 */
#pragma once

#include "fields.h"

#define DISPATCH_MOST_ENGINES 32u
#define DISPATCH_NONE UINT32_MAX

/** DispatchLoad: of an engine: descriptors that it has to run yet, and slots of its buffer that are taken; @is_full: its bitmap has no room for one more job */
typedef struct
{
  uint32_t n_descriptors, n_slots;
  int is_full;
} DispatchLoad;

/** Dispatch: @open: by virtual port, job of its open sequence + 1, or 0; @engine: by job, valid while @n_sequences, which have begun and not ended, is not 0 */
typedef struct
{
  uint32_t n_engines;
  uint16_t open[2048];
  uint8_t engine[256];
  uint32_t n_sequences[256];
} Dispatch;

/** dispatch_init: @n_engines: 1 to DISPATCH_MOST_ENGINES */
void dispatch_init (Dispatch *self,
                    uint32_t n_engines);
/** dispatch_next: @descriptor: the next of the queue of its SourceVP, whose values have room; @loads: (array length=n_engines), not all full; @out_engine: DISPATCH_NONE if it is not
 * collective. Returns 0 with "NESTED_SEQ ..." or "ORPHAN_DESC ..." in @why, and has changed nothing */
int dispatch_next (Dispatch *self,
                   const Fields *descriptor,
                   const DispatchLoad *loads,
                   uint32_t *out_engine,
                   char *why,
                   size_t n_why);
/** dispatch_end: a sequence of @job has ended at its engine */
void dispatch_end (Dispatch *self,
                   uint32_t job);
/** dispatch_check_end: the queue of @port has no more descriptors. Returns 0 with "UNTERMINATED_SEQ ..." in @why if its sequence is open */
int dispatch_check_end (const Dispatch *self,
                        uint32_t port,
                        char *why,
                        size_t n_why);
