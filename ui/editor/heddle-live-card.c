/* heddle-live-card.c: live figures of links and of nodes that work
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-live-card.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-hot-links.h"
#include "heddle-look.h"
#include "heddle-stale-mark.h"

#define COURSE_COLUMNS 80
#define COURSE_MEMBERS 8 /* of a bundle the course is that of the first few */

struct _HeddleLiveCard
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleDrawing *drawing; /* whose numbers the members are, or NULL */
  GArray *members;        /* of guint32 */

  /* Of the template */
  GtkWidget *box;
  GtkBox *head;
  GtkWidget *caption;
  GtkWidget *ways;
  GtkWidget *now, *average, *peak, *carried;
  GtkWidget *course;

  GtkWidget *stale; /* borrowed */
  HdTargetKind kind;
  gboolean is_switch; /* without a bandwidth: of it there is something to tell if it is a router */
  float columns[COURSE_COLUMNS];
};

G_DEFINE_FINAL_TYPE (HeddleLiveCard, heddle_live_card, GTK_TYPE_WIDGET)

static void
draw_course (GtkDrawingArea *area,
             cairo_t *cr,
             int width,
             int height,
             gpointer data)
{
  HeddleLiveCard *self = data;
  const HeddleTheme *theme = heddle_look_get_theme ();
  double step = (double) width / COURSE_COLUMNS;

  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  heddle_colour_set (cr, heddle_colour_with_alpha (theme->accent, 0.18));
  for (guint i = 0; i < COURSE_COLUMNS; i++)
    cairo_rectangle (cr, i * step, height - 1 - self->columns[i] * (height - 2), step, self->columns[i] * (height - 2));
  cairo_fill (cr);

  heddle_colour_set (cr, theme->accent_text);
  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < COURSE_COLUMNS; i++)
    {
      double y = height - 1 - self->columns[i] * (height - 2);

      cairo_line_to (cr, i * step, y);
      cairo_line_to (cr, (i + 1) * step, y);
    }
  cairo_stroke (cr);
}

static void
set_percent (GtkWidget *label,
             double share)
{
  g_autofree char *text = hd_figure_percent (share);

  gtk_label_set_label (GTK_LABEL (label), text);
}

/* Of components: means over the members, the highest peak, the sum of what was carried. */
static HdLoad
gather_nodes (HeddleLiveCard *self,
              const HdLoad *loads)
{
  HdLoad whole = { 0 };

  for (guint i = 0; i < self->members->len; i++)
    {
      const HdLoad *load = &loads[g_array_index (self->members, guint32, i)];

      whole.mean += load->mean / self->members->len;
      whole.peak = MAX (whole.peak, load->peak);
      whole.room += load->room;
      for (guint way = 0; way < 2; way++)
        {
          whole.ways[way].mean += load->ways[way].mean / self->members->len;
          whole.ways[way].rate += load->ways[way].rate;
          whole.ways[way].amount += load->ways[way].amount;
        }
    }
  whole.amount = whole.ways[0].amount;
  whole.rate = whole.ways[0].rate;
  return whole;
}

/* As the drawing shows them. */
static HdLoad
gather (HeddleLiveCard *self,
        const HdLoad *links,
        const HdLoad *nodes)
{
  guint n_scopes;

  if (self->kind == HD_TARGET_NODE)
    return gather_nodes (self, nodes);
  heddle_session_get_scopes (self->session, &n_scopes);
  return heddle_gather_links (links, (const guint32 *) self->members->data, self->members->len, n_scopes > 1);
}

static guint32
find_recorded (HeddleLiveCard *self,
               guint member)
{
  guint32 drawn = g_array_index (self->members, guint32, member);

  return self->kind == HD_TARGET_LINK ? heddle_session_find_recorded_link (self->session, drawn)
                                      : heddle_session_find_recorded_node (self->session, drawn);
}

static void
read_course (HeddleLiveCard *self,
             HdRecord *record)
{
  HdTime end = heddle_session_get_moment (self->session), begin, visible_end;
  guint n = MIN (self->members->len, COURSE_MEMBERS);

  heddle_session_get_range (self->session, &begin, &visible_end);
  begin = MAX (0, end - (visible_end - begin));
  for (guint i = 0; i < COURSE_COLUMNS; i++)
    {
      HdTime from = begin + (end - begin) / COURSE_COLUMNS * i, to = from + (end - begin) / COURSE_COLUMNS;

      self->columns[i] = 0;
      for (guint k = 0; k < n && to > from; k++)
        {
          guint32 found = find_recorded (self, k);

          if (found == HD_NO_ID)
            continue;
          self->columns[i] = MAX (self->columns[i], self->kind == HD_TARGET_LINK ? hd_record_read_link (record, found, from, to).mean
                                                                                 : hd_record_read_node (record, found, from, to).mean);
        }
      self->columns[i] = CLAMP (self->columns[i], 0, 1);
    }
}

static char *
dup_flits (const HdLoad *load)
{
  g_autofree char *held = hd_figure_format ((HdQuantity){ load->rate, HD_DIMENSION_NONE }, 3), *room = hd_figure_count ((guint64) load->room);

  return g_strdup_printf (_("%s of %s flits"), held, room);
}

