/* hd-budget.c: the memory and the time that a piece of work may take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-budget"

#include "hd-budget.h"

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"
#include "hd-memory.h"

#define TICKS_PER_LOOK 1024 /* at the clock and at cancellation */
#define PICOSECONDS_PER_US 1000000

struct _HdBudget
{
  GCancellable parent_instance;

  GCancellable *outer; /* owned, or NULL */
  guint64 limit; /* bytes; G_MAXUINT64 before it begins */
  guint64 taken;
  gint64 deadline_us; /* G_MAXINT64 for none */
  HdTime wall_time;
  guint64 ticks;
};

G_DEFINE_FINAL_TYPE (HdBudget, hd_budget, G_TYPE_CANCELLABLE)

HdBudget *
hd_budget_new (GCancellable *outer)
{
  HdBudget *self = g_object_new (HD_TYPE_BUDGET, NULL);

  g_set_object (&self->outer, outer);
  return self;
}

HdBudget *
hd_budget_get_current (void)
{
  GCancellable *current = g_cancellable_get_current ();

  return current != NULL && HD_IS_BUDGET (current) ? HD_BUDGET (current) : NULL;
}

void
hd_budget_begin (HdBudget *self,
                 guint64 memory_bytes,
                 guint64 held_bytes,
                 HdTime wall_time,
                 gint64 spent_us)
{
  g_return_if_fail (HD_IS_BUDGET (self));

  self->limit = memory_bytes > 0 ? memory_bytes : hd_memory_get_free () / 2;
  self->taken = memory_bytes > 0 ? held_bytes : 0;
  self->wall_time = wall_time;
  self->deadline_us = wall_time < HD_TIME_MAX ? g_get_monotonic_time () + wall_time / PICOSECONDS_PER_US - spent_us : G_MAXINT64;
}

guint64
hd_budget_get_limit (HdBudget *self)
{
  return self->limit;
}

guint64
hd_budget_get_taken (HdBudget *self)
{
  return self->taken;
}

guint64
hd_budget_get_left (HdBudget *self)
{
  return self->limit > self->taken ? self->limit - self->taken : 0;
}

gint64
hd_budget_get_wall_left (HdBudget *self)
{
  return self->deadline_us < G_MAXINT64 ? MAX (self->deadline_us - g_get_monotonic_time (), 1) : G_MAXINT64;
}

static char *
dup_size (double bytes)
{
  return hd_quantity_format ((HdQuantity){ bytes, HD_DIMENSION_BYTES }, 3);
}

char *
hd_budget_dup_shortage (HdBudget *self,
                        double bytes,
                        const char *what)
{
  g_autofree char *needed = dup_size ((double) self->taken + bytes);
  g_autofree char *limit = dup_size ((double) self->limit);

  return g_strdup_printf (_("%s; that needs about %s of memory, and %s may be used"), what, needed, limit);
}

gboolean
hd_budget_try (HdBudget *self,
               double bytes)
{
  g_return_val_if_fail (bytes >= 0, FALSE);

  if (self == NULL)
    return TRUE;
  if (bytes > (double) hd_budget_get_left (self))
    return FALSE;
  self->taken += (guint64) bytes;
  return TRUE;
}

gboolean
hd_budget_take (HdBudget *self,
                double n,
                gsize size,
                const char *what,
                GError **error)
{
  g_autofree char *shortage = NULL;

  g_return_val_if_fail (what != NULL, FALSE);

  if (hd_budget_try (self, n * (double) size))
    return TRUE;
  shortage = hd_budget_dup_shortage (self, n * (double) size, what);
  g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT, shortage);
  return FALSE;
}

void
hd_budget_give_back (HdBudget *self,
                     guint64 bytes)
{
  if (self != NULL)
    self->taken -= MIN (bytes, self->taken);
}

gboolean
hd_budget_look (HdBudget *self,
                GError **error)
{
  if (self == NULL)
    return TRUE;
  self->ticks = TICKS_PER_LOOK; /* whoever asks after a refusal is refused too */
  if (g_cancellable_is_cancelled (G_CANCELLABLE (self)) || g_cancellable_is_cancelled (self->outer))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("Cancelled"));
      return FALSE;
    }
  if (g_get_monotonic_time () <= self->deadline_us)
    {
      self->ticks = 0;
      return TRUE;
    }
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("The run has reached its limit of %g s of wall time"),
               hd_time_to_seconds (self->wall_time));
  return FALSE;
}

gboolean
hd_budget_spend (HdBudget *self,
                 guint64 n_steps,
                 GError **error)
{
  if (self == NULL)
    return TRUE;
  self->ticks += n_steps;
  return self->ticks < TICKS_PER_LOOK || hd_budget_look (self, error);
}

gboolean
hd_budget_may_go_on (HdBudget *self,
                     GError **error)
{
  return hd_budget_spend (self, 1, error);
}

static void
hd_budget_finalize (GObject *object)
{
  g_clear_object (&HD_BUDGET (object)->outer);
  G_OBJECT_CLASS (hd_budget_parent_class)->finalize (object);
}

static void
hd_budget_class_init (HdBudgetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hd_budget_finalize;
}

static void
hd_budget_init (HdBudget *self)
{
  self->limit = G_MAXUINT64;
  self->deadline_us = G_MAXINT64;
  self->ticks = TICKS_PER_LOOK;
}
