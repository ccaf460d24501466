/* workload-fixture.h: projects written in a test, run and traced
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "hd-execution.h"

/** Traced: one span of a trace; @name as in the workload */
typedef struct
{
  char *name;
  HdWorkSpan span;
} Traced;

typedef struct
{
  HdCatalog *catalog;
  HdDesign *design;
  HdProblemList *problems;
  HdExecution *execution; /* NULL if it does not compile */
  GArray *spans;          /* of Traced, by end */
  GArray *transfer_ends;  /* of HdTime */
  GError *error;
} Fixture;

/** fixture_new: elaborates <heddle>@body</heddle> under @settings (NULL-terminated) and compiles; what is wrong stays to be looked at */
Fixture *fixture_new (const char *body,
                      const char *const *settings);
/** fixture_new_with: as fixture_new (), with run settings that no address reaches; fails the test if there are problems */
Fixture *fixture_new_with (const char *body,
                           HdSteps steps,
                           gboolean symmetry,
                           gboolean fast_forward,
                           gboolean incremental);
Fixture *fixture_new_transfers (const char *body,
                                const char *csv);
void fixture_free (Fixture *self);
/** fixture_run: to the end; FALSE and an error in the fixture if it fails */
gboolean fixture_run (Fixture *self,
                      gboolean traced);
/** fixture_find: the run number @iteration of vertex @name in the lane class @lane_class (G_MAXUINT for any), its part @kind */
const HdWorkSpan *fixture_find (Fixture *self,
                                const char *name,
                                HdWorkKind kind,
                                guint iteration);
guint fixture_count (Fixture *self,
                     const char *name);
gboolean fixture_has_problem (Fixture *self,
                              HdProblemCode code,
                              const char *words);
double fixture_get_metric (Fixture *self,
                           const char *name);
/** fixture_get_iteration: length of an iteration in seconds */
double fixture_get_iteration (Fixture *self,
                              guint iteration);

/** fixture_assert_near: within @relative of @expected */
#define fixture_assert_near(value, expected, relative)                                                                                     \
  g_assert_cmpfloat_with_epsilon ((value), (expected), (relative) * ((expected) < 0 ? -(expected) : (expected)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)
