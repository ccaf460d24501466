/* flow-together.c: rings, rounds, questions and links that change, all on one network that is driven in any way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever begins at whatever moment, at once when another ends, or while equal rounds are about to be advanced at once, whether a network is advanced from event to
 * event or far at once and who is told of what, each batch and each of its rounds ends, and each resource has carried at each moment that is asked for, what it does with
 * rates solved from nothing and nothing advanced at once. Left open: how much of it is, see flow-ring.c, flow-skip.c and flow-order.c.
 */
#include "hd-flow-network.h"

#include "hd-splitmix.h"

#define MOST_PARTS 160
#define MOST_SENDS 12
#define MOST_WAITS (2 * MOST_SENDS)
#define MOST_RESOURCES 48
#define MOST_PATHS 72
#define MILLISECOND G_GINT64_CONSTANT (1000000000)
#define N_TRIALS 60
#define N_AGAIN 150
#define NOT_AFTER G_MAXUINT

typedef enum
{
  ROUNDS,  /* with a barrier */
  ORDERED,
  ASK,
  CHANGE,
} Kind;

/* What begins at @time, or @time after the end of another. */
typedef struct
{
  Kind kind;
  guint after;
  gboolean at_once; /* in the done function of that */
  HdTime time;
  HdOrderedTransfer sends[MOST_SENDS];
  guint n_sends;
  HdTransferWait waits[MOST_WAITS];
  guint n_waits;
  guint rounds;
  guint32 link;     /* that changes */
  double capacity;  /* 0 if it fails */
} Part;

typedef struct
{
  HdTime latency;
  HdTime spacing;
  HdFlowUse uses[4];
  guint n_uses;
  guint multiplicity;
} Path;

typedef struct
{
  HdFlowRules rules;
  HdFlowKind kinds[MOST_RESOURCES];
  double capacities[MOST_RESOURCES];
  guint n_resources;
  Path paths[MOST_PATHS];
  guint n_paths;
  Part parts[MOST_PARTS];
  guint n_parts;
  gboolean changes;     /* links may change */
  HdTime grid;          /* what begins after another does so at a multiple of it; the network is advanced no further than to one beyond its next event */
  gboolean has_usage;
  gboolean is_told[3];  /* of rates, of rounds, of rounds without barrier */
} Case;

typedef struct
{
  const Case *c;
  HdFlowModel *model;
  HdNetwork *network;
  HdTime begins[MOST_PARTS]; /* -1 if it has begun, HD_TIME_MAX if that is not known yet */
  HdTime ends[MOST_PARTS];
  gboolean broken[MOST_RESOURCES];
  guint64 order;             /* of ends, and what was asked, in turn */
  guint64 told;              /* of rounds, in any order */
  double carried[MOST_RESOURCES], rates[MOST_RESOURCES];
  HdTime since[MOST_RESOURCES];
  HdNetworkCounters counters;
} State;

static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static guint64
mix (guint64 sum,
     guint64 word)
{
  return hd_splitmix_scramble (sum ^ word) + word;
}

/* ---- ways --------------------------------------------------------------------------------------------------------------- */

static gboolean
is_broken (gpointer data,
           guint32 path)
{
  State *s = data;
  const HdFlowPath *p = hd_flow_model_get_path (s->model, path);

  for (guint i = 0; i < p->n_uses; i++)
    if (s->broken[hd_flow_model_get_uses (s->model, p->first_use)[i].resource])
      return TRUE;
  return FALSE;
}

/* Paths come in threes: any of them is a way. */
static guint32
find_way (gpointer data,
          guint32 path,
          GError **error)
{
  State *s = data;
  guint32 first = path / 3 * 3;

  for (guint32 i = 0; i < 3 && first + i < s->c->n_paths; i++)
    if (!is_broken (s, first + i))
      return first + i;
  return HD_NO_ID;
}

/* ---- what is told ------------------------------------------------------------------------------------------------------- */

static void
tell_rate (gpointer user_data,
           guint32 resource,
           HdTime time,
           double rate)
{
  State *s = user_data;

  g_assert_cmpint (time, >=, s->since[resource]);
  s->carried[resource] += s->rates[resource] * hd_time_to_seconds (time - s->since[resource]);
  s->since[resource] = time;
  s->rates[resource] = rate;
}

