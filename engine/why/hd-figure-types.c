/* hd-figure-types.c: the components of a design whose probes are something to Heddle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-figure-types"

#include "hd-figure-types.h"

static gboolean
has_figure (const HdComponentType *type,
            HdFigure figure)
{
  for (const HdProbe *probe = type->probes; probe->name != NULL; probe++)
    if (probe->figure == figure)
      return TRUE;
  return FALSE;
}

static void
figure_type_free (gpointer data)
{
  HdFigureType *self = data;

  g_array_unref (self->nodes);
  g_free (self);
}

GPtrArray *
hd_figure_types_find (HdDesign *design,
                      HdFigure figure)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  GPtrArray *types = g_ptr_array_new_with_free_func (figure_type_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL); /* HdComponentType -> HdFigureType, or NULL */

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      gpointer found = NULL;

      if (!g_hash_table_lookup_extended (seen, nodes[i].type, NULL, &found))
        {
          if (has_figure (nodes[i].type, figure))
            {
              HdFigureType *type = g_new (HdFigureType, 1);

              *type = (HdFigureType){ nodes[i].type, g_array_new (FALSE, FALSE, sizeof (guint32)) };
              g_ptr_array_add (types, type);
              found = type;
            }
          g_hash_table_insert (seen, (gpointer) nodes[i].type, found);
        }
      if (found != NULL)
        g_array_append_val (((HdFigureType *) found)->nodes, i);
    }
  return types;
}

gboolean
hd_figure_types_read (HdRecord *record,
                      const HdFigureType *type,
                      guint32 node,
                      const HdProbe *probe,
                      HdMetric *out_metric)
{
  g_autofree char *path = node != HD_NO_ID ? hd_design_dup_node_path (hd_record_get_design (record), node) : NULL;
  g_autofree char *name = g_strdup_printf ("%s.%s", path != NULL ? path : type->type->id, probe->name);

  return hd_record_find_metric (record, name, out_metric);
}
