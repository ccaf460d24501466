/* drawing.c: drawings made of bytes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Attributes come from the tables that the program itself reads: a new type, parameter, port, workload or run setting is drawn without a
 * change here. Left open: systems that need much memory, and traces, which have targets of their own.
 */
#include "drawing.h"

#include "drawing-chiplets.h"
#include "drawing-components.h"
#include "drawing-links.h"
#include "drawing-offload.h"
#include "drawing-topologies.h"
#include "drawing-workloads.h"

char *
drawing_make (HdCatalog *catalog,
              const guint8 *data,
              gsize size)
{
  Sketch sketch;
  char *text;
  guint n_works;

  sketch_init (&sketch, catalog, data, size);
  sketch_add (&sketch, "<heddle version=\"1\" name=\"drawing\">\n");
  sketch_add_link_classes (&sketch);
  sketch_add (&sketch, "  <top>\n");
  if (sketch_by_chance (&sketch, 6))
    sketch_add_topology (&sketch);
  else if (sketch_by_chance (&sketch, 5))
    sketch_add_chip (&sketch);
  else if (sketch_by_chance (&sketch, 6))
    sketch_add_chiplets (&sketch);
  else if (sketch_by_chance (&sketch, 6))
    sketch_add_offload (&sketch);
  else if (sketch_by_chance (&sketch, 6))
    sketch_add_bus (&sketch);
  else if (sketch_by_chance (&sketch, 3))
    sketch_add_cluster (&sketch);
  else
    for (guint n = 1 + sketch_choose (&sketch, 8); n > 0; n--)
      sketch_add_component (&sketch);
  sketch_add_links (&sketch);
  sketch_add (&sketch, "  </top>\n");
  n_works = sketch_choose (&sketch, 4) % 3;
  if (n_works > 0 || sketch.members != NULL)
    sketch_add_communicator (&sketch);
  for (; n_works > 0; n_works--)
    sketch_add_workload (&sketch);
  if (sketch.probes->len > 0)
    sketch_add (&sketch, "  <probes>%s</probes>\n", sketch.probes->str);
  sketch_add_run (&sketch);
  sketch_add (&sketch, "</heddle>\n");
  text = g_strdup (sketch.text->str);
  sketch_clear (&sketch);
  return text;
}
