/* hd-study-crew.c: other processes that make runs of a study
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each is given a run when it has a thread for it: who is slow is given less.
 */
#define G_LOG_DOMAIN "hd-study-crew"

#include "hd-study-crew-private.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-study-letters.h"
#include "hd-study-outcome.h"

struct _HdStudyCrew
{
  HdMailbox *mailbox;
  guint *n_free; /* by rank: runs that it would take now */
  guint n;

  HdStudyPlan *plan; /* from begin to end, or NULL */
  char *fingerprint;
  const HdStudyCrewListener *listener;
  gpointer data;
  GSource *source;
};

HdStudyCrew *
hd_study_crew_new (void)
{
  HdStudyCrew *self = g_new0 (HdStudyCrew, 1);

  self->mailbox = hd_mailbox_new ();
  self->n = hd_mailbox_get_n (self->mailbox);
  self->n_free = g_new0 (guint, self->n);
  return self;
}

/* ---- what they write -------------------------------------------------------------------------------------------------------- */

static void
greet (HdStudyCrew *self,
       guint from,
       GVariant *letter)
{
  const char *fingerprint, *reason;
  g_autoptr (GError) error = NULL;
  guint n_free;

  g_variant_get (letter, "(u&sm&s)", &n_free, &fingerprint, &reason);
  if (reason != NULL)
    g_set_error (&error, HD_ERROR, HD_ERROR_INVALID, _("Rank %u cannot work: %s"), from, reason);
  else if (g_strcmp0 (fingerprint, self->fingerprint) != 0)
    g_set_error (&error, HD_ERROR, HD_ERROR_INVALID, _("Rank %u has another project, another study or other settings than rank 0"), from);
  if (error != NULL)
    {
      self->listener->failed (self->data, error);
      return;
    }
  self->n_free[from] = n_free;
  self->listener->has_room (self->data);
}

static void
receive (HdStudyCrew *self,
         guint from,
         GVariant *letter)
{
  if (g_variant_is_of_type (letter, G_VARIANT_TYPE (HD_STUDY_OUTCOME_TYPE)))
    {
      g_auto (HdStudyOutcome) outcome = { .metrics = NULL };

      hd_study_outcome_init_from_variant (&outcome, letter);
      self->n_free[from]++;
      self->listener->got (self->data, &outcome.result);
    }
  else
    greet (self, from, letter);
}

static gboolean
poll (gpointer data)
{
  HdStudyCrew *self = data;

  while (self->listener != NULL)
    {
      guint from;
      g_autoptr (GVariant) letter = hd_study_letter_take (self->mailbox, &from);

      if (letter == NULL)
        break;
      receive (self, from, letter);
    }
  return G_SOURCE_CONTINUE;
}

/* ---- what they are told ------------------------------------------------------------------------------------------------------ */

void
hd_study_crew_begin (HdStudyCrew *self,
                     HdStudyPlan *plan,
                     const HdStudyCrewListener *listener,
                     gpointer data)
{
  g_return_if_fail (self->plan == NULL);

  self->plan = hd_study_plan_ref (plan);
  self->fingerprint = hd_study_plan_dup_fingerprint (plan);
  self->listener = listener;
  self->data = data;
  self->source = g_timeout_source_new (HD_STUDY_POLL_MS);
  g_source_set_callback (self->source, poll, self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

void
hd_study_crew_end (HdStudyCrew *self)
{
  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  self->listener = NULL;
}

static guint
find_free (HdStudyCrew *self)
{
  guint rank = 1;

  while (rank < self->n && self->n_free[rank] == 0)
    rank++;
  return rank;
}

gboolean
hd_study_crew_has_room (HdStudyCrew *self)
{
  return find_free (self) < self->n;
}

gboolean
hd_study_crew_give (HdStudyCrew *self,
                    guint point,
                    guint repeat)
{
  guint rank = find_free (self);
  g_auto (GStrv) settings = NULL;

  if (rank == self->n)
    return FALSE;
  settings = hd_study_plan_dup_settings (self->plan, point, repeat);
  self->n_free[rank]--;
  hd_study_letter_send (self->mailbox, rank, g_variant_new ("(uut^as)", point, repeat, hd_study_plan_get_seed (self->plan, repeat), settings));
  return TRUE;
}

void
hd_study_crew_free (HdStudyCrew *self)
{
  hd_study_crew_end (self);
  for (guint rank = 1; rank < self->n; rank++)
    hd_study_letter_send (self->mailbox, rank, g_variant_new_boolean (TRUE));
  for (guint n_gone = 1; n_gone < self->n;)
    {
      guint from;
      g_autoptr (GVariant) letter = hd_study_letter_take (self->mailbox, &from);

      if (letter == NULL)
        g_usleep (HD_STUDY_POLL_MS * 1000);
      else
        n_gone += g_variant_is_of_type (letter, G_VARIANT_TYPE (HD_STUDY_LEAVING));
    }
  hd_mailbox_free (self->mailbox);
  g_clear_pointer (&self->plan, hd_study_plan_unref);
  g_free (self->fingerprint);
  g_free (self->n_free);
  g_free (self);
}
