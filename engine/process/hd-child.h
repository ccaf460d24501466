/* hd-child.h: a program that runs as a child of this process, and is spoken with
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdChild:
 *
 * Started by an #HdChildKeeper, whose it is. One thread at a time listens and tells; the rest may be called by any.
 */
typedef struct _HdChild HdChild;

/** HdChildEnd: @exit_code if it exited, else @signal, which is 0 then */
typedef struct
{
  int exit_code;
  int signal;
} HdChildEnd;

/** HdChildEnded: in the keeper's thread, once what it has printed is there too */
typedef void (*HdChildEnded) (gpointer data,
                              const HdChildEnd *end);

/** HdChildPrinted: in the keeper's thread: it has printed, and that is kept; @is_errors: as errors */
typedef void (*HdChildPrinted) (gpointer data,
                                gboolean is_errors,
                                const guint8 *bytes,
                                gsize size);

/**
 * HdChildOptions:
 * @file: absolute
 * @arguments: (array zero-terminated=1): the first is the name that it is called by
 * @stage_bytes: of memory that both see; 0 for none
 * @memory_bytes, @processor_seconds: 0 for no limit
 * @maximum_output, @maximum_errors: bytes of what it prints that are kept; who prints more is killed; 0: it may print anything, and nothing is kept
 * @printed, @ended: (nullable)
 */
typedef struct
{
  const char *file;
  const char *const *arguments;
  gsize stage_bytes;
  guint64 memory_bytes;
  guint processor_seconds;
  gsize maximum_output;
  gsize maximum_errors;
  HdChildPrinted printed;
  HdChildEnded ended;
  gpointer data;
} HdChildOptions;

typedef enum
{
  HD_CHILD_DATAGRAM,
  HD_CHILD_NOTHING,
  HD_CHILD_END,
  HD_CHILD_STOP,
} HdChildHeard;

/** hd_child_get_pid: of a process that may be gone */
int hd_child_get_pid (HdChild *self);
/** hd_child_get_stage: (nullable): valid as long as the keeper */
gpointer hd_child_get_stage (HdChild *self);

/**
 * hd_child_listen:
 * @until_us: monotonic time; %G_MAXINT64 for ever
 * @size: (inout): the room at @datagram, and how long what came was; more than the room is cut off
 *
 * Waits for a datagram. Empty ones are not heard.
 *
 * Returns: %HD_CHILD_END: it has ended, and all is heard; %HD_CHILD_STOP: see hd_child_keeper_stop ()
 */
HdChildHeard hd_child_listen (HdChild *self,
                              gint64 until_us,
                              gpointer datagram,
                              gsize *size);
/** hd_child_tell: %FALSE if it does not hear it; does not wait */
gboolean hd_child_tell (HdChild *self,
                        gconstpointer datagram,
                        gsize size);
/** hd_child_dismiss: it and its group get SIGTERM, and SIGKILL two seconds later; does not wait */
void hd_child_dismiss (HdChild *self);
gboolean hd_child_has_ended (HdChild *self,
                             HdChildEnd *out_end);
/** hd_child_has_flooded: it has printed more than is kept, and was killed; @out_errors: whether as errors */
gboolean hd_child_has_flooded (HdChild *self,
                               gboolean *out_errors);
/** hd_child_get_output, hd_child_get_errors: what it has printed, after its end */
const GByteArray *hd_child_get_output (HdChild *self);
const GByteArray *hd_child_get_errors (HdChild *self);

G_END_DECLS