static void
tell_average (gpointer user_data,
              guint32 resource,
              HdTime begin,
              HdTime end,
              double average)
{
  State *s = user_data;

  tell_rate (s, resource, begin, s->rates[resource]);
  s->carried[resource] += average * hd_time_to_seconds (end - begin);
  s->since[resource] = end;
}

static void
tell_transfer (gpointer user_data,
               guint64 token,
               guint transfer,
               HdTime time)
{
}

static void
tell_round (gpointer user_data,
            guint64 token,
            HdTime time)
{
  State *s = user_data;

  s->told += mix (token, (guint64) time);
}

static void
tell_rounds (gpointer user_data,
             guint64 token,
             HdTime begin,
             HdTime period,
             guint64 n_rounds)
{
  for (guint64 i = 1; i <= n_rounds; i++)
    tell_round (user_data, token, begin + (HdTime) i * period);
}

static void
tell_left (gpointer user_data,
           guint64 token,
           guint transfer,
           guint round,
           HdTime left,
           HdTime time)
{
  State *s = user_data;

  s->told += mix (mix (mix (token, transfer), round), (guint64) left);
}

static void
tell_arrived (gpointer user_data,
              guint64 token,
              guint transfer,
              guint round,
              HdTime left,
              HdTime time)
{
  State *s = user_data;

  s->told += mix (mix (mix (mix (token, transfer), round), (guint64) left), (guint64) time);
}

/* ---- driving ------------------------------------------------------------------------------------------------------------ */

static void
note_flow (gpointer user_data,
           guint64 token,
           guint transfer,
           guint32 path,
           double rate)
{
  State *s = user_data;

  s->order = mix (mix (mix (mix (s->order, token), transfer), path), (guint64) (rate * 1024));
}

static void
ask (State *s)
{
  for (guint i = 0; i < s->c->n_resources && s->c->has_usage; i++)
    {
      s->order = mix (s->order, (guint64) hd_flow_network_get_amount (s->network, i));
      s->order = mix (s->order, (guint64) (hd_flow_network_get_rate (s->network, i) * 1024));
    }
  hd_flow_network_foreach (s->network, note_flow, s);
}

static void
change (State *s,
        const Part *part)
{
  hd_network_catch_up (s->network);
  s->broken[part->link] = part->capacity == 0;
  if (part->capacity > 0)
    g_assert_true (hd_flow_model_set_capacity (s->model, part->link, part->capacity, NULL));
  hd_flow_network_change (s->network);
}

static void
begin (State *s,
       guint number)
{
  const Part *part = &s->c->parts[number];
  HdTransfer transfers[MOST_SENDS];

  s->begins[number] = -1;
  switch (part->kind)
    {
    case ROUNDS:
      for (guint i = 0; i < part->n_sends; i++)
        transfers[i] = (HdTransfer) { part->sends[i].path, part->sends[i].size };
      hd_network_start (s->network, transfers, part->n_sends, part->rounds, number);
      break;
    case ORDERED:
      hd_network_start_ordered (s->network, part->sends, part->n_sends, part->waits, part->n_waits, part->rounds, number);
      break;
    case ASK:
      ask (s);
      break;
    case CHANGE:
    default:
      change (s, part);
      break;
    }
}

static HdTime
round_up (const Case *c,
          HdTime time)
{
  return time > HD_TIME_MAX - c->grid ? time : (time + c->grid - 1) / c->grid * c->grid;
}

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  State *s = user_data;

  s->ends[token] = time;
  s->order = mix (mix (s->order, token), (guint64) time);
  for (guint i = 0; i < s->c->n_parts; i++)
    if (s->c->parts[i].after == token && s->begins[i] == HD_TIME_MAX)
      {
        if (s->c->parts[i].at_once)
          begin (s, i);
        else
          s->begins[i] = round_up (s->c, time + s->c->parts[i].time);
      }
}

