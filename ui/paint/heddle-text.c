/* heddle-text.c: short texts, laid out once and kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-text"

#include "heddle-text.h"

#include <math.h>
#include <string.h>

/* Making a PangoLayout costs some 50 times as much as painting it, so layouts are kept by text, size and weight. Sizes are
 * in user space and metrics are not hinted: the same layout serves every zoom. */

#define MAX_LAYOUTS 8192 /* a full canvas shows some 2,000; beyond, all are dropped and made again as needed */

typedef struct
{
  char *text;
  double size;
  double max_width; /* 0 is unlimited */
  gboolean bold;
} Key;

typedef struct
{
  PangoLayout *layout;
  double width, ascent, descent;
} Entry;

struct _HeddleText
{
  PangoContext *context;      /* owned */
  PangoFontDescription *font; /* owned; family alone */
  PangoAttrList *attributes;  /* owned; tabular figures */
  GHashTable *entries;        /* owned; Key to Entry */
  double scale;
  double least;
};

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_str_hash (key->text) ^ (guint) (key->size * 64) ^ (key->bold ? 0x9e3779b9u : 0);
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const Key *ka = a;
  const Key *kb = b;

  return ka->size == kb->size && ka->max_width == kb->max_width && ka->bold == kb->bold && strcmp (ka->text, kb->text) == 0;
}

static void
key_free (gpointer data)
{
  Key *key = data;

  g_free (key->text);
  g_free (key);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->layout);
  g_free (entry);
}

/**
 * heddle_text_new:
 * @context: (nullable): a Pango context, e.g. a widget's; its fonts and language are used. %NULL: Cairo's default
 * @family: (nullable): font families; %NULL: those of @context, or "Cantarell, sans-serif" without one
 *
 * Returns: (transfer full): an empty store of layouts
 */
HeddleText *
heddle_text_new (PangoContext *context,
                 const char   *family)
{
  HeddleText *self = g_new0 (HeddleText, 1);
  g_autoptr (PangoFontMap) own_map = NULL;
  PangoFontMap *map;
  cairo_font_options_t *options;

  if (context != NULL)
    map = pango_context_get_font_map (context);
  else
    map = own_map = pango_cairo_font_map_new ();

  self->context = pango_font_map_create_context (map);
  if (context != NULL)
    {
      pango_context_set_language (self->context, pango_context_get_language (context));
      pango_context_set_base_dir (self->context, pango_context_get_base_dir (context));
    }
  pango_context_set_round_glyph_positions (self->context, FALSE);
  pango_cairo_context_set_resolution (self->context, 72.0);
  options = cairo_font_options_create ();
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (self->context, options);
  cairo_font_options_destroy (options);

  self->font = pango_font_description_new ();
  if (family != NULL)
    pango_font_description_set_family (self->font, family);
  else if (context != NULL && pango_font_description_get_family (pango_context_get_font_description (context)) != NULL)
    pango_font_description_set_family (self->font,
                                       pango_font_description_get_family (pango_context_get_font_description (context)));
  else
    pango_font_description_set_family (self->font, "Cantarell, sans-serif");

  self->attributes = pango_attr_list_new ();
  pango_attr_list_insert (self->attributes, pango_attr_font_features_new ("tnum=1"));
  self->entries = g_hash_table_new_full (key_hash, key_equal, key_free, entry_free);
  self->scale = 1;

  return self;
}

void
heddle_text_free (HeddleText *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->entries);
  pango_attr_list_unref (self->attributes);
  pango_font_description_free (self->font);
  g_object_unref (self->context);
  g_free (self);
}

/**
 * heddle_text_set_scale:
 * @self: a store
 * @scale: that of the desktop's text; 1 at first
 *
 * All sizes are multiplied by it from now on. Painters make room for it by heddle_text_get_scale().
 */
void
heddle_text_set_scale (HeddleText *self,
                       double      scale)
{
  if (self->scale == scale)
    return;
  self->scale = scale;
  g_hash_table_remove_all (self->entries);
}

double
heddle_text_get_scale (HeddleText *self)
{
  return self->scale;
}

