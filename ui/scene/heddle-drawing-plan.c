/* heddle-drawing-plan.c: what of a module is drawn where
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-symbols.h"

#define TILE_WIDTH 72.0
#define TILE_HEIGHT 78.0
#define COMPACT_HEIGHT 56.0
#define CARD_WIDTH 168.0
#define CARD_HEIGHT 50.0
#define BAR_HEIGHT 40.0
#define MEMBER_GAP 20.0
#define ROW_GAP 32.0
#define BAR_MARGIN 20.0

/* ---- reading attributes -------------------------------------------------------------------------------------------- */

static double
get_number (const HdObject *object,
            const char *attribute,
            double missing)
{
  const char *text = hd_object_get (object, attribute);
  char *end;

  if (text == NULL)
    return missing;

  double value = g_ascii_strtod (text, &end);

  return end != text && isfinite (value) ? value : missing;
}

/* Without a design only a count that is written as a number is known: "16", "32x16". */
static guint
count_as_written (const HdObject *object)
{
  const char *text = hd_object_get (object, "count");
  guint64 n = 1;

  while (text != NULL && g_ascii_isdigit (*text) && n <= G_MAXUINT16)
    {
      char *end;

      n *= g_ascii_strtoull (text, &end, 10);
      text = *end == 'x' ? end + 1 : NULL;
    }
  return CLAMP (n, 1, G_MAXUINT16);
}

/* ---- members of an object in the scope ------------------------------------------------------------------------------ */

static guint
count_members (HeddleDrawing *self,
               const HdObject *object)
{
  guint64 uid = hd_object_get_uid (object);
  const guint32 *scopes;
  guint32 first;

  if (self->design == NULL)
    return count_as_written (object);
  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
    return hd_design_find_scopes (self->design, self->scope, uid, &scopes);
  return hd_design_find_nodes (self->design, self->scope, uid, &first);
}

static char *
dup_last_step (char *path_take)
{
  g_autofree char *path = path_take;
  const char *slash = strrchr (path, '/');

  return g_strdup (slash != NULL ? slash + 1 : path);
}

static char *
dup_member_name (HeddleDrawing *self,
                 const HdObject *object,
                 guint member)
{
  guint64 uid = hd_object_get_uid (object);
  const guint32 *scopes;
  guint32 first;

  if (self->design == NULL)
    return g_strdup_printf ("%s[%u]", hd_object_get_id (object), member);
  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
    {
      hd_design_find_scopes (self->design, self->scope, uid, &scopes);
      return dup_last_step (hd_design_dup_scope_path (self->design, scopes[member]));
    }
  hd_design_find_nodes (self->design, self->scope, uid, &first);
  return dup_last_step (hd_design_dup_node_path (self->design, first + member));
}

/* "8 XPU" inside an instance, "H100" for a component. */
static char *
dup_subtitle (HeddleDrawing *self,
              const HdObject *object,
              const HdComponentType *type,
              guint member)
{
  guint64 uid = hd_object_get_uid (object);

  if (self->design == NULL)
    return type != NULL ? g_strdup (hd_catalog_translate (self->catalog, type, type->title)) : NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
    {
      const guint32 *scopes;
      const HdScope *all = hd_design_get_scopes (self->design);

      if (hd_design_find_scopes (self->design, self->scope, uid, &scopes) <= member)
        return NULL;

      guint n = heddle_count_endpoints (self->design, all[scopes[member]].first_node, all[scopes[member]].end_node);

      return n > 0 ? g_strdup_printf (_("%u XPU"), n) : NULL;
    }

  guint32 first;

  if (hd_design_find_nodes (self->design, self->scope, uid, &first) <= member)
    return NULL;
  return heddle_dup_model (self->catalog, self->design, first + member);
}

/* ---- placing ---------------------------------------------------------------------------------------------------------- */

static void
choose_look (HeddleDrawnNode *node)
{
  gboolean instance = node->kind == HEDDLE_DRAWN_INSTANCE;
  HdRole role = node->type != NULL ? node->type->role : HD_ROLE_SWITCH;

  if (node->kind == HEDDLE_DRAWN_GENERATED || node->fanned)
    {
      gboolean tile = !instance && role == HD_ROLE_ENDPOINT;

      node->layout = tile ? HEDDLE_NODE_TILE : HEDDLE_NODE_COMPACT;
      node->width = TILE_WIDTH;
      node->height = tile ? TILE_HEIGHT : COMPACT_HEIGHT;
      if (!instance && node->fanned && role != HD_ROLE_ENDPOINT)
        {
          node->layout = HEDDLE_NODE_CARD;
          node->width = CARD_WIDTH;
          node->height = CARD_HEIGHT;
        }
    }
  else
    {
      node->layout = HEDDLE_NODE_CARD;
      node->width = CARD_WIDTH;
      node->height = CARD_HEIGHT;
    }
}

