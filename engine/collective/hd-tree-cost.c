/* hd-tree-cost.c: what a collective along an aggregation tree costs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-cost"

#include <heddle/hd-tree-cost.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-tree.h>

#include "hd-i18n.h"

/* The stored text of the paper has its formulas as pictures. They are rebuilt from its prose and its numbers: a = 1.12 us, b = 0.01 us and
 * P = 512 give the published optimum k = 41, and 24 to 64 within 0.1 us. A node of width k spends level + k * child on each level. */

static const char *const operations[] = { "barrier", "broadcast", "reduce", "all-reduce" };

const char *
hd_tree_operation_get_id (HdTreeOperation operation)
{
  g_return_val_if_fail (operation < HD_TREE_N_OPERATIONS, NULL);
  return operations[operation];
}

gboolean
hd_tree_operation_find (const char *id,
                        HdTreeOperation *out_operation,
                        GError **error)
{
  if (strcmp (id, "bcast") == 0)
    id = "broadcast";
  if (strcmp (id, "allreduce") == 0)
    id = "all-reduce";
  for (guint i = 0; i < HD_TREE_N_OPERATIONS; i++)
    if (strcmp (id, operations[i]) == 0)
      {
        *out_operation = i;
        return TRUE;
      }
  g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_OPERATION,
               _("There is no operation “%s” on aggregation trees; there are barrier, broadcast, reduce and all-reduce"), id);
  return FALSE;
}

void
hd_tree_operation_get_bytes (HdTreeOperation operation,
                             double bytes,
                             double *out_up,
                             double *out_down)
{
  *out_up = operation == HD_TREE_REDUCE || operation == HD_TREE_ALL_REDUCE ? bytes : 0;
  *out_down = operation == HD_TREE_BROADCAST || operation == HD_TREE_ALL_REDUCE ? bytes : 0;
}