/* @pause: (nullable): says how far towards the next moment that is due the network is advanced first, which is nobody's business */
static void
run (const Case *c,
     const HdFlowOptions *fast,
     GRand *pause,
     State *s)
{
  HdNetworkObserver observer = { NULL };
  HdFlowWays ways = { find_way, is_broken, s };
  HdFlowOptions options = *fast;
  HdTime now = 0;

  *s = (State) { .c = c, .model = hd_flow_model_new (&c->rules) };
  for (guint i = 0; i < c->n_resources; i++)
    {
      guint32 resource;

      g_assert_true (hd_flow_model_add_resource (s->model, c->kinds[i], c->capacities[i], &resource, NULL));
    }
  for (guint i = 0; i < c->n_paths; i++)
    hd_flow_model_slow_path (s->model, hd_flow_model_add_path (s->model, c->paths[i].latency, c->paths[i].uses, c->paths[i].n_uses, c->paths[i].multiplicity), 0,
                             c->paths[i].spacing);
  if (c->is_told[0])
    {
      observer.rate = tell_rate;
      observer.average = tell_average;
    }
  if (c->is_told[1])
    {
      observer.transfer = tell_transfer;
      observer.round = tell_round;
      observer.rounds = tell_rounds;
    }
  if (c->is_told[2])
    {
      observer.left = tell_left;
      observer.arrived = tell_arrived;
    }
  options.usage = c->has_usage;
  options.ways = c->changes ? &ways : NULL;
  s->network = hd_flow_network_new (s->model, &options, &observer, note_end, s);
  for (guint i = 0; i < c->n_parts; i++)
    s->begins[i] = c->parts[i].after == NOT_AFTER ? c->parts[i].time : HD_TIME_MAX;
  for (;;)
    {
      HdTime next = round_up (c, hd_network_get_next (s->network));

      for (guint i = 0; i < c->n_parts; i++)
        if (s->begins[i] >= 0)
          next = MIN (next, s->begins[i]);
      if (next == HD_TIME_MAX)
        break;
      g_assert_cmpint (next, >=, now);
      if (pause != NULL && g_rand_int_range (pause, 0, 3) == 0)
        g_assert_true (hd_network_advance (s->network, now + (HdTime) (g_rand_double (pause) * (double) (next - now)), NULL));
      now = next;
      g_assert_true (hd_network_advance (s->network, now, NULL));
      for (guint i = 0; i < c->n_parts; i++)
        if (s->begins[i] == now)
          begin (s, i);
    }
  for (guint i = 0; i < c->n_resources && c->has_usage; i++)
    {
      double amount = hd_flow_network_get_amount (s->network, i);

      s->order = mix (s->order, (guint64) amount);
      if (c->is_told[0])
        g_assert_cmpfloat_with_epsilon (s->carried[i], amount, 1e-6 * amount + 1);
    }
  hd_network_get_counters (s->network, &s->counters);
  hd_network_free (s->network);
  hd_flow_model_free (s->model);
}

/* ---- drawing ------------------------------------------------------------------------------------------------------------ */

static guint32
add_path (Case *c,
          HdTime latency,
          const HdFlowUse *uses,
          guint n_uses)
{
  Path *path = &c->paths[c->n_paths++];

  *path = (Path) { .latency = latency, .n_uses = n_uses, .multiplicity = 1 + pick (2) };
  for (guint i = 0; i < n_uses; i++)
    path->uses[i] = uses[i];
  return c->n_paths - 1;
}

static double
draw_size (gboolean equal)
{
  static const double sizes[] = { 0, 1e3, 256e3, 256e3, 1e6 };

  return equal || pick (4) == 0 ? sizes[pick (G_N_ELEMENTS (sizes))] : g_test_rand_double () * (pick (8) ? 1e6 : 2e7);
}

static HdTime
draw_time (gboolean equal,
           HdTime most)
{
  return equal ? (HdTime) pick ((guint) (most / 1000000)) * 1000000 : (HdTime) (g_test_rand_double () * (double) most);
}

/* @n paths round some links, each over its own and often over the next, and one beside each. */
static void
draw_ring (Case *c,
           gboolean equal,
           guint32 first,
           guint n)
{
  static const HdTime latencies[] = { 0, 200000, 400000, 5000000, 10600000 };
  guint n_uses = 1 + (pick (4) > 0), same = pick (3);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 units = c->rules.cross_traffic > 0 ? 20 : 1;
      HdFlowUse uses[] = { { first + i, units }, { first + (i + 1) % n, units } };
      HdFlowUse load[] = { { first + i, units }, { c->n_resources / 2 + (pick (8) ? first + i : pick (c->n_resources / 2)), units } };

      add_path (c, equal ? latencies[same] : latencies[pick (G_N_ELEMENTS (latencies))] + (HdTime) pick (2) * pick (3000), uses, n_uses);
      add_path (c, 400000, load, 1 + pick (2));
      add_path (c, latencies[pick (3)], pick (3) ? load + 1 : uses, 1);
    }
}

