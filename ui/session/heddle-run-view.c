/* heddle-run-view.c: a run as it is looked at, by the numbers of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-run-view.h"

#include <string.h>

#include "heddle-discard.h"

struct _HeddleRunView
{
  grefcount references;

  /* Owned */
  HdRun *run;
  HdSnapshot *snapshot; /* that it was made of */
  HdDesign *drawn;      /* or NULL */
  HdPairing *pairing;   /* from what ran to what is drawn, once it is asked for; NULL if that is the same */
  HdLoad *links, *nodes, *totals, *node_totals; /* by number of what is drawn; NULL before they are read */

  guint8 *failed_nodes; /* by node, likewise */
  guint8 *failed; /* by link of what is drawn, at the end of the window; NULL where nothing becomes different in the run */
  HdTime moment;        /* HD_TIME_MAX: follows */
  HdTime start, end;    /* of the loads */
  gboolean loads_valid;
  gboolean stale;
};

HeddleRunView *
heddle_run_view_new (HdRun *run,
                     HdSnapshot *snapshot)
{
  HeddleRunView *self = g_new0 (HeddleRunView, 1);

  g_ref_count_init (&self->references);
  self->run = g_object_ref (run);
  self->snapshot = hd_snapshot_ref (snapshot);
  self->moment = HD_TIME_MAX;
  return self;
}

HeddleRunView *
heddle_run_view_ref (HeddleRunView *self)
{
  g_ref_count_inc (&self->references);
  return self;
}

static void
forget_drawn (HeddleRunView *self)
{
  g_clear_pointer (&self->pairing, hd_pairing_free);
  g_clear_pointer (&self->links, g_free);
  g_clear_pointer (&self->nodes, g_free);
  g_clear_pointer (&self->totals, g_free);
  g_clear_pointer (&self->node_totals, g_free);
  g_clear_pointer (&self->failed, g_free);
  self->loads_valid = FALSE;
  heddle_clear_discard (&self->drawn, hd_design_unref);
}

void
heddle_run_view_unref (HeddleRunView *self)
{
  if (!g_ref_count_dec (&self->references))
    return;
  forget_drawn (self);
  g_object_unref (self->run);
  heddle_clear_discard (&self->snapshot, hd_snapshot_unref);
  g_free (self);
}

HdRun *
heddle_run_view_get_run (HeddleRunView *self)
{
  return self->run;
}

HdRecord *
heddle_run_view_get_record (HeddleRunView *self)
{
  return hd_run_get_record (self->run);
}

HdSnapshot *
heddle_run_view_get_snapshot (HeddleRunView *self)
{
  return self->snapshot;
}

/* ---- what is drawn ------------------------------------------------------------------------------------------------------------ */

void
heddle_run_view_set_drawn (HeddleRunView *self,
                           HdDesign *drawn)
{
  if (drawn == self->drawn)
    return;
  forget_drawn (self);
  self->drawn = drawn != NULL ? hd_design_ref (drawn) : NULL;
}

/* Whether what is drawn is what ran; if not, there is a pairing from now on. */
static gboolean
is_same (HeddleRunView *self)
{
  HdDesign *ran = hd_run_get_design (self->run);

  if (self->drawn != ran && self->pairing == NULL)
    self->pairing = hd_pairing_new (ran, self->drawn);
  return self->drawn == ran;
}

/* What stands for @number on the other side. Work has no counterpart. */
static guint32
find (HeddleRunView *self,
      HdTargetKind kind,
      guint32 number,
      gboolean to_drawn)
{
  if (number == HD_NO_ID || self->drawn == NULL)
    return HD_NO_ID;
  if (is_same (self))
    return number;
  if (kind == HD_TARGET_NODE)
    return (to_drawn ? self->pairing->new_nodes : self->pairing->old_nodes)[number];
  if (kind == HD_TARGET_LINK)
    return (to_drawn ? self->pairing->new_links : self->pairing->old_links)[number];
  return HD_NO_ID;
}

guint32
heddle_run_view_find_recorded (HeddleRunView *self,
                               HdTargetKind kind,
                               guint32 number)
{
  return find (self, kind, number, FALSE);
}