gboolean
hd_tree_cost_check (const HdTreeCost *self,
                    GError **error)
{
  const struct
  {
    const char *name;
    double value;
    const char *unit;
  } parameters[] = {
    { "link_s", self->link_s, "s" },
    { "links", self->links, "" },
    { "match_s", self->match_s, "s" },
    { "store_s_per_byte", self->store_s_per_byte, "s/B" },
    { "reduce_s_per_byte", self->reduce_s_per_byte, "s/B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    if (!(parameters[i].value >= 0 && isfinite (parameters[i].value)))
      {
        g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_PARAMETER, _("%s = %g %s is no cost: it must be finite and at least 0"), parameters[i].name,
                     parameters[i].value, parameters[i].unit);
        return FALSE;
      }
  return TRUE;
}

/* ---- equations ------------------------------------------------------------------------------------------------------ */

static double
time_of_level (const HdTreeCost *self,
               double bytes)
{
  return self->store == HD_TREE_STORE_PER_LEVEL ? bytes * self->store_s_per_byte : 0;
}

static double
time_of_child (const HdTreeCost *self,
               double bytes)
{
  double per_byte = self->reduce_s_per_byte + (self->store == HD_TREE_STORE_PER_PACKET ? self->store_s_per_byte : 0);

  return self->match_s + bytes * per_byte;
}

static double
logarithm (double base,
           double x)
{
  return log (x) / log (base);
}

void
hd_tree_cost_get_coefficients (const HdTreeCost *self,
                               double bytes,
                               double *out_a,
                               double *out_b)
{
  *out_a = self->links * self->link_s + time_of_level (self, bytes);
  *out_b = time_of_child (self, bytes);
}

double
hd_tree_cost_aggregate (const HdTreeCost *self,
                        double height,
                        double radius,
                        double width,
                        double bytes)
{
  return radius * self->link_s + height * (time_of_level (self, bytes) + width * time_of_child (self, bytes));
}

double
hd_tree_cost_type_1 (const HdTreeCost *self,
                     double width,
                     double members,
                     double bytes)
{
  double height = logarithm (width, members);

  return hd_tree_cost_aggregate (self, height, self->links * height, width, bytes);
}

double
hd_tree_cost_type_2 (const HdTreeCost *self,
                     double width,
                     double members,
                     double bytes)
{
  if (members < 2)
    return 0;
  return hd_tree_cost_aggregate (self, logarithm (width, members), 0.5 * self->links, width, bytes);
}

double
hd_tree_cost_slope (const HdTreeCost *self,
                    double width,
                    double members,
                    double bytes)
{
  double a, b, ln_width = log (width);

  hd_tree_cost_get_coefficients (self, bytes, &a, &b);
  return log (members) * (b * width * (ln_width - 1) - a) / (width * ln_width * ln_width);
}

double
hd_tree_cost_broadcast_1 (const HdTreeCost *self,
                          double width,
                          double members,
                          double down)
{
  double height = logarithm (width, members), copy = self->match_s + down * self->store_s_per_byte;

  if (members < 2)
    return 0;
  if (self->broadcast == HD_TREE_MULTICAST)
    return self->links * self->link_s + copy;
  return self->links * height * self->link_s + height * width * copy;
}

double
hd_tree_cost_broadcast_2 (const HdTreeCost *self,
                          double width,
                          double members,
                          double down)
{
  double copy = self->match_s + down * self->store_s_per_byte;

  if (members < 2)
    return 0;
  return 0.5 * self->links * self->link_s + (self->broadcast == HD_TREE_MULTICAST ? 1 : logarithm (width, members)) * copy;
}

/* ---- the best width -------------------------------------------------------------------------------------------------- */

double
hd_tree_cost_find_optimum (const HdTreeCost *self,
                           double bytes)
{
  double a, b, low = G_E, high = 4;

  hd_tree_cost_get_coefficients (self, bytes, &a, &b);
  if (!(b > 0))
    return INFINITY;
  while (high * (log (high) - 1) < a / b)
    high *= 2;
  /* k (ln k - 1) rises from 0 at e */
  for (guint i = 0; i < 200 && high - low > 1e-12 * high; i++)
    {
      double middle = 0.5 * (low + high);

      if (middle * (log (middle) - 1) < a / b)
        low = middle;
      else
        high = middle;
    }
  return 0.5 * (low + high);
}

/* Widths between @inside, which is good enough, and @outside: the last that still is. F falls up to its optimum and rises from there. */
static guint32
find_edge (const HdTreeCost *self,
           double members,
           double bytes,
           double allowed_s,
           guint32 inside,
           guint32 outside)
{
  if (hd_tree_cost_type_1 (self, outside, members, bytes) <= allowed_s)
    return outside;
  while (MAX (inside, outside) - MIN (inside, outside) > 1)
    {
      guint32 middle = inside / 2 + outside / 2 + (inside & outside & 1);

      if (hd_tree_cost_type_1 (self, middle, members, bytes) <= allowed_s)
        inside = middle;
      else
        outside = middle;
    }
  return inside;
}

HdTreeWidths
hd_tree_cost_find_widths (const HdTreeCost *self,
                          double members,
                          double bytes,
                          double tolerance_s,
                          guint32 limit)
{
  double optimum = MIN (hd_tree_cost_find_optimum (self, bytes), limit);
  double allowed_s = hd_tree_cost_type_1 (self, optimum, members, bytes) + tolerance_s;
  guint32 below = MAX ((guint32) floor (optimum), 2), above = MIN (below + 1, limit);
  HdTreeWidths widths = { .best = below };

  g_return_val_if_fail (limit >= 2, widths);

  if (hd_tree_cost_type_1 (self, above, members, bytes) < hd_tree_cost_type_1 (self, below, members, bytes))
    widths.best = above;
  widths.best_s = hd_tree_cost_type_1 (self, widths.best, members, bytes);
  if (widths.best_s <= allowed_s)
    {
      widths.lowest = find_edge (self, members, bytes, allowed_s, widths.best, 2);
      widths.highest = find_edge (self, members, bytes, allowed_s, widths.best, limit);
    }
  return widths;
}

/* ---- type I or type II ----------------------------------------------------------------------------------------------- */

double
hd_tree_cost_difference (const HdTreeCost *self,
                         double d,
                         double k,
                         double members,
                         double bytes)
{
  return hd_tree_cost_type_1 (self, k, members, bytes) - hd_tree_cost_type_2 (self, d, members, bytes);
}

double
hd_tree_cost_difference_by_bytes (const HdTreeCost *self,
                                  double d,
                                  double k,
                                  double members,
                                  double bytes)
{
  double level = time_of_level (self, 1), child = time_of_child (self, 1) - self->match_s;

  return log (members) * ((level + k * child) / log (k) - (level + d * child) / log (d));
}

double
hd_tree_cost_difference_by_members (const HdTreeCost *self,
                                    double d,
                                    double k,
                                    double members,
                                    double bytes)
{
  double a, b;

  hd_tree_cost_get_coefficients (self, bytes, &a, &b);
  return ((a + k * b) / log (k) - (time_of_level (self, bytes) + d * b) / log (d)) / members;
}

static gboolean
is_faster (const HdTreeCost *self,
           double d,
           double members,
           double bytes,
           guint32 limit,
           double by_s)
{
  guint32 k = hd_tree_cost_find_widths (self, members, bytes, 0, limit).best;

  return hd_tree_cost_difference (self, d, k, members, bytes) > by_s;
}

gboolean
hd_tree_cost_prefers_type_2 (const HdTreeCost *self,
                             double d,
                             double members,
                             double bytes,
                             guint32 limit)
{
  return is_faster (self, d, members, bytes, limit, HD_TREE_INDIFFERENCE_S);
}

gint64
hd_tree_cost_last_type_2 (const HdTreeCost *self,
                          double d,
                          double members,
                          guint32 limit)
{
  gint64 low = 0, high = G_GINT64_CONSTANT (1) << 40;

  if (!is_faster (self, d, members, 0, limit, 0))
    return -1;
  if (is_faster (self, d, members, (double) high, limit, 0))
    return high;
  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      if (is_faster (self, d, members, (double) middle, limit, 0))
        low = middle;
      else
        high = middle;
    }
  return low;
}
