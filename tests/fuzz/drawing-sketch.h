/* drawing-sketch.h: a drawing while it is written, and the bytes that decide
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/* Where a link may end. */
typedef struct
{
  char *text;
  const HdPort *port;
  guint component;
  guint n_links;
} SketchEnd;

typedef struct
{
  const guint8 *data;
  gsize size, at;
  HdCatalog *catalog;
  GString *text;
  GArray *ends;      /* of SketchEnd */
  GPtrArray *places; /* "c2[1]": elements of components */
  GString *probes;
  char *members;     /* of a generated topology, or NULL */
  guint n_components, n_classes;
  gboolean sends;    /* components, over the network, without end */
  gboolean has_traffic;
  gboolean has_cards; /* whose members carry out collectives by themselves */
} Sketch;

/** sketch_init: @data: see drawing_make () */
void sketch_init (Sketch *self,
                  HdCatalog *catalog,
                  const guint8 *data,
                  gsize size);
void sketch_clear (Sketch *self);
/** sketch_choose: below @n */
guint sketch_choose (Sketch *self,
                     guint n);
/** sketch_by_chance: once in @n times */
gboolean sketch_by_chance (Sketch *self,
                           guint n);
void sketch_add (Sketch *self,
                 const char *format,
                 ...) G_GNUC_PRINTF (2, 3);
void sketch_add_attribute (Sketch *self,
                           const char *name,
                           const char *value);

G_END_DECLS
