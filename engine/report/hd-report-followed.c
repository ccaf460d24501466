/* hd-report-followed.c: a packet that was followed, as a table, CSV and JSON
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-followed"

#include "hd-report-private.h"

#include <inttypes.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define MAX_ROWS 64
#define DIGITS 4

/* ---- for people ------------------------------------------------------------------------------------------------------- */

/* Cycles of the hop in one stage: in all, and those in which it waited. */
static double
sum_stage (const HdFollowed *followed,
           guint hop,
           HdFollowStage stage,
           double *waited)
{
  double cycles = 0;

  for (guint i = 0; i < followed->n_parts; i++)
    if (followed->parts[i].hop == hop && followed->parts[i].stage == stage)
      {
        cycles += followed->parts[i].cycles;
        *waited += followed->parts[i].reason != HD_FOLLOW_SERVED ? followed->parts[i].cycles : 0;
      }
  return cycles;
}

static double
sum_reason (const HdFollowed *followed,
            guint hop,
            HdFollowReason reason)
{
  double cycles = 0;

  for (guint i = 0; i < followed->n_parts; i++)
    if (followed->parts[i].hop == hop && followed->parts[i].reason == reason)
      cycles += followed->parts[i].cycles;
  return cycles;
}

static void
write_cell (HdWriter *writer,
            double cycles)
{
  if (cycles > 0)
    _hd_writer_printf (writer, " %6.6g", cycles);
  else
    _hd_writer_put (writer, "      ·");
}

/* "channels taken 6, no credit 12", or nothing. */
static void
write_reasons (HdWriter *writer,
               const HdFollowed *followed,
               guint hop)
{
  const char *mark = "  ";

  for (HdFollowReason reason = HD_FOLLOW_SERVED + 1; reason < HD_FOLLOW_N_REASONS; reason++)
    {
      double cycles = sum_reason (followed, hop, reason);

      if (cycles <= 0)
        continue;
      _hd_writer_printf (writer, "%s%s: %.6g", mark, hd_follow_reason_get_title (reason), cycles);
      mark = ", ";
    }
}

static void
write_hop (HdWriter *writer,
           const HdFollowed *followed,
           HdDesign *design,
           guint n)
{
  static const HdFollowStage groups[][3] = {
    { HD_FOLLOW_SOURCE, HD_FOLLOW_QUEUE, HD_FOLLOW_PIPELINE }, { HD_FOLLOW_ROUTE, HD_FOLLOW_ROUTE, HD_FOLLOW_ROUTE }, { HD_FOLLOW_CHANNEL, HD_FOLLOW_CHANNEL, HD_FOLLOW_CHANNEL },
    { HD_FOLLOW_SWITCH, HD_FOLLOW_SWITCH, HD_FOLLOW_SWITCH },  { HD_FOLLOW_CROSSBAR, HD_FOLLOW_OUTPUT, HD_FOLLOW_CROSSBAR }, { HD_FOLLOW_LINK, HD_FOLLOW_LINK, HD_FOLLOW_LINK },
    { HD_FOLLOW_BODY, HD_FOLLOW_EJECT, HD_FOLLOW_BODY },
  };
  const HdFollowHop *hop = &followed->hops[n];
  g_autofree char *node = hd_design_dup_node_label (design, hop->node);
  double waited = 0;

  _hd_writer_printf (writer, "%3u", n + 1);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      double cycles = 0;

      for (guint k = 0; k < 3; k++)
        if (k == 0 || (groups[i][k] != groups[i][0] && groups[i][k] != groups[i][k - 1]))
          cycles += sum_stage (followed, n, groups[i][k], &waited);
      write_cell (writer, cycles);
    }
  write_cell (writer, waited);
  if (hop->out_link != HD_NO_ID)
    _hd_writer_printf (writer, " %4u", hop->out_channel);
  else
    _hd_writer_put (writer, "     ");
  _hd_writer_printf (writer, "  %s", node);
  write_reasons (writer, followed, n);
  _hd_writer_put (writer, "\n");
}

/* All packets of its message, if that is of a few. */
static void
write_siblings (HdWriter *writer,
                const HdFollowed *followed)
{
  g_autofree char *message = hd_followed_dup_message (followed);

  if (message == NULL)
    return;
  _hd_writer_printf (writer, "%s\n", message);
  for (guint i = 0; i < followed->n_siblings && followed->n_siblings <= MAX_ROWS; i++)
    {
      const HdFollowSibling *sibling = &followed->siblings[i];
      g_autofree char *begun = sibling->begun >= 0 ? hd_figure_time (sibling->begun, DIGITS + 2) : NULL;
      g_autofree char *end = sibling->end >= 0 ? hd_figure_time (sibling->end, DIGITS + 2) : NULL;

      if (begun != NULL && end != NULL)
        _hd_writer_printf (writer, _("  #%u: from %s to %s, %.6g cycles\n"), i + 1, begun, end, hd_followed_count_sibling (followed, i));
      else if (begun != NULL)
        _hd_writer_printf (writer, _("  #%u: from %s\n"), i + 1, begun);
    }
}

