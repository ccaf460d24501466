/* hd-wire-route.c: route patterns become explicit routes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-wire.h"

#include "hd-i18n.h"
#include "hd-place.h"

#define MAX_HOPS 256

typedef struct
{
  HdElaborator *elaborator;
  guint32 scope;
  HdRoutePlan *plan;
} Wire;

static gboolean
extent (gpointer data,
        const HdPattern *pattern,
        guint step,
        guint term,
        gint64 *out_size)
{
  Wire *wire = data;

  return hd_place_extent (wire->elaborator, wire->scope, pattern, step, term, out_size);
}

static gboolean
find_link (Wire *wire,
           const HdPattern *pattern,
           const HdEnvironment *environment,
           guint32 *out_number)
{
  HdPlace place;

  if (!hd_place_find (wire->elaborator, wire->scope, pattern, environment, TRUE, &place))
    return FALSE;
  if (place.item->kind != HD_OBJECT_LINK || pattern->has_port)
    {
      hd_elaborator_report (wire->elaborator, wire->plan->owner, wire->plan->object, pattern->attribute, HD_PROBLEM_KIND, NULL,
                            _("“%s” is not a link"), pattern->text);
      return FALSE;
    }
  *out_number = place.first + place.index;
  return TRUE;
}

/* A component, or an instance with all that is inside it. */
static gboolean
find_end (Wire *wire,
          const HdPattern *pattern,
          const HdEnvironment *environment,
          guint32 *out_end)
{
  HdDesignData *data = wire->elaborator->design->data;
  HdPlace place;

  if (!hd_place_find (wire->elaborator, wire->scope, pattern, environment, TRUE, &place))
    return FALSE;
  if ((place.item->kind != HD_OBJECT_COMPONENT && place.item->kind != HD_OBJECT_INSTANCE) || pattern->has_port)
    {
      hd_elaborator_report (wire->elaborator, wire->plan->owner, wire->plan->object, pattern->attribute, HD_PROBLEM_KIND, NULL,
                            _("“%s” is neither a component nor an instance"), pattern->text);
      return FALSE;
    }
  *out_end = place.first + place.index;
  if (place.item->kind == HD_OBJECT_INSTANCE)
    *out_end = HD_ROUTE_SCOPE | g_array_index (data->child_scopes, guint32, *out_end);
  return TRUE;
}

static gboolean
is_inside (HdDesignData *data,
           guint32 node,
           guint32 end)
{
  const HdScope *scope;

  if ((end & HD_ROUTE_SCOPE) == 0)
    return node == end;
  scope = &g_array_index (data->scopes, HdScope, end & ~HD_ROUTE_SCOPE);
  return node >= scope->first_node && node < scope->end_node;
}

static void
add_route (HdDesignData *data,
           guint32 from,
           guint32 to,
           const guint32 *steps,
           guint n)
{
  HdExplicitRoute route = { from, to, data->route_steps->len, n };

  g_array_append_vals (data->route_steps, steps, n);
  g_array_append_val (data->routes, route);
  data->scope_routes |= ((from | to) & HD_ROUTE_SCOPE) != 0;
}

static gboolean
report_break (Wire *wire,
              guint32 link,
              guint32 at)
{
  HdDesign *design = wire->elaborator->design;
  g_autofree char *link_path = hd_design_dup_link_path (design, link);
  g_autofree char *node_path = hd_design_dup_node_path (design, at);

  hd_elaborator_report (wire->elaborator, wire->plan->owner, wire->plan->object, "via", HD_PROBLEM_LINK_ENDS, NULL,
                        _("The route is broken: link “%s” does not go on from “%s”"), link_path, node_path);
  return FALSE;
}

