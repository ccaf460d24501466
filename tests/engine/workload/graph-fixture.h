/* graph-fixture.h: vertices and edges of drawn graphs, and how long computations with data take at any fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#define COMPUTE(id, place, tflop, more) "<vertex id=\"" id "\" kind=\"compute\" work=\"" tflop " TFLOP\" place=\"" place "\" " more "/>"
#define EDGE(from, to) "<edge from=\"" from "\" to=\"" to "\"/>"
#define FLAGGED(from, to) "<edge from=\"" from "\" to=\"" to "\" first=\"ignore\"/>"

/* Each by itself, on x[0] of 1 TFLOP/s, four times that at half precision; data in its memory and in that of others come at 1 GB/s. */
static const struct
{
  const char *vertex;
  double seconds;
} access_cases[] = {
  { COMPUTE ("A", "x[0]", "3", "start=\"true\" access=\"5 GB\""), 5 },
  { COMPUTE ("A", "x[0]", "5", "start=\"true\" access=\"3 GB\""), 5 },
  { COMPUTE ("A", "x[0]", "3", "start=\"true\" access=\"2 GB\" mode=\"move\""), 5 },
  { COMPUTE ("A", "x[0]", "1", "start=\"true\" access=\"2 GB\" mode=\"move\""), 4 },
  { COMPUTE ("A", "x[0]", "3", "start=\"true\" access=\"2 GB\" mode=\"local\""), 3 },
  { COMPUTE ("A", "x[0]", "1", "start=\"true\" access=\"2 GB\" mode=\"local\""), 2 },
  { COMPUTE ("A", "x[0]", "0", "start=\"true\" access=\"2 GB\""), 2 },
  { COMPUTE ("A", "x[0]", "4", "start=\"true\" precision=\"fp16\""), 1 },
  { COMPUTE ("A", "x[0]", "0", "start=\"true\""), 0 },
};
