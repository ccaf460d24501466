/* heddle-drawing-plan.c: what of a module is drawn where
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
#define JOINED_GAP 52.0
#define BLOCK_GAP 28.0
#define BESIDE_WIDTH 44.0
#define BESIDE_HEIGHT 36.0
#define ROW_MAXIMUM 16     /* members that stand in a row without being asked to */
#define CIRCLE_MAXIMUM 64
#define JOINED_MAXIMUM 1024
#define ABREAST_MAXIMUM 1024 /* members in a row or column that a project may ask for */

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
  guint n;

  if (self->design == NULL)
    return count_as_written (object);
  n = hd_object_get_kind (object) == HD_OBJECT_INSTANCE ? hd_design_find_scopes (self->design, self->scope, uid, &scopes)
                                                        : hd_design_find_nodes (self->design, self->scope, uid, &first);
  /* What a sketch leaves out has errors, and is shown none the less. */
  return n == 0 && hd_design_is_sketch (self->design) ? count_as_written (object) : n;
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

  if (self->design != NULL && hd_object_get_kind (object) == HD_OBJECT_INSTANCE
      && hd_design_find_scopes (self->design, self->scope, uid, &scopes) > member)
    return dup_last_step (hd_design_dup_scope_path (self->design, scopes[member]));
  if (self->design != NULL && hd_object_get_kind (object) != HD_OBJECT_INSTANCE
      && hd_design_find_nodes (self->design, self->scope, uid, &first) > member)
    return dup_last_step (hd_design_dup_node_path (self->design, first + member));
  return g_strdup_printf ("%s[%u]", hd_object_get_id (object), member);
}

static char *
dup_subtitle_as_written (HeddleDrawing *self,
                         const HdObject *object,
                         const HdComponentType *type)
{
  const char *model = hd_object_get (object, "model"), *of = hd_object_get (object, "of");
  const HdObject *module = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;

  if (type == NULL)
    return g_strdup (module != NULL ? heddle_get_object_title (module) : of);
  return g_strdup (model != NULL ? model : hd_catalog_translate (self->catalog, type, type->title));
}

/* "8 XPU" inside an instance, "H100" for a component. */
static char *
dup_subtitle (HeddleDrawing *self,
              const HdObject *object,
              const HdComponentType *type,
              guint member)
{
  guint64 uid = hd_object_get_uid (object);

  if (hd_object_get_kind (object) == HD_OBJECT_COMPONENT && type == NULL)
    return g_strdup (hd_object_get (object, "type"));
  if (self->design == NULL)
    return dup_subtitle_as_written (self, object, type);

  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
    {
      const guint32 *scopes;
      const HdScope *all = hd_design_get_scopes (self->design);

      if (hd_design_find_scopes (self->design, self->scope, uid, &scopes) <= member)
        return NULL;

      return heddle_dup_endpoints (self->catalog, self->design, all[scopes[member]].first_node, all[scopes[member]].end_node);
    }

  guint32 first;

  if (hd_design_find_nodes (self->design, self->scope, uid, &first) <= member)
    return NULL;
  return heddle_dup_model (self->catalog, self->design, first + member);
}

/* ---- shapes of arrays ------------------------------------------------------------------------------------------------- */

/* How the members of an array stand. Without `columns` few members stand in a row or by their last dimension; members that are joined to each
 * other stand in a circle or a grid, as one stack would hide their links; all else is a stack. */
typedef struct
{
  gboolean fanned;
  gboolean joined; /* to each other */
  gboolean circle;
  gboolean beside; /* what they are joined to */
  guint columns;
  guint rows;     /* of members that follow each other downwards; 0 if they do so sideways */
  double spacing; /* from one column to the next, 0 for the usual */
} Shape;

static gboolean
is_joined_to_itself (HeddleDrawing *self,
                     const HdObject *object)
{
  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *link = hd_object_get_child (self->module, i);
      const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");

      if (hd_object_get_kind (link) == HD_OBJECT_LINK && from != NULL && to != NULL
          && heddle_drawing_find_named (self, from) == object && heddle_drawing_find_named (self, to) == object)
        return TRUE;
    }
  return FALSE;
}

