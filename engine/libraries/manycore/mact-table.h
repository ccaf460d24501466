/* mact-table.h: the memory-access collecting table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Accesses to one region of 1,024 bytes are collected in an entry, a bit for each byte, and leave as one request after a deadline, or when all
 * bits are set. Source: BDSim, section on MACT; what the text leaves open is marked in mact-table.c.
 */
#pragma once

#include <stdint.h>

#define MACT_REGION 1024u

typedef struct _MactTable MactTable;

typedef enum { MACT_ACCEPTED, MACT_REFUSED } MactAnswer;

/** MactRequest: an entry that leaves; @entry is for mact_table_reply () */
typedef struct
{
  uint64_t base;
  uint32_t n_bytes; /* bits that are set */
  uint32_t n_accesses;
  uint32_t entry;
} MactRequest;

/** mact_table_new: @window: cycles from an entry's first access to its deadline; @keeps_sent: entries stay until the reply (of reads) */
MactTable *mact_table_new (uint32_t n_entries, uint32_t window, int keeps_sent);
void mact_table_free (MactTable *self);
/** mact_table_add: @address to @address + @size (1 to 1,024) as a whole; @tag comes back with the reply */
MactAnswer mact_table_add (MactTable *self, uint64_t address, uint32_t size, int64_t cycle, uint32_t tag);
/** mact_table_is_sent: whether @entry has left and waits for its data */
int mact_table_is_sent (const MactTable *self, uint32_t entry);
/** mact_table_next: when the next entry leaves, or INT64_MAX */
int64_t mact_table_next (const MactTable *self);
/** mact_table_take: the next entry whose time has come; returns 0 if there is none */
int mact_table_take (MactTable *self, int64_t cycle, MactRequest *out_request);
/** mact_table_reply: data of @entry have come; it is free again. Calls @answer for each access that has now all its data */
void mact_table_reply (MactTable *self, uint32_t entry, void (*answer) (void *data, uint32_t tag), void *data);
uint32_t mact_table_get_n_used (const MactTable *self);