/* Rows of `columns` members around (x, y); every second row is shifted by half a step, so that links pass between. */
static void
place_member (HeddleDrawnNode *node,
              double x,
              double y,
              guint columns,
              double spacing,
              guint member,
              guint n)
{
  guint rows = (n + columns - 1) / columns;
  guint row = member / columns;
  double step = spacing > 0 ? spacing : node->width + MEMBER_GAP;
  double column = member % columns - (MIN (columns, n) - 1) / 2.0;

  if (rows > 1)
    column += row % 2 == 0 ? -0.25 : 0.25;
  node->x = x + column * step;
  node->y = y + (row - (rows - 1) / 2.0) * (node->height + ROW_GAP);
}

static void
add_origin (HeddleDrawing *self,
            guint64 uid,
            gboolean fanned)
{
  HeddleOrigin *origin = g_new (HeddleOrigin, 1);

  *origin = (HeddleOrigin){ self->nodes->len, fanned };
  g_hash_table_insert (self->origins, g_memdup2 (&uid, sizeof uid), origin);
}

static void
plan_object (HeddleDrawing *self,
             const HdObject *object,
             double x,
             double y)
{
  const char *type_name = hd_object_get (object, "type");
  gboolean instance = hd_object_get_kind (object) == HD_OBJECT_INSTANCE;
  const HdComponentType *type = !instance && type_name != NULL ? hd_catalog_lookup (self->catalog, type_name) : NULL;
  guint columns = CLAMP (get_number (object, "columns", 0), 0, 1024);
  guint n = count_members (self, object);
  gboolean fanned = columns > 0 && n > 1;

  if (n == 0)
    return;

  add_origin (self, hd_object_get_uid (object), fanned);
  for (guint member = 0; member < (fanned ? n : 1); member++)
    {
      HeddleDrawnNode node = {
        .kind = instance ? HEDDLE_DRAWN_INSTANCE : HEDDLE_DRAWN_COMPONENT,
        .object = object,
        .first = member,
        .n = fanned ? 1 : n,
        .type = type,
        .fanned = fanned,
        .symbol = heddle_symbol_find (heddle_get_symbol_name (self->snapshot, self->catalog, object)),
        .subtitle = dup_subtitle (self, object, type, member),
      };

      choose_look (&node);
      place_member (&node, x, y, fanned ? columns : 1, get_number (object, "spacing", 0), fanned ? member : 0, fanned ? n : 1);
      node.name = fanned ? dup_member_name (self, object, member) : g_strdup (hd_object_get_id (object));
      g_array_append_val (self->nodes, node);
    }
}

static void
plan_generated (HeddleDrawing *self,
                const HdObject *object,
                double x,
                double y)
{
  guint32 scope = self->design != NULL
                    ? heddle_drawing_get_generate_scope (self, self->scope, hd_object_get_uid (object))
                    : HD_NO_ID;

  if (scope == HD_NO_ID)
    return;

  const HdScope *inner = &hd_design_get_scopes (self->design)[scope];

  add_origin (self, hd_object_get_uid (object), TRUE);
  for (guint32 i = inner->first_node; i < inner->end_node; i++)
    {
      const HdNode *made = &hd_design_get_nodes (self->design)[i];
      HeddleDrawnNode node = {
        .kind = HEDDLE_DRAWN_GENERATED,
        .object = object,
        .first = i - inner->first_node,
        .n = 1,
        .type = made->type,
        .x = x + made->x,
        .y = y + made->y,
        .symbol = heddle_symbol_find (made->type->symbol),
        .name = dup_last_step (hd_design_dup_node_path (self->design, i)),
      };

      choose_look (&node);
      g_array_append_val (self->nodes, node);
    }
}

/* What has no place stands in a row for its role below the rest: switches, endpoints, memories. */
static double
role_row (HeddleDrawing *self,
          const HdObject *object)
{
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (self->catalog, name) : NULL;

  if (hd_object_get_kind (object) != HD_OBJECT_COMPONENT || type == NULL)
    return 1;
  return type->role == HD_ROLE_SWITCH ? 0 : type->role == HD_ROLE_ENDPOINT ? 1 : 2;
}

static double
lowest_edge (HeddleDrawing *self)
{
  double edge = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);

      edge = MAX (edge, node->y + node->height);
    }
  return edge;
}