/* The last dimension above one, from the name of the last member: 4 of "switch[2][3]"; 0 for an array of one dimension. */
static guint
get_last_dimension (HeddleDrawing *self,
                    const HdObject *object,
                    guint n)
{
  g_autofree char *name = dup_member_name (self, object, n - 1);
  const char *first = strchr (name, '[');
  guint dimension = 0;

  if (first == NULL || strchr (first + 1, '[') == NULL)
    return 0;
  for (const char *at = first; at != NULL; at = strchr (at + 1, '['))
    {
      guint size = strtoul (at + 1, NULL, 10) + 1;

      dimension = size > 1 ? size : dimension;
    }
  return dimension;
}

static const HdObject *find_access_link (HeddleDrawing *self,
                                         const HdObject *object,
                                         const HdObject **out_anchor);

static Shape
choose_shape (HeddleDrawing *self,
              const HdObject *object,
              guint n)
{
  const HdObject *anchor;
  Shape shape = {
    .columns = CLAMP (get_number (object, "columns", 0), 0, ABREAST_MAXIMUM),
    .rows = CLAMP (get_number (object, "rows", 0), 0, ABREAST_MAXIMUM),
    .spacing = get_number (object, "spacing", 0),
  };

  if (shape.rows > 0)
    shape.columns = (n + shape.rows - 1) / shape.rows;
  if (n < 2 || hd_object_get (object, "columns") != NULL || shape.rows > 0)
    {
      shape.fanned = n > 1 && shape.columns > 0;
      return shape;
    }

  shape.joined = is_joined_to_itself (self, object);
  shape.beside = !shape.joined && self->design != NULL && find_access_link (self, object, &anchor) != NULL;
  if (!shape.beside && n > (shape.joined ? JOINED_MAXIMUM : ROW_MAXIMUM))
    return shape;

  guint dimension = get_last_dimension (self, object, n);

  shape.fanned = TRUE;
  shape.circle = shape.joined && dimension == 0 && n >= 3 && n <= CIRCLE_MAXIMUM;
  shape.columns = dimension > 0 ? dimension : n <= ROW_MAXIMUM ? n : ceil (sqrt (n));
  return shape;
}

/* ---- placing ---------------------------------------------------------------------------------------------------------- */

static void
choose_look (HeddleDrawnNode *node,
             gboolean small)
{
  gboolean instance = node->kind == HEDDLE_DRAWN_INSTANCE;
  HdRole role = node->type != NULL ? node->type->role : HD_ROLE_SWITCH;

  if (!small && (!node->fanned || (!instance && role != HD_ROLE_ENDPOINT)))
    {
      node->layout = HEDDLE_NODE_CARD;
      node->width = CARD_WIDTH;
      node->height = CARD_HEIGHT;
      return;
    }

  gboolean tile = !instance && role == HD_ROLE_ENDPOINT;

  node->layout = tile ? HEDDLE_NODE_TILE : HEDDLE_NODE_COMPACT;
  node->width = TILE_WIDTH;
  node->height = tile ? TILE_HEIGHT : COMPACT_HEIGHT;
}

/* Around (x, y). Of rows that are not joined every second is shifted by half a step, so that links pass between. */
static void
place_member (HeddleDrawnNode *node,
              double x,
              double y,
              const Shape *shape,
              guint member,
              guint n)
{
  double step = shape->spacing > 0 ? shape->spacing : node->width + (shape->joined ? JOINED_GAP : MEMBER_GAP);

  if (shape->circle)
    {
      double radius = MAX (1.6 * node->width, n * step / (2 * G_PI)), angle = 2 * G_PI * member / n - G_PI / 2;

      node->x = x + radius * cos (angle);
      node->y = y + radius * sin (angle);
      return;
    }

  guint columns = MIN (shape->columns, n), rows = shape->rows > 0 ? shape->rows : (n + columns - 1) / columns;
  guint row = shape->rows > 0 ? member % rows : member / columns;
  double column = (shape->rows > 0 ? member / rows : member % columns) - (columns - 1) / 2.0;

  if (rows > 1 && !shape->joined)
    column += row % 2 == 0 ? -0.25 : 0.25;
  node->x = x + column * step;
  node->y = y + (row - (rows - 1) / 2.0) * (node->height + (shape->joined ? JOINED_GAP : ROW_GAP));
}

