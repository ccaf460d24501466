/* hd-path-steps.c: what happened in a communication, back to its begin
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Where its messages are recorded, the last that came, then what released it, and so on. Where it went along an aggregation tree, when its vertices had done their
 * part. Else it follows from the schedule: in each step what takes longest on the links that are drawn, or what the step after waited for; and as long as that is of the whole.
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-private.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"

#define MOST_AHEAD 16     /* sends of a lane among which the one is looked for that went ahead of another */
#define MOST_SENDS 400000 /* of a schedule that are looked at, where they differ */
#define MOST_STEPS 512    /* of a communication that are told one by one where they are alike */
#define MOST_PLACES 4000000 /* of a rank in a step */

/* The communication that is looked at, and what has its parts in common. */
typedef struct
{
  HdPathBuilder *builder;
  HdPathSpan at;
  const HdSpan *span;
  const HdPathWork *work; /* or NULL */
  HdPathPart part;
  HdTime start, end; /* of what is to be told of it: members that were there before wait for the last */
} About;

static const HdSpan *
peek (const About *self,
      const HdPathSpan *at)
{
  return _hd_path_peek (self->builder, at->lane, at->index);
}

/* What takes time though neither way nor bytes do, where it is known how many bytes there are: of trees. */
static HdTime
get_handling (const About *self,
              const HdPathPart *part,
              HdTime length)
{
  const HdPathLimit limit = { part->limit_kind, part->limit, part->way };
  HdTree *tree = hd_record_get_tree (self->builder->record, part->lane);
  double rate = part->has_limit ? hd_path_limit_get_rate (self->builder->design, &limit) : 0;
  double carried_s = tree != NULL && rate > 0 ? hd_tree_get_bytes (tree) / rate : INFINITY;

  return isfinite (carried_s) ? MAX (length - part->latency - hd_time_from_seconds (carried_s), 0) : 0;
}

/* A part of it from one node to another; @arrives: it is waited for until it is there, not until all of it has left. */
static void
add_message (About *self,
             guint32 from,
             guint32 to,
             HdTime start,
             HdTime end,
             gboolean arrives)
{
  HdPathPart part = self->part;
  const HdClassSet *net = self->work != NULL ? self->work->net : NULL;
  g_autofree HdPathHop *hops = NULL;
  HdRoute route = { NULL };

  part.kind = HD_PATH_MESSAGE;
  part.from = from;
  part.to = to;
  if (from != to && hd_router_find (self->builder->router, from, to, net != NULL ? net->classes : NULL, net != NULL ? net->n_classes : 0, &route, NULL))
    {
      hops = g_new (HdPathHop, route.n_hops + 1);
      for (guint i = 0; i < route.n_hops; i++)
        hops[i] = (HdPathHop){ route.links[i], route.directions[i] };
      part.latency = arrives ? route.latency_ps : 0;
      _hd_path_set_limit (self->builder, &part, start, end, hops, route.n_hops);
      part.handling = get_handling (self, &part, end - start);
    }
  _hd_path_add (self->builder, start, &part, hops, route.n_hops);
}

/* What is left of it, of which no more is known. */
static void
add_rest (About *self)
{
  self->part.kind = HD_PATH_WORK;
  self->part.n_hops = 0;
  self->part.latency = self->part.handling = 0;
  _hd_path_add (self->builder, self->start, &self->part, NULL, 0);
}