guint32
heddle_run_view_find_drawn (HeddleRunView *self,
                            HdTargetKind kind,
                            guint32 number)
{
  return find (self, kind, number, TRUE);
}

/* ---- moment ------------------------------------------------------------------------------------------------------------------- */

void
heddle_run_view_set_moment (HeddleRunView *self,
                            HdTime moment)
{
  self->moment = moment;
  self->loads_valid = FALSE;
}

HdTime
heddle_run_view_get_moment (HeddleRunView *self)
{
  return self->moment;
}

/* ---- loads -------------------------------------------------------------------------------------------------------------------- */

typedef void (*Read) (HdRecord *record,
                      HdTime start,
                      HdTime end,
                      HdLoad *out);

/* @place: made where it is not yet; @old_of: by number of what is drawn: of what ran; NULL where these are the same */
static void
read_kind (HdRecord *record,
           Read read,
           HdTime start,
           HdTime end,
           guint n_recorded,
           guint n_drawn,
           const guint32 *old_of,
           HdLoad **place)
{
  if (*place == NULL)
    *place = g_new0 (HdLoad, MAX (n_drawn, 1));
  if (old_of == NULL)
    {
      read (record, start, end, *place);
      return;
    }

  g_autofree HdLoad *recorded = g_new0 (HdLoad, MAX (n_recorded, 1));

  read (record, start, end, recorded);
  for (guint i = 0; i < n_drawn; i++)
    (*place)[i] = old_of[i] != HD_NO_ID ? recorded[old_of[i]] : (HdLoad){ 0 };
}

/* Its number in what is drawn; HD_NO_ID if it is not. */
static guint32
drawn_link (HeddleRunView *self,
            guint32 recorded)
{
  return is_same (self) ? recorded : self->pairing->new_links[recorded];
}

static void
scale_use (HdUse *use,
           double by)
{
  use->mean = (float) (use->mean * by);
  use->peak = (float) (use->peak * by);
  use->noise = (float) (use->noise * by);
}

/* The record has shares of what a link has at the beginning. Where it has been otherwise for all of the window they are of that. */
static void
scale_link (HeddleRunView *self,
            const HdLinkChange *change)
{
  guint32 link = drawn_link (self, change->link);
  double drawn = hd_design_get_links (hd_run_get_design (self->run))[change->link].bandwidth, by;
  HdLoad *load;

  if (link == HD_NO_ID || drawn <= 0 || change->bandwidth <= 0)
    return;
  by = drawn / change->bandwidth;
  load = &self->links[link];
  load->mean = (float) (load->mean * by);
  load->peak = (float) (load->peak * by);
  scale_use (&load->ways[0], by);
  scale_use (&load->ways[1], by);
}

static const HdLinkChange *
find_last (HdDesign *ran,
           guint32 link,
           HdTime time)
{
  const HdLinkChange *last = NULL;

  for (guint i = 0; i < hd_design_get_n_changes (ran) && hd_design_get_change (ran, i)->time <= time; i++)
    for (guint k = 0; k < hd_design_get_change (ran, i)->n_links; k++)
      if (hd_design_get_change (ran, i)->links[k].link == link)
        last = &hd_design_get_change (ran, i)->links[k];
  return last;
}

static void
apply_to_nodes (HeddleRunView *self,
                const HdRunChange *change)
{
  for (guint i = 0; i < change->n_nodes; i++)
    {
      guint32 drawn = heddle_run_view_find_drawn (self, HD_TARGET_NODE, change->nodes[i].node);

      if (drawn != HD_NO_ID)
        self->failed_nodes[drawn] = change->nodes[i].failed;
    }
}

