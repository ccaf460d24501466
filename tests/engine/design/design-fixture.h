/* design-fixture.h: projects written in a test, elaborated
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library "test" has an endpoint (host: rate, model), a memory and a switch whose ports are narrow enough to overflow.
 */
#pragma once

#include <heddle/heddle.h>

HdCatalog *fixture_catalog (void);
/** fixture_register: components of a test's own, into that catalogue */
void fixture_register (const HdLibrary *library);
/** fixture_snapshot: @body is what stands inside <heddle> */
HdSnapshot *fixture_snapshot (const char *body);
/** fixture_elaborate: fails the test if there are problems */
HdDesign *fixture_elaborate (const char *body,
                             const char *const *settings);
HdDesign *fixture_elaborate_file (const char *path,
                                  const char *const *settings);
/** fixture_problem: elaborates what must fail or warn; the first problem of @code must be there; returns its message */
char *fixture_problem (const char *body,
                       const char *const *settings,
                       HdProblemCode code);
guint fixture_count_type (HdDesign *design,
                          const char *id);
