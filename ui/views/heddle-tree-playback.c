/* heddle-tree-playback.c: aggregation trees at a moment of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-playback"

#include "heddle-tree-playback.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define PLAY_S 8.0 /* for the longest repeat */
#define DIGITS 3

typedef struct
{
  HeddleTreeCard *card; /* borrowed */
  HdRecord *record;     /* owned */
  guint lane;
  guint32 repeat;       /* the median, HD_NO_ID before one is over */
  HdTime begin, length;
} Part;

struct _HeddleTreePlayback
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GArray *parts; /* of Part */
  GtkWidget *box;

  /* Borrowed */
  GtkWidget *play;
  GtkWidget *slider;
  GtkWidget *key;
  GtkWidget *moment;
  GtkWidget *close;

  gboolean shows; /* a moment, instead of the trees alone */
  gboolean is_moving; /* the slider, by the program */
  guint tick;
  gint64 ticked_us;
};

G_DEFINE_FINAL_TYPE (HeddleTreePlayback, heddle_tree_playback, GTK_TYPE_WIDGET)

static Part *
get_part (HeddleTreePlayback *self,
          guint n)
{
  return &g_array_index (self->parts, Part, n);
}

/* Whether the window shows another moment than the end. */
static gboolean
is_live (HeddleTreePlayback *self,
         const Part *part)
{
  return part->record == heddle_session_get_record (self->session)
         && (heddle_session_is_active (self->session) || heddle_session_get_moment (self->session) < hd_record_get_time (part->record));
}

/* Of what can be played: not what follows the window. */
static HdTime
get_length (HeddleTreePlayback *self)
{
  HdTime length = 0;

  for (guint i = 0; i < self->parts->len; i++)
    if (!is_live (self, get_part (self, i)))
      length = MAX (length, get_part (self, i)->length);
  return length;
}

/* ---- showing --------------------------------------------------------------------------------------------------------- */

G_STATIC_ASSERT ((int) HD_TREE_WAITING == (int) HEDDLE_TREE_WAITS && (int) HD_TREE_GATHERED == (int) HEDDLE_TREE_PASSED
                 && (int) HD_TREE_INFORMED == (int) HEDDLE_TREE_TOLD);

static void
show_part (HeddleTreePlayback *self,
           const Part *part,
           HdTime since)
{
  const HeddleTreeFigure *figure = heddle_tree_card_get_figure (part->card);
  guint32 repeat = part->repeat;
  HdTime begin = part->begin, moment = begin + since;
  guint8 *states = NULL;

  if (is_live (self, part))
    {
      moment = heddle_session_get_moment (self->session);
      repeat = hd_record_find_repeat (part->record, part->lane, moment, &begin);
    }
  else if (!self->shows)
    repeat = HD_NO_ID;
  if (repeat != HD_NO_ID)
    {
      states = g_new0 (guint8, figure->shape.n);
      hd_record_read_tree (part->record, part->lane, repeat, moment, states);
    }
  heddle_tree_card_take_states (part->card, states);
}

static const char *
get_key (HeddleTreePlayback *self)
{
  const HeddleTreeFigure *figure = self->parts->len > 0 ? heddle_tree_card_get_figure (get_part (self, 0)->card) : NULL;

  if (figure != NULL && hd_tree_get_operation (figure->tree) == HD_TREE_BROADCAST)
    return _("pale: waits · dot: reached");
  if (figure != NULL && hd_tree_get_operation (figure->tree) == HD_TREE_REDUCE)
    return _("pale: waits · full: gathered");
  return _("pale: waits · full: gathered · dot: informed");
}

static void
show_moment (HeddleTreePlayback *self)
{
  HdTime length = get_length (self), since = (HdTime) (gtk_range_get_value (GTK_RANGE (self->slider)) * (double) length);
  g_autofree char *text = NULL, *now = hd_figure_time (since, DIGITS), *all = hd_figure_time (length, DIGITS);

  for (guint i = 0; i < self->parts->len; i++)
    show_part (self, get_part (self, i), since);
  /* Translators: a moment and the length of what is played, as "3.1 us of 7.3 us" */
  text = g_strdup_printf (_("%s of %s"), now, all);
  gtk_label_set_label (GTK_LABEL (self->moment), self->shows ? text : "");
  gtk_widget_set_visible (self->key, self->shows);
  gtk_label_set_label (GTK_LABEL (self->key), get_key (self));
  gtk_widget_set_visible (self->close, self->shows);
}

void
heddle_tree_playback_show (HeddleTreePlayback *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), get_length (self) > 0);
  show_moment (self);
}

/* ---- playing --------------------------------------------------------------------------------------------------------- */

static void
move_slider (HeddleTreePlayback *self,
             double share)
{
  self->is_moving = TRUE;
  gtk_range_set_value (GTK_RANGE (self->slider), share);
  self->is_moving = FALSE;
}

