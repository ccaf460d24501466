/* record-fixture.h: records that no run made
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

#define RECORD_FIXTURE_N_NAMES 2

/** record_fixture_new: no samples and no spans; @n_lanes lanes of nodes, each of a class of its own, and two names */
HdRecord *record_fixture_new (const char *project,
                              guint n_lanes);
