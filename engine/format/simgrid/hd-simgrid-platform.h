/* hd-simgrid-platform.h: a SimGrid platform file as it stands
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Source: SimGrid 3.32, "Platform file description" and simgrid.dtd, version 4.1.
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-import.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

#define HD_SIMGRID_NONE G_MAXUINT32

typedef enum
{
  HD_SIMGRID_HOST,
  HD_SIMGRID_ROUTER,
  HD_SIMGRID_ZONE,
} HdSimgridKind;

typedef enum
{
  HD_SIMGRID_FULL,
  HD_SIMGRID_FLOYD,
  HD_SIMGRID_DIJKSTRA,
  HD_SIMGRID_STAR,
  HD_SIMGRID_EMPTY,
  HD_SIMGRID_FLAT, /* the four of <cluster> */
  HD_SIMGRID_TORUS,
  HD_SIMGRID_FAT_TREE,
  HD_SIMGRID_DRAGONFLY,
} HdSimgridRouting;

typedef enum
{
  HD_SIMGRID_SHARED,
  HD_SIMGRID_SPLIT,
  HD_SIMGRID_FAT_PIPE,
} HdSimgridPolicy;

typedef struct
{
  char *key, *value;
} HdSimgridProperty;

/** HdSimgridCluster: @n members; a bandwidth of 0 is one that is not stated */
typedef struct
{
  GArray *radicals; /* of guint32: first, last, first, last */
  guint n;
  char *prefix, *suffix, *router;
  double bandwidth, backbone_bandwidth, limiter_bandwidth;
  HdTime latency, backbone_latency;
  HdSimgridPolicy policy, backbone_policy;
  GArray *numbers; /* of guint, of topo_parameters: all in a row */
  guint fat_tree_offset; /* members of fat trees before this one: SimGrid 3.32 counts positions on */
} HdSimgridCluster;

/** HdSimgridPoint: a host, router or zone; members of clusters are none */
typedef struct
{
  HdSimgridKind kind;
  char *name;
  guint line;
  guint32 zone;     /* that it stands in, or HD_SIMGRID_NONE */
  double speed;     /* FLOP/s, of a host or of the members of a cluster */
  guint cores;
  GArray *properties; /* (nullable): of HdSimgridProperty */
  /* of a zone */
  HdSimgridRouting routing;
  GArray *children; /* of guint32 */
  GArray *routes;   /* of HdSimgridRoute */
  guint32 backbone; /* link, or HD_SIMGRID_NONE */
  HdSimgridCluster *cluster;
} HdSimgridPoint;

typedef struct
{
  char *name;
  guint line;
  double bandwidth; /* B/s */
  HdTime latency;
  HdSimgridPolicy policy;
} HdSimgridLink;

/** HdSimgridStep: @direction 0 up or none, 1 down */
typedef struct
{
  guint32 link;
  guint32 direction;
} HdSimgridStep;

/** HdSimgridEnd: @member of a cluster, or HD_SIMGRID_NONE */
typedef struct
{
  guint32 point;
  guint32 member;
} HdSimgridEnd;

/** HdSimgridRoute: @to of point HD_SIMGRID_NONE: from @from to the centre of a star, or with @inwards from there */
typedef struct
{
  guint32 from, to;         /* points of the zone */
  HdSimgridEnd from_gateway, to_gateway; /* hosts or routers: the points themselves unless those are zones */
  guint32 first_step, n_steps;
  guint line;
  gboolean symmetrical, bypass, inwards;
} HdSimgridRoute;

typedef struct
{
  GArray *points; /* of HdSimgridPoint; 0 is the outermost zone */
  GArray *links;  /* of HdSimgridLink */
  GArray *steps;  /* of HdSimgridStep */
  GHashTable *point_names; /* char * -> number + 1 */
  GHashTable *link_names;
  GHashTable *member_names; /* of clusters: char * -> HdSimgridEnd */
} HdSimgridPlatform;

HdSimgridPlatform *hd_simgrid_platform_new (void);
void hd_simgrid_platform_free (HdSimgridPlatform *self);

/**
 * hd_simgrid_platform_read:
 * @report: gets what is left out
 *
 * Errors: those of hd_xml_events_read (); %HD_ERROR_NAME, %HD_ERROR_RANGE, %HD_ERROR_INVALID, %HD_ERROR_DIMENSION.
 */
HdSimgridPlatform *hd_simgrid_platform_read (GInputStream *stream,
                                             const char *file_name,
                                             HdImportReport *report,
                                             GCancellable *cancellable,
                                             GError **error);

static inline HdSimgridPoint *
hd_simgrid_point (const HdSimgridPlatform *self,
                  guint32 point)
{
  return &((HdSimgridPoint *) (void *) self->points->data)[point];
}

static inline HdSimgridLink *
hd_simgrid_link (const HdSimgridPlatform *self,
                 guint32 link)
{
  return &((HdSimgridLink *) (void *) self->links->data)[link];
}

static inline const HdSimgridStep *
hd_simgrid_steps (const HdSimgridPlatform *self,
                  const HdSimgridRoute *route)
{
  return &((const HdSimgridStep *) (void *) self->steps->data)[route->first_step];
}

/* Units: "1.25GBps", "10Mbps", "50us", "1Gf"; FALSE if there is no such number and unit. @out_plain: there was no unit. */
gboolean hd_simgrid_parse_bandwidth (const char *text,
                                     double *out_bytes_per_s,
                                     gboolean *out_plain);
gboolean hd_simgrid_parse_time (const char *text,
                                double *out_seconds,
                                gboolean *out_plain);
gboolean hd_simgrid_parse_speed (const char *text,
                                 double *out_flop_per_s,
                                 gboolean *out_plain);
/** hd_simgrid_parse_radical: "1-4,6" appended as pairs of first and last; the number of members, 0 if it is not such a list or has over @limit */
guint hd_simgrid_parse_radical (const char *text,
                                guint limit,
                                GArray *radicals);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSimgridPlatform, hd_simgrid_platform_free)

G_END_DECLS
