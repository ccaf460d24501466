/* slots.h: the hash buffer in which packets wait until it is their turn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Open addressing. Whether a key is there the bitmap of the card says, so that a key is looked for only if it is: the search walks past empty slots until the key matches,
 * costs as many probes as its insertion did, and needs no mark where something was taken out.
 */
#pragma once

#include <stdint.h>

#define SLOTS_BYTES 256u
#define SLOTS_NONE UINT32_MAX

typedef struct _Slots Slots;

/** SlotsOrder: where a key is looked for: at places that its mixed bits say, or one after the other from its low bits on (a bad example) */
typedef enum { SLOTS_MIXED, SLOTS_UNMIXED } SlotsOrder;

/** slots_new: @n: a power of two. NULL if there is no memory */
Slots *slots_new (uint32_t n,
                  SlotsOrder order);
void slots_free (Slots *self);
/** slots_put: @size bytes, at most SLOTS_BYTES, which stay until they are released, under @key, which is not there; @owner: of whoever asks. Returns its slot, or SLOTS_NONE if
 * all are taken */
uint32_t slots_put (Slots *self,
                    uint64_t key,
                    const void *bytes,
                    uint32_t size,
                    void *owner,
                    uint32_t *out_probes);
/** slots_find: the slot of @key; SLOTS_NONE, after a look at all of them, if it is not there */
uint32_t slots_find (const Slots *self,
                     uint64_t key,
                     uint32_t *out_probes);
/** slots_get: the bytes in @slot, which is taken */
const void *slots_get (const Slots *self,
                       uint32_t slot,
                       uint32_t *out_size);
void *slots_get_owner (const Slots *self,
                       uint32_t slot);
/** slots_release: @slot is free again */
void slots_release (Slots *self,
                    uint32_t slot);
uint32_t slots_get_n_used (const Slots *self);
