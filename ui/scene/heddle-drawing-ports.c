/* heddle-drawing-ports.c: the ports of nodes, where a link can be pulled from
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <string.h>

/* A port is one place, also if it is indexed and takes many links: whoever links asks for the first free index. Its side follows its name where
 * that says one ("up", "east"), else the side that has the fewest; a turned component takes its ports along. */

typedef struct
{
  const char *name;
  HeddleSide side;
} Place;

#define MAX_PORTS 64 /* of one node; what has more is linked by a release on its card */

static gboolean
side_of_name (const char *name,
              HeddleSide *out_side)
{
  static const struct
  {
    const char *prefix;
    HeddleSide side;
  } known[] = {
    { "up", HEDDLE_SIDE_TOP },       { "north", HEDDLE_SIDE_TOP },  { "host", HEDDLE_SIDE_TOP },    { "parent", HEDDLE_SIDE_TOP },
    { "down", HEDDLE_SIDE_BOTTOM },  { "south", HEDDLE_SIDE_BOTTOM }, { "mem", HEDDLE_SIDE_RIGHT }, { "east", HEDDLE_SIDE_RIGHT },
    { "out", HEDDLE_SIDE_RIGHT },    { "right", HEDDLE_SIDE_RIGHT }, { "west", HEDDLE_SIDE_LEFT },  { "in", HEDDLE_SIDE_LEFT },
    { "left", HEDDLE_SIDE_LEFT },    { "top", HEDDLE_SIDE_TOP },    { "bottom", HEDDLE_SIDE_BOTTOM },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (name, known[i].prefix))
      {
        *out_side = known[i].side;
        return TRUE;
      }
  return FALSE;
}

/* Sides of @names, turned by @turns; and how many lie on each. */
static void
choose_sides (const char *const *names,
              guint n,
              guint turns,
              Place *out_places,
              guint *out_counts)
{
  static const HeddleSide order[] = { HEDDLE_SIDE_BOTTOM, HEDDLE_SIDE_TOP, HEDDLE_SIDE_RIGHT, HEDDLE_SIDE_LEFT };
  gboolean known[MAX_PORTS];

  memset (out_counts, 0, 4 * sizeof *out_counts);
  for (guint i = 0; i < n; i++)
    {
      out_places[i].name = names[i];
      known[i] = side_of_name (names[i], &out_places[i].side);
      if (known[i])
        out_counts[out_places[i].side]++;
    }
  for (guint i = 0; i < n; i++)
    if (!known[i])
      {
        HeddleSide best = order[0];

        for (guint k = 1; k < G_N_ELEMENTS (order); k++)
          if (out_counts[order[k]] < out_counts[best])
            best = order[k];
        out_places[i].side = best;
        out_counts[best]++;
      }

  memset (out_counts, 0, 4 * sizeof *out_counts);
  for (guint i = 0; i < n; i++)
    {
      out_places[i].side = (out_places[i].side + turns) % 4;
      out_counts[out_places[i].side]++;
    }
}

static guint
collect_names (HeddleDrawing *self,
               guint32 node,
               const char **out_names)
{
  const HeddleDrawnNode *drawn = heddle_drawing_node (self, node);
  guint n = 0;

  if (drawn->kind == HEDDLE_DRAWN_INSTANCE)
    {
      const char *of = hd_object_get (drawn->object, "of");
      const HdObject *module = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;

      for (guint i = 0; module != NULL && n < MAX_PORTS && i < hd_object_get_n_children (module); i++)
        {
          const HdObject *port = hd_object_get_child (module, i);

          if (hd_object_get_kind (port) == HD_OBJECT_PORT && hd_object_get_id (port) != NULL)
            out_names[n++] = hd_object_get_id (port);
        }
    }
  else if (drawn->type != NULL && drawn->type->ports != NULL)
    for (const HdPort *port = drawn->type->ports; port->name != NULL && n < MAX_PORTS; port++)
      out_names[n++] = port->name;
  return n;
}

void
heddle_drawing_add_ports (HeddleDrawing *self)
{
  for (guint32 node = 0; node < self->nodes->len; node++)
    {
      const char *names[MAX_PORTS];
      Place places[MAX_PORTS];
      guint counts[4], used[4] = { 0 };
      guint n = collect_names (self, node, names);

      choose_sides (names, n, heddle_drawing_node (self, node)->quarter_turns, places, counts);
      for (guint i = 0; i < n; i++)
        heddle_scene_add_port (self->scene, &(HeddleScenePort){
                                              .node = node,
                                              .side = places[i].side,
                                              .position = (used[places[i].side]++ + 1.0) / (counts[places[i].side] + 1.0),
                                              .label = places[i].name,
                                            });
    }
}