/* A split link's rates each way; of a component with two capacities, how busy each is; what the buffers of a router hold. */
static char *
dup_ways (HeddleLiveCard *self,
          const HdLoad *now)
{
  HdDesign *design = heddle_session_get_design (self->session);
  guint32 first = g_array_index (self->members, guint32, 0);

  if (design == NULL)
    return NULL;
  if (self->kind == HD_TARGET_LINK)
    return hd_design_get_links (design)[first].sharing == HD_SHARING_SPLIT ? heddle_dup_directions (now, TRUE) : NULL;
  if (now->room > 0)
    return dup_flits (now);
  if (hd_node_get_bandwidth (design, first, 1) <= 0)
    return NULL;

  g_autofree char *computes = hd_figure_percent (now->ways[0].mean), *memory = hd_figure_percent (now->ways[1].mean);

  /* Translators: how busy an accelerator is, of what it can compute and of what its memory can carry */
  return g_strdup_printf (_("Computes %s · local memory %s"), computes, memory);
}

static void
show_course (HeddleLiveCard *self,
             HdRecord *record)
{
  if (gtk_widget_get_visible (self->course))
    read_course (self, record);
  gtk_widget_queue_draw (self->course);
}

void
heddle_live_card_refresh (HeddleLiveCard *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  HeddleLoads loads;
  HdTime start, end;

  gtk_widget_set_visible (GTK_WIDGET (self), record != NULL && self->drawing == heddle_session_get_drawing (self->session)
                                               && heddle_session_get_loads (self->session, &loads));
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;

  HdLoad now = gather (self, loads.links, loads.nodes), whole = gather (self, loads.totals, loads.node_totals);

  gtk_widget_set_visible (GTK_WIDGET (self), !self->is_switch || now.room > 0);
  heddle_session_get_window (self->session, &start, &end);

  g_autofree char *length = hd_figure_format ((HdQuantity){ hd_time_to_seconds (end - start), HD_DIMENSION_TIME }, 3);
  /* Translators: over which time a live figure is taken, "last 190 ms" */
  g_autofree char *caption = g_strdup_printf (_("last %s"), length);
  g_autofree char *moment = heddle_session_dup_moment_name (self->session);
  g_autofree char *carried = hd_figure_format ((HdQuantity){ whole.amount, HD_DIMENSION_BYTES }, 3);
  g_autofree char *ways = dup_ways (self, &now);

  gtk_label_set_label (GTK_LABEL (self->caption), caption);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_prev_sibling (self->now)), moment);
  set_percent (self->now, now.mean);
  set_percent (self->average, whole.mean);
  set_percent (self->peak, whole.peak);
  gtk_label_set_label (GTK_LABEL (self->carried), carried);
  gtk_label_set_label (GTK_LABEL (self->ways), ways != NULL ? ways : "");
  gtk_widget_set_visible (self->ways, ways != NULL);
  gtk_widget_set_visible (self->stale, heddle_session_is_stale (self->session));
  show_course (self, record);
}

static void
heddle_live_card_dispose (GObject *object)
{
  HeddleLiveCard *self = HEDDLE_LIVE_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->members, g_array_unref);
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_live_card_parent_class)->dispose (object);
}

static void
heddle_live_card_class_init (HeddleLiveCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_live_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/live-card.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, head);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, caption);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, now);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, average);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, peak);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, carried);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, ways);
  gtk_widget_class_bind_template_child (widget_class, HeddleLiveCard, course);
}

static void
heddle_live_card_init (HeddleLiveCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stale = heddle_stale_mark_new ();
  gtk_box_insert_child_after (self->head, self->stale, gtk_widget_get_first_child (GTK_WIDGET (self->head)));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->course), draw_course, self, NULL);
}

GtkWidget *
heddle_live_card_new (HeddleSession *session,
                      HdTargetKind kind,
                      const guint32 *members,
                      guint n)
{
  HeddleLiveCard *self = g_object_new (HEDDLE_TYPE_LIVE_CARD, NULL);
  HeddleDrawing *drawing = heddle_session_get_drawing (session);
  HdDesign *design = heddle_session_get_design (session);
  gboolean is_node = kind == HD_TARGET_NODE && design != NULL && n > 0;
  gboolean carries = kind == HD_TARGET_LINK || (is_node && hd_node_get_bandwidth (design, members[0], 0) > 0);

  self->session = g_object_ref (session);
  self->kind = kind;
  self->is_switch = is_node && !carries && hd_design_get_nodes (design)[members[0]].type->role == HD_ROLE_SWITCH;
  self->drawing = drawing != NULL ? heddle_drawing_ref (drawing) : NULL;
  self->members = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_append_vals (self->members, members, n);
  gtk_widget_set_visible (self->course, carries || self->is_switch);
  gtk_widget_set_visible (gtk_widget_get_parent (self->carried), carries);
  heddle_live_card_refresh (self);
  return GTK_WIDGET (self);
}
