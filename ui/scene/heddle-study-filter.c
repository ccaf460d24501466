/* heddle-study-filter.c: which points of a study are wanted, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-filter"

#include "heddle-study-filter.h"

#include <math.h>
#include <string.h>

#define EQUAL 1e-9 /* of the greater: figures that are the same but for rounding */

typedef enum
{
  CONTAINS,
  LESS,
  LESS_OR_EQUAL,
  MORE,
  MORE_OR_EQUAL,
  IS,
  IS_NOT,
} Relation;

static const struct
{
  const char *sign;
  Relation relation;
} signs[] = { { "<=", LESS_OR_EQUAL }, { ">=", MORE_OR_EQUAL }, { "!=", IS_NOT }, { "≤", LESS_OR_EQUAL }, { "≥", MORE_OR_EQUAL }, { "<", LESS }, { ">", MORE }, { "=", IS } };

typedef struct
{
  Relation relation;
  gboolean is_metric;
  guint number;   /* of the factor or metric */
  char *word;     /* folded */
  double value;   /* NaN: it is a word */
} Condition;

struct _HeddleStudyFilter
{
  GArray *conditions;
};

static void
clear_condition (gpointer data)
{
  g_free (((Condition *) data)->word);
}

static gboolean
has_part (const char *text,
          const char *folded)
{
  g_autofree char *whole = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return whole != NULL && strstr (whole, folded) != NULL;
}

/* The first one whose name or title has @name in it. */
static gboolean
find_column (HdStudyTable *table,
             const char *name,
             Condition *condition)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  g_autofree char *folded = g_utf8_casefold (name, -1);

  if (*name == '\0')
    return FALSE;
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (plan, i);

      condition->number = i;
      if (has_part (factor->address, folded) || has_part (factor->title, folded))
        return TRUE;
    }
  condition->is_metric = TRUE;
  for (guint i = 0; i < hd_study_table_get_n_metrics (table); i++)
    {
      const HdMetric *metric = hd_study_table_get_metric (table, i);

      condition->number = i;
      if (has_part (metric->name, folded) || has_part (metric->title, folded))
        return TRUE;
    }
  return FALSE;
}

/* %FALSE if it means nothing. */
static gboolean
read_condition (HdStudyTable *table,
                const char *text,
                Condition *condition)
{
  HdQuantity quantity;

  *condition = (Condition){ .value = NAN };
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      const char *at = strstr (text, signs[i].sign);
      g_autofree char *name = at != NULL ? g_strndup (text, (gsize) (at - text)) : NULL;
      const char *value = at != NULL ? at + strlen (signs[i].sign) : NULL;

      if (at == NULL)
        continue;
      if (*value == '\0' || !find_column (table, name, condition))
        return FALSE;
      condition->relation = signs[i].relation;
      condition->word = g_utf8_casefold (value, -1);
      if (hd_quantity_parse (value, &quantity, NULL))
        condition->value = quantity.value;
      return !isnan (condition->value) || (!condition->is_metric && (condition->relation == IS || condition->relation == IS_NOT));
    }
  condition->word = g_utf8_casefold (text, -1);
  return TRUE;
}

HeddleStudyFilter *
heddle_study_filter_new (HdStudyTable *table,
                         const char *text,
                         char **out_bad)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ,;", -1);
  HeddleStudyFilter *self = g_new0 (HeddleStudyFilter, 1);

  *out_bad = NULL;
  self->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, clear_condition);
  for (guint i = 0; words[i] != NULL; i++)
    {
      Condition condition;

      if (*words[i] == '\0')
        continue;
      if (read_condition (table, words[i], &condition))
        {
          g_array_append_val (self->conditions, condition);
          continue;
        }
      clear_condition (&condition);
      if (*out_bad == NULL)
        *out_bad = g_strdup (words[i]);
    }
  if (self->conditions->len == 0)
    g_clear_pointer (&self, heddle_study_filter_free);
  return self;
}

void
heddle_study_filter_free (HeddleStudyFilter *self)
{
  g_array_unref (self->conditions);
  g_free (self);
}

/* ---- points ----------------------------------------------------------------------------------------------------------------- */

static gboolean
compare (Relation relation,
         double x,
         double y)
{
  gboolean same = fabs (x - y) <= EQUAL * MAX (fabs (x), fabs (y));

  switch (relation)
    {
    case LESS:
      return x < y && !same;

    case LESS_OR_EQUAL:
      return x < y || same;

    case MORE:
      return x > y && !same;

    case MORE_OR_EQUAL:
      return x > y || same;

    case IS:
      return same;

    case IS_NOT:
      return !same;

    case CONTAINS:
      break;
    }
  return FALSE;
}

static gboolean
meets_factor (HdStudyPlan *plan,
              const Condition *condition,
              guint factor,
              guint32 point)
{
  g_auto (HdStudyValue) value = { NULL };
  HdQuantity quantity;
  gboolean has_number;

  hd_study_plan_get_value (plan, point, factor, &value);
  if (condition->relation == CONTAINS)
    return has_part (value.text, condition->word);
  has_number = !isnan (condition->value) && hd_quantity_parse (value.text, &quantity, NULL);
  if (has_number)
    return compare (condition->relation, quantity.value, condition->value);
  return has_part (value.text, condition->word) == (condition->relation == IS);
}

static gboolean
meets (const Condition *condition,
       HdStudyTable *table,
       guint32 point)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  HdStudyFigure figure;

  if (condition->relation != CONTAINS && condition->is_metric)
    return hd_study_table_get (table, point, condition->number, &figure) && compare (condition->relation, figure.mean, condition->value);
  if (condition->relation != CONTAINS)
    return meets_factor (plan, condition, condition->number, point);
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    if (meets_factor (plan, condition, i, point))
      return TRUE;
  return FALSE;
}

gboolean
heddle_study_filter_accepts (HeddleStudyFilter *self,
                             HdStudyTable *table,
                             guint32 point)
{
  for (guint i = 0; i < self->conditions->len; i++)
    if (!meets (&g_array_index (self->conditions, Condition, i), table, point))
      return FALSE;
  return TRUE;
}
