/* hd-error.h: the engine's error domain
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HD_ERROR (hd_error_quark ()) /* the domain of #HdError */

/**
 * HdError:
 * @HD_ERROR_SYNTAX: text that does not follow its grammar
 * @HD_ERROR_RANGE: a value outside its permitted range
 * @HD_ERROR_DIMENSION: a value of the wrong physical dimension, or without one where one is needed
 * @HD_ERROR_NAME: an unknown or doubly defined name
 * @HD_ERROR_LIMIT: a limit on size, depth, memory or time was reached
 * @HD_ERROR_IO: a file could not be read or written
 * @HD_ERROR_INVALID: the project has errors (see its problems)
 * @HD_ERROR_LIBRARY: a component library was refused
 * @HD_ERROR_DEADLOCK: a run that cannot go on
 * @HD_ERROR_INVARIANT: a kernel rule or conservation law was broken
 * @HD_ERROR_CANCELLED: stopped on request
 */
typedef enum
{
  HD_ERROR_SYNTAX,
  HD_ERROR_RANGE,
  HD_ERROR_DIMENSION,
  HD_ERROR_NAME,
  HD_ERROR_LIMIT,
  HD_ERROR_IO,
  HD_ERROR_INVALID,
  HD_ERROR_LIBRARY,
  HD_ERROR_DEADLOCK,
  HD_ERROR_INVARIANT,
  HD_ERROR_CANCELLED,
} HdError;

GQuark hd_error_quark (void);

G_END_DECLS
