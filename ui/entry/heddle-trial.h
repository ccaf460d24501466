/* heddle-trial.h: what a project would become with another value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * heddle_trial_async:
 *
 * Elaborates a copy of the project in which @attribute of the object @uid says @text, in a worker. The project itself is not touched.
 */
void heddle_trial_async (HeddleSession *session,
                         guint64 uid,
                         const char *attribute,
                         const char *text,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data);
/**
 * heddle_trial_finish:
 * @out_n: how many links, components or instances the object would be, over the whole system
 *
 * Errors: %HD_ERROR_INVALID with the first problem of that object; %G_IO_ERROR_CANCELLED
 */
gboolean heddle_trial_finish (GAsyncResult *result,
                              guint *out_n,
                              GError **error);

G_END_DECLS
