/* hd-budget.h: the memory and the time that a piece of work may take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

#define HD_TYPE_BUDGET (hd_budget_get_type ())
G_DECLARE_FINAL_TYPE (HdBudget, hd_budget, HD, BUDGET, GCancellable)

/**
 * HdBudget:
 *
 * Work that depends on what a project says takes what it needs from a budget before it makes it, and asks in its loops whether it may go on. A budget
 * is a cancellable too: that of a thread is its current one (g_cancellable_push_current ()), and then reaches whatever that thread calls. Work
 * outside of a budget has no limits. It belongs to the thread that works, but for g_cancellable_cancel ().
 */
/** hd_budget_new: @outer (nullable) cancels it too */
HdBudget *hd_budget_new (GCancellable *outer);
/** hd_budget_get_current: (transfer none) (nullable): that of this thread */
HdBudget *hd_budget_get_current (void);

/**
 * hd_budget_begin:
 * @memory_bytes: in all, with the @held_bytes that are taken already; 0 for half of what is free now
 * @wall_time: on the clock, with the @spent_us that are over already; HD_TIME_MAX for no limit
 *
 * Memory is counted and time runs from now on.
 */
void hd_budget_begin (HdBudget *self,
                      guint64 memory_bytes,
                      guint64 held_bytes,
                      HdTime wall_time,
                      gint64 spent_us);
/** hd_budget_get_limit: bytes in all; G_MAXUINT64 before it begins */
guint64 hd_budget_get_limit (HdBudget *self);
/** hd_budget_get_taken: bytes */
guint64 hd_budget_get_taken (HdBudget *self);
/** hd_budget_get_left: bytes; G_MAXUINT64 before it begins */
guint64 hd_budget_get_left (HdBudget *self);
/** hd_budget_get_wall_left: microseconds, at least 1; G_MAXINT64 for no limit */
gint64 hd_budget_get_wall_left (HdBudget *self);

/**
 * hd_budget_take:
 * @self: (nullable): %NULL for no limits
 * @n: things of @size bytes; their product may be larger than any memory
 * @what: translated: a sentence without its full stop that says what there would be
 *
 * To be called before they are made.
 *
 * Errors: %HD_ERROR_LIMIT if they do not fit; then nothing is taken.
 */
gboolean hd_budget_take (HdBudget *self,
                         double n,
                         gsize size,
                         const char *what,
                         GError **error);
/** hd_budget_try: as hd_budget_take (), for callers that say themselves what does not fit */
gboolean hd_budget_try (HdBudget *self,
                        double bytes);
/** hd_budget_give_back: what was taken and is freed */
void hd_budget_give_back (HdBudget *self,
                          guint64 bytes);
/** hd_budget_dup_shortage: a translated sentence: @what, that it needs @bytes, and how many may be used */
char *hd_budget_dup_shortage (HdBudget *self,
                              double bytes,
                              const char *what);
/**
 * hd_budget_may_go_on:
 * @self: (nullable): %NULL for no limits
 *
 * Cheap enough to be called for every element: looks at the clock now and then.
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT if the time is over.
 */
gboolean hd_budget_may_go_on (HdBudget *self,
                              GError **error);

/** hd_budget_spend: as hd_budget_may_go_on () for @n_steps at once, of which each takes about as long as to handle an element, some 10 ns to 1 us */
gboolean hd_budget_spend (HdBudget *self,
                          guint64 n_steps,
                          GError **error);
/** hd_budget_look: as hd_budget_may_go_on (), but always looks; for what is asked between long steps */
gboolean hd_budget_look (HdBudget *self,
                         GError **error);

G_END_DECLS
