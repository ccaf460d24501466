/* hd-task.h: tasks that are worked on in threads of their own
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * hd_task_run_in_thread:
 *
 * As g_task_run_in_thread(), but the source object is never let go of by the worker: that may be the last to hold a task, and so would finalize an object
 * of another thread (a widget, a run) while that one is in the midst of it. Where the worker is the last, the source object is let go of in the main
 * context that was the default of the calling thread.
 */
void hd_task_run_in_thread (GTask *task,
                            GTaskThreadFunc work);

G_END_DECLS