static gboolean
on_tick (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer data)
{
  HeddleTreePlayback *self = HEDDLE_TREE_PLAYBACK (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  double share = gtk_range_get_value (GTK_RANGE (self->slider));

  if (self->ticked_us > 0)
    share += (double) (now_us - self->ticked_us) / G_USEC_PER_SEC / PLAY_S;
  self->ticked_us = now_us;
  move_slider (self, MIN (share, 1));
  show_moment (self);
  if (share < 1)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->play), FALSE);
  return G_SOURCE_REMOVE;
}

static void
on_play (HeddleTreePlayback *self)
{
  gboolean plays = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->play));

  gtk_button_set_icon_name (GTK_BUTTON (self->play), plays ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  if (self->tick > 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  if (!plays)
    return;
  if (!self->shows || gtk_range_get_value (GTK_RANGE (self->slider)) >= 1)
    move_slider (self, 0);
  self->shows = TRUE;
  self->ticked_us = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
on_moved (HeddleTreePlayback *self)
{
  if (self->is_moving)
    return;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->play), FALSE);
  self->shows = TRUE;
  show_moment (self);
}

static void
on_close (HeddleTreePlayback *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->play), FALSE);
  self->shows = FALSE;
  move_slider (self, 0);
  show_moment (self);
}

void
heddle_tree_playback_set_moment (HeddleTreePlayback *self,
                                 double share)
{
  gtk_range_set_value (GTK_RANGE (self->slider), share);
}

/* ---- trees ----------------------------------------------------------------------------------------------------------- */

static void
part_clear (gpointer data)
{
  hd_record_unref (((Part *) data)->record);
}

void
heddle_tree_playback_clear (HeddleTreePlayback *self)
{
  g_array_set_size (self->parts, 0);
}

/* The record keeps the first repeats alone: what lies behind them cannot be played. */
void
heddle_tree_playback_add (HeddleTreePlayback *self,
                          HeddleTreeCard *card,
                          HdRecord *record,
                          const HeddleTreeSimulated *simulated)
{
  Part part = { .card = card, .lane = simulated->lane, .repeat = HD_NO_ID };
  HdTree *tree = hd_record_get_tree (record, simulated->lane);

  if (tree == NULL || hd_tree_get_n_vertices (tree) != hd_tree_get_n_vertices (heddle_tree_card_get_figure (card)->tree))
    return;
  if (simulated->n > 0)
    {
      guint64 n;
      const HdSpan *span = hd_record_peek_spans (record, simulated->lane, simulated->repeat, &n);

      part.repeat = hd_record_find_repeat (record, simulated->lane, span->start, &part.begin);
      span = hd_record_peek_spans (record, simulated->lane, part.repeat, &n);
      part.length = span->end - span->start;
    }
  part.record = hd_record_ref (record);
  g_array_append_val (self->parts, part);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_tree_playback_dispose (GObject *object)
{
  HeddleTreePlayback *self = HEDDLE_TREE_PLAYBACK (object);

  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_object (&self->session);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_tree_playback_parent_class)->dispose (object);
}

static void
heddle_tree_playback_class_init (HeddleTreePlaybackClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_tree_playback_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_tree_playback_init (HeddleTreePlayback *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
}

HeddleTreePlayback *
heddle_tree_playback_new (HeddleSession *session)
{
  HeddleTreePlayback *self = g_object_new (HEDDLE_TYPE_TREE_PLAYBACK, NULL);

  self->session = g_object_ref (session);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->play = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->play), "media-playback-start-symbolic");
  gtk_widget_add_css_class (self->play, "flat");
  gtk_widget_set_tooltip_text (self->play, _("Play what the trees did, each in the repeat that took the median time"));
  heddle_set_accessible_label (self->play, _("Play the aggregation"));
  self->slider = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01);
  gtk_scale_set_draw_value (GTK_SCALE (self->slider), FALSE);
  gtk_widget_set_hexpand (self->slider, TRUE);
  heddle_set_accessible_label (self->slider, _("Moment of the aggregation"));
  self->key = heddle_label_new (NULL, "heddle-caption");
  self->moment = heddle_label_new (NULL, "dim-label");
  gtk_widget_add_css_class (self->moment, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (self->moment), PANGO_ELLIPSIZE_NONE);
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (self->close, "flat");
  gtk_widget_set_tooltip_text (self->close, _("Show the trees alone again"));
  heddle_set_accessible_label (self->close, _("Show the trees alone again"));
  gtk_box_append (GTK_BOX (self->box), self->play);
  gtk_box_append (GTK_BOX (self->box), self->slider);
  gtk_widget_set_margin_end (self->key, 8);
  gtk_box_append (GTK_BOX (self->box), self->key);
  gtk_box_append (GTK_BOX (self->box), self->moment);
  gtk_box_append (GTK_BOX (self->box), self->close);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (self->play, "toggled", G_CALLBACK (on_play), self);
  g_signal_connect_swapped (self->slider, "value-changed", G_CALLBACK (on_moved), self);
  g_signal_connect_swapped (self->close, "clicked", G_CALLBACK (on_close), self);
  return self;
}
