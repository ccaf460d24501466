/* hd-followed.c: one packet on its way through the routers, cycle by cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-followed"

#include "hd-followed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define DIGITS 4
#define ROUNDING 1e-3 /* of a cycle */

void
hd_followed_free (HdFollowed *self)
{
  g_free ((gpointer) self->hops);
  g_free ((gpointer) self->parts);
  g_free ((gpointer) self->siblings);
  g_free (self);
}

/* ---- names ------------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name;
  const char *title;
} Word;

static const Word stages[HD_FOLLOW_N_STAGES] = {
  [HD_FOLLOW_SOURCE] = { "source", N_("Source") },
  [HD_FOLLOW_QUEUE] = { "queue", N_("Input queue") },
  [HD_FOLLOW_ROUTE] = { "route", N_("Route") },
  [HD_FOLLOW_CHANNEL] = { "channel", N_("Virtual channel") },
  [HD_FOLLOW_SWITCH] = { "switch", N_("Switch allocation") },
  [HD_FOLLOW_CROSSBAR] = { "crossbar", N_("Switch traversal") },
  [HD_FOLLOW_OUTPUT] = { "output", N_("Output queue") },
  [HD_FOLLOW_LINK] = { "link", N_("Link") },
  [HD_FOLLOW_PIPELINE] = { "pipeline", N_("Further stages") },
  [HD_FOLLOW_BODY] = { "body", N_("Rest of its flits") },
  [HD_FOLLOW_EJECT] = { "eject", N_("Ejection") },
};

static const Word reasons[HD_FOLLOW_N_REASONS] = {
  [HD_FOLLOW_SERVED] = { "served", N_("Served") },
  [HD_FOLLOW_BEHIND] = { "behind", N_("Behind others") },
  [HD_FOLLOW_TAKEN] = { "taken", N_("All its channels are taken") },
  [HD_FOLLOW_BEATEN] = { "beaten", N_("Another one won") },
  [HD_FOLLOW_NO_CREDIT] = { "no-credit", N_("No credit") },
  [HD_FOLLOW_NO_ROOM] = { "no-room", N_("No room behind the switch") },
  [HD_FOLLOW_BUSY] = { "busy", N_("The link is busy") },
};

const char *
hd_follow_stage_get_title (HdFollowStage stage)
{
  g_return_val_if_fail (stage < HD_FOLLOW_N_STAGES, NULL);

  return _(stages[stage].title);
}

const char *
hd_follow_reason_get_title (HdFollowReason reason)
{
  g_return_val_if_fail (reason < HD_FOLLOW_N_REASONS, NULL);

  return _(reasons[reason].title);
}

const char *
hd_follow_stage_get_name (HdFollowStage stage)
{
  g_return_val_if_fail (stage < HD_FOLLOW_N_STAGES, NULL);

  return stages[stage].name;
}

const char *
hd_follow_reason_get_name (HdFollowReason reason)
{
  g_return_val_if_fail (reason < HD_FOLLOW_N_REASONS, NULL);

  return reasons[reason].name;
}

/* ---- what it waited for ------------------------------------------------------------------------------------------------- */

static double
sum_like (const HdFollowed *self,
          const HdFollowPart *like)
{
  double cycles = 0;

  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].hop == like->hop && self->parts[i].stage == like->stage && self->parts[i].reason == like->reason)
      cycles += self->parts[i].cycles;
  return cycles;
}

/* A packet that is always beaten may have as many parts as cycles: those of its hops are looked at once for each stage and reason. */
int
hd_followed_find_worst (const HdFollowed *self,
                        double *out_cycles)
{
  g_autofree guint8 *seen = g_new0 (guint8, (gsize) self->n_hops * HD_FOLLOW_N_STAGES * HD_FOLLOW_N_REASONS + 1);
  int worst = -1;

  *out_cycles = 0;
  for (guint i = 0; i < self->n_parts; i++)
    {
      const HdFollowPart *part = &self->parts[i];
      gsize key = ((gsize) part->hop * HD_FOLLOW_N_STAGES + part->stage) * HD_FOLLOW_N_REASONS + part->reason;
      double cycles;

      if (part->reason == HD_FOLLOW_SERVED || seen[key])
        continue;
      seen[key] = TRUE;
      cycles = sum_like (self, part);
      if (cycles <= *out_cycles)
        continue;
      *out_cycles = cycles;
      worst = (int) i;
    }
  return worst;
}

