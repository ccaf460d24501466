/* heddle.h: the engine, for programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-accesses.h>
#include <heddle/hd-address.h>
#include <heddle/hd-bdsim.h>
#include <heddle/hd-catalog.h>
#include <heddle/hd-comparison.h>
#include <heddle/hd-design.h>
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>
#include <heddle/hd-expression.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-follow.h>
#include <heddle/hd-generate.h>
#include <heddle/hd-graph-export.h>
#include <heddle/hd-histogram.h>
#include <heddle/hd-import.h>
#include <heddle/hd-names.h>
#include <heddle/hd-outcome.h>
#include <heddle/hd-pairing.h>
#include <heddle/hd-path-reader.h>
#include <heddle/hd-popnet-export.h>
#include <heddle/hd-problem.h>
#include <heddle/hd-programs.h>
#include <heddle/hd-progress.h>
#include <heddle/hd-quantity.h>
#include <heddle/hd-ranks.h>
#include <heddle/hd-record.h>
#include <heddle/hd-report.h>
#include <heddle/hd-run-queue.h>
#include <heddle/hd-run-settings.h>
#include <heddle/hd-run.h>
#include <heddle/hd-saturation.h>
#include <heddle/hd-simgrid-xml.h>
#include <heddle/hd-sweep-run.h>
#include <heddle/hd-sweep-table.h>
#include <heddle/hd-sweep.h>
#include <heddle/hd-threshold.h>
#include <heddle/hd-time.h>
#include <heddle/hd-tree-cost.h>
#include <heddle/hd-tree-report.h>
#include <heddle/hd-tree.h>
#include <heddle/hd-wiring.h>
#include <heddle/hd-workload-import.h>
#include <heddle/hd-workload.h>
