/* heddle-packet-figure.c: the packet that a record followed, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-packet-figure"

#include "heddle-packet-figure.h"

#include <glib/gi18n.h>

#define DIGITS 4

struct _HeddlePacketFigure
{
  HdRecord *record;
  const HdFollowed *followed; /* borrowed from it */
  HeddlePacketRow *rows;
  HeddlePacketBar *bars;
  gboolean occurs[HEDDLE_N_PACKET_KINDS];
  double edge; /* cycle in which it left its source */
  double end;
};

static HeddlePacketKind
get_kind (const HdFollowPart *part)
{
  static const HeddlePacketKind waits[] = {
    [HD_FOLLOW_BEHIND] = HEDDLE_PACKET_BEHIND,       [HD_FOLLOW_TAKEN] = HEDDLE_PACKET_TAKEN,     [HD_FOLLOW_BEATEN] = HEDDLE_PACKET_BEATEN,
    [HD_FOLLOW_NO_CREDIT] = HEDDLE_PACKET_NO_CREDIT, [HD_FOLLOW_NO_ROOM] = HEDDLE_PACKET_NO_ROOM, [HD_FOLLOW_BUSY] = HEDDLE_PACKET_BUSY,
  };

  if (part->reason != HD_FOLLOW_SERVED)
    return waits[part->reason];
  return part->stage == HD_FOLLOW_LINK                                        ? HEDDLE_PACKET_LINK
         : part->stage == HD_FOLLOW_BODY || part->stage == HD_FOLLOW_EJECT ? HEDDLE_PACKET_BODY
                                                                              : HEDDLE_PACKET_STAGE;
}

static double
find_cycle (const HdFollowed *followed,
            HdTime time)
{
  return hd_time_to_seconds (time - followed->start) / followed->hops[0].period_s;
}

static char *
dup_wait (const HdFollowed *followed,
          guint hop)
{
  g_autofree char *figure = NULL;
  double cycles = 0;

  for (guint i = 0; i < followed->n_parts; i++)
    if (followed->parts[i].hop == hop && followed->parts[i].reason != HD_FOLLOW_SERVED)
      cycles += followed->parts[i].cycles;
  if (cycles <= 0)
    return g_strdup ("");
  figure = hd_figure_in (cycles, NULL, DIGITS);
  return g_strdup_printf (_("waits %s"), figure);
}

HeddlePacketFigure *
heddle_packet_figure_new (HdRecord *record)
{
  HeddlePacketFigure *self = g_new0 (HeddlePacketFigure, 1);
  const HdFollowed *followed = hd_record_get_followed (record);

  self->record = hd_record_ref (record);
  self->followed = followed;
  self->rows = g_new0 (HeddlePacketRow, followed->n_hops + 1);
  self->bars = g_new0 (HeddlePacketBar, followed->n_parts + 1);
  for (guint i = 0; i < followed->n_hops; i++)
    self->rows[i] = (HeddlePacketRow){ hd_design_dup_node_label (hd_record_get_design (record), followed->hops[i].node), dup_wait (followed, i) };
  for (guint i = 0; i < followed->n_parts; i++)
    {
      const HdFollowPart *part = &followed->parts[i];

      self->bars[i] = (HeddlePacketBar){ part->hop, get_kind (part), find_cycle (followed, part->start), find_cycle (followed, part->end) };
      self->occurs[self->bars[i].kind] = TRUE;
      self->end = self->bars[i].to;
      if (part->stage == HD_FOLLOW_SOURCE)
        self->edge = self->bars[i].to;
    }
  return self;
}

void
heddle_packet_figure_free (HeddlePacketFigure *self)
{
  for (guint i = 0; i < self->followed->n_hops; i++)
    {
      g_free ((char *) self->rows[i].name);
      g_free ((char *) self->rows[i].wait);
    }
  g_free (self->rows);
  g_free (self->bars);
  hd_record_unref (self->record);
  g_free (self);
}

HdRecord *
heddle_packet_figure_get_record (HeddlePacketFigure *self)
{
  return self->record;
}

HeddlePacketPicture
heddle_packet_figure_make_picture (HeddlePacketFigure *self,
                                   gboolean in_network,
                                   int selected)
{
  HeddlePacketPicture picture = {
    .rows = self->rows,
    .n_rows = self->followed->n_hops,
    .bars = self->bars,
    .n_bars = self->followed->n_parts,
    .from = in_network && self->edge < self->end ? self->edge : 0,
    .to = self->end,
    .selected = selected,
  };
  const char *const keys[HEDDLE_N_PACKET_KINDS] = {
    [HEDDLE_PACKET_STAGE] = _("Stages of the router"),
    [HEDDLE_PACKET_LINK] = _("Link"),
    [HEDDLE_PACKET_BODY] = _("Rest of its flits"),
    [HEDDLE_PACKET_BEHIND] = hd_follow_reason_get_title (HD_FOLLOW_BEHIND),
    [HEDDLE_PACKET_TAKEN] = hd_follow_reason_get_title (HD_FOLLOW_TAKEN),
    [HEDDLE_PACKET_BEATEN] = hd_follow_reason_get_title (HD_FOLLOW_BEATEN),
    [HEDDLE_PACKET_NO_CREDIT] = hd_follow_reason_get_title (HD_FOLLOW_NO_CREDIT),
    [HEDDLE_PACKET_NO_ROOM] = hd_follow_reason_get_title (HD_FOLLOW_NO_ROOM),
    [HEDDLE_PACKET_BUSY] = hd_follow_reason_get_title (HD_FOLLOW_BUSY),
  };

  for (guint i = 0; i < HEDDLE_N_PACKET_KINDS; i++)
    picture.keys[i] = self->occurs[i] ? keys[i] : NULL;
  return picture;
}

char *
heddle_packet_figure_dup_part (HeddlePacketFigure *self,
                               guint hop,
                               double cycle)
{
  HdDesign *design = hd_record_get_design (self->record);

  for (guint i = 0; i < self->followed->n_parts; i++)
    {
      const HdFollowPart *part = &self->followed->parts[i];
      g_autofree char *from = NULL, *to = NULL, *cycles = NULL, *first = NULL, *what = NULL;

      if (part->hop != hop || self->bars[i].from > cycle || self->bars[i].to <= cycle)
        continue;
      cycles = hd_figure_in (part->cycles, NULL, DIGITS);
      first = hd_figure_in (self->bars[i].from, NULL, DIGITS + 2);
      what = part->reason == HD_FOLLOW_SERVED
               ? g_strdup_printf (_("%s: %s cycles from cycle %s on"), hd_follow_stage_get_title (part->stage), cycles, first)
               : g_strdup_printf (_("%s: %s cycles from cycle %s on: %s"), hd_follow_stage_get_title (part->stage), cycles, first, hd_follow_reason_get_title (part->reason));
      if (part->other_source == HD_NO_ID)
        return g_steal_pointer (&what);
      from = hd_design_dup_node_label (design, part->other_source);
      to = hd_design_dup_node_label (design, part->other_destination);
      return g_strdup_printf (_("%s\nThe other packet: %s → %s"), what, from, to);
    }
  return NULL;
}

char *
heddle_packet_figure_dup_summary (HeddlePacketFigure *self)
{
  g_autofree char *sentence = hd_followed_dup_sentence (self->followed, hd_record_get_design (self->record));
  GString *text = g_string_new (sentence);

  for (guint i = 0; i < self->followed->n_hops; i++)
    g_string_append_printf (text, "\n%s %s", self->rows[i].name, self->rows[i].wait);
  return g_string_free (text, FALSE);
}