/**
 * heddle_text_set_least:
 * @self: a store
 * @least: px of the font; 0 at first
 *
 * Text that would be smaller where it is painted is left out from now on: who cannot read it had rather see none.
 */
void
heddle_text_set_least (HeddleText *self,
                       double      least)
{
  self->least = least;
}

double
heddle_text_get_least (HeddleText *self)
{
  return self->least;
}

/* What is painted may be zoomed. */
static gboolean
can_be_read (HeddleText *self,
             cairo_t    *cr,
             double      size)
{
  double x = 0, y = size * self->scale;

  if (self->least <= 0)
    return TRUE;
  cairo_user_to_device_distance (cr, &x, &y);
  return hypot (x, y) >= self->least * (1 - 1e-6);
}

static Entry *
make_entry (HeddleText *self,
            const char *text,
            double      size,
            gboolean    bold,
            double      max_width)
{
  Entry *entry = g_new0 (Entry, 1);
  g_autoptr (PangoFontDescription) font = pango_font_description_copy (self->font);
  PangoRectangle logical;
  int baseline;

  pango_font_description_set_absolute_size (font, size * self->scale * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  entry->layout = pango_layout_new (self->context);
  pango_layout_set_font_description (entry->layout, font);
  pango_layout_set_attributes (entry->layout, self->attributes);
  pango_layout_set_single_paragraph_mode (entry->layout, TRUE);
  pango_layout_set_text (entry->layout, text, -1);
  if (max_width > 0)
    {
      pango_layout_set_width (entry->layout, (int) (max_width * PANGO_SCALE));
      pango_layout_set_ellipsize (entry->layout, PANGO_ELLIPSIZE_MIDDLE);
    }

  pango_layout_get_extents (entry->layout, NULL, &logical);
  baseline = pango_layout_get_baseline (entry->layout);
  entry->width = logical.width / (double) PANGO_SCALE;
  entry->ascent = (baseline - logical.y) / (double) PANGO_SCALE;
  entry->descent = (logical.y + logical.height - baseline) / (double) PANGO_SCALE;

  return entry;
}

static Entry *
find_entry (HeddleText *self,
            const char *text,
            double      size,
            gboolean    bold,
            double      max_width)
{
  Key wanted = { (char *) text, size, max_width, bold };
  Entry *entry = g_hash_table_lookup (self->entries, &wanted);

  if (entry == NULL)
    {
      Key *key;

      if (g_hash_table_size (self->entries) >= MAX_LAYOUTS)
        g_hash_table_remove_all (self->entries);
      entry = make_entry (self, text, size, bold, max_width);
      key = g_new (Key, 1);
      *key = (Key) { g_strdup (text), size, max_width, bold };
      g_hash_table_insert (self->entries, key, entry);
    }

  return entry;
}

/**
 * heddle_text_width:
 * @self: a store
 * @text: one line, UTF-8
 * @size: of the font, px
 * @bold: whether it is bold
 *
 * Returns: its width, px
 */
double
heddle_text_width (HeddleText *self,
                   const char *text,
                   double      size,
                   gboolean    bold)
{
  return find_entry (self, text, size, bold, 0)->width;
}

/**
 * heddle_text_dup_path:
 * @self: a store
 * @path: of a node or link, as "rack[0]/server[3]/xpu[1]"
 * @size: of the font, px
 * @bold: whether it is bold
 * @width: that there is
 *
 * Returns: @path, without the places at its front for which there is no room: "…/server[3]/xpu[1]"
 */
char *
heddle_text_dup_path (HeddleText *self,
                      const char *path,
                      double      size,
                      gboolean    bold,
                      double      width)
{
  g_autofree char *shorter = g_strdup (path);

  for (const char *rest = strchr (path, '/'); rest != NULL && heddle_text_width (self, shorter, size, bold) > width; rest = strchr (rest + 1, '/'))
    {
      g_free (shorter);
      shorter = g_strconcat ("…", rest, NULL);
    }
  return g_steal_pointer (&shorter);
}

/**
 * heddle_text_paint:
 * @self: a store
 * @cr: a Cairo context
 * @x: left end, middle or right end, as @look says
 * @y: baseline
 * @text: one line, UTF-8
 * @look: how it looks
 *
 * Returns: the width painted, px
 */
double
heddle_text_paint (HeddleText           *self,
                   cairo_t              *cr,
                   double                x,
                   double                y,
                   const char           *text,
                   const HeddleTextLook *look)
{
  Entry *entry = find_entry (self, text, look->size, look->bold, 0);
  double width = entry->width;

  if (look->max_width > 0 && width > look->max_width)
    {
      entry = find_entry (self, text, look->size, look->bold, look->max_width);
      width = MIN (entry->width, look->max_width);
    }

  if (look->align == HEDDLE_TEXT_CENTRE)
    x -= width / 2;
  else if (look->align == HEDDLE_TEXT_RIGHT)
    x -= width;

  if (!can_be_read (self, cr, look->size))
    return width;
  heddle_colour_set (cr, look->colour);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (entry->layout, 0));
  cairo_new_path (cr);

  return width;
}

