/* pulses.h: a large message goes in pulses, a few of them at once
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Pulses: how a message is cut; all but @n, which counts pulses, in elements: @size of one, @last of the last, @at_once pulses under way */
typedef struct
{
  uint64_t n, size, last, at_once;
} Pulses;

/** PulsesCut: what goes in pulses: what is longer than one, as its credit is that of a pulse; or what has no room as a whole. The source says either */
typedef enum { PULSES_BY_CREDIT, PULSES_BY_ROOM } PulsesCut;

/** pulses_cut: @length elements for a room of @room; @overlap: the source's k, from 1 to @room. A message that is not cut, by @cut, goes in one pulse, an empty one in one of no elements.
 * Returns 0 with "BAD_PULSE ..." in @why */
int pulses_cut (Pulses *self,
                int64_t length,
                uint64_t room,
                uint64_t overlap,
                PulsesCut cut,
                char *why,
                size_t n_why);

/** PulseFlow: elements under way; the credit of a pulse comes back when all its elements have been answered */
typedef struct
{
  Pulses pulses;
  uint64_t next;       /* pulse that is begun next */
  uint64_t credits;    /* pulses that may begin */
  uint64_t n_done;
  uint64_t *answered;  /* by pulse */
} PulseFlow;

/** pulse_flow_init: returns 0 if there is no memory */
int pulse_flow_init (PulseFlow *self,
                     const Pulses *pulses);
void pulse_flow_clear (PulseFlow *self);
/** pulse_flow_restart: from the first pulse on, once all are done */
void pulse_flow_restart (PulseFlow *self);
/** pulse_flow_begin: the next pulse, if there is one and a credit for it. Returns 0 if not */
int pulse_flow_begin (PulseFlow *self,
                      uint64_t *out_pulse);
/** pulse_flow_answer: @n elements of @pulse, which has begun, have come. Returns 0, and changes nothing, if it has not so many under way */
int pulse_flow_answer (PulseFlow *self,
                       uint64_t pulse,
                       uint64_t n);
uint64_t pulses_get_size (const Pulses *self,
                          uint64_t pulse);
