/* hd-quotient.c: a flow system with its symmetry divided out
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-quotient"

#include "hd-quotient.h"

#include <string.h>

#include "hd-budget.h"
#include "hd-refinement.h"

/* Why the quotient is exact. Let the partition be equitable over flows, resources and what joins them, and let all flows of each class be active or
 * none. Solve the quotient, in which a flow of class F loads resource class R by v_FR = sum over f in F of units (f, r), the same for every r in R
 * because the partition is equitable, and give each plain flow the rate and level of its class. Then for each plain resource r in R the sums in G_r (1,
 * hd-flow-solver.c) are those of R, integer for integer: f contributes units * rate, and all of F together v_FR * rate. So (1) holds for r at the
 * level of R, and (2) for f because f meets exactly the classes that F meets. As (1) and (2) have one solution, this is that of the plain
 * system, bit for bit. Equal rates, sizes and starts give equal ends, so the classes stay together. */

#define NO_NODE G_MAXUINT32

enum
{
  SPACE_CLOCK,
  SPACE_LINK,
  SPACE_PIPE,
  SPACE_PROCESSOR,
  SPACE_FLOW,
  SPACE_OTHER,
};

typedef struct
{
  guint32 node;
  HdFlowKind kind;
  double capacity;
} Resource;

typedef struct
{
  guint32 node;
  HdTime latency_ps;
  guint32 first_use;
  guint32 n_uses;
  HdTime overhead; /* of software */
  HdTime spacing;
} Flow;

struct _HdQuotient
{
  HdRefinement *refinement;
  guint32 clock;     /* a node joined to each flow by its latency */
  GArray *resources; /* of Resource, by node */
  GArray *flows;     /* of Flow */
  GArray *uses;      /* of HdFlowUse, by node */

  gboolean symmetry;
  guint n_classes;
  guint32 *sizes;    /* of classes */
  guint32 *numbers;  /* of classes: resource or path in the model */
};

HdQuotient *
hd_quotient_new (void)
{
  HdQuotient *self = g_new0 (HdQuotient, 1);

  self->refinement = hd_refinement_new ();
  self->clock = hd_refinement_add_node (self->refinement, SPACE_CLOCK, 0);
  self->resources = g_array_new (FALSE, FALSE, sizeof (Resource));
  self->flows = g_array_new (FALSE, FALSE, sizeof (Flow));
  self->uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
  return self;
}

void
hd_quotient_free (HdQuotient *self)
{
  hd_refinement_free (self->refinement);
  g_array_unref (self->resources);
  g_array_unref (self->flows);
  g_array_unref (self->uses);
  g_free (self->sizes);
  g_free (self->numbers);
  g_free (self);
}

guint32
hd_quotient_add_resource (HdQuotient *self,
                          HdFlowKind kind,
                          double capacity_per_s)
{
  Resource resource = { .kind = kind, .capacity = capacity_per_s };
  guint64 colour;

  memcpy (&colour, &capacity_per_s, sizeof colour);
  resource.node = hd_refinement_add_node (self->refinement, kind == HD_FLOW_LINK ? SPACE_LINK : kind == HD_FLOW_PIPE ? SPACE_PIPE : SPACE_PROCESSOR, colour);
  g_array_append_val (self->resources, resource);
  return resource.node;
}

static const Resource *
find_resource (HdQuotient *self,
               guint32 node)
{
  guint low = 0, high = self->resources->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->resources, Resource, middle).node <= node)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (self->resources, Resource, low);
}

/** hd_quotient_is_pipe: whether the resource of this node was added as %HD_FLOW_PIPE */
gboolean
hd_quotient_is_pipe (HdQuotient *self,
                     guint32 resource_node)
{
  return find_resource (self, resource_node)->kind == HD_FLOW_PIPE;
}

gsize
hd_quotient_measure_flow (guint n_uses)
{
  gsize of_class = 2 * sizeof (guint32) /* size, number */ + sizeof (guint32) + sizeof (gpointer) /* representative, uses */;

  return hd_refinement_measure (1 + n_uses + 1) + sizeof (Flow) + n_uses * sizeof (HdFlowUse) + of_class + sizeof (HdFlowPath)
         + n_uses * sizeof (HdFlowUse);
}

gsize
hd_quotient_measure_join (void)
{
  return hd_refinement_measure (1) - hd_refinement_measure (0);
}

/**
 * hd_quotient_add_flow:
 * @colour: what tells flows apart, such as their size or what waits for them
 * @uses: (array length=n_uses): resources by their nodes, none twice
 */
guint32
hd_quotient_add_flow (HdQuotient *self,
                      guint64 colour,
                      HdTime latency_ps,
                      const HdFlowUse *uses,
                      guint n_uses)
{
  Flow flow = { hd_refinement_add_node (self->refinement, SPACE_FLOW, colour), latency_ps, self->uses->len, n_uses };

  hd_refinement_add_edge (self->refinement, self->clock, flow.node, (guint64) latency_ps);
  for (guint i = 0; i < n_uses; i++)
    hd_refinement_add_edge (self->refinement, flow.node, uses[i].resource, uses[i].units);
  g_array_append_vals (self->uses, uses, n_uses);
  g_array_append_val (self->flows, flow);
  return flow.node;
}

void
hd_quotient_slow_flow (HdQuotient *self,
                       HdTime overhead,
                       HdTime spacing)
{
  Flow *flow = &g_array_index (self->flows, Flow, self->flows->len - 1);

  flow->overhead = overhead;
  flow->spacing = spacing;
}

