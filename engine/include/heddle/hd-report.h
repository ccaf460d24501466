/* hd-report.h: what is written from a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include <heddle/hd-problem.h>
#include <heddle/hd-record.h>
#include <heddle/hd-saturation.h>
#include <heddle/hd-sweep.h>

G_BEGIN_DECLS

typedef enum
{
  HD_REPORT_TEXT,      /* a short report for people */
  HD_REPORT_JSON,      /* the whole result but for series and spans, of which it has those of run:trace; stable keys, SI units stated */
  HD_REPORT_VCD,       /* the probes, for waveform viewers; time in picoseconds */
  HD_REPORT_FST,       /* the same, compressed: GTKWave's Fast Signal Trace */
  HD_REPORT_PERFETTO,  /* the spans, as Chrome trace events; one track for each class of equal lanes */
  HD_REPORT_PAJE,      /* the spans and what released them, and the probes, for tools of parallel programs */
  HD_REPORT_METRICS,   /* CSV: name,value,unit */
  HD_REPORT_LINKS,     /* CSV: link,class,bytes,utilisation_ratio,peak_utilisation_ratio, then each direction of a split link: forward_bytes, …, and energy_j */
  HD_REPORT_COMPONENTS, /* CSV: component,capacity,bytes,utilisation_ratio,peak_utilisation_ratio; of processors, media and memories that were used */
  HD_REPORT_ROUTERS,   /* CSV: router,energy_j,switched_flits,accepted_flits,fill_ratio,peak_fill_ratio,stalled_ratio,no_channel_cycles,…; at flit fidelity */
  HD_REPORT_SERIES,    /* CSV: probe,time_s,value,unit */
  HD_REPORT_SPANS,     /* CSV: start_s,end_s,iteration,name,kind,lane,equal_lanes,unfinished,span,cause,step,peer; cause is a span or empty */
  HD_REPORT_FILES,     /* what components wrote, as one tar archive */
  HD_REPORT_TRANSFERS, /* CSV: start_s,bytes,source,destination,end_s */
  HD_REPORT_HISTOGRAMS, /* CSV: name,from_s,to_s,count; of bins that hold any, each from the first of its times up to the second, which it has not */
  HD_REPORT_FOLLOWED,  /* a table for people: the packet that was followed, hop by hop */
  HD_REPORT_FOLLOWED_PARTS, /* CSV: hop,component,stage,reason,start_s,end_s,cycles,link,channel,other_source,other_destination,other_start_s,other_link,other_channel */
  HD_REPORT_POPNET,    /* what popnet prints of a list of transfers, with its labels */
} HdReportKind;

/**
 * hd_report_write:
 * @problems: (nullable): what to list under problems
 *
 * Memory does not grow with the length of the record, but for %HD_REPORT_JSON with the number of links; a long one makes %HD_REPORT_PAJE use a
 * temporary file.
 *
 * Errors: those of @stream and of that file.
 */
gboolean hd_report_write (HdRecord *record,
                          HdReportKind kind,
                          HdProblemList *problems,
                          GOutputStream *stream,
                          GCancellable *cancellable,
                          GError **error);

/**
 * hd_report_save:
 *
 * As hd_report_write (), to a file, atomically: after an error an older file is as it was and nothing new is left. A device or a pipe is
 * written to.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED.
 */
gboolean hd_report_save (HdRecord *record,
                         HdReportKind kind,
                         HdProblemList *problems,
                         const char *path,
                         GCancellable *cancellable,
                         GError **error);

/**
 * hd_report_load_request:
 * @path: of a result, as %HD_REPORT_JSON makes it
 * @out_overrides: (array zero-terminated=1): what hd_elaborate () was given; with the same project that makes the same run
 * @out_sha256: of that project, see hd_design_dup_project_hash ()
 * @out_version: of the Heddle that made it; "" if it does not say
 * @out_inputs: files that it has read, as hd_record_dup_inputs () has them
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_SYNTAX.
 */
gboolean hd_report_load_request (const char *path,
                                 char ***out_overrides,
                                 char **out_sha256,
                                 char **out_version,
                                 char **out_inputs,
                                 GError **error);

/**
 * hd_report_save_files:
 *
 * What components wrote, each as its name below @directory says; makes it, and the folders in it.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED.
 */
gboolean hd_report_save_files (HdRecord *record,
                               const char *directory,
                               GCancellable *cancellable,
                               GError **error);

/**
 * hd_report_save_programs:
 *
 * Which programs components started, with columns chiplet (the component), pid, program, state (running or ended) and exit (a code, or "signal 9"), between
 * tabulators. Other than all else that a run leaves, it is never twice the same.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED.
 */
gboolean hd_report_save_programs (HdRecord *record,
                                  const char *path,
                                  GCancellable *cancellable,
                                  GError **error);

/** hd_report_save_csv: metrics, links, components, series, spans, histograms if there are any and, after a transfer list, transfers, and what was followed, each .csv; makes the directory */
gboolean hd_report_save_csv (HdRecord *record,
                             const char *directory,
                             GCancellable *cancellable,
                             GError **error);

/** hd_report_append_number: the shortest text that reads back as the same number, in every language, as in files and tables */
void hd_report_append_number (GString *text,
                              double value);
/** hd_report_append_field: of a CSV table, with quotes if it needs them */
void hd_report_append_field (GString *text,
                             const char *field);

/**
 * hd_report_dup_saturation: JSON, in the form of saturation.schema.json
 * @range: that was searched; values are in SI units
 */
char *hd_report_dup_saturation (HdSaturation *saturation,
                                const HdSweepRange *range,
                                HdSnapshot *project);

G_END_DECLS