double
hd_followed_count (const HdFollowed *self,
                   double *out_waited)
{
  double cycles = 0;

  *out_waited = 0;
  for (guint i = 0; i < self->n_parts; i++)
    {
      cycles += self->parts[i].cycles;
      *out_waited += self->parts[i].reason != HD_FOLLOW_SERVED ? self->parts[i].cycles : 0;
    }
  return cycles;
}

/* ---- the others of its message -------------------------------------------------------------------------------------------- */

HdFollowTarget
hd_followed_get_sibling (const HdFollowed *self,
                         guint32 packet)
{
  return (HdFollowTarget){
    .source = self->source,
    .destination = self->destination,
    .is_message = TRUE,
    .net = self->net,
    .number = self->message,
    .packet = packet,
  };
}

static double
count_cycles (const HdFollowed *self,
              HdTime from,
              HdTime to)
{
  double cycles = hd_time_to_seconds (to - from) / self->hops[0].period_s;

  return fabs (cycles - round (cycles)) < ROUNDING ? round (cycles) : cycles;
}

double
hd_followed_count_sibling (const HdFollowed *self,
                           guint number)
{
  const HdFollowSibling *sibling = &self->siblings[number];

  return sibling->begun < 0 || sibling->end < 0 || self->n_hops == 0 ? NAN : count_cycles (self, sibling->begun, sibling->end);
}

/* ---- in words ----------------------------------------------------------------------------------------------------------- */

static char *
dup_way (HdDesign *design,
         guint32 link,
         guint way)
{
  const HdLink *l = &hd_design_get_links (design)[link];
  g_autofree char *from = hd_design_dup_node_label (design, way == 0 ? l->from : l->to);
  g_autofree char *to = hd_design_dup_node_label (design, way == 0 ? l->to : l->from);

  return g_strdup_printf ("%s → %s", from, to);
}

char *
hd_follow_hop_dup_way (const HdFollowHop *self,
                       HdDesign *design)
{
  return self->out_link != HD_NO_ID ? dup_way (design, self->out_link, self->out_way) : NULL;
}

/* What is waited for at the hop; a clause of the sentence. */
static char *
dup_cause (const HdFollowed *self,
           const HdFollowPart *part,
           HdDesign *design)
{
  const HdFollowHop *hop = &self->hops[part->hop];
  g_autofree char *node = hd_design_dup_node_label (design, hop->node);
  g_autofree char *way = hd_follow_hop_dup_way (hop, design);

  if (way == NULL)
    way = g_strdup (node);
  switch (part->reason)
    {
    case HD_FOLLOW_TAKEN:
      return g_strdup_printf (_("for a virtual channel of “%s”, which others had"), way);
    case HD_FOLLOW_BEATEN:
      return part->stage == HD_FOLLOW_CHANNEL ? g_strdup_printf (_("at “%s” for others that won the virtual channel"), node)
                                              : g_strdup_printf (_("at “%s” for others that won the switch"), node);
    case HD_FOLLOW_NO_CREDIT:
      return g_strdup_printf (_("for a credit of “%s”: the buffer at its end was full"), way);
    case HD_FOLLOW_NO_ROOM:
      return g_strdup_printf (_("at “%s” for room behind the switch"), node);
    case HD_FOLLOW_BUSY:
      return g_strdup_printf (_("for “%s”, which was busy"), way);
    default:
      return part->stage == HD_FOLLOW_SOURCE ? g_strdup_printf (_("at its source “%s”, behind other packets"), node)
                                             : g_strdup_printf (_("in the input queue of “%s”, behind other packets"), node);
    }
}