/** hd_quotient_add_node: a lane, or anything else that tells flows apart by being joined to them */
guint32
hd_quotient_add_node (HdQuotient *self,
                      guint64 colour)
{
  return hd_refinement_add_node (self->refinement, SPACE_OTHER, colour);
}

/** hd_quotient_join: an edge; @label says in which place @to stands with @from */
void
hd_quotient_join (HdQuotient *self,
                  guint32 from,
                  guint32 to,
                  guint64 label)
{
  hd_refinement_add_edge (self->refinement, from, to, label);
}

static gboolean
add_resources (HdQuotient *self,
               HdFlowModel *model,
               guint32 *out_representatives,
               GError **error)
{
  for (guint i = 0; i < self->resources->len; i++)
    {
      const Resource *resource = &g_array_index (self->resources, Resource, i);
      guint32 class = hd_quotient_get_class (self, resource->node);

      if (out_representatives[class] != NO_NODE)
        continue;
      out_representatives[class] = resource->node;
      if (!hd_flow_model_add_resource (model, resource->kind, resource->capacity, &self->numbers[class], error))
        return FALSE;
    }
  return TRUE;
}

static void
add_units (GArray *uses,
           guint32 resource,
           guint32 units,
           gboolean pipe)
{
  HdFlowUse use = { resource, units };

  for (guint i = 0; i < uses->len; i++)
    if (g_array_index (uses, HdFlowUse, i).resource == resource)
      {
        if (!pipe)
          g_array_index (uses, HdFlowUse, i).units += units;
        return;
      }
  g_array_append_val (uses, use);
}

/* A class loads a resource class by what all its flows take of the representative, and a pipe by what one of them takes: they are alike.
 * @class_uses collects that by class. */
static void
add_paths (HdQuotient *self,
           HdFlowModel *model,
           const guint32 *representatives)
{
  g_autoptr (GPtrArray) class_uses = g_ptr_array_new ();
  GArray *uses;

  g_ptr_array_set_size (class_uses, (gint) self->n_classes);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const Flow *flow = &g_array_index (self->flows, Flow, i);
      guint32 class = hd_quotient_get_class (self, flow->node);

      if (class_uses->pdata[class] == NULL)
        class_uses->pdata[class] = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
      uses = class_uses->pdata[class];
      for (guint k = 0; k < flow->n_uses; k++)
        {
          const HdFlowUse *use = &g_array_index (self->uses, HdFlowUse, flow->first_use + k);
          guint32 resource_class = hd_quotient_get_class (self, use->resource);

          if (representatives[resource_class] == use->resource)
            add_units (uses, self->numbers[resource_class], use->units, hd_quotient_is_pipe (self, use->resource));
        }
    }
  for (guint i = 0; i < self->flows->len; i++)
    {
      const Flow *flow = &g_array_index (self->flows, Flow, i);
      guint32 class = hd_quotient_get_class (self, flow->node);

      uses = g_steal_pointer (&class_uses->pdata[class]);
      if (uses == NULL)
        continue;
      self->numbers[class] = hd_flow_model_add_path (model, flow->latency_ps, (const HdFlowUse *) (void *) uses->data, uses->len,
                                                     self->sizes[class]);
      hd_flow_model_slow_path (model, self->numbers[class], flow->overhead, flow->spacing);
      g_array_unref (uses);
    }
}

/**
 * hd_quotient_build:
 * @symmetry: %FALSE leaves each node a class of its own: the plain system, by the same code
 * @model: gets the resources and paths
 *
 * Errors: %HD_ERROR_RANGE if a capacity is not representable; %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget of this thread.
 */
gboolean
hd_quotient_build (HdQuotient *self,
                   gboolean symmetry,
                   HdFlowModel *model,
                   GError **error)
{
  g_autofree guint32 *representatives = NULL;
  guint n_nodes = hd_refinement_get_n_nodes (self->refinement);

  self->symmetry = symmetry;
  self->n_classes = symmetry ? hd_refinement_run (self->refinement) : n_nodes;
  if (self->n_classes == 0) /* there is a clock at least */
    return hd_budget_may_go_on (hd_budget_get_current (), error);
  self->sizes = g_new0 (guint32, self->n_classes);
  self->numbers = g_new0 (guint32, self->n_classes);
  for (guint32 i = 0; i < n_nodes; i++)
    self->sizes[hd_quotient_get_class (self, i)]++;
  representatives = g_new (guint32, self->n_classes);
  memset (representatives, 0xff, self->n_classes * sizeof (guint32));
  if (!add_resources (self, model, representatives, error))
    return FALSE;
  add_paths (self, model, representatives);
  return TRUE;
}

guint32
hd_quotient_get_class (HdQuotient *self,
                       guint32 node)
{
  return self->symmetry ? hd_refinement_get_class (self->refinement, node) : node;
}

guint
hd_quotient_get_n_classes (HdQuotient *self)
{
  return self->n_classes;
}

/** hd_quotient_get_resource: the model's resource that stands for the one of this node */
guint32
hd_quotient_get_resource (HdQuotient *self,
                          guint32 resource_node)
{
  return self->numbers[hd_quotient_get_class (self, resource_node)];
}

/** hd_quotient_get_path: the model's path that stands for the flow of this node */
guint32
hd_quotient_get_path (HdQuotient *self,
                      guint32 flow_node)
{
  return self->numbers[hd_quotient_get_class (self, flow_node)];
}
