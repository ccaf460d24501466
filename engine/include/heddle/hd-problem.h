/* hd-problem.h: what is wrong with a project, and where
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * HdProblemCode:
 *
 * What tests assert; people read the message. The nick of hd_problem_code_nick () ("bad-value") is stable.
 */
typedef enum
{
  HD_PROBLEM_SYNTAX,             /* malformed XML or text, unknown keyword */
  HD_PROBLEM_LIMIT,              /* too deep, too large, too many */
  HD_PROBLEM_VERSION,            /* written by a newer program */
  HD_PROBLEM_UNKNOWN_ELEMENT,    /* kept and written back */
  HD_PROBLEM_UNKNOWN_ATTRIBUTE,  /* kept and written back */
  HD_PROBLEM_MISSING_ATTRIBUTE,
  HD_PROBLEM_VALUE,              /* out of range, NaN, not of the enumeration */
  HD_PROBLEM_UNIT,               /* unknown unit */
  HD_PROBLEM_DIMENSION,          /* missing or wrong dimension */
  HD_PROBLEM_EXPRESSION,         /* does not parse, recurses, overflows */
  HD_PROBLEM_DUPLICATE,          /* second definition of an id */
  HD_PROBLEM_UNKNOWN_NAME,       /* reference to something that does not exist */
  HD_PROBLEM_UNKNOWN_TYPE,       /* component type not in the catalogue */
  HD_PROBLEM_UNKNOWN_LIBRARY,    /* the type's library is not loaded */
  HD_PROBLEM_KIND,               /* exists, but is of the wrong kind (work on a switch) */
  HD_PROBLEM_INDEX,              /* outside an array */
  HD_PROBLEM_EMPTY_PATTERN,      /* matches nothing */
  HD_PROBLEM_PORT_FULL,          /* more links than a port takes */
  HD_PROBLEM_PORT_DANGLING,      /* a mandatory port without a link */
  HD_PROBLEM_LINK_ENDS,          /* ends that do not fit, or a link to itself */
  HD_PROBLEM_MODULE_CYCLE,       /* a module that contains itself */
  HD_PROBLEM_NO_ROUTE,
  HD_PROBLEM_GROUP,              /* communicator with an empty or repeated member */
  HD_PROBLEM_MEMORY_OVERFLOW,    /* resident bytes over capacity */
  HD_PROBLEM_WORKLOAD_CYCLE,     /* a cycle without a first-iteration exemption */
  HD_PROBLEM_WORKLOAD_START,     /* no start vertex */
  HD_PROBLEM_WORKLOAD_START_DEPENDENCY, /* start vertex with an unflagged incoming edge */
  HD_PROBLEM_WORKLOAD_UNREACHABLE,
  HD_PROBLEM_WORKLOAD_NO_LOOP,   /* start vertex that can never be re-entered */
  HD_PROBLEM_DEADLOCK,           /* found while running */
  HD_PROBLEM_NO_LOOKAHEAD,       /* a link without latency between partitions */
  HD_PROBLEM_UNUSED,             /* defined, never used (a warning) */
  HD_PROBLEM_NO_EFFECT,          /* a setting that another one leaves without effect (a warning) */
  HD_PROBLEM_IMPORT,             /* what became of a file of another program: a note, or a warning where something was left out */
  HD_PROBLEM_PROGRAM,            /* a program that cannot be started */
  HD_PROBLEM_PERMISSION,         /* a program that nobody has allowed to be started */
  HD_PROBLEM_N_CODES
} HdProblemCode;

/** HdSeverity: how bad a problem is */
typedef enum
{
  HD_SEVERITY_ERROR,   /* the project cannot run */
  HD_SEVERITY_WARNING, /* it runs, perhaps not as was meant */
  HD_SEVERITY_INFO,    /* worth knowing */
} HdSeverity;

#define HD_TYPE_PROBLEM (hd_problem_get_type ())
typedef struct _HdProblem HdProblem;

/**
 * HdProblem:
 * @object: path of the culprit in the document ("rack/server/xpu"), or %NULL
 * @object_uid: the document object's uid, or 0
 * @attribute: the attribute at fault, or %NULL
 * @file: file name, or %NULL; @line: from 1, or 0 if unknown
 * @message: translated, a full sentence that names value, unit and permitted range
 * @hint: translated, what would be right, or %NULL
 * @nodes, @links: (array length=n_nodes) (array length=n_links) (nullable): of the design that ran: what waits, where it is found in a run, and for
 *   which links; @object is the first of them
 *
 * Immutable once built; reference counted.
 */
struct _HdProblem
{
  HdProblemCode code;
  HdSeverity severity;
  char *object;
  guint64 object_uid;
  char *attribute;
  char *file;
  int line;
  char *message;
  char *hint;
  guint32 *nodes;
  guint32 *links;
  guint n_nodes;
  guint n_links;
};

GType hd_problem_get_type (void);
/** hd_problem_new: the fields of HdProblem; @format and what follows make its message, translated. Texts are copied. */
HdProblem *hd_problem_new (HdProblemCode code,
                           HdSeverity severity,
                           const char *object,
                           guint64 object_uid,
                           const char *attribute,
                           const char *file,
                           int line,
                           const char *hint,
                           const char *format,
                           ...) G_GNUC_PRINTF (9, 10);
/** hd_problem_set_waiting: (element-type guint32): nodes and links that are copied; before anybody else has the problem */
void hd_problem_set_waiting (HdProblem *self,
                             const GArray *nodes,
                             const GArray *links);
HdProblem *hd_problem_ref (HdProblem *self);
void hd_problem_unref (HdProblem *self);
/** hd_problem_code_nick: a short name for other programs: "bad-value" */
const char *hd_problem_code_nick (HdProblemCode code);
/** hd_problem_to_string: "file:line: error: message (hint)" */
char *hd_problem_to_string (const HdProblem *self);

/**
 * HdProblemList:
 *
 * Collects problems up to a limit (default 1,000), then counts only. What is equal to one that it holds is dropped: the same fault may be met twice.
 */
typedef struct _HdProblemList HdProblemList;
/** hd_problem_list_new: an empty list */
HdProblemList *hd_problem_list_new (void);
HdProblemList *hd_problem_list_ref (HdProblemList *self);
void hd_problem_list_unref (HdProblemList *self);
/** hd_problem_list_take: adds @problem, which then belongs to the list */
void hd_problem_list_take (HdProblemList *self,
                           HdProblem *problem);
guint hd_problem_list_get_length (HdProblemList *self);
const HdProblem *hd_problem_list_get (HdProblemList *self,
                                      guint index);
/** hd_problem_list_count: how many there are of that severity, those beyond the limit too */
guint hd_problem_list_count (HdProblemList *self,
                             HdSeverity severity);
/** hd_problem_list_has_errors: whether one of them is %HD_SEVERITY_ERROR */
gboolean hd_problem_list_has_errors (HdProblemList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdProblem, hd_problem_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdProblemList, hd_problem_list_unref)

G_END_DECLS