static void
add_origin (HeddleDrawing *self,
            const HdObject *object,
            gboolean fanned,
            guint n,
            double x,
            double y)
{
  HeddleOrigin *origin = g_new (HeddleOrigin, 1);
  gboolean written = get_number (object, "x", NAN) == x && get_number (object, "y", NAN) == y;
  guint64 uid = hd_object_get_uid (object);

  *origin = (HeddleOrigin){ self->nodes->len, n, fanned, written, x, y };
  g_hash_table_insert (self->origins, g_memdup2 (&uid, sizeof uid), origin);
}

/* Quarter turns clockwise, of an angle in degrees. */
static guint
get_turns (const HdObject *object)
{
  double degrees = fmod (get_number (object, "rotation", 0), 360);

  return (guint) round ((degrees < 0 ? degrees + 360 : degrees) / 90) % 4;
}

/* The library of a component may be missing, or the module of an instance. */
static gboolean
is_unknown (HeddleDrawing *self,
            const HdObject *object,
            const HdComponentType *type)
{
  const char *of = hd_object_get (object, "of");

  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
    return of == NULL || hd_snapshot_find_module (self->snapshot, of) == NULL;
  return type == NULL;
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
  guint n = count_members (self, object);

  if (n == 0)
    return;

  Shape shape = choose_shape (self, object, n);

  add_origin (self, object, shape.fanned, shape.fanned ? n : 1, x, y);
  for (guint member = 0; member < (shape.fanned ? n : 1); member++)
    {
      HeddleDrawnNode node = {
        .kind = instance ? HEDDLE_DRAWN_INSTANCE : HEDDLE_DRAWN_COMPONENT,
        .object = object,
        .first = member,
        .n = shape.fanned ? 1 : n,
        .type = type,
        .fanned = shape.fanned,
        .beside = shape.beside,
        .unknown = is_unknown (self, object, type),
        .quarter_turns = get_turns (object),
        .x = x,
        .y = y,
        .symbol = heddle_symbol_find (heddle_get_symbol_name (self->snapshot, self->catalog, object)),
        .subtitle = dup_subtitle (self, object, type, member),
      };

      choose_look (&node, (shape.joined || shape.beside) && shape.fanned);
      if (shape.fanned)
        place_member (&node, x, y, &shape, member, n);
      node.name = shape.fanned ? dup_member_name (self, object, member) : g_strdup (hd_object_get_id (object));
      g_array_append_val (self->nodes, node);
    }
}

/* Without a design a generated topology is one card that says what it will be. */
static void
plan_ungenerated (HeddleDrawing *self,
                  const HdObject *object,
                  double x,
                  double y)
{
  const char *kind = hd_object_get (object, "kind");
  const HdGenerator *generator = kind != NULL ? hd_generator_find (kind) : NULL;
  const char *id = hd_object_get_id (object);
  HeddleDrawnNode node = {
    .kind = HEDDLE_DRAWN_GENERATED,
    .object = object,
    .n = 1,
    .unknown = TRUE,
    .x = x,
    .y = y,
    .symbol = heddle_symbol_find (generator != NULL ? "module" : "unknown"),
    .name = g_strdup (id != NULL ? id : hd_schema_get_title (HD_OBJECT_GENERATE)),
    .subtitle = g_strdup (generator != NULL ? _(generator->title) : kind),
  };

  choose_look (&node, FALSE);
  add_origin (self, object, FALSE, 1, x, y);
  g_array_append_val (self->nodes, node);
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
    {
      plan_ungenerated (self, object, x, y);
      return;
    }

  const HdScope *inner = &hd_design_get_scopes (self->design)[scope];

  add_origin (self, object, TRUE, inner->end_node - inner->first_node, x, y);
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

      choose_look (&node, TRUE);
      g_array_append_val (self->nodes, node);
    }
}

