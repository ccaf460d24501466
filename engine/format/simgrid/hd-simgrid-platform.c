/* hd-simgrid-platform.c: a SimGrid platform file as it stands
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-platform.h"

static void
cluster_free (HdSimgridCluster *self)
{
  g_array_unref (self->radicals);
  g_array_unref (self->numbers);
  g_free (self->prefix);
  g_free (self->suffix);
  g_free (self->router);
  g_free (self);
}

static void
point_clear (gpointer data)
{
  HdSimgridPoint *self = data;

  for (guint i = 0; self->properties != NULL && i < self->properties->len; i++)
    {
      g_free (g_array_index (self->properties, HdSimgridProperty, i).key);
      g_free (g_array_index (self->properties, HdSimgridProperty, i).value);
    }
  g_free (self->name);
  g_clear_pointer (&self->properties, g_array_unref);
  g_clear_pointer (&self->children, g_array_unref);
  g_clear_pointer (&self->routes, g_array_unref);
  g_clear_pointer (&self->cluster, cluster_free);
}

static void
link_clear (gpointer data)
{
  g_free (((HdSimgridLink *) data)->name);
}

HdSimgridPlatform *
hd_simgrid_platform_new (void)
{
  HdSimgridPlatform *self = g_new0 (HdSimgridPlatform, 1);

  self->points = g_array_new (FALSE, FALSE, sizeof (HdSimgridPoint));
  g_array_set_clear_func (self->points, point_clear);
  self->links = g_array_new (FALSE, FALSE, sizeof (HdSimgridLink));
  g_array_set_clear_func (self->links, link_clear);
  self->steps = g_array_new (FALSE, FALSE, sizeof (HdSimgridStep));
  self->point_names = g_hash_table_new (g_str_hash, g_str_equal);
  self->link_names = g_hash_table_new (g_str_hash, g_str_equal);
  self->member_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
hd_simgrid_platform_free (HdSimgridPlatform *self)
{
  g_hash_table_unref (self->member_names);
  g_hash_table_unref (self->link_names);
  g_hash_table_unref (self->point_names);
  g_array_unref (self->steps);
  g_array_unref (self->links);
  g_array_unref (self->points);
  g_free (self);
}
