/* offload-fixture.c: nodes that run collective operations, on a star
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "offload-fixture.h"

#define STAR \
  OFFLOAD_LINK "<top><component id='a' type='offload.%TYPE' count='%N' group='all' %PARAMETERS/><component id='s' type='fabric.switch'/>" \
               "<link from='a[i].net' to='s.port[i]' for='i=0..%N - 1' class='L'/></top><communicators><communicator id='all' members='a[*]'/></communicators>"

char *
offload_fixture_dup_star (const char *type,
                          guint n,
                          const char *parameters,
                          const char *rest)
{
  g_autofree char *number = g_strdup_printf ("%u", n);
  GString *body = g_string_new (STAR);

  g_string_replace (body, "%TYPE", type, 0);
  g_string_replace (body, "%PARAMETERS", parameters, 0);
  g_string_replace (body, "%N", number, 0);
  g_string_append (body, rest);
  return g_string_free (body, FALSE);
}

HdRun *
offload_fixture_run (const char *type,
                     guint n,
                     const char *parameters,
                     const char *settings,
                     GError **error)
{
  g_autofree char *body = offload_fixture_dup_star (type, n, parameters, settings);

  return run_fixture_body (body, NULL, error);
}

double
offload_fixture_get (HdRun *run,
                     const char *type,
                     const char *name)
{
  g_autofree char *whole = g_strdup_printf ("%s.%s", type, name);

  return run_fixture_get_metric (hd_run_get_record (run), whole);
}

char *
offload_fixture_dup_files (HdRun *run,
                           const char *name)
{
  HdRecord *record = hd_run_get_record (run);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < hd_record_get_n_files (record); i++)
    {
      const char *found;
      GBytes *bytes;

      g_assert_true (hd_record_get_file (record, i, &found, &bytes));
      if (g_str_has_prefix (found, "a[") && g_str_has_suffix (found, name))
        g_string_append_len (all, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
    }
  return g_string_free (all, FALSE);
}

void
offload_fixture_assert_says (const GError *error,
                             const char *part)
{
  g_assert_nonnull (error);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” in place of “%s”", error->message, part);
}
