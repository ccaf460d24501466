/* hd-popnet-trace.h: packets of a trace that popnet reads, or of its extended form
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   T s1 .. sc d1 .. dc n                  cycle, coordinates of source and destination, flits
 *
 *   #noi-trace 2                           extended: the first line
 *   T s1 .. sc d1 .. dc n KIND ID DEP      KIND one of R W A D B; DEP the ID of a packet that must have come to the source first, or 0
 *
 * Other lines that begin with # are remarks.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define HD_POPNET_EXTENDED "#noi-trace 2"
#define HD_POPNET_DIMENSIONS 8
#define HD_POPNET_MAX_ROUTERS 65536
#define HD_POPNET_MAX_FLITS 65535
#define HD_POPNET_MAX_PACKETS (1u << 28)
#define HD_POPNET_NONE G_MAXUINT32
#define HD_POPNET_KINDS "RWADB" /* read request, write, acknowledgement, data, barrier */

/** HdPopnetShape: routers in a grid; with 0 dimensions the trace tells: the smallest with as many routers in each dimension */
typedef struct
{
  guint n_dimensions;
  guint sizes[HD_POPNET_DIMENSIONS];
} HdPopnetShape;

/** hd_popnet_shape_get_n_routers: 0 if they are more than %HD_POPNET_MAX_ROUTERS */
guint hd_popnet_shape_get_n_routers (const HdPopnetShape *self);
/** hd_popnet_shape_to_string: "9 x 9" */
char *hd_popnet_shape_to_string (const HdPopnetShape *self);

/** HdPopnetPacket: routers row by row, the first coordinate counts most */
typedef struct
{
  gint64 time; /* millionths of a cycle, rounded up */
  guint32 source, destination;
  guint32 line;
  guint16 n_flits;
  char kind;   /* of %HD_POPNET_KINDS, or 0 in a plain trace */
} HdPopnetPacket;

typedef struct
{
  HdPopnetShape shape;
  gboolean extended;
  gboolean sorted;   /* as it was written */
  guint64 n_packets;
  HdPopnetPacket *packets; /* in the order of time, then of lines */
  guint64 *ids;      /* of an extended trace, else NULL */
  guint32 *after;    /* of an extended trace, else NULL: the packet that must have come first, or HD_POPNET_NONE */
} HdPopnetTrace;

typedef enum
{
  HD_POPNET_COMPATIBLE = 1 << 0, /* what popnet itself cannot count is an error */
} HdPopnetFlags;

#define HD_POPNET_HEAD 4096 /* what says whether a file is a trace */

/** hd_popnet_read_head: at most @size bytes of an ordinary file; 0 if there are none, or it cannot be read */
gsize hd_popnet_read_head (const char *path,
                           char *head,
                           gsize size);
/** hd_popnet_is_trace: whether a text that begins so may be one */
gboolean hd_popnet_is_trace (const char *head,
                             gsize length);
/**
 * hd_popnet_trace_parse:
 * @name: of the file, for messages
 * @shape: (nullable): where coordinates must lie
 * @cancellable: (nullable)
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME, %HD_ERROR_DEADLOCK (packets that wait in a circle), %HD_ERROR_LIMIT, %HD_ERROR_CANCELLED;
 * file, line and value are in the message.
 */
HdPopnetTrace *hd_popnet_trace_parse (const char *name,
                                      const char *data,
                                      gsize length,
                                      const HdPopnetShape *shape,
                                      HdPopnetFlags flags,
                                      GCancellable *cancellable,
                                      GError **error);
/** hd_popnet_trace_load: hd_popnet_trace_parse () of a file; also %HD_ERROR_IO */
HdPopnetTrace *hd_popnet_trace_load (const char *path,
                                     const HdPopnetShape *shape,
                                     HdPopnetFlags flags,
                                     GCancellable *cancellable,
                                     GError **error);
/** hd_popnet_trace_check: that there is a file which can be read; errors: %HD_ERROR_IO */
gboolean hd_popnet_trace_check (const char *path,
                                GError **error);
/** hd_popnet_trace_measure: the grid that hd_popnet_trace_load () would find by itself; errors as there */
gboolean hd_popnet_trace_measure (const char *path,
                                  HdPopnetShape *out_shape,
                                  GError **error);
void hd_popnet_trace_free (HdPopnetTrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPopnetTrace, hd_popnet_trace_free)

G_END_DECLS
