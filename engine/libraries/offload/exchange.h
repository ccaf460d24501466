/* exchange.h: what members of a communicator have of the vector of their first task, for those who look at it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "tasks.h"

/** ExchangePlace: who carries it out */
typedef enum { EXCHANGE_IN_CARDS, EXCHANGE_IN_SOFTWARE } ExchangePlace;

/** exchange_begin: the first task, whose vector goes in @n_pulses pulses of up to @pulse elements */
void exchange_begin (const Tasks *tasks,
                     const HdHost *host,
                     HdComponentContext *context,
                     ExchangePlace place,
                     uint64_t pulse,
                     uint64_t n_pulses);
/** exchange_tell: of elements @low to @high - 1 of its vector, with node @peer */
void exchange_tell (const Tasks *tasks,
                    const HdHost *host,
                    HdComponentContext *context,
                    HdExchangeKind kind,
                    uint32_t peer,
                    uint64_t low,
                    uint64_t high);
