/* hd-block-private.h: blocks' own structs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-block.h"
#include "hd-clock-domain.h"
#include "hd-file-shelf.h"

G_BEGIN_DECLS

typedef enum
{
  HD_BLOCK_TO_ELEMENT,   /* of the same group */
  HD_BLOCK_TO_GROUP,     /* an element of another group */
  HD_BLOCK_TO_COMPONENT, /* with event handlers */
} HdBlockTarget;

typedef struct
{
  guint32 context; /* of the receiver, inside the group */
  guint32 element;
  guint32 port;
  guint32 latency; /* cycles */
  guint64 carried; /* bytes */
  guint32 resource;
  guint32 target;  /* HdBlockTarget */
  guint32 from;    /* element */
  guint32 from_port;
  HdTime kernel_latency; /* of the kernel's connection, for other targets */
} HdBlockLink;

typedef struct
{
  HdMessage message;
  guint32 context;
  guint32 element;
} HdBlockDelivery;

typedef struct
{
  guint32 context;
  guint32 element;
} HdBlockWake;

/** HdBlockSlot: what is due in one cycle */
typedef struct
{
  HdBlockDelivery *deliveries;
  HdBlockWake *wakes;
  guint32 n_deliveries, room_for_deliveries;
  guint32 n_wakes, room_for_wakes;
} HdBlockSlot;

typedef struct _HdBlockGroup HdBlockGroup;

/** HdBlockContext: one block: elements of one type in one group */
struct _HdBlockContext
{
  HdBlockGroup *group;
  guint32 index; /* in the group */
  const HdBlock *block;
  gpointer state;
  /* The block's, at hand for every message; `receive` is never NULL. */
  int64_t (*receive) (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message);
  const char *(*accept) (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value);
  guint32 n;
  HdBlockLink *links; /* by element and port */
  guint32 n_links;
  GArray *ids;        /* guint32, kernel ids by element */
  HdComponent **components;
  HdRandom *random;
  gint64 *wake_at;    /* next visit that is later than the next cycle, or HD_NEVER */
  gint64 *queued_at;  /* slot of the entry that stands for it, or HD_NEVER */
  guint64 *now;       /* bits: visited in this cycle */
  guint64 *next;      /* bits: visited in the cycle after */
  guint n_words;
  guint32 *active;
  gint64 *answers;
  guint64 n_visits;
  gboolean is_created;
};

struct _HdBlockGroup
{
  HdBlocks *blocks;
  guint32 id; /* the kernel's */
  guint32 partition;
  HdClockDomain clock;
  HdComponent *component;
  GPtrArray *contexts; /* HdBlockContext */

  gint64 cycle;        /* the one that runs or ran last; nothing is due between it and next_cycle */
  gint64 next_cycle;   /* or HD_NEVER */
  HdTime time;         /* edge of `cycle` */
  HdBlockSlot *slots;  /* by cycle modulo their number */
  guint64 *occupied;   /* bits of slots */
  guint32 mask;
  guint64 n_events;    /* of the kernel that it and its elements were given */
  guint64 n_received;  /* messages that its elements took */
  gboolean is_finishing;
};

/** HdBlockPlace: where an element lives */
typedef struct
{
  HdBlockContext *context;
  guint32 element;
  const double *parameters;
  guint n_parameters;
  const HdPort *ports;
} HdBlockPlace;

struct _HdBlocks
{
  HdKernel *kernel;
  GArray *elements;    /* of hd-block.c */
  GArray *connections; /* of hd-block.c */
  HdBlockPlace *places; /* by kernel id; borrowed by the kernel's components */
  guint n_places;
  GPtrArray *groups;   /* HdBlockGroup */
  HdBlockTextFunc text;
  gpointer text_data;
  HdFileShelf *files;     /* borrowed */
  HdFileShelf *own_files; /* where nobody gave another */
};

/* hd-block.c */
void _hd_blocks_get_parameters (HdBlocks *self,
                                guint32 component,
                                const double **out_parameters,
                                guint *out_n);
/** _hd_block_refuse: ends the run, as the element does not take what came to its @port */
void _hd_block_refuse (HdBlockContext *context,
                       guint32 element,
                       guint32 port,
                       const char *rule,
                       guint64 value);

/* hd-block-group.c */
extern const HdModel _hd_block_group_model;
extern const HdModel _hd_block_element_model;
HdBlockGroup *_hd_block_group_new (HdBlocks *blocks,
                                   guint32 partition,
                                   const HdClockDomain *clock);
void _hd_block_group_free (HdBlockGroup *self);
/** _hd_block_group_seal: all contexts and links are there; @max_latency is in cycles */
void _hd_block_group_seal (HdBlockGroup *self,
                           guint32 max_latency);
void _hd_block_group_post (HdBlockGroup *self,
                           gint64 cycle,
                           guint32 context,
                           guint32 element,
                           const HdMessage *message);

/* hd-block-host.c */
extern const HdBlockHost _hd_block_host;

G_END_DECLS