void
heddle_drawing_plan_nodes (HeddleDrawing *self)
{
  guint placed_in_row[3] = { 0 };
  g_autoptr (GPtrArray) unplaced = g_ptr_array_new ();

  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *object = hd_object_get_child (self->module, i);
      HdObjectKind kind = hd_object_get_kind (object);
      double x = get_number (object, "x", NAN), y = get_number (object, "y", NAN);

      if (kind == HD_OBJECT_GENERATE)
        plan_generated (self, object, isnan (x) ? 0 : x, isnan (y) ? 0 : y);
      else if (kind != HD_OBJECT_COMPONENT && kind != HD_OBJECT_INSTANCE)
        continue;
      else if (isnan (x) || isnan (y))
        g_ptr_array_add (unplaced, (gpointer) object);
      else
        plan_object (self, object, x, y);
    }

  double top = lowest_edge (self) + 60;

  for (guint i = 0; i < unplaced->len; i++)
    {
      const HdObject *object = unplaced->pdata[i];
      int row = role_row (self, object);

      plan_object (self, object, placed_in_row[row]++ * (CARD_WIDTH + 48), top + row * 140);
    }
}

/* ---- bars --------------------------------------------------------------------------------------------------------------- */

/* A bar may not run into what stands beside it; members of one array share the room between them. */
static double
free_half_width (HeddleDrawing *self,
                 guint32 index)
{
  const HeddleDrawnNode *node = heddle_drawing_node (self, index);
  double half = G_MAXDOUBLE;

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *other = heddle_drawing_node (self, i);

      if (i == index || fabs (other->y - node->y) >= (other->height + node->height) / 2 + 6)
        continue;
      half = MIN (half, other->object == node->object ? fabs (other->x - node->x) / 2 - BAR_MARGIN / 2
                                                      : fabs (other->x - node->x) - other->width / 2 - BAR_MARGIN);
    }
  return half;
}

void
heddle_drawing_widen_bars (HeddleDrawing *self)
{
  g_autofree double *reach = g_new0 (double, self->nodes->len);
  g_autofree guint *joins = g_new0 (guint, self->nodes->len);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i);

      if (link->from == HEDDLE_NO_INDEX || link->to == HEDDLE_NO_INDEX)
        continue;

      const HeddleDrawnNode *a = heddle_drawing_node (self, link->from), *b = heddle_drawing_node (self, link->to);
      double distance = fabs (a->x - b->x);

      reach[link->from] = MAX (reach[link->from], distance + b->width / 2);
      reach[link->to] = MAX (reach[link->to], distance + a->width / 2);
      joins[link->from]++;
      joins[link->to]++;
    }

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      HeddleDrawnNode *node = heddle_drawing_node (self, i);
      gboolean forwards = node->kind == HEDDLE_DRAWN_COMPONENT && node->type != NULL && node->type->role == HD_ROLE_SWITCH;

      if (!forwards || node->n > 1 || joins[i] < 3)
        continue;

      double half = MIN (reach[i], free_half_width (self, i));

      if (2 * half > CARD_WIDTH)
        {
          node->layout = HEDDLE_NODE_BAR;
          node->width = 2 * half;
          node->height = BAR_HEIGHT;
        }
    }
}

/* ---- from the design to the scene ----------------------------------------------------------------------------------------- */

guint32
heddle_drawing_get_generate_scope (HeddleDrawing *self,
                                   guint32 scope,
                                   guint64 uid)
{
  const guint32 *scopes;

  return hd_design_find_scopes (self->design, scope, uid, &scopes) > 0 ? scopes[0] : HD_NO_ID;
}

guint32
heddle_drawing_find_node (HeddleDrawing *self,
                          guint32 scope,
                          guint32 design_node)
{
  const HdNode *node = &hd_design_get_nodes (self->design)[design_node];
  const HdScope *scopes = hd_design_get_scopes (self->design);
  guint64 uid = node->origin_uid;
  guint index = node->index;
  guint32 at = node->scope;

  if (design_node < scopes[scope].first_node || design_node >= scopes[scope].end_node)
    return HEDDLE_NO_INDEX;
  if (at != scope)
    {
      while (scopes[at].parent != scope)
        at = scopes[at].parent;
      uid = scopes[at].origin_uid;
      index = scopes[at].module_uid == uid ? design_node - scopes[at].first_node : scopes[at].index;
    }

  const HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);

  return origin == NULL ? HEDDLE_NO_INDEX : origin->first + (origin->fanned ? index : 0);
}