static gboolean
add_element (gpointer user_data,
             const HdEnvironment *environment,
             guint32 element)
{
  Wire *wire = user_data;
  HdDesignData *data = wire->elaborator->design->data;
  guint32 steps[MAX_HOPS], reverse[MAX_HOPS];
  guint n = wire->plan->via->len;
  guint32 from, to, at = HD_NO_ID, link = 0;
  gboolean symmetric = TRUE;

  if (!find_end (wire, wire->plan->from, environment, &from) || !find_end (wire, wire->plan->to, environment, &to)
      || (wire->plan->symmetric != NULL && !hd_formula_get_truth (wire->plan->symmetric, environment, &symmetric)))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const HdLink *it;
      guint direction;

      if (!find_link (wire, g_ptr_array_index (wire->plan->via, i), environment, &link))
        return FALSE;
      it = &g_array_index (data->links, HdLink, link);
      if (i == 0)
        at = is_inside (data, it->from, from) ? it->from : is_inside (data, it->to, from) ? it->to : HD_NO_ID;
      if (it->from != at && it->to != at)
        return report_break (wire, link, at != HD_NO_ID ? at : it->from);
      direction = it->from == at ? 0 : 1;
      at = direction == 0 ? it->to : it->from;
      steps[i] = link * 2 + direction;
      reverse[n - 1 - i] = link * 2 + (1 - direction);
    }
  if (!is_inside (data, at, to))
    return report_break (wire, link, at);
  if (!hd_elaborator_reserve_bytes (wire->elaborator, wire->plan->owner, wire->plan->object, 2.0 * (sizeof (HdExplicitRoute) + n * sizeof (guint32))))
    return FALSE;
  add_route (data, from, to, steps, n);
  if (symmetric)
    add_route (data, to, from, reverse, n);
  return TRUE;
}

gboolean
hd_wire_route (const HdEnvironment *environment,
               guint32 scope,
               HdRoutePlan *plan)
{
  HdElaborator *elaborator = environment->elaborator;
  Wire wire = { elaborator, scope, plan };
  gboolean indexed;
  guint32 n = 0;

  if (plan->reported || elaborator->estimating)
    return TRUE;
  if (plan->via->len > MAX_HOPS)
    {
      hd_elaborator_report (elaborator, plan->owner, plan->object, "via", HD_PROBLEM_LIMIT, NULL, _("A route has at most %d links"), MAX_HOPS);
      plan->reported = TRUE;
      return TRUE;
    }
  if (!hd_loop_run (plan->loop, environment, extent, add_element, &wire, &n, &indexed))
    {
      plan->reported = TRUE;
      return elaborator->stopped == NULL;
    }
  if (n == 0 && elaborator->generating == NULL && !(plan->loop->where != NULL && plan->loop->where->fixed))
    {
      plan->reported = TRUE;
      hd_elaborator_warn (elaborator, plan->owner, plan->object, "from", HD_PROBLEM_EMPTY_PATTERN, NULL,
                          _("The pattern from “%s” to “%s” makes no route"), plan->from->text, plan->to->text);
    }
  return TRUE;
}

static int
compare_routes (gconstpointer a,
                gconstpointer b)
{
  const HdExplicitRoute *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

static char *
dup_end_path (HdDesign *design,
              guint32 end)
{
  return (end & HD_ROUTE_SCOPE) != 0 ? hd_design_dup_scope_path (design, end & ~HD_ROUTE_SCOPE) : hd_design_dup_node_path (design, end);
}

static guint64
get_end_uid (HdDesign *design,
             guint32 end)
{
  return (end & HD_ROUTE_SCOPE) != 0 ? hd_design_get_scopes (design)[end & ~HD_ROUTE_SCOPE].origin_uid : hd_design_get_nodes (design)[end].origin_uid;
}

/* Neither knows which <route> it came from: the place is where both begin. */
static void
report_twice (HdElaborator *elaborator,
              const HdExplicitRoute *route)
{
  g_autofree char *from = dup_end_path (elaborator->design, route->from);
  g_autofree char *to = dup_end_path (elaborator->design, route->to);

  hd_problem_list_take (elaborator->problems,
                        hd_problem_new (HD_PROBLEM_DUPLICATE, HD_SEVERITY_ERROR, from, get_end_uid (elaborator->design, route->from), NULL, elaborator->file,
                                        0, NULL, _("There are two explicit routes from “%s” to “%s”"), from, to));
}

void
hd_wire_finish (HdElaborator *elaborator)
{
  HdDesign *design = elaborator->design;
  GArray *routes = design->data->routes;

  g_array_sort (routes, compare_routes);
  for (guint i = 1; i < routes->len; i++)
    {
      const HdExplicitRoute *route = &g_array_index (routes, HdExplicitRoute, i);

      if (compare_routes (route, route - 1) == 0)
        {
          report_twice (elaborator, route);
          return;
        }
    }
}