void
_hd_report_followed (HdWriter *writer,
                     HdRecord *record)
{
  const HdFollowed *followed = hd_record_get_followed (record);
  HdDesign *design = hd_record_get_design (record);
  g_autofree char *source = NULL, *destination = NULL, *sentence = NULL, *sent = NULL;

  if (followed == NULL)
    return;
  source = hd_design_dup_node_label (design, followed->source);
  destination = hd_design_dup_node_label (design, followed->destination);
  sent = hd_figure_time (followed->start, DIGITS + 2);
  sentence = hd_followed_dup_sentence (followed, design);
  _hd_writer_printf (writer, _("Packet %u of %u of the message from “%s” to “%s” that was sent at %s: %u flits. "), followed->packet, followed->n_packets, source, destination,
                     sent, followed->flits);
  if (followed->end < 0)
    _hd_writer_put (writer, _("It has not arrived."));
  else
    _hd_writer_put (writer, sentence);
  _hd_writer_printf (writer, "\n%3s %6s %6s %6s %6s %6s %6s %6s %6s %4s  %s\n", "", "queue", "RC", "VA", "SA", "ST", "link", "body", "wait", "VC", _("Component"));
  for (guint i = 0; i < followed->n_hops; i++)
    write_hop (writer, followed, design, i);
  write_siblings (writer, followed);
}

/* ---- for programs ------------------------------------------------------------------------------------------------------ */

static char *
dup_node (HdDesign *design,
          guint32 node)
{
  return node != HD_NO_ID ? hd_design_dup_node_path (design, node) : NULL;
}

static char *
dup_link (HdDesign *design,
          guint32 link)
{
  return link != HD_NO_ID ? hd_design_dup_link_path (design, link) : NULL;
}

static void
write_field (HdWriter *writer,
             const char *text)
{
  _hd_writer_put (writer, ",");
  if (text != NULL)
    _hd_writer_csv (writer, text);
}

static void
write_part (HdWriter *writer,
            const HdFollowed *followed,
            const HdFollowPart *part,
            HdDesign *design)
{
  const HdFollowHop *hop = &followed->hops[part->hop];
  g_autofree char *node = dup_node (design, hop->node), *link = dup_link (design, hop->out_link), *other_link = dup_link (design, part->other_link);
  g_autofree char *from = dup_node (design, part->other_source), *to = dup_node (design, part->other_destination);

  _hd_writer_printf (writer, "%u", part->hop + 1);
  write_field (writer, node);
  _hd_writer_printf (writer, ",%s,%s,", hd_follow_stage_get_name (part->stage), hd_follow_reason_get_name (part->reason));
  _hd_writer_time (writer, part->start);
  _hd_writer_put (writer, ",");
  _hd_writer_time (writer, part->end);
  _hd_writer_put (writer, ",");
  _hd_writer_number (writer, part->cycles);
  write_field (writer, link);
  _hd_writer_put (writer, ",");
  if (link != NULL)
    _hd_writer_printf (writer, "%u", hop->out_channel);
  write_field (writer, from);
  write_field (writer, to);
  _hd_writer_put (writer, ",");
  if (from != NULL)
    _hd_writer_time (writer, part->other_time);
  write_field (writer, other_link);
  _hd_writer_put (writer, ",");
  if (other_link != NULL)
    _hd_writer_printf (writer, "%u", part->other_channel);
  _hd_writer_put (writer, "\n");
}

void
_hd_report_followed_parts (HdWriter *writer,
                           HdRecord *record)
{
  const HdFollowed *followed = hd_record_get_followed (record);

  _hd_writer_put (writer, "hop,component,stage,reason,start_s,end_s,cycles,link,channel,other_source,other_destination,other_start_s,other_link,other_channel\n");
  for (guint i = 0; followed != NULL && i < followed->n_parts; i++)
    write_part (writer, followed, &followed->parts[i], hd_record_get_design (record));
}

static void
write_text (HdWriter *writer,
            const char *key,
            const char *text)
{
  _hd_writer_printf (writer, "\"%s\": ", key);
  if (text != NULL)
    _hd_writer_json (writer, text);
  else
    _hd_writer_put (writer, "null");
}

static void
write_time (HdWriter *writer,
            const char *key,
            HdTime time,
            gboolean is_known)
{
  _hd_writer_printf (writer, "\"%s\": ", key);
  if (is_known)
    _hd_writer_time (writer, time);
  else
    _hd_writer_put (writer, "null");
}