/* ---- members beside what they are joined to ---------------------------------------------------------------------------------- */

/* The one pattern that joins @object to an array whose members are joined to each other, as hosts to the switches of a mesh; or %NULL. */
static const HdObject *
find_access_link (HeddleDrawing *self,
                  const HdObject *object,
                  const HdObject **out_anchor)
{
  const HdObject *access = NULL;

  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *link = hd_object_get_child (self->module, i);
      const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");

      if (hd_object_get_kind (link) != HD_OBJECT_LINK || from == NULL || to == NULL)
        continue;

      const HdObject *a = heddle_drawing_find_named (self, from), *b = heddle_drawing_find_named (self, to);

      if (a != object && b != object)
        continue;
      if (access != NULL || a == b || a == NULL || b == NULL)
        return NULL;
      access = link;
      *out_anchor = a == object ? b : a;
    }
  if (access == NULL || hd_object_get_kind (*out_anchor) == HD_OBJECT_GENERATE)
    return NULL;
  const Shape anchor = choose_shape (self, *out_anchor, count_members (self, *out_anchor));

  return anchor.joined && anchor.fanned ? access : NULL;
}

/* Small, below and to the right of the node that each is linked to. */
static void
place_beside (HeddleDrawing *self,
              const HdObject *object,
              const HdObject *anchor,
              const HdObject *access)
{
  guint64 uid = hd_object_get_uid (object), anchor_uid = hd_object_get_uid (anchor);
  const HeddleOrigin *own = g_hash_table_lookup (self->origins, &uid), *theirs = g_hash_table_lookup (self->origins, &anchor_uid);
  const HdLink *links = hd_design_get_links (self->design);
  g_autofree guint8 *beside = g_new0 (guint8, self->nodes->len);
  guint32 first;
  guint n = hd_design_find_links (self->design, self->scope, hd_object_get_uid (access), &first);

  if (own == NULL || theirs == NULL)
    return;
  for (guint32 i = first; i < first + n; i++)
    {
      guint32 a = heddle_drawing_find_node (self, self->scope, links[i].from), b = heddle_drawing_find_node (self, self->scope, links[i].to);

      if (a == HEDDLE_NO_INDEX || b == HEDDLE_NO_INDEX)
        continue;

      HeddleDrawnNode *node = heddle_drawing_node (self, heddle_drawing_node (self, a)->object == object ? a : b);
      guint32 at = heddle_drawing_node (self, a)->object == object ? b : a;
      const HeddleDrawnNode *to = heddle_drawing_node (self, at);

      node->width = BESIDE_WIDTH;
      node->height = BESIDE_HEIGHT;
      node->layout = HEDDLE_NODE_COMPACT;
      node->x = to->x + (to->width + BESIDE_WIDTH) / 2 + 8 + beside[at] * 6;
      node->y = to->y + (to->height + BESIDE_HEIGHT) / 2 + 8 + beside[at] * 6;
      beside[at]++;
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

/* ---- room ------------------------------------------------------------------------------------------------------------- */

/* All that one object is drawn as */
typedef struct
{
  guint32 first, end;
  double left, top, right, bottom;
} Block;

static int
compare_tops (gconstpointer a,
              gconstpointer b)
{
  const Block *x = a, *y = b;
  double x_middle = x->top + x->bottom, y_middle = y->top + y->bottom;

  return (x_middle > y_middle) - (x_middle < y_middle);
}

static GArray *
collect_blocks (HeddleDrawing *self)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (Block));

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);

      if (node->beside)
        continue;
      if (blocks->len == 0 || node->object != heddle_drawing_node (self, i - 1)->object)
        {
          Block block = { i, i, G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

          g_array_append_val (blocks, block);
        }

      Block *block = &g_array_index (blocks, Block, blocks->len - 1);

      block->end = i + 1;
      block->left = MIN (block->left, node->x - node->width / 2);
      block->right = MAX (block->right, node->x + node->width / 2);
      block->top = MIN (block->top, node->y - node->height / 2);
      block->bottom = MAX (block->bottom, node->y + node->height / 2);
    }
  return blocks;
}

