/* hd-submission.c: a file of answers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-submission"

#include "hd-submission.h"

#include <string.h>


#include "hd-i18n.h"
#include "hd-xml-events.h"

#define MOST_ANSWERS 1000

static char *
dup_attribute (HdXmlEvents *events,
               const char *element,
               const char *const *attributes,
               const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  if (value == NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> needs “%s”"), element, name);
  return g_strdup (value != NULL ? value : "");
}

static void
check_version (HdXmlEvents *events,
               const char *const *attributes)
{
  g_autofree char *version = dup_attribute (events, "answers", attributes, "version");

  if (strcmp (version, "1") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("answers of version %.20s are not known, only those of version 1"), version);
}

static void
add_answer (HdSubmission *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  g_autofree char *question = dup_attribute (events, "answer", attributes, "question"), *value = dup_attribute (events, "answer", attributes, "value");

  if (g_hash_table_size (self->answers) == MOST_ANSWERS)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("there are more than %d answers"), MOST_ANSWERS);
  else if (g_hash_table_contains (self->answers, question))
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("question “%.80s” is answered twice"), question);
  else
    g_hash_table_insert (self->answers, g_steal_pointer (&question), g_strdup (g_strstrip (value)));
}

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  HdSubmission *self = user_data;

  if (self->lesson == NULL)
    {
      if (strcmp (element, "answers") != 0)
        {
          hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("this is no file of answers: it begins with <%.40s>"), element);
          return;
        }
      check_version (events, attributes);
      self->lesson = dup_attribute (events, element, attributes, "lesson");
      self->digest = dup_attribute (events, element, attributes, "digest");
      self->student = dup_attribute (events, element, attributes, "student");
      self->seal = dup_attribute (events, element, attributes, "seal");
    }
  else if (strcmp (element, "answer") == 0)
    add_answer (self, events, attributes);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
}

HdSubmission *
hd_submission_read (GInputStream *stream,
                    const char *file_name,
                    GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdSubmission) self = g_new0 (HdSubmission, 1);

  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return hd_xml_events_read (stream, file_name, &handler, self, NULL, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_submission_free (HdSubmission *self)
{
  g_free (self->lesson);
  g_free (self->digest);
  g_free (self->student);
  g_free (self->seal);
  g_hash_table_unref (self->answers);
  g_free (self);
}