static void
draw_ordered (Case *c,
              Part *part,
              gboolean equal,
              gboolean crowded,
              guint32 first_path,
              guint n)
{
  double size = pick (crowded ? 8 : 2) == 0 ? 40 + pick (4000) : 1 + draw_size (equal);
  guint rounds = 1 + pick (pick (crowded ? 6 : 2) ? 400 : 20), kind = crowded ? 4 + pick (4) : pick (8);

  part->kind = ORDERED;
  part->rounds = rounds;
  part->n_sends = n;
  for (guint i = 0; i < n; i++)
    {
      part->sends[i] = (HdOrderedTransfer) { first_path + 3 * i + (kind == 0 && pick (3) == 0), rounds, kind != 2 || pick (3) ? size : draw_size (equal) };
      if (kind > 0 || i > 0)
        part->waits[part->n_waits++] = (HdTransferWait) { (i + n - 1) % n, i, kind > 0 || pick (2), (guint8) (kind == 3 && pick (4) == 0) };
      if (kind == 1 && n > 2 && pick (2))
        part->waits[part->n_waits++] = (HdTransferWait) { (i + n - 2) % n, i, TRUE, (guint8) pick (2) };
    }
}

static void
draw_part (Case *c,
           guint number,
           gboolean equal,
           gboolean crowded)
{
  Part *part = &c->parts[number];

  *part = (Part) { .kind = ROUNDS, .after = NOT_AFTER, .time = draw_time (equal, 200000000), .rounds = pick (crowded ? 10 : 4) ? 1 : 1 + pick (30) };
  if (number >= 10 && (crowded || pick (3)))
    {
      part->after = crowded ? number - 7 : pick (number);
      part->time = pick (2) ? 0 : draw_time (equal, 4000000);
      part->at_once = pick (3) == 0;
      if (c->parts[part->after].kind == ASK || c->parts[part->after].kind == CHANGE)
        part->after = NOT_AFTER;
    }
  part->n_sends = crowded ? 1 : pick (20) ? 1 + pick (3) : pick (MOST_SENDS);
  for (guint i = 0; i < part->n_sends; i++)
    part->sends[i] = (HdOrderedTransfer) { crowded && pick (20) ? pick (c->n_paths / 3) * 3 + 1 : pick (c->n_paths), 1, draw_size (equal) };
  if (pick (crowded ? 40 : 16) == 0)
    {
      guint n = 1 + pick (MIN (c->n_paths / 3, MOST_SENDS));

      part->n_sends = 0;
      draw_ordered (c, part, equal, FALSE, 3 * pick (c->n_paths / 3 - n + 1), n);
    }
  else if (pick (crowded ? 40 : 8) == 0)
    {
      part->kind = ASK;
      part->at_once = FALSE;
    }
  else if (c->changes && pick (4) == 0)
    {
      part->kind = CHANGE;
      part->at_once = FALSE;
      part->link = pick (c->n_resources);
      part->capacity = pick (2) ? 0 : c->capacities[pick (c->n_resources)];
    }
}

/* What has failed is repaired at last. */
static void
repair_all (Case *c)
{
  for (guint i = 0; i < c->n_resources && c->n_parts < MOST_PARTS; i++)
    for (guint k = 0; k < c->n_parts; k++)
      if (c->parts[k].kind == CHANGE && c->parts[k].link == i)
        {
          c->parts[c->n_parts++] = (Part) { .kind = CHANGE, .after = NOT_AFTER, .time = 400000000 + (HdTime) pick (1000000), .link = i, .capacity = c->capacities[i] };
          break;
        }
}