static void
move_down (HeddleDrawing *self,
           Block *block,
           double distance)
{
  guint64 uid = hd_object_get_uid (heddle_drawing_node (self, block->first)->object);
  HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);

  for (guint32 i = block->first; i < block->end; i++)
    heddle_drawing_node (self, i)->y += distance;
  origin->y += distance;
  origin->written = FALSE;
  block->top += distance;
  block->bottom += distance;
}

static gboolean
is_array (const Block *block)
{
  return block->end - block->first > 1;
}

static void
make_room_below (HeddleDrawing *self,
                 GArray *blocks,
                 guint above_index,
                 guint index)
{
  Block *block = &g_array_index (blocks, Block, index);
  const Block *above = &g_array_index (blocks, Block, above_index);

  if (block->left < above->right && above->left < block->right && block->top < above->bottom + BLOCK_GAP / 4
      && above->top < block->bottom)
    move_down (self, block, above->bottom + BLOCK_GAP - block->top);
}

/* An array takes more room than the one place that is written: what it would cover moves down, from the top on. Cards that are laid over each
 * other by hand stay there. O(objects * arrays). */
void
heddle_drawing_make_room (HeddleDrawing *self)
{
  g_autoptr (GArray) blocks = collect_blocks (self);
  g_autoptr (GArray) arrays = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_sort (blocks, compare_tops);
  for (guint i = 0; i < blocks->len; i++)
    if (is_array (&g_array_index (blocks, Block, i)))
      {
        for (guint k = 0; k < i; k++)
          make_room_below (self, blocks, k, i);
        g_array_append_val (arrays, i);
      }
    else
      for (guint k = 0; k < arrays->len; k++)
        make_room_below (self, blocks, g_array_index (arrays, guint, k), i);

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);
      const HdObject *anchor, *access = node->beside && node->first == 0 ? find_access_link (self, node->object, &anchor) : NULL;

      if (access != NULL)
        place_beside (self, node->object, anchor, access);
    }
}

/* ---- bars --------------------------------------------------------------------------------------------------------------- */

/* Nodes by height, so that those beside one are found without looking at all */
typedef struct
{
  double y;
  guint32 node;
} Level;

static int
compare_levels (const void *a,
                const void *b)
{
  const Level *x = a, *y = b;

  return x->y != y->y ? (x->y > y->y ? 1 : -1) : (x->node > y->node) - (x->node < y->node);
}

static Level *
sort_levels (HeddleDrawing *self,
             double *out_tallest)
{
  Level *levels = g_new (Level, self->nodes->len + 1);

  *out_tallest = 0;
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      levels[i] = (Level){ heddle_drawing_node (self, i)->y, i };
      *out_tallest = MAX (*out_tallest, heddle_drawing_node (self, i)->height);
    }
  qsort (levels, self->nodes->len, sizeof *levels, compare_levels);
  return levels;
}

static guint32
first_level (const Level *levels,
             guint32 n,
             double y)
{
  guint32 low = 0;

  while (low < n)
    {
      guint32 middle = low + (n - low) / 2;

      if (levels[middle].y < y)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

/* A bar may not run into what stands beside it; members of one array share the room between them. */
static double
free_half_width (HeddleDrawing *self,
                 const Level *levels,
                 double tallest,
                 guint32 index)
{
  const HeddleDrawnNode *node = heddle_drawing_node (self, index);
  double reach = (tallest + node->height) / 2 + 6, half = G_MAXDOUBLE;

  for (guint32 k = first_level (levels, self->nodes->len, node->y - reach); k < self->nodes->len && levels[k].y <= node->y + reach; k++)
    {
      guint32 i = levels[k].node;
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
  double tallest;
  g_autofree Level *levels = sort_levels (self, &tallest);

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

      double half = MIN (reach[i], free_half_width (self, levels, tallest, i));

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
