/* hd-study-serve.c: a process that makes runs of a study for another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-serve"

#include <heddle/hd-study-crew.h>

#include <heddle/hd-run-queue.h>

#include "hd-study-letters.h"
#include "hd-study-outcome.h"

#define FIRST 0 /* the process that is served */

typedef struct
{
  guint point;
  guint repeat;
  guint64 seed;
} Place;

typedef struct
{
  HdMailbox *mailbox;
  HdRunQueue *queue;
  HdStudyPlan *plan;
  GHashTable *places; /* HdRunJob * -> Place *, owned */
  gboolean is_sent_home;
} Servant;

static void
on_ended (Servant *self,
          HdRunJob *job)
{
  g_autofree Place *place = NULL;
  g_auto (HdStudyOutcome) outcome = { .metrics = NULL };

  g_hash_table_steal_extended (self->places, job, NULL, (gpointer *) &place);
  hd_study_outcome_init (&outcome, job, place->point, place->repeat, place->seed);
  hd_study_letter_send (self->mailbox, FIRST, hd_study_outcome_to_variant (&outcome));
}

static void
begin (Servant *self,
       GVariant *letter)
{
  Place place;
  g_autofree const char **settings = NULL;
  g_autoptr (HdRunJob) job = NULL; /* the queue has it until it has ended */

  g_variant_get (letter, "(uut^a&s)", &place.point, &place.repeat, &place.seed, &settings);
  job = hd_run_queue_submit (self->queue, hd_study_plan_get_snapshot (self->plan), settings, 0);
  g_hash_table_insert (self->places, job, g_memdup2 (&place, sizeof place));
}

static gboolean
poll (gpointer data)
{
  Servant *self = data;
  g_autoptr (GVariant) letter = NULL;
  guint from;

  while (!self->is_sent_home && (letter = hd_study_letter_take (self->mailbox, &from)) != NULL)
    {
      if (g_variant_is_of_type (letter, G_VARIANT_TYPE (HD_STUDY_JOB)))
        begin (self, letter);
      else
        self->is_sent_home = TRUE;
      g_clear_pointer (&letter, g_variant_unref);
    }
  return G_SOURCE_CONTINUE;
}

void
hd_study_serve (HdCatalog *catalog,
                HdStudyPlan *plan,
                const char *reason,
                HdPermit *permit,
                guint threads)
{
  g_autofree char *fingerprint = plan != NULL ? hd_study_plan_dup_fingerprint (plan) : g_strdup ("");
  g_autoptr (HdMailbox) mailbox = hd_mailbox_new ();
  GMainContext *context = g_main_context_get_thread_default ();
  g_autoptr (GSource) source = g_timeout_source_new (HD_STUDY_POLL_MS);
  Servant self = { .mailbox = mailbox, .queue = hd_run_queue_new (catalog, threads, 0), .plan = plan };

  self.places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  hd_run_queue_allow_programs (self.queue, permit);
  g_signal_connect_swapped (self.queue, "ended", G_CALLBACK (on_ended), &self);
  hd_study_letter_send (mailbox, FIRST, g_variant_new (HD_STUDY_HELLO, threads > 0 ? threads : g_get_num_processors (), fingerprint, reason));
  g_source_set_callback (source, poll, &self, NULL);
  g_source_attach (source, context);
  while (!self.is_sent_home)
    g_main_context_iteration (context, TRUE);
  g_source_destroy (source);
  g_signal_handlers_disconnect_by_data (self.queue, &self);
  g_object_unref (self.queue); /* what it runs is lost */
  hd_study_letter_send (mailbox, FIRST, g_variant_new (HD_STUDY_LEAVING));
  g_hash_table_unref (self.places);
}
