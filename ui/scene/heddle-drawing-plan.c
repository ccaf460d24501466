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
#define CARD_HEIGHT 50.0
#define MEMBER_GAP 20.0
#define LEAST_GAP 8.0
#define ROW_GAP 32.0
#define JOINED_GAP 52.0

/* ---- members ------------------------------------------------------------------------------------------------------- */

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

guint
heddle_drawing_count_members (HeddleDrawing *self,
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

char *
heddle_drawing_dup_member_name (HeddleDrawing *self,
                                const HdObject *object,
                                guint member)
{
  guint64 uid = hd_object_get_uid (object);
  char *name = hd_names_dup (object, member);
  const guint32 *scopes;
  guint32 first;

  if (name != NULL)
    return name;
  if (self->design != NULL && hd_object_get_kind (object) == HD_OBJECT_INSTANCE
      && hd_design_find_scopes (self->design, self->scope, uid, &scopes) > member)
    return dup_last_step (hd_design_dup_scope_path (self->design, scopes[member]));
  if (self->design != NULL && hd_object_get_kind (object) != HD_OBJECT_INSTANCE
      && hd_design_find_nodes (self->design, self->scope, uid, &first) > member)
    return dup_last_step (hd_design_dup_node_path (self->design, first + member));
  return g_strdup_printf ("%s[%u]", hd_object_get_id (object), member);
}

/* What people know it by: its name outside, for a stack all of them, else its id. */
static char *
dup_whole_name (const HdObject *object)
{
  const char *names = hd_object_get_kind (object) == HD_OBJECT_COMPONENT ? hd_object_get (object, "names") : NULL;

  return g_strdup (names != NULL ? names : hd_object_get_id (object));
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
      node->width = HEDDLE_DRAWING_CARD_WIDTH;
      node->height = CARD_HEIGHT;
      return;
    }

  gboolean tile = !instance && role == HD_ROLE_ENDPOINT;

  node->layout = tile ? HEDDLE_NODE_TILE : HEDDLE_NODE_COMPACT;
  node->width = TILE_WIDTH;
  node->height = tile ? TILE_HEIGHT : COMPACT_HEIGHT;
}

/* Around (x, y). Members do not lie on each other, whatever they say. Of two rows that are not joined the second is shifted by half a step, so that
 * links pass between, unless they say how far they are apart; past more rows links go down between columns. */
static void
place_member (HeddleDrawnNode *node,
              double x,
              double y,
              const HeddleArrayShape *shape,
              guint member,
              guint n)
{
  double step = shape->spacing > 0 ? MAX (shape->spacing, node->width + LEAST_GAP) : node->width + (shape->joined ? JOINED_GAP : MEMBER_GAP);

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

  double row_step = shape->row_spacing > 0 ? MAX (shape->row_spacing, node->height + LEAST_GAP)
                                           : node->height + (shape->joined ? JOINED_GAP : ROW_GAP);

  if (rows == 2 && !shape->joined && shape->row_spacing == 0)
    column += row % 2 == 0 ? -0.25 : 0.25;
  node->x = x + column * step;
  node->y = y + (row - (rows - 1) / 2.0) * row_step;
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
  gboolean written = hd_object_get_number (object, "x", NAN) == x && hd_object_get_number (object, "y", NAN) == y;
  guint64 uid = hd_object_get_uid (object);

  *origin = (HeddleOrigin){ self->nodes->len, n, fanned, written, x, y };
  g_hash_table_insert (self->origins, g_memdup2 (&uid, sizeof uid), origin);
}

/* Quarter turns clockwise, of an angle in degrees. */
static guint
get_turns (const HdObject *object)
{
  double degrees = fmod (hd_object_get_number (object, "rotation", 0), 360);

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
plan_members (HeddleDrawing *self,
              const HdObject *object,
              double x,
              double y)
{
  const char *type_name = hd_object_get (object, "type");
  gboolean instance = hd_object_get_kind (object) == HD_OBJECT_INSTANCE;
  const HdComponentType *type = !instance && type_name != NULL ? hd_catalog_lookup (self->catalog, type_name) : NULL;
  guint n = heddle_drawing_count_members (self, object);

  if (n == 0)
    return;

  HeddleArrayShape shape = heddle_drawing_choose_shape (self, object, n);

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

      choose_look (&node, (shape.joined || shape.beside || shape.row_spacing > 0) && shape.fanned);
      if (shape.fanned)
        place_member (&node, x, y, &shape, member, n);
      node.name = shape.fanned ? heddle_drawing_dup_member_name (self, object, member) : dup_whole_name (object);
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

void
heddle_drawing_plan_object (HeddleDrawing *self,
                            const HdObject *object,
                            double x,
                            double y)
{
  if (hd_object_get_kind (object) == HD_OBJECT_GENERATE)
    plan_generated (self, object, x, y);
  else
    plan_members (self, object, x, y);
}
