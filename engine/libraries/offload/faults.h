/* faults.h: what the network loses, brings twice or late, before a node hears it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * How a node comes by what it needs all the same is its own: see nic-faults.c for cards, software-faults.c for software.
 */
#pragma once

#include <heddle/heddle-component.h>

#define FAULTS_MOST_ASKED 3u /* times that a message which does not come is asked for */

/* Places in a node's tables. */
enum { FAULTS_LOSS, FAULTS_DUPLICATION, FAULTS_REORDERING, FAULTS_STRAYING, FAULTS_PATIENCE, FAULTS_DESPAIR, FAULTS_N_PARAMETERS };
enum { FAULTS_LOST, FAULTS_DROPPED, FAULTS_RESENDS, FAULTS_N_PROBES };

#define FAULTS_GROUP N_("Faults")
#define FAULTS_SHARE(key_, title_, help_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "", .default_text = "0", .maximum = 1, .pleasant_maximum = 0.1, .help = help_, \
    .group = FAULTS_GROUP }
#define FAULTS_TIME(key_, title_, default_, help_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = default_, .minimum = 1e-9, .maximum = 10, .help = help_, \
    .group = FAULTS_GROUP }
#define FAULTS_PARAMETERS(first_) \
  [(first_) + FAULTS_LOSS] = FAULTS_SHARE ("loss", N_("Loss"), N_("Share of what comes to it that is lost on its way: packets, grants, and requests to send again.")), \
  [(first_) + FAULTS_DUPLICATION] = FAULTS_SHARE ("duplication", N_("Duplication"), N_("Share of what comes to it that comes once more, later.")), \
  [(first_) + FAULTS_REORDERING] = FAULTS_SHARE ("reordering", N_("Reordering"), N_("Share of what comes to it that comes later, behind what was sent after it.")), \
  [(first_) + FAULTS_STRAYING] = FAULTS_TIME ("straying", N_("Straying"), "20 us", N_("By how much it is later, at most.")), \
  [(first_) + FAULTS_PATIENCE] = FAULTS_TIME ("patience", N_("Patience"), "1 ms", N_("After which a packet that does not come is asked for again, three times, if packets may be lost.")), \
  [(first_) + FAULTS_DESPAIR] = FAULTS_TIME ("despair", N_("Despair"), "10 ms", N_("After which a node in which nothing goes on asks no more."))

#define FAULTS_COUNT(name_, title_, help_) { .size = sizeof (HdProbe), .name = name_, .title = title_, .unit = "", .help = help_, .summary = HD_SUMMARY_SUM }
#define FAULTS_PROBES(first_, dropped_) \
  [(first_) + FAULTS_LOST] = FAULTS_COUNT ("lost", N_("Lost"), N_("packets and notes that were lost before they came to it")), \
  [(first_) + FAULTS_DROPPED] = FAULTS_COUNT ("dropped", N_("Dropped"), dropped_), \
  [(first_) + FAULTS_RESENDS] = FAULTS_COUNT ("resends", N_("Resends"), N_("times that it asked for a message again"))

/** FaultsTables: where its parameters and probes lie in the tables of its node, and the kind of its wakes */
typedef struct
{
  uint32_t parameter, probe, wake;
} FaultsTables;

typedef struct FaultsStray FaultsStray;

/** Faults: @loss, @duplication, @reordering: shares of 2^64; @straying: at most, @patience, @despair: picoseconds; @is_lossy: whether anything is lost, so that messages are kept
 * until they are acknowledged; @brings_twice: whether anything may come twice */
typedef struct
{
  FaultsTables tables;
  uint64_t loss, duplication, reordering;
  int64_t straying, patience, despair;
  int is_lossy, brings_twice;
  FaultsStray *strays;
  uint64_t n_strays, n_lost, n_dropped, n_resends;
} Faults;

void faults_init (Faults *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  const FaultsTables *tables);
void faults_clear (Faults *self);
/** faults_meet: whether a dispatch that comes is to be heard now; it may be lost, come later, or once more */
int faults_meet (Faults *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 const HdDispatch *dispatch);
/** faults_take_stray: what comes now at last, by the payload of a wake. Its buffer is to be dropped */
HdDispatch faults_take_stray (Faults *self,
                              const HdHost *host,
                              HdComponentContext *context,
                              uint64_t number);
/** faults_count_dropped, faults_count_resend: one more */
void faults_count_dropped (Faults *self,
                           const HdHost *host,
                           HdComponentContext *context);
void faults_count_resend (Faults *self,
                          const HdHost *host,
                          HdComponentContext *context);