char *
hd_followed_dup_sentence (const HdFollowed *self,
                          HdDesign *design)
{
  double waited, worst, all = hd_followed_count (self, &waited);
  int part = hd_followed_find_worst (self, &worst);
  g_autofree char *total = hd_figure_in (all, NULL, DIGITS), *most = hd_figure_in (worst, NULL, DIGITS);
  g_autofree char *cause = part >= 0 ? dup_cause (self, &self->parts[part], design) : NULL;

  if (self->n_parts == 0)
    return g_strdup (_("It took no time."));
  if (cause == NULL)
    return g_strdup_printf (_("It waited for nothing: all of its %s cycles are stages, links and flits."), total);
  return g_strdup_printf (_("%s of %s cycles it waited %s."), most, total, cause);
}

char *
hd_followed_dup_message (const HdFollowed *self)
{
  g_autofree char *first = NULL, *last = NULL, *longest = NULL;
  HdTime from = HD_TIME_MAX, to = 0;
  guint n = 0, worst = 0, best = 0;

  if (self->n_packets < 2 || self->n_hops == 0)
    return NULL;
  for (guint i = 0; i < self->n_siblings; i++)
    {
      if (isnan (hd_followed_count_sibling (self, i)))
        continue;
      worst = n == 0 || hd_followed_count_sibling (self, i) > hd_followed_count_sibling (self, worst) ? i : worst;
      best = n++ == 0 || hd_followed_count_sibling (self, i) < hd_followed_count_sibling (self, best) ? i : best;
      from = MIN (from, self->siblings[i].end);
      to = MAX (to, self->siblings[i].end);
    }
  if (n == 0)
    return NULL;
  first = hd_figure_in (count_cycles (self, self->start, from), NULL, DIGITS);
  last = hd_figure_in (count_cycles (self, self->start, to), NULL, DIGITS);
  longest = hd_figure_in (hd_followed_count_sibling (self, worst), NULL, DIGITS);
  if (worst == best)
    return g_strdup_printf (_("Of its message %u of %u packets arrived, the first after %s cycles, the last after %s; each was on its way for %s."), n, self->n_packets,
                            first, last, longest);
  return g_strdup_printf (_("Of its message %u of %u packets arrived, the first after %s cycles, the last after %s; packet %u was on its way longest, for %s."), n,
                          self->n_packets, first, last, worst + 1, longest);
}

/* ---- which packet ------------------------------------------------------------------------------------------------------- */

static guint32
find_node (HdDesign *design,
           const char *text,
           GError **error)
{
  guint32 node = hd_design_find_node (design, text);

  if (node == HD_NO_ID)
    node = hd_design_find_name (design, text);
  if (node == HD_NO_ID)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is no component"), text);
  return node;
}

/* What follows the last @mark, cut off; or NULL. */
static char *
cut_behind (char *text,
            char mark)
{
  char *at = strrchr (text, mark);

  if (at == NULL)
    return NULL;
  *at = '\0';
  return at + 1;
}

gboolean
hd_follow_target_parse (HdDesign *design,
                        const char *text,
                        HdFollowTarget *out_target,
                        GError **error)
{
  g_autofree char *source = g_strdup (text);
  char *packet = cut_behind (source, '#'), *time = cut_behind (source, '@'), *destination = cut_behind (source, ':'), *rest;
  guint64 number = packet != NULL ? g_ascii_strtoull (packet, &rest, 10) : 0;
  HdQuantity quantity = { 0 };

  *out_target = (HdFollowTarget){ 0 };
  if (destination == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is not of the form SOURCE:DESTINATION[@TIME][#PACKET]"), text);
      return FALSE;
    }
  if (packet != NULL && (!g_ascii_isdigit (*packet) || *rest != '\0' || number == 0 || number > G_MAXUINT32))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is not the number of a packet, from 1"), packet);
      return FALSE;
    }
  if (time != NULL && (!hd_quantity_parse (time, &quantity, error)))
    return FALSE;
  if (time != NULL && (!hd_dimension_equal (quantity.dimension, HD_DIMENSION_TIME) || !(quantity.value >= 0)))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is not a time, such as 2.5 us"), time);
      return FALSE;
    }
  out_target->source = find_node (design, source, error);
  if (out_target->source == HD_NO_ID)
    return FALSE;
  out_target->destination = find_node (design, destination, error);
  if (out_target->destination == HD_NO_ID)
    return FALSE;
  out_target->time = hd_time_from_seconds (quantity.value);
  out_target->packet = (guint32) number;
  return TRUE;
}
