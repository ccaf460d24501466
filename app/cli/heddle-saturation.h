/* heddle-saturation.h: the load at which a network saturates
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-sweep.h"

G_BEGIN_DECLS

/** heddle_saturation_run: @text: NAME=FROM..TO or NAME=FROM..TO:PRECISION; returns the exit status */
HeddleExit heddle_saturation_run (const char *text,
                                  const HeddleSweepOptions *options);

G_END_DECLS