static void
write_channel (HdWriter *writer,
               const char *key,
               guint channel,
               gboolean is_known)
{
  if (is_known)
    _hd_writer_printf (writer, "\"%s\": %u", key, channel);
  else
    _hd_writer_printf (writer, "\"%s\": null", key);
}

static void
write_hop_json (HdWriter *writer,
                const HdFollowHop *hop,
                HdDesign *design)
{
  g_autofree char *node = dup_node (design, hop->node), *link = dup_link (design, hop->out_link);

  _hd_writer_put (writer, "\n      { ");
  write_text (writer, "component", node);
  _hd_writer_put (writer, ", \"period_s\": ");
  _hd_writer_number (writer, hop->period_s);
  _hd_writer_put (writer, ", ");
  write_time (writer, "arrived_s", hop->arrived, TRUE);
  _hd_writer_put (writer, ", ");
  write_time (writer, "left_s", hop->left, hop->left >= 0);
  _hd_writer_put (writer, ", ");
  write_time (writer, "tail_s", hop->tail, hop->tail >= 0);
  _hd_writer_put (writer, ", ");
  write_text (writer, "link", link);
  _hd_writer_put (writer, ", ");
  write_channel (writer, "channel", hop->out_channel, link != NULL);
  _hd_writer_put (writer, " }");
}

static void
write_part_json (HdWriter *writer,
                 const HdFollowPart *part,
                 HdDesign *design)
{
  g_autofree char *link = dup_link (design, part->other_link), *from = dup_node (design, part->other_source), *to = dup_node (design, part->other_destination);

  _hd_writer_printf (writer, "\n      { \"hop\": %u, \"stage\": \"%s\", \"reason\": \"%s\", ", part->hop, hd_follow_stage_get_name (part->stage),
                     hd_follow_reason_get_name (part->reason));
  write_time (writer, "start_s", part->start, TRUE);
  _hd_writer_put (writer, ", ");
  write_time (writer, "end_s", part->end, TRUE);
  _hd_writer_put (writer, ", \"cycles\": ");
  _hd_writer_number (writer, part->cycles);
  _hd_writer_put (writer, ", ");
  write_text (writer, "other_source", from);
  _hd_writer_put (writer, ", ");
  write_text (writer, "other_destination", to);
  _hd_writer_put (writer, ", ");
  write_time (writer, "other_start_s", part->other_time, from != NULL);
  _hd_writer_put (writer, ", ");
  write_text (writer, "other_link", link);
  _hd_writer_put (writer, ", ");
  write_channel (writer, "other_channel", part->other_channel, link != NULL);
  _hd_writer_put (writer, " }");
}

void
_hd_report_followed_json (HdWriter *writer,
                          HdRecord *record)
{
  const HdFollowed *followed = hd_record_get_followed (record);
  HdDesign *design = hd_record_get_design (record);
  g_autofree char *source = NULL, *destination = NULL;

  if (followed == NULL)
    return;
  source = dup_node (design, followed->source);
  destination = dup_node (design, followed->destination);
  _hd_writer_put (writer, ",\n  \"followed\": {\n    ");
  write_text (writer, "source", source);
  _hd_writer_put (writer, ", ");
  write_text (writer, "destination", destination);
  _hd_writer_printf (writer, ", \"bytes\": %" PRIu64 ", \"packet\": %u, \"packets\": %u, \"flits\": %u, ", followed->bytes, followed->packet, followed->n_packets, followed->flits);
  write_time (writer, "start_s", followed->start, TRUE);
  _hd_writer_put (writer, ", ");
  write_time (writer, "end_s", followed->end, followed->end >= 0);
  _hd_writer_put (writer, ",\n    \"hops\": [");
  for (guint i = 0; i < followed->n_hops; i++)
    {
      _hd_writer_put (writer, i > 0 ? "," : "");
      write_hop_json (writer, &followed->hops[i], design);
    }
  _hd_writer_put (writer, "\n    ],\n    \"siblings\": [");
  for (guint i = 0; i < followed->n_siblings; i++)
    {
      _hd_writer_put (writer, i > 0 ? ", { " : "{ ");
      write_time (writer, "begun_s", followed->siblings[i].begun, followed->siblings[i].begun >= 0);
      _hd_writer_put (writer, ", ");
      write_time (writer, "end_s", followed->siblings[i].end, followed->siblings[i].end >= 0);
      _hd_writer_put (writer, " }");
    }
  _hd_writer_put (writer, "],\n    \"parts\": [");
  for (guint i = 0; i < followed->n_parts; i++)
    {
      _hd_writer_put (writer, i > 0 ? "," : "");
      write_part_json (writer, &followed->parts[i], design);
    }
  _hd_writer_put (writer, "\n    ]\n  }");
}