/* ---- by its messages ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_of_it (const About *self,
          const HdSpan *span)
{
  return span->name == self->span->name && span->iteration == self->span->iteration;
}

/* The message that came to @node last, by @time; of those that come at one time that to @node is found first. */
static gboolean
find_arrival_at (const About *self,
                 guint32 node,
                 HdTime time,
                 guint32 step,
                 HdPathSpan *out_span)
{
  const GArray *lanes = g_hash_table_lookup (self->builder->member_lanes, GUINT_TO_POINTER (node));

  for (guint i = 0; lanes != NULL && i < lanes->len; i++)
    {
      guint lane = g_array_index (lanes, guint, i);

      for (guint64 n = _hd_path_find_ended (self->builder, lane, time); n > 0; n--)
        {
          const HdPathSpan at = { lane, n - 1 };
          const HdSpan *span = peek (self, &at);

          if (!is_of_it (self, span) || span->kind == HD_SPAN_SEND || span->end < self->start)
            break;
          if (span->kind != HD_SPAN_RECEIVE || (step != HD_NO_ID && span->step != step))
            continue;
          *out_span = at;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_arrival (const About *self,
              guint32 first_choice,
              HdTime time,
              guint32 step,
              HdPathSpan *out_span)
{
  gboolean has_one = first_choice != HD_NO_ID && find_arrival_at (self, first_choice, time, step, out_span);
  guint n_members = 0;
  const guint32 *members = hd_record_peek_members (self->builder->record, self->span->name, &n_members);

  for (guint i = 0; i < n_members; i++)
    {
      HdPathSpan found;

      if (has_one && peek (self, out_span)->end == time)
        return TRUE;
      if (!find_arrival_at (self, members[i], time, step, &found) || (has_one && peek (self, &found)->end <= peek (self, out_span)->end))
        continue;
      *out_span = found;
      has_one = TRUE;
    }
  return has_one;
}

/* What released a message: another message, a step, or what the communication itself waited for, which is none of its own. */
static gboolean
find_cause (const About *self,
            const HdPathSpan *at,
            HdPathSpan *out_cause)
{
  return hd_record_find_cause (self->builder->record, at->lane, peek (self, at), &out_cause->lane, &out_cause->index) && is_of_it (self, peek (self, out_cause))
         && peek (self, out_cause)->kind != HD_SPAN_COLLECTIVE && peek (self, out_cause)->kind != HD_SPAN_TRANSFER;
}

/* The message before @sent of the same lane, the same way, if it was still under way when @sent set out, so that that waited behind it. */
static gboolean
find_ahead (const About *self,
            const HdPathSpan *sent,
            HdPathSpan *out_ahead)
{
  const HdSpan *span = peek (self, sent);

  for (guint64 n = sent->index; n > 0 && n + MOST_AHEAD > sent->index; n--)
    {
      const HdPathSpan at = { sent->lane, n - 1 };
      const HdSpan *ahead = peek (self, &at);

      if (!is_of_it (self, ahead) || ahead->end <= span->start)
        return FALSE;
      if (ahead->peer != span->peer || ahead->kind != HD_SPAN_SEND || ahead->start > span->start || ahead->end >= span->end)
        continue;
      *out_ahead = at;
      return TRUE;
    }
  return FALSE;
}

/* @sent: a send, which is waited for until @end; goes on to what released it, or what went ahead of it, in @out_next. */
static gboolean
add_sent (About *self,
          const HdPathSpan *sent,
          HdTime end,
          gboolean arrives,
          HdPathSpan *out_next)
{
  const HdSpan *span = peek (self, sent);
  gboolean is_behind = find_ahead (self, sent, out_next);

  self->part.step = span->step;
  add_message (self, hd_record_get_lane_node (self->builder->record, sent->lane), span->peer, is_behind ? peek (self, out_next)->end : span->start, end, arrives && !is_behind);
  return is_behind || find_cause (self, sent, out_next);
}

/* @at: a receive; goes on to what released its send, in @out_next. */
static gboolean
add_arrival (About *self,
             const HdPathSpan *at,
             HdPathSpan *out_next)
{
  const HdSpan *span = peek (self, at);
  guint32 to = hd_record_get_lane_node (self->builder->record, at->lane);
  HdPathSpan sent;

  if (find_cause (self, at, &sent) && peek (self, &sent)->kind == HD_SPAN_SEND && peek (self, &sent)->step == span->step && peek (self, &sent)->peer == to)
    return add_sent (self, &sent, span->end, TRUE, out_next);
  self->part.step = span->step;
  add_message (self, span->peer, to, span->start, span->end, TRUE);
  return find_cause (self, at, out_next);
}

/* Goes back over reductions and steps to the message that they waited for; FALSE if there is none. */
static gboolean
find_message (About *self,
              HdPathSpan *at,
              guint32 node)
{
  const HdSpan *span = peek (self, at);

  for (guint i = 0; i < 3 && span->kind != HD_SPAN_RECEIVE && span->kind != HD_SPAN_SEND; i++)
    {
      HdPathSpan found;

      if (span->kind == HD_SPAN_STEP ? !find_arrival (self, node, span->end, span->step, &found) : !find_cause (self, at, &found))
        return FALSE;
      *at = found;
      span = peek (self, at);
    }
  return TRUE;
}

/* What some of them do not tell would end the chain. */
static gboolean
are_all_traced (const About *self)
{
  guint n_members = 0;
  const guint32 *members = hd_record_peek_members (self->builder->record, self->span->name, &n_members);

  for (guint i = 0; i < n_members; i++)
    if (!g_hash_table_contains (self->builder->member_lanes, GUINT_TO_POINTER (members[i])))
      return FALSE;
  return n_members > 0;
}

static gboolean
add_by_messages (About *self)
{
  guint32 node = HD_NO_ID;
  HdPathSpan at;
  gboolean has_one = are_all_traced (self) && find_arrival (self, HD_NO_ID, self->end, HD_NO_ID, &at);
  gboolean found = has_one;

  while (has_one && !self->builder->is_full && self->builder->time > self->start)
    {
      HdTime before = self->builder->time;
      HdPathSpan next;
      const HdSpan *span = peek (self, &at);

      if (span->end < before)
        {
          self->part.step = span->step;
          self->part.kind = HD_PATH_WORK;
          self->part.from = self->part.to = hd_record_get_lane_node (self->builder->record, at.lane);
          _hd_path_add (self->builder, span->end, &self->part, NULL, 0);
        }
      node = span->kind == HD_SPAN_RECEIVE ? span->peer : hd_record_get_lane_node (self->builder->record, at.lane);
      if (span->kind == HD_SPAN_RECEIVE)
        {
          has_one = add_arrival (self, &at, &next);
        }
      else
        {
          has_one = add_sent (self, &at, span->end, FALSE, &next);
        }
      if (!has_one || !find_message (self, &next, node) || self->builder->time == before)
        break;
      at = next;
    }
  return found;
}

/* ---- by its tree --------------------------------------------------------------------------------------------------------------- */

static guint32
find_last_informed (HdTreeLog *log,
                    guint32 repeat)
{
  guint32 n = hd_tree_get_n_vertices (hd_tree_log_get_tree (log)), last = HD_NO_ID;

  for (guint32 v = 0; v < n; v++)
    {
      HdTime time = hd_tree_log_get_informed (log, repeat, v);

      if (time != HD_TIME_MAX && (last == HD_NO_ID || time > hd_tree_log_get_informed (log, repeat, last)))
        last = v;
    }
  return last;
}

/* Down from the root, to the last that heard of the result. */
static guint32
add_way_down (About *self,
              HdTreeLog *log,
              guint32 repeat,
              guint32 vertex)
{
  HdTree *tree = hd_tree_log_get_tree (log);
  const guint32 *nodes = hd_tree_get_nodes (tree), *parents = hd_tree_get_parents (tree);

  while (parents[vertex] != HD_NO_ID)
    {
      guint32 parent = parents[vertex];
      HdTime informed = hd_tree_log_get_informed (log, repeat, parent);

      if (informed == HD_TIME_MAX || informed > self->builder->time)
        break;
      self->part.step = hd_tree_get_levels (tree)[vertex] - 1;
      add_message (self, nodes[parent], nodes[vertex], informed, self->builder->time, TRUE);
      vertex = parent;
    }
  return vertex;
}

/* Up to @vertex, from whom it waited for. */
static void
add_way_up (About *self,
            HdTreeLog *log,
            guint32 repeat,
            guint32 vertex)
{
  HdTree *tree = hd_tree_log_get_tree (log);
  const guint32 *nodes = hd_tree_get_nodes (tree);

  for (;;)
    {
      guint32 n, last = HD_NO_ID;
      const guint32 *children = hd_tree_get_children (tree, vertex, &n);

      for (guint32 i = 0; i < n; i++)
        {
          HdTime time = hd_tree_log_get_gathered (log, repeat, children[i]);

          if (time <= self->builder->time && (last == HD_NO_ID || time > hd_tree_log_get_gathered (log, repeat, last)))
            last = children[i];
        }
      if (last == HD_NO_ID)
        return;
      self->part.step = hd_tree_get_levels (tree)[last] - 1;
      add_message (self, nodes[last], nodes[vertex], hd_tree_log_get_gathered (log, repeat, last), self->builder->time, TRUE);
      vertex = last;
    }
}

static gboolean
add_by_tree (About *self)
{
  HdTreeLog *log = _hd_record_get_log (self->builder->record, self->at.lane);
  guint32 repeat = self->span->iteration, vertex;

  if (log == NULL || repeat >= hd_tree_log_get_n (log))
    return FALSE;
  vertex = find_last_informed (log, repeat);
  if (vertex == HD_NO_ID)
    vertex = hd_tree_get_root (hd_tree_log_get_tree (log));
  vertex = add_way_down (self, log, repeat, vertex);
  if (hd_tree_get_parents (hd_tree_log_get_tree (log))[vertex] == HD_NO_ID && hd_tree_log_get_gathered (log, repeat, vertex) != HD_TIME_MAX)
    add_way_up (self, log, repeat, vertex);
  return TRUE;
}

/* ---- by its schedule ------------------------------------------------------------------------------------------------------------ */

/* A send of the plan on the way back from the last one, over so many steps; @arrives as of add_message () */
typedef struct
{
  guint32 step;
  guint32 n_alike;
  guint32 send;
  gboolean arrives;
  double time_s;
} Stage;

/* Until all of it has left. */
static double
get_leaving_time (const HdPlanSend *send)
{
  return send->time_s - hd_time_to_seconds (send->latency + send->handling);
}

/* A rank is ready by something: the send, times two, and one more if it arrived at the rank, plus one; 0 if it has done nothing in the step. */
static void
note_progress (double *ready_s,
               guint32 *by,
               double time_s,
               guint32 send,
               gboolean arrives)
{
  if (!(time_s > *ready_s))
    return;
  *ready_s = time_s;
  *by = 2 * send + arrives + 1;
}

static guint32
find_latest (const double *ready_s,
             guint n)
{
  guint32 latest = 0;

  for (guint i = 1; i < n; i++)
    if (ready_s[i] > ready_s[latest])
      latest = i;
  return latest;
}

/* All wait for the last; it is what they wait for where nothing as late came to them. */
static void
wait_for_all (double *ready_s,
              guint32 *by,
              guint n)
{
  guint32 latest = find_latest (ready_s, n);
  double all_s = ready_s[latest];

  for (guint i = 0; i < n; i++)
    {
      if (by[i] == 0 || ready_s[i] < all_s * (1 - 1e-9))
        by[i] = by[latest];
      ready_s[i] = all_s;
    }
}

/* One step: what a rank sends leaves when the rank has done with the steps before. */
static void
go_on (const HdPathPlan *plan,
       const HdPlanStretch *stretch,
       gboolean has_barrier,
       const double *before_s,
       double *ready_s,
       guint32 *by)
{
  memcpy (ready_s, before_s, plan->n_members * sizeof *ready_s);
  for (guint32 i = stretch->first_send; i < stretch->first_send + stretch->n_sends; i++)
    {
      const HdPlanSend *send = hd_path_plan_get (plan, i);
      double start_s = before_s[send->from_rank];

      note_progress (&ready_s[send->to_rank], &by[send->to_rank], start_s + send->time_s, i, TRUE);
      note_progress (&ready_s[send->from_rank], &by[send->from_rank], start_s + get_leaving_time (send), i, FALSE);
    }
  if (has_barrier)
    wait_for_all (ready_s, by, plan->n_members);
}

/* All steps, and who was last; FALSE if that is too much to keep. */
static gboolean
go_through (const About *self,
            const HdPathPlan *plan,
            guint32 **out_by,
            guint32 *out_last)
{
  gboolean has_barrier = hd_design_get_run_settings (self->builder->design)->steps == HD_STEPS_BARRIER;
  g_autofree double *before_s = g_new0 (double, plan->n_members), *ready_s = g_new0 (double, plan->n_members);

  if (plan->n_steps > MOST_STEPS || (guint64) plan->n_steps * plan->n_members > MOST_PLACES)
    return FALSE;
  *out_by = g_new0 (guint32, (gsize) plan->n_steps * plan->n_members);
  for (guint i = 0; i < plan->stretches->len; i++)
    {
      const HdPlanStretch *stretch = &g_array_index (plan->stretches, HdPlanStretch, i);

      for (guint32 k = 0; k < stretch->n_alike; k++)
        {
          double *swapped = before_s;

          go_on (plan, stretch, has_barrier, before_s, ready_s, *out_by + (gsize) (stretch->first_step + k) * plan->n_members);
          before_s = ready_s;
          ready_s = swapped;
        }
    }
  *out_last = find_latest (before_s, plan->n_members);
  return TRUE;
}

/* Each step, from the last on back. */
static void
list_steps (const HdPathPlan *plan,
            const guint32 *by,
            guint32 rank,
            GArray *stages)
{
  for (guint32 step = plan->n_steps; step > 0; step--)
    {
      guint32 what = by[(gsize) (step - 1) * plan->n_members + rank];
      Stage stage = { step - 1, 1, (what - 1) / 2, (what - 1) & 1, 0 };
      const HdPlanSend *send;

      if (what == 0)
        continue;
      send = hd_path_plan_get (plan, stage.send);
      stage.time_s = stage.arrives ? send->time_s : get_leaving_time (send);
      rank = send->from_rank;
      g_array_append_val (stages, stage);
    }
}

/* Where steps are too many to be told one by one: the slowest of those that are alike, for all of them. */
static void
list_stretches (const HdPathPlan *plan,
                GArray *stages)
{
  for (guint i = plan->stretches->len; i > 0; i--)
    {
      const HdPlanStretch *stretch = &g_array_index (plan->stretches, HdPlanStretch, i - 1);
      const Stage stage = { stretch->first_step, stretch->n_alike, stretch->slowest, TRUE, hd_path_plan_get (plan, stretch->slowest)->time_s * stretch->n_alike };

      g_array_append_val (stages, stage);
    }
}

static GArray *
go_back (const About *self,
         const HdPathPlan *plan)
{
  GArray *stages = g_array_new (FALSE, FALSE, sizeof (Stage));
  g_autofree guint32 *by = NULL;
  guint32 last;

  if (go_through (self, plan, &by, &last))
    list_steps (plan, by, last, stages);
  else
    list_stretches (plan, stages);
  return stages;
}

/* What the record says that was busiest of its way, while all of it went on; once for all that goes this way under this name. */
static void
correct_limit (About *self,
               HdPlanSend *send,
               const HdPathHop *hops)
{
  HdPathPart part = { .from = send->from };

  if (send->is_looked_at)
    return;
  send->is_looked_at = TRUE;
  _hd_path_set_limit (self->builder, &part, self->start, self->end, hops, send->n_hops);
  send->has_limit = part.has_limit;
  send->limit = (HdPathLimit){ part.limit_kind, part.limit, part.way };
}

static void
add_stage (About *self,
           HdPathPlan *plan,
           const Stage *stage,
           HdTime start)
{
  HdPlanSend *send = hd_path_plan_get (plan, stage->send);
  const HdPathHop *hops = &g_array_index (plan->hops, HdPathHop, send->first_hop);
  HdPathPart part = self->part;

  correct_limit (self, send, hops);
  part.kind = HD_PATH_MESSAGE;
  part.step = stage->step;
  part.n_alike = stage->n_alike;
  part.from = send->from;
  part.to = send->to;
  part.has_limit = send->has_limit;
  part.limit_kind = send->limit.kind;
  part.limit = send->limit.target;
  part.way = send->limit.way;
  part.latency = stage->arrives ? send->latency * stage->n_alike : 0;
  part.handling = stage->arrives ? send->handling * stage->n_alike : 0;
  part.inferred = TRUE;
  _hd_path_add (self->builder, start, &part, hops, send->n_hops);
}

static HdPathPlan *
take_plan (About *self)
{
  gpointer key = GUINT_TO_POINTER (self->span->name);
  HdPathPlan *plan;

  if (self->work == NULL || self->work->algorithm == NULL || self->work->n_members == 0)
    return NULL;
  if (g_hash_table_contains (self->builder->plans, key))
    return g_hash_table_lookup (self->builder->plans, key);
  plan = hd_path_plan_new (self->builder->design, self->builder->router, self->work, MOST_SENDS);
  g_hash_table_insert (self->builder->plans, key, plan);
  return plan;
}

static gboolean
add_by_schedule (About *self,
                 HdPathPlan *plan)
{
  g_autoptr (GArray) stages = plan != NULL ? go_back (self, plan) : NULL;
  double all = 0, left;
  HdTime length = self->end - self->start;

  for (guint i = 0; plan != NULL && i < stages->len; i++)
    all += g_array_index (stages, Stage, i).time_s;
  if (!(all > 0))
    return FALSE;
  left = all;
  for (guint i = 0; i < stages->len; i++)
    {
      const Stage *stage = &g_array_index (stages, Stage, i);

      left = i + 1 < stages->len ? left - stage->time_s : 0;
      add_stage (self, plan, stage, self->start + (HdTime) ((double) length * MAX (left, 0) / all));
    }
  return TRUE;
}

/* ---- of which no more is known ---------------------------------------------------------------------------------------------------- */

/* The busiest link meanwhile; once for all of that name. */
static void
set_busiest (About *self)
{
  gpointer key = GUINT_TO_POINTER (self->span->name);
  HdPathLimit *limit = g_hash_table_lookup (self->builder->busiest, key);
  guint n_links = hd_design_get_n_links (self->builder->design);

  if (limit == NULL)
    {
      g_autofree HdLoad *loads = g_new0 (HdLoad, n_links + 1);
      float most = 0;

      limit = g_new0 (HdPathLimit, 1);
      limit->target = HD_NO_ID;
      hd_record_read_links (self->builder->record, self->start, self->end, loads);
      for (guint32 i = 0; i < n_links; i++)
        if (loads[i].mean > most)
          {
            most = loads[i].mean;
            *limit = (HdPathLimit){ HD_TARGET_LINK, i, loads[i].ways[1].mean > loads[i].ways[0].mean };
          }
      g_hash_table_insert (self->builder->busiest, key, limit);
    }
  self->part.has_limit = limit->target != HD_NO_ID;
  self->part.limit_kind = limit->kind;
  self->part.limit = limit->target;
  self->part.way = limit->way;
  self->part.inferred = TRUE;
}

void
_hd_path_add_communication (HdPathBuilder *self,
                            const HdPathSpan *span)
{
  const HdSpan *it = _hd_path_peek (self, span->lane, span->index);
  const HdPathWork *work = hd_path_works_find (&self->works, self->record, it->name);
  About about = { self, *span, it, work,
                  { .kind = HD_PATH_WORK, .lane = span->lane, .span = span->index, .name = it->name, .iteration = it->iteration, .n_alike = 1,
                    .from = HD_NO_ID, .to = HD_NO_ID }, it->start, self->time };
  HdPathPlan *plan;
  HdPathSpan cause;

  if (hd_record_find_cause (self->record, span->lane, it, &cause.lane, &cause.index))
    {
      HdTime released = _hd_path_peek (self, cause.lane, cause.index)->end;

      if (released > about.start && released < about.end)
        about.start = released;
    }

  if (work != NULL && work->algorithm != NULL)
    {
      about.part.collective = _(work->algorithm->title);
      about.part.n_steps = work->algorithm->count_steps (work->n_members);
    }
  plan = take_plan (&about);
  if (!add_by_messages (&about) && !add_by_tree (&about) && !add_by_schedule (&about, plan))
    set_busiest (&about);
  add_rest (&about);
}
