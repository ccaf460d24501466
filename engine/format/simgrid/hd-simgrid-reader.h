/* hd-simgrid-reader.h: what the parts of the reader of SimGrid's platform files share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-simgrid-platform.h"
#include "hd-xml-events.h"

G_BEGIN_DECLS

/** HdSimgridReader: @zone is the innermost open one; @owner the point whose properties are being read */
typedef struct
{
  HdSimgridPlatform *platform;
  HdImportReport *report;
  guint32 zone;
  guint32 owner;
  guint unnamed_depth; /* inside an element that is left out */
  gboolean in_config;
  gboolean in_route;
  HdSimgridRoute route;
  guint n_fat_tree_members;
  guint n_members; /* of all clusters and cabinets */
} HdSimgridReader;

/* ---- attributes ------------------------------------------------------------------------------------------------------ */

/** HdSimgridMeasure: @plain: note for a number without unit; @zero: whether 0 is permitted */
typedef struct
{
  gboolean (*parse) (const char *text, double *out_value, gboolean *out_plain);
  const char *example;
  const char *plain;
  gboolean zero;
} HdSimgridMeasure;

extern const HdSimgridMeasure hd_simgrid_bandwidth, hd_simgrid_latency, hd_simgrid_speed;

/** hd_simgrid_need: Returns: the attribute, or %NULL, and the reading fails */
const char *hd_simgrid_need (HdXmlEvents *events,
                             const char *element,
                             const char *const *attributes,
                             const char *name);
/** hd_simgrid_get: Returns: the attribute, or %NULL if it is missing or empty */
const char *hd_simgrid_get (const char *const *attributes,
                            const char *name);
/** hd_simgrid_measure: fails for what is none, or out of range */
double hd_simgrid_measure (HdSimgridReader *self,
                           HdXmlEvents *events,
                           const char *object,
                           const char *attribute,
                           const char *text,
                           const HdSimgridMeasure *measure);
HdTime hd_simgrid_time_of (HdSimgridReader *self,
                           HdXmlEvents *events,
                           const char *object,
                           const char *attribute,
                           const char *text);
/** hd_simgrid_number_of: a whole number of at least 1 */
guint hd_simgrid_number_of (HdXmlEvents *events,
                            const char *object,
                            const char *attribute,
                            const char *text);
HdSimgridPolicy hd_simgrid_policy_of (HdXmlEvents *events,
                                      const char *object,
                                      const char *text,
                                      HdSimgridPolicy missing);
/** hd_simgrid_leave_out_files: notes attributes that name files with profiles */
void hd_simgrid_leave_out_files (HdSimgridReader *self,
                                 HdXmlEvents *events,
                                 const char *object,
                                 const char *const *attributes);

/* ---- points and links ------------------------------------------------------------------------------------------------ */

/** hd_simgrid_claim_name: fails if a host, router, zone or member has it */
gboolean hd_simgrid_claim_name (HdSimgridReader *self,
                                HdXmlEvents *events,
                                const char *name);
/** hd_simgrid_add_point, _add_link: Returns: the number, or HD_SIMGRID_NONE, and the reading fails */
guint32 hd_simgrid_add_point (HdSimgridReader *self,
                              HdXmlEvents *events,
                              HdSimgridKind kind,
                              const char *name);
guint32 hd_simgrid_add_link (HdSimgridReader *self,
                             HdXmlEvents *events,
                             const char *name,
                             double bytes_per_s,
                             HdTime latency_ps,
                             HdSimgridPolicy policy);
gboolean hd_simgrid_check_in_zone (HdSimgridReader *self,
                                   HdXmlEvents *events,
                                   const char *element);
/** hd_simgrid_check_in_star: in a zone where hosts are joined to a centre */
gboolean hd_simgrid_check_in_star (HdSimgridReader *self,
                                   HdXmlEvents *events,
                                   const char *element,
                                   const char *id);
guint32 hd_simgrid_find_link (HdSimgridReader *self,
                              HdXmlEvents *events,
                              const char *owner,
                              const char *name);

/* ---- elements -------------------------------------------------------------------------------------------------------- */

void hd_simgrid_start_cluster (HdSimgridReader *self,
                               HdXmlEvents *events,
                               const char *element,
                               const char *const *attributes);
void hd_simgrid_start_cabinet (HdSimgridReader *self,
                               HdXmlEvents *events,
                               const char *element,
                               const char *const *attributes);
void hd_simgrid_start_host_link (HdSimgridReader *self,
                                 HdXmlEvents *events,
                                 const char *element,
                                 const char *const *attributes);
void hd_simgrid_start_route (HdSimgridReader *self,
                             HdXmlEvents *events,
                             const char *element,
                             const char *const *attributes);
void hd_simgrid_start_step (HdSimgridReader *self,
                            HdXmlEvents *events,
                            const char *element,
                            const char *const *attributes);
void hd_simgrid_end_route (HdSimgridReader *self,
                           HdXmlEvents *events,
                           const char *element);

G_END_DECLS