static void
draw (Case *c)
{
  static const double capacities[] = { 128e9, 128e9, 128e9, 64e9, 31e9, 12.5e9 };
  gboolean equal = pick (2), crowded = pick (2);
  guint n_rings = 1 + pick (3), n = 3 + pick (6);
  guint32 first[3];

  *c = (Case) { .rules = { pick (8) ? HD_FAIRNESS_EQUAL : HD_FAIRNESS_RTT, pick (8) ? 0 : 0.05, 1000 } };
  c->changes = pick (crowded ? 8 : 3) == 0;
  c->has_usage = pick (4) > 0;
  c->is_told[0] = c->has_usage && pick (2);
  c->is_told[1] = pick (2);
  c->is_told[2] = pick (3) == 0;
  c->grid = pick (2) ? 1 : 1000 + (HdTime) (g_test_rand_double () * (pick (2) ? 1e6 : 1e8));
  c->n_resources = 2 * n_rings * n;
  for (guint i = 0; i < c->n_resources; i++)
    {
      c->kinds[i] = pick (40) ? HD_FLOW_LINK : HD_FLOW_PIPE;
      c->capacities[i] = equal ? 128e9 : capacities[pick (G_N_ELEMENTS (capacities))];
    }
  for (guint i = 0; i < n_rings; i++)
    {
      first[i] = c->n_paths;
      draw_ring (c, equal, pick (4) ? i * n : 0, n);
      draw_ordered (c, &c->parts[c->n_parts], equal, crowded, first[i], n);
      c->parts[c->n_parts].after = NOT_AFTER;
      c->parts[c->n_parts++].time = pick (2) ? 0 : draw_time (equal, 20000000);
    }
  if (pick (4) == 0)
    for (guint i = 0, three = pick (c->n_paths / 3); i < 3; i++)
      c->paths[3 * three + i].n_uses = 0;
  if (pick (4) == 0)
    for (guint i = 0; i < c->n_paths; i++)
      c->paths[i].spacing = (HdTime) pick (2) * pick (1000000);
  for (guint n_others = crowded ? MOST_PARTS - 20 : pick (40); n_others > 0; n_others--)
    draw_part (c, c->n_parts++, equal, crowded);
  repair_all (c);
}

/* The same ring again and again, and beside it flows that are held elsewhere, by others that end at some time between. */
static void
draw_again (Case *c)
{
  static const double capacities[] = { 128e9, 128e9, 100e9, 31e9, 12.5e9 };
  static const HdTime latencies[] = { 200000, 200000, 400000, 5000000, 10600000 };
  guint n = 4 + pick (5), rounds = n * (4 + pick (20));
  double size = 40 + pick (4000);
  HdTime lap = 0;

  *c = (Case) { .rules = { HD_FAIRNESS_EQUAL, 0, 1000 }, .grid = 1, .has_usage = TRUE, .n_resources = 2 * n };
  for (guint i = 0; i < c->n_resources; i++)
    {
      c->kinds[i] = HD_FLOW_LINK;
      c->capacities[i] = i < n && pick (3) ? 128e9 : capacities[pick (G_N_ELEMENTS (capacities))];
    }
  for (guint32 i = 0; i < n; i++)
    {
      HdFlowUse uses[] = { { i, 1 }, { (i + 1) % n, 1 } }, beside[] = { { i, 1 }, { n + i, 1 } };
      HdTime latency = latencies[pick (G_N_ELEMENTS (latencies))] + (HdTime) pick (3000);

      add_path (c, latency, uses, 1 + pick (2));
      add_path (c, 400000, beside, 2);
      add_path (c, 400000, beside + 1, 1);
      lap += latency;
    }
  for (guint k = 0; k < 6; k++)
    {
      Part *part = &c->parts[c->n_parts];

      *part = (Part) { .kind = ORDERED, .after = k > 0 ? 0 : NOT_AFTER, .time = 1000000 + (HdTime) (1.3 * k * rounds / n * (double) lap), .rounds = rounds, .n_sends = n, .n_waits = n };
      for (guint i = 0; i < n; i++)
        {
          part->sends[i] = (HdOrderedTransfer) { 3 * i, rounds, size };
          part->waits[i] = (HdTransferWait) { (i + n - 1) % n, i, TRUE, FALSE };
        }
      c->n_parts++;
    }
  for (guint i = 0; i < n; i++)
    for (guint k = 0, held = pick (3) == 0; k < 2 && held; k++)
      for (guint m = 1 + k * pick (4); m > 0; m--)
        {
          double seconds = hd_time_to_seconds ((HdTime) (rounds / n * (double) lap));

          c->parts[c->n_parts++] = (Part) {
            .kind = ROUNDS,
            .after = NOT_AFTER,
            .rounds = 1,
            .n_sends = 1,
            .sends = { { 3 * i + 1 + k, 1, 12.5e9 * seconds * (k == 0 ? 40 : 3 * g_test_rand_double ()) } },
          };
        }
}

