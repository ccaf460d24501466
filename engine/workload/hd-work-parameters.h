/* hd-work-parameters.h: rows of the tables of what a kind of work can be told
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-workload.h>

#define HD_WORK_PARAMETER(key_, title_, kind_) .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_##kind_
#define HD_WORK_TEXT(key_, title_, default_, help_) { HD_WORK_PARAMETER (key_, title_, TEXT), .default_text = default_, .help = help_ }
#define HD_WORK_FLAG(key_, title_, default_, help_) { HD_WORK_PARAMETER (key_, title_, FLAG), .default_text = default_, .help = help_ }
#define HD_WORK_CHOICE(key_, title_, default_, choices_, help_) \
  { HD_WORK_PARAMETER (key_, title_, CHOICE), .default_text = default_, .choices = choices_, .help = help_ }