/**
 * heddle_text_paint_box:
 * @self: a store
 * @cr: a Cairo context
 * @x: left edge of a box
 * @y: top edge
 * @width: of the box
 * @height: of the box
 * @text: one line, UTF-8
 * @look: how it looks; `align` is inside the box, `max_width` is ignored
 *
 * Paints @text centred vertically, shortened to @width.
 */
void
heddle_text_paint_box (HeddleText           *self,
                       cairo_t              *cr,
                       double                x,
                       double                y,
                       double                width,
                       double                height,
                       const char           *text,
                       const HeddleTextLook *look)
{
  HeddleTextLook fitted = *look;
  Entry *entry = find_entry (self, text, look->size, look->bold, 0);
  double left = x;

  fitted.max_width = width;
  if (look->align == HEDDLE_TEXT_CENTRE)
    left = x + width / 2;
  else if (look->align == HEDDLE_TEXT_RIGHT)
    left = x + width;

  heddle_text_paint (self, cr, left, y + (height + entry->ascent - entry->descent) / 2, text, &fitted);
}

static Entry *
make_wrapped (HeddleText           *self,
              double                width,
              const char           *text,
              const HeddleTextLook *look)
{
  Entry *entry = make_entry (self, text, look->size, look->bold, 0);

  pango_layout_set_single_paragraph_mode (entry->layout, FALSE);
  pango_layout_set_width (entry->layout, (int) (MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_wrap (entry->layout, PANGO_WRAP_WORD_CHAR);

  return entry;
}

static double
wrapped_height (const Entry *entry)
{
  int height;

  pango_layout_get_size (entry->layout, NULL, &height);

  return height / (double) PANGO_SCALE;
}

/* The height that heddle_text_paint_wrapped() will paint, px. */
double
heddle_text_wrapped_height (HeddleText           *self,
                            double                width,
                            const char           *text,
                            const HeddleTextLook *look)
{
  Entry *entry = make_wrapped (self, width, text, look);
  double height = wrapped_height (entry);

  entry_free (entry);

  return height;
}

/**
 * heddle_text_paint_wrapped:
 * @self: a store
 * @cr: a Cairo context
 * @x: left edge
 * @y: top edge
 * @width: where lines are broken
 * @text: any number of paragraphs, UTF-8
 * @look: how it looks; `align` and `max_width` are ignored
 *
 * For the few long texts: nothing is kept.
 *
 * Returns: the height painted, px
 */
double
heddle_text_paint_wrapped (HeddleText           *self,
                           cairo_t              *cr,
                           double                x,
                           double                y,
                           double                width,
                           const char           *text,
                           const HeddleTextLook *look)
{
  Entry *entry = make_wrapped (self, width, text, look);
  double height = wrapped_height (entry);

  if (can_be_read (self, cr, look->size))
    {
      heddle_colour_set (cr, look->colour);
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, entry->layout);
      cairo_new_path (cr);
    }
  entry_free (entry);

  return height;
}
