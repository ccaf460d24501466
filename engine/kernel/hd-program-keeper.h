/* hd-program-keeper.h: who starts programs for components, and speaks with them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/**
 * HdProgramKeeper: what an #HdHost passes on, of a component of the kernel, in its partition
 * @launch: errors: the program cannot be started, or may not be
 * @listen: until a monotonic time; errors: what the program printed could not be kept; %HD_HEARD_STOP with it
 */
typedef struct _HdProgramKeeper HdProgramKeeper;

struct _HdProgramKeeper
{
  gboolean (*launch) (HdProgramKeeper *self,
                      guint32 component,
                      const HdProgram *program,
                      gpointer *out_stage,
                      GError **error);
  HdHeard (*listen) (HdProgramKeeper *self,
                     guint32 component,
                     gint64 until_us,
                     gpointer datagram,
                     gsize *size,
                     GError **error);
  gboolean (*tell) (HdProgramKeeper *self,
                    guint32 component,
                    gconstpointer datagram,
                    gsize size);
  void (*dismiss) (HdProgramKeeper *self,
                   guint32 component);
  gboolean (*ended) (HdProgramKeeper *self,
                     guint32 component,
                     HdProgramEnd *out_end);
};

G_END_DECLS
