/* offload-fixture.h: nodes that run collective operations, on a star
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run-fixture.h"

G_BEGIN_DECLS

#define OFFLOAD_LINK "<link-class id='L' bandwidth='12.5 GB/s' latency='1.3 us' sharing='split'/>"
#define OFFLOAD_PACKETS "<run fidelity='packet' packet-size='2 KiB' packet-time='0 s'/>"

/** offload_fixture_dup_star: @n nodes of offload.@type, a[0] and so on, with @parameters, all in the communicator “all”; @rest follows */
char *offload_fixture_dup_star (const char *type,
                                guint n,
                                const char *parameters,
                                const char *rest);
/** offload_fixture_run: such a star to its end, with @settings behind it. Errors: those of the run */
HdRun *offload_fixture_run (const char *type,
                            guint n,
                            const char *parameters,
                            const char *settings,
                            GError **error);
/** offload_fixture_get: metric @name of the type */
double offload_fixture_get (HdRun *run,
                            const char *type,
                            const char *name);
/** offload_fixture_dup_files: what all nodes from a[0] on wrote to their files @name, one after the other */
char *offload_fixture_dup_files (HdRun *run,
                                 const char *name);
/** offload_fixture_assert_says: @error is there, and its message has @part */
void offload_fixture_assert_says (const GError *error,
                                  const char *part);

G_END_DECLS
