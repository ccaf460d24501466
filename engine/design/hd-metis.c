/* hd-metis.c: METIS where it may be left
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-metis"

#include "hd-metis.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#define SEED 1
#define LOOK_NS 10000000

/* Belongs to who divides and to who waits for that; the last one frees it. */
typedef struct
{
  HdMetisGraph *graph;
  idx_t n_parts, imbalance;
  idx_t *parts;
  pthread_mutex_t lock;
  pthread_cond_t ended;
  gboolean has_ended;
  gboolean is_left;
} Division;

/* METIS draws from the C library's one stream of random numbers. */
static pthread_mutex_t metis_lock = PTHREAD_MUTEX_INITIALIZER;

static void
division_free (Division *self)
{
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->ended);
  g_free (self->graph->weights);
  g_free (self->graph->starts);
  g_free (self->graph->ends);
  g_free (self->graph->end_weights);
  g_free (self->graph);
  g_free (self->parts);
  g_free (self);
}

static Division *
division_new (HdMetisGraph *graph,
              guint n_parts,
              guint imbalance)
{
  Division *self = g_new0 (Division, 1);
  pthread_condattr_t attributes;

  self->graph = graph;
  self->n_parts = (idx_t) n_parts;
  self->imbalance = (idx_t) imbalance;
  self->parts = g_new0 (idx_t, graph->n + 1);
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->ended, &attributes);
  pthread_condattr_destroy (&attributes);
  return self;
}

static void
divide (Division *self)
{
  HdMetisGraph *graph = self->graph;
  idx_t n_constraints = 1, cut, options[METIS_NOPTIONS];
  int status;

  METIS_SetDefaultOptions (options);
  options[METIS_OPTION_SEED] = SEED;
  options[METIS_OPTION_UFACTOR] = self->imbalance;
  pthread_mutex_lock (&metis_lock);
  status = METIS_PartGraphRecursive (&graph->n, &n_constraints, graph->starts, graph->ends, graph->weights, NULL, graph->end_weights, &self->n_parts, NULL, NULL,
                                     options, &cut, self->parts);
  pthread_mutex_unlock (&metis_lock);
  for (idx_t i = 0; status != METIS_OK && i < graph->n; i++)
    self->parts[i] = (idx_t) ((gint64) i * self->n_parts / graph->n); /* neighbours in the document */
}

static gpointer
divide_beside (gpointer data)
{
  Division *self = data;
  gboolean is_left;

  divide (self);
  pthread_mutex_lock (&self->lock);
  self->has_ended = TRUE;
  is_left = self->is_left;
  pthread_cond_signal (&self->ended);
  pthread_mutex_unlock (&self->lock);
  if (is_left)
    division_free (self);
  return NULL;
}

static void
wait_a_moment (Division *self)
{
  struct timespec until;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += LOOK_NS;
  if (until.tv_nsec >= 1000000000)
    {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
  pthread_cond_timedwait (&self->ended, &self->lock, &until);
}

/* Whoever may not go on leaves it to the thread. */
static gboolean
wait (Division *self,
      HdBudget *budget,
      GError **error)
{
  gboolean has_ended;

  pthread_mutex_lock (&self->lock);
  while (!self->has_ended && hd_budget_look (budget, error))
    wait_a_moment (self);
  has_ended = self->has_ended;
  self->is_left = !has_ended;
  pthread_mutex_unlock (&self->lock); /* from here on a thread that is left may have freed it */
  return has_ended;
}

gboolean
hd_metis_divide (HdMetisGraph *graph,
                 guint n_parts,
                 guint imbalance,
                 idx_t *out_parts,
                 GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  Division *self = division_new (graph, n_parts, imbalance);

  if (budget == NULL)
    {
      divide (self);
    }
  else
    {
      GThread *thread = g_thread_new ("metis", divide_beside, self);
      gboolean may_go_on = wait (self, budget, error);

      if (!may_go_on)
        {
          g_thread_unref (thread);
          return FALSE;
        }
      g_thread_join (thread);
    }
  memcpy (out_parts, self->parts, (gsize) graph->n * sizeof *out_parts);
  division_free (self);
  return TRUE;
}
