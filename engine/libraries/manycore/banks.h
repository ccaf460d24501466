/* banks.h: banked memory with open rows: what memories and memory controllers have in common
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "outlet.h"

/**
 * BanksSetup: of one element
 * @port: the type's
 * @banks: that work at the same time; consecutive @interleave bytes lie in one
 * @latency: cycles from an access's start to its answer
 * @service: cycles that a bank is busy for each access
 * @row: bytes of an open row, 0 for none; @row_miss: cycles more, of latency and service, if another row is open
 * @reply_flits: of an answer with data
 */
typedef struct
{
  uint32_t port;
  uint32_t banks;
  uint64_t interleave;
  uint32_t latency;
  uint32_t service;
  uint64_t row;
  uint32_t row_miss;
  uint32_t reply_flits;
  uint32_t width;
} BanksSetup;

#define MAX_BANKS 256

typedef struct _Banks Banks;

Banks *banks_new (uint32_t n);
void banks_free (Banks *self);
int banks_set_up (Banks *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, const BanksSetup *setup);
int64_t banks_receive (Banks *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message);
const char *banks_accept (const Banks *self, uint32_t element, const HdMessage *message, uint64_t *out_value);
int banks_waits (const Banks *self, uint32_t element, HdWait *out_wait);
void banks_tick (Banks *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, const uint32_t *active, uint32_t n_active,
                 int64_t *next);

typedef enum { BANKS_REQUESTS, BANKS_CONFLICTS, BANKS_LATENCY, BANKS_QUEUE, BANKS_ROW_MISSES } BanksProbe;

void banks_read (const Banks *self, uint32_t element, BanksProbe probe, double *out_value, double *out_weight);
