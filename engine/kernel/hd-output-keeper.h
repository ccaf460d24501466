/* hd-output-keeper.h: who keeps the files that components write
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdOutputKeeper:
 * @write: adds to the end of file number @output of a component of the kernel, in its partition. Errors: there is no such file, or no room for more
 */
typedef struct _HdOutputKeeper HdOutputKeeper;

struct _HdOutputKeeper
{
  gboolean (*write) (HdOutputKeeper *self,
                     guint32 component,
                     guint32 output,
                     gconstpointer data,
                     gsize size,
                     GError **error);
};

G_END_DECLS
