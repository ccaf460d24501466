/* hd-suspects-private.h: what is looked for by the parts of hd-suspects.h
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-suspects.h"

G_BEGIN_DECLS

typedef struct
{
  HdDesign *design;
  double factor;
  double end_s;              /* of the run */
  HdLoad *links, *nodes;
  GHashTable *objects;       /* uid in itself -> HdObject, of the project */
  GStringChunk *texts;
  const char **paths;        /* by scope: of the instances around it, with a slash; NULL if some have no name in the project */
  GHashTable *bound_numbers; /* text -> number + 1 */
  GPtrArray *bound_uses;     /* of GArray of double: the shares of a bound's members */
  GHashTable *drawn;         /* HdSuspectDrawn, which is its own key */
  GPtrArray *in_order;       /* the same, as they came */
  GHashTable *trial_numbers; /* text -> number + 1 */
  HdSuspects *out;
} HdSuspectSearch;

/* A drawn object and all that it stands for, wherever its module is. */
typedef struct
{
  const char *path; /* of the search's texts */
  const HdObject *object;
  const HdComponentType *type; /* NULL of a link */
  double *low, *high;          /* of all, by parameter; of a link bandwidth, and latency in s */
  guint n;
  GArray *bounds[2];           /* of guint32, by way */
} HdSuspectDrawn;

/** hd_suspect_search_find_object: (nullable): in the project */
const HdObject *hd_suspect_search_find_object (HdSuspectSearch *self,
                                               guint64 uid);
/** hd_suspect_search_take_drawn: (nullable): made when it is first asked for, of @n_values; %NULL if the project has no name for it */
HdSuspectDrawn *hd_suspect_search_take_drawn (HdSuspectSearch *self,
                                              guint32 scope,
                                              guint64 origin_uid,
                                              guint n_values);
/** hd_suspect_search_add_trials: of all that was busy, and of all that was drawn */
void hd_suspect_search_add_trials (HdSuspectSearch *self);

/** hd_suspect_drawn_dup_setting: as --set takes it */
char *hd_suspect_drawn_dup_setting (const HdSuspectDrawn *drawn,
                                    const char *key,
                                    const char *value);
/** hd_suspect_add_bound: @bounds: (element-type guint32): none twice */
void hd_suspect_add_bound (GArray *bounds,
                           guint32 bound);
/** hd_suspect_link_states: whether @object is a link that says @attribute itself; @object: (nullable) */
gboolean hd_suspect_link_states (const HdObject *object,
                                 const char *attribute);

G_END_DECLS
