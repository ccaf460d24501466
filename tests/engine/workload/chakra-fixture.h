/* chakra-fixture.h: Chakra traces that a test writes, and their runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "chakra-writer.h"
#include "workload-fixture.h"

#define N_RANKS 4
#define NONE CHAKRA_NO_DEP
#define MS G_GINT64_CONSTANT (1000000000) /* ps */
#define US G_GINT64_CONSTANT (1000000)

/* Two links of 1 GB/s and 1 ms lie between any two; beside them each has 1 TFLOP/s, 4 at half precision, 2 GB/s of own memory, and m. */
#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ms\" sharing=\"split\"/>"                                                         \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\" fp32=\"1 TFLOP/s\" fp16=\"4 TFLOP/s\" memory-bandwidth=\"2 GB/s\" %s/>"        \
  "<component id=\"s\" type=\"fabric.switch\"/><component id=\"m\" type=\"fabric.memory\"/>"                                               \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..3\" class=\"L\"/><link from=\"m.port\" to=\"s.port[4]\" class=\"L\"/></top>"

/** Traces: in a folder of their own; @prefix: of their files; @ranks: written, and not yet saved */
typedef struct
{
  char *folder;
  char *prefix;
  ChakraWriter *ranks[N_RANKS];
} Traces;

void traces_init (Traces *self);
/** traces_keep: the first @n ranks alone */
void traces_keep (Traces *self,
                  guint n);
void traces_save (Traces *self);
void traces_clear (Traces *self);
/** traces_put_groups: the attribute that names a file with these groups */
char *traces_put_groups (Traces *self,
                         const char *json);
/** traces_dup_body: a project with the traces on the members @on ("all" or "two"), with further @attributes of the workload and of accelerators (@xpu) */
char *traces_dup_body (Traces *self,
                       const char *on,
                       const char *attributes,
                       const char *xpu);
/** traces_compile: saves the traces, and compiles that project */
Fixture *traces_compile (Traces *self,
                         const char *on,
                         const char *attributes,
                         const char *xpu);
/** traces_run: likewise, to the end */
Fixture *traces_run (Traces *self,
                     const char *on,
                     const char *attributes,
                     const char *xpu);

/** write_gemm: 3 GFLOP and 4 MB, which the trace says take 0.123 ms; then 0.05 ms of computation */
void write_gemm (ChakraWriter *writer);
/** write_streams: 0.1 and 0.3 ms of computation beside 0.7 ms on the host, after which a computation takes no time */
void write_streams (ChakraWriter *writer);
/** write_access: needs the node before it */
void write_access (ChakraWriter *writer,
                   guint64 id,
                   const char *name,
                   int type,
                   gint64 bytes,
                   guint64 duration_us);
/** assert_span: of the only run of @name */
void assert_span (Fixture *fixture,
                  const char *name,
                  HdWorkKind kind,
                  HdTime start,
                  HdTime end);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Traces, traces_clear)
