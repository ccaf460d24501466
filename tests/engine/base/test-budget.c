/* test-budget.c: the memory and the time that a piece of work may take
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what fits is taken and no more than that, whatever the product; what does not fit takes nothing and says what would be needed; cancelling,
 * from within or around, and the end of the time are heard within a thousand questions; without a budget there are no limits.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"

#define ENDLESS HD_TIME_MAX

static void
test_memory (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_budget_take (budget, 1e18, 1, "before it begins", NULL));
  hd_budget_begin (budget, 1000000, 200000, ENDLESS, 0);
  g_assert_cmpuint (hd_budget_get_left (budget), ==, 800000);
  g_assert_true (hd_budget_take (budget, 100000, 8, "all", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (hd_budget_get_left (budget), ==, 0);
  g_assert_false (hd_budget_try (budget, 1));
  hd_budget_give_back (budget, 300000);
  g_assert_true (hd_budget_try (budget, 300000));
  g_assert_cmpuint (hd_budget_get_taken (budget), ==, 1000000);
}

static void
test_shortage (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);
  g_autoptr (GError) error = NULL;

  hd_budget_begin (budget, 11000000000, 0, ENDLESS, 0);
  g_assert_false (hd_budget_take (budget, 0x1p62, 384, "A system of very many components", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "A system of very many components; that needs about "));
  g_assert_nonnull (strstr (error->message, "11 GB may be used"));
  g_assert_cmpuint (hd_budget_get_taken (budget), ==, 0);
}

/* Half of what is free; a second budget of the same moment may have as much. */
static void
test_free (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);

  hd_budget_begin (budget, 0, 12345, ENDLESS, 0);
  g_assert_cmpuint (hd_budget_get_left (budget), >, 1000000);
  g_assert_cmpuint (hd_budget_get_left (budget), <, G_MAXUINT64 / 2);
  g_assert_cmpuint (hd_budget_get_taken (budget), ==, 0);
}

static gboolean
is_heard (HdBudget *budget,
          int code)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2048; i++)
    if (!hd_budget_may_go_on (budget, &error))
      {
        g_assert_error (error, HD_ERROR, code);
        g_assert_false (hd_budget_may_go_on (budget, NULL));
        return TRUE;
      }
  return FALSE;
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) outer = g_cancellable_new ();
  g_autoptr (HdBudget) around = hd_budget_new (outer);
  g_autoptr (HdBudget) own = hd_budget_new (outer);

  hd_budget_begin (around, 1, 0, ENDLESS, 0);
  hd_budget_begin (own, 1, 0, ENDLESS, 0);
  g_assert_false (is_heard (own, HD_ERROR_CANCELLED));
  g_cancellable_cancel (G_CANCELLABLE (own));
  g_assert_true (is_heard (own, HD_ERROR_CANCELLED));
  g_assert_false (is_heard (around, HD_ERROR_CANCELLED));
  g_cancellable_cancel (outer);
  g_assert_true (is_heard (around, HD_ERROR_CANCELLED));
}

static void
test_time (void)
{
  g_autoptr (HdBudget) over = hd_budget_new (NULL);
  g_autoptr (HdBudget) ample = hd_budget_new (NULL);

  hd_budget_begin (over, 1, 0, 5 * HD_TICKS_PER_SECOND, (gint64) 5 * G_USEC_PER_SEC + 1);
  hd_budget_begin (ample, 1, 0, 5000 * HD_TICKS_PER_SECOND, (gint64) 5 * G_USEC_PER_SEC);
  g_assert_true (is_heard (over, HD_ERROR_LIMIT));
  g_assert_false (is_heard (ample, HD_ERROR_LIMIT));
  g_assert_cmpint (hd_budget_get_wall_left (over), ==, 1);
  g_assert_cmpint (hd_budget_get_wall_left (ample), <=, (gint64) 4995 * G_USEC_PER_SEC);
  g_assert_cmpint (hd_budget_get_wall_left (ample), >, (gint64) 4000 * G_USEC_PER_SEC);
}

/* Many steps at once are looked at soon, and few are not each time. */
static void
test_steps (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);

  hd_budget_begin (budget, 1, 0, ENDLESS, 0);
  g_assert_true (hd_budget_spend (budget, 1, NULL)); /* the first looks */
  g_cancellable_cancel (G_CANCELLABLE (budget));
  g_assert_true (hd_budget_spend (budget, 2, NULL));
  g_assert_false (hd_budget_spend (budget, 1000000, NULL));
  g_assert_false (hd_budget_spend (budget, 0, NULL));
  g_assert_true (hd_budget_spend (NULL, 1000000, NULL));
  g_assert_true (hd_budget_look (NULL, NULL));
}

static void
test_current (void)
{
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);
  g_autoptr (GCancellable) other = g_cancellable_new ();

  g_assert_null (hd_budget_get_current ());
  g_assert_true (hd_budget_try (NULL, 1e30));
  g_assert_true (hd_budget_may_go_on (NULL, NULL));
  g_cancellable_push_current (G_CANCELLABLE (budget));
  g_assert_true (hd_budget_get_current () == budget);
  g_cancellable_push_current (other);
  g_assert_null (hd_budget_get_current ());
  g_cancellable_pop_current (other);
  g_cancellable_pop_current (G_CANCELLABLE (budget));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/budget/memory", test_memory);
  g_test_add_func ("/engine/base/budget/shortage", test_shortage);
  g_test_add_func ("/engine/base/budget/steps", test_steps);
  g_test_add_func ("/engine/base/budget/free", test_free);
  g_test_add_func ("/engine/base/budget/cancelled", test_cancelled);
  g_test_add_func ("/engine/base/budget/time", test_time);
  g_test_add_func ("/engine/base/budget/current", test_current);
  return g_test_run ();
}