static void
test_again (void)
{
  static const HdFlowOptions plain = { FALSE, FALSE }, fast = { TRUE, TRUE };
  g_autofree Case *c = g_new (Case, 1);
  g_autofree State *on = g_new (State, 1), *off = g_new (State, 1);
  guint64 n_jumps = 0;

  for (guint trial = 0; trial < N_AGAIN; trial++)
    {
      draw_again (c);
      run (c, &plain, NULL, off);
      run (c, &fast, NULL, on);
      g_assert_cmphex (on->order, ==, off->order);
      n_jumps += on->counters.jumps;
    }
  g_test_message ("%" G_GUINT64_FORMAT " times laps were advanced at once", n_jumps);
  g_assert_cmpuint (n_jumps, >, N_AGAIN);
}

static void
test_random (void)
{
  static const HdFlowOptions plain = { FALSE, FALSE }, fast[] = { { TRUE, TRUE }, { TRUE, TRUE }, { TRUE, FALSE }, { FALSE, TRUE } };
  g_autofree Case *c = g_new (Case, 1);
  g_autofree State *on = g_new (State, 1), *off = g_new (State, 1);
  g_autoptr (GRand) pause = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  guint64 n_rings = 0, n_jumps = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      const HdFlowOptions *options = &fast[pick (G_N_ELEMENTS (fast))];
      gboolean pauses = pick (2);

      draw (c);
      run (c, &plain, NULL, off);
      run (c, options, pauses ? pause : NULL, on);
      g_assert_cmphex (on->order, ==, off->order);
      g_assert_cmphex (on->told, ==, off->told);
      g_assert_cmpuint (on->counters.transfers_started, ==, off->counters.transfers_started);
      g_assert_cmpuint (on->counters.transfers_ended, ==, off->counters.transfers_ended);
      g_assert_cmpuint (on->counters.rounds, ==, off->counters.rounds);
      n_rings += on->counters.rings;
      n_jumps += on->counters.jumps;
    }
  g_test_message ("%" G_GUINT64_FORMAT " times a ring was followed by itself, and %" G_GUINT64_FORMAT " times rounds were advanced at once", n_rings, n_jumps);
  g_assert_cmpuint (n_rings, >, 0);
  g_assert_cmpuint (n_jumps, >, N_TRIALS);
}

/* A link fails at the moment at which what has no latency begins to flow over it: that goes the other way, which has one, at half the rate. */
static void
test_failing_start (void)
{
  static const HdFlowOptions options[] = { { FALSE, FALSE }, { TRUE, TRUE } };
  g_autofree Case *c = g_new0 (Case, 1);
  g_autofree State *s = g_new (State, 1);

  c->rules = (HdFlowRules) { HD_FAIRNESS_EQUAL, 0, 0 };
  c->changes = TRUE;
  c->grid = 1;
  for (guint32 i = 0; i < 2; i++)
    {
      HdFlowUse use = { i, 1 };

      c->kinds[i] = HD_FLOW_LINK;
      c->capacities[i] = i == 0 ? 1e9 : 0.5e9;
      c->n_resources++;
      c->paths[add_path (c, i * MILLISECOND, &use, 1)].multiplicity = 1;
    }
  c->parts[c->n_parts++] = (Part) { .kind = ORDERED, .after = NOT_AFTER, .rounds = 2, .n_sends = 1, .sends = { { 0, 2, 1e6 } } };
  c->parts[c->n_parts++] = (Part) { .kind = CHANGE, .after = NOT_AFTER, .link = 0 };
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      run (c, &options[i], NULL, s);
      g_assert_cmpint (s->ends[0], ==, 5 * MILLISECOND);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-together/failing-start", test_failing_start);
  g_test_add_func ("/engine/network/flow-together/random", test_random);
  g_test_add_func ("/engine/network/flow-together/again", test_again);
  return g_test_run ();
}