/* What has become different at moments of the run, of which there are few. */
static void
apply_changes (HeddleRunView *self,
               HdTime start,
               HdTime end)
{
  HdDesign *ran = hd_run_get_design (self->run);
  guint n_links = hd_design_get_n_links (ran);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_clear_pointer (&self->failed, g_free);
  g_clear_pointer (&self->failed_nodes, g_free);
  if (hd_design_get_n_changes (ran) == 0)
    return;
  self->failed_nodes = g_new0 (guint8, hd_design_get_n_nodes (self->drawn) + 1);
  for (guint32 i = 0; i < hd_design_get_n_nodes (ran); i++)
    if (hd_design_has_node_failed (ran, i) && heddle_run_view_find_drawn (self, HD_TARGET_NODE, i) != HD_NO_ID)
      self->failed_nodes[heddle_run_view_find_drawn (self, HD_TARGET_NODE, i)] = TRUE;
  self->failed = g_new0 (guint8, MAX (hd_design_get_n_links (self->drawn), 1));
  for (guint32 i = 0; i < n_links; i++)
    if (drawn_link (self, i) != HD_NO_ID)
      self->failed[drawn_link (self, i)] = hd_design_has_failed (ran, i);
  for (guint i = 0; i < hd_design_get_n_changes (ran); i++)
    {
      const HdRunChange *change = hd_design_get_change (ran, i);

      if (change->time <= end)
        apply_to_nodes (self, change);
      for (guint k = 0; k < change->n_links && change->time <= end; k++)
        {
          guint32 link = change->links[k].link;
          const HdLinkChange *last = change->time <= start && g_hash_table_add (seen, GUINT_TO_POINTER (link)) ? find_last (ran, link, start) : NULL;

          if (last != NULL)
            scale_link (self, last);
          if (drawn_link (self, link) != HD_NO_ID)
            self->failed[drawn_link (self, link)] = change->links[k].failed;
        }
    }
}

static void
read_loads (HeddleRunView *self,
            HdTime start,
            HdTime end)
{
  HdRecord *record = hd_run_get_record (self->run);
  HdDesign *ran = hd_run_get_design (self->run);
  const guint32 *links = self->pairing != NULL ? self->pairing->old_links : NULL, *nodes = self->pairing != NULL ? self->pairing->old_nodes : NULL;
  guint n_links = hd_design_get_n_links (ran), n_nodes = hd_design_get_n_nodes (ran);
  guint drawn_links = hd_design_get_n_links (self->drawn), drawn_nodes = hd_design_get_n_nodes (self->drawn);

  read_kind (record, hd_record_read_links, 0, end, n_links, drawn_links, links, &self->totals);
  read_kind (record, hd_record_read_links, start, end, n_links, drawn_links, links, &self->links);
  read_kind (record, hd_record_read_nodes, 0, end, n_nodes, drawn_nodes, nodes, &self->node_totals);
  read_kind (record, hd_record_read_nodes, start, end, n_nodes, drawn_nodes, nodes, &self->nodes);
  apply_changes (self, start, end);
  self->start = start;
  self->end = end;
  self->loads_valid = TRUE;
}

gboolean
heddle_run_view_get_loads (HeddleRunView *self,
                           HdTime start,
                           HdTime end,
                           HeddleLoads *out_loads)
{
  if (self->drawn == NULL || end <= 0 || (!is_same (self) && self->pairing->n_nodes == 0))
    return FALSE;
  if (!self->loads_valid || start != self->start || end != self->end)
    read_loads (self, start, end);
  *out_loads = (HeddleLoads){ .links = self->links, .nodes = self->nodes, .totals = self->totals, .node_totals = self->node_totals,
                               .ran = self->pairing != NULL ? self->pairing->old_links : NULL,
                               .failed = self->failed, .failed_nodes = self->failed_nodes };
  return TRUE;
}

void
heddle_run_view_forget_loads (HeddleRunView *self)
{
  self->loads_valid = FALSE;
}

const HdLoad *
heddle_run_view_peek_links (HeddleRunView *self)
{
  return self->loads_valid ? self->links : NULL;
}

/* ---- edits -------------------------------------------------------------------------------------------------------------------- */

void
heddle_run_view_set_stale (HeddleRunView *self,
                           gboolean stale)
{
  self->stale = stale;
}

gboolean
heddle_run_view_is_stale (HeddleRunView *self)
{
  return self->stale;
}
