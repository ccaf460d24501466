/* heddle-recovery.h: work that a program that was killed has left, offered on start
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-application.h"

G_BEGIN_DECLS

/** heddle_recovery_begin: looks for journals of programs that are gone, in a worker; if there are any, asks what to recover. Once, on start. */
void heddle_recovery_begin (HeddleApplication *application);

G_END_DECLS
