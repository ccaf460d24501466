/* hd-simgrid-xml.c: a platform that SimGrid reads
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Source: SimGrid 3.32, "Platform file description". With `--cfg=network/model:CM02 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0`
 * SimGrid shares links as Heddle does with `fairness=rtt`.
 */
#define G_LOG_DOMAIN "hd-simgrid-xml"

#include <heddle/hd-simgrid-xml.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"
#include "hd-simgrid-pairs.h"

#define WIDEST 1e14 /* B/s, for what has no limit */

typedef struct
{
  HdDesign *design;
  HdSimgridPairs *pairs;
  char **link_names; /* by link, of those that are used */
  GString *text;
} Export;

/* ---- writing ------------------------------------------------------------------------------------------------------- */

static void
append_attribute (Export *self,
                  const char *name,
                  const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  g_string_append_printf (self->text, " %s=\"%s\"", name, escaped);
}

static void
append_number (Export *self,
               const char *name,
               double value,
               const char *unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (self->text, " %s=\"%s%s\"", name, g_ascii_dtostr (buffer, sizeof buffer, value), unit);
}

/* FP32, else the first rate that the type has. SimGrid wants a speed of every host. */
static double
speed_of (HdDesign *design,
          guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  const double *values = hd_design_get_parameters (design, node);
  double speed = hd_design_get_property (design, node, HD_PROPERTY_FP32_RATE, 0);

  for (guint i = 0; speed == 0 && i < hd_component_type_count_parameters (type); i++)
    if (type->parameters[i].kind == HD_PARAMETER_QUANTITY && strcmp (type->parameters[i].unit, "FLOP/s") == 0)
      speed = values[i];
  return speed > 0 ? speed : 1;
}

/* Bytes a second that a memory shares among all, or 0 if its links are the limit. */
static double
own_bandwidth (HdDesign *design,
               guint32 node)
{
  double bandwidth = 0;

  if (hd_design_get_nodes (design)[node].type->role == HD_ROLE_MEMORY)
    bandwidth = hd_design_get_property (design, node, HD_PROPERTY_BANDWIDTH, 0);
  return isfinite (bandwidth) ? bandwidth : 0;
}

/* Whether a switch limits or delays what passes through it. */
static gboolean
is_medium (HdDesign *design,
           guint32 node)
{
  return hd_design_get_nodes (design)[node].type->role == HD_ROLE_SWITCH
         && (!isinf (hd_design_get_property (design, node, HD_PROPERTY_BANDWIDTH, INFINITY)) || hd_design_get_property (design, node, HD_PROPERTY_LATENCY, 0) > 0);
}

static void
write_hosts (Export *self)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      g_autofree char *path = self->pairs->hosts[i] ? hd_design_dup_node_label (self->design, i) : NULL;

      if (path == NULL)
        continue;
      g_string_append (self->text, "    <host");
      append_attribute (self, "id", path);
      append_number (self, "speed", speed_of (self->design, i), "f");
      g_string_append (self->text, "/>\n");
    }
}

static void
write_link (Export *self,
            const char *name,
            double bandwidth,
            HdTime latency_ps,
            const char *policy)
{
  g_string_append (self->text, "    <link");
  append_attribute (self, "id", name);
  append_number (self, "bandwidth", bandwidth, "Bps");
  g_string_append_printf (self->text, " latency=\"%" G_GINT64_FORMAT "ps\" sharing_policy=\"%s\"/>\n", latency_ps, policy);
}

static void
write_links (Export *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    {
      char *name;

      if (!self->pairs->used[i])
        continue;
      name = hd_design_dup_link_path (self->design, i);
      if (g_hash_table_contains (taken, name)) /* parallel links without ids */
        {
          g_autofree char *plain = name;

          name = g_strdup_printf ("%s#%u", plain, i);
        }
      self->link_names[i] = name;
      g_hash_table_add (taken, name);
      write_link (self, name, hd_link_get_rate (&links[i]), links[i].latency_ps, links[i].sharing == HD_SHARING_SPLIT ? "SPLITDUPLEX" : "SHARED");
    }
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (self->pairs->hosts[i] && own_bandwidth (self->design, i) > 0)
      {
        g_autofree char *path = hd_design_dup_node_label (self->design, i);
        g_autofree char *name = g_strconcat (path, ".bandwidth", NULL);

        write_link (self, name, own_bandwidth (self->design, i), 0, "SHARED");
      }
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (is_medium (self->design, i))
      {
        g_autofree char *path = hd_design_dup_node_label (self->design, i);
        g_autofree char *name = g_strconcat (path, ".bandwidth", NULL);

        write_link (self, name, MIN (hd_design_get_property (self->design, i, HD_PROPERTY_BANDWIDTH, INFINITY), WIDEST),
                    llround (hd_design_get_property (self->design, i, HD_PROPERTY_LATENCY, 0) * HD_TICKS_PER_SECOND),
                    hd_design_get_property (self->design, i, HD_PROPERTY_SHARING, 0) == 1 ? "FATPIPE" : "SHARED");
      }
}

static void
write_step (Export *self,
            const char *name,
            const char *direction)
{
  g_string_append (self->text, "      <link_ctn");
  append_attribute (self, "id", name);
  if (direction != NULL)
    append_attribute (self, "direction", direction);
  g_string_append (self->text, "/>\n");
}

static void
write_own_step (Export *self,
                guint32 node,
                const char *path)
{
  g_autofree char *name = g_strconcat (path, ".bandwidth", NULL);

  if (own_bandwidth (self->design, node) > 0)
    write_step (self, name, NULL);
}

static void
write_medium_step (Export *self,
                   guint32 node)
{
  g_autofree char *path = is_medium (self->design, node) ? hd_design_dup_node_label (self->design, node) : NULL;
  g_autofree char *name = path != NULL ? g_strconcat (path, ".bandwidth", NULL) : NULL;

  if (name != NULL)
    write_step (self, name, NULL);
}

static void
write_route (Export *self,
             const HdSimgridPair *pair)
{
  const HdLink *links = hd_design_get_links (self->design);
  g_autofree char *from = hd_design_dup_node_label (self->design, pair->from);
  g_autofree char *to = hd_design_dup_node_label (self->design, pair->to);

  g_string_append (self->text, "    <route");
  append_attribute (self, "src", from);
  append_attribute (self, "dst", to);
  append_attribute (self, "symmetrical", "NO");
  g_string_append (self->text, ">\n");
  write_own_step (self, pair->from, from);
  for (guint i = 0; i < pair->route.n_hops; i++)
    {
      guint32 link = pair->route.links[i];

      write_step (self, self->link_names[link],
                  links[link].sharing == HD_SHARING_SHARED ? NULL : pair->route.directions[i] == 0 ? "UP" : "DOWN");
      if (i + 1 < pair->route.n_hops)
        write_medium_step (self, pair->route.directions[i] == 0 ? links[link].to : links[link].from);
    }
  write_own_step (self, pair->to, to);
  g_string_append (self->text, "    </route>\n");
}

static void
write_all (Export *self)
{
  g_string_append (self->text, "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n  <zone");
  append_attribute (self, "id", hd_design_get_name (self->design));
  g_string_append (self->text, " routing=\"Full\">\n");
  write_hosts (self);
  write_links (self);
  for (guint i = 0; i < self->pairs->pairs->len; i++)
    write_route (self, &g_array_index (self->pairs->pairs, HdSimgridPair, i));
  g_string_append (self->text, "  </zone>\n</platform>\n");
}

/* ---- what a platform cannot say --------------------------------------------------------------------------------- */

/* One line for each kind of thing that is left out, with the first of them. */
static void
tell_left_out (Export *self,
               HdProblemList *problems)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  guint n_alone = 0, n_acting = 0;
  guint32 alone = 0, acting = 0;

  for (guint32 i = hd_design_get_n_nodes (self->design); i-- > 0;)
    {
      const HdComponentType *type = nodes[i].type;

      if (type->role != HD_ROLE_SWITCH && !self->pairs->hosts[i])
        {
          alone = i;
          n_alone++;
        }
      if (type->handlers != NULL || type->block != NULL)
        {
          acting = i;
          n_acting++;
        }
    }
  if (n_alone > 0)
    {
      g_autofree char *path = hd_design_dup_node_label (self->design, alone);

      hd_simgrid_tell (self->design, problems, path, _("not in the platform, like %u in all: no communicator needs a route to it, and only up to %d are all joined"), n_alone,
            HD_SIMGRID_ALL_PAIRS);
    }
  if (n_acting > 0)
    {
      g_autofree char *path = hd_design_dup_node_label (self->design, acting);

      hd_simgrid_tell (self->design, problems, path, _("what it does (%s) is not in the platform, like that of %u in all: a platform has places and links alone"),
            nodes[acting].type->id, n_acting);
    }
  if (hd_design_get_run_settings (self->design)->fidelity != HD_FIDELITY_FLOW)
    hd_simgrid_tell (self->design, problems, "run", _("packets, buffers and noise are not in the platform: SimGrid shares links among flows"));
}

char *
hd_simgrid_xml_to_string (HdDesign *design,
                          HdProblemList *problems,
                          GError **error)
{
  guint n_links = hd_design_get_n_links (design);
  g_autoptr (HdSimgridPairs) pairs = hd_simgrid_pairs_new (design, problems, error);
  g_autofree char **link_names = g_new0 (char *, n_links + 1);
  Export self = { design, pairs, link_names, NULL };

  if (pairs == NULL)
    return NULL;
  if (pairs->pairs->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: there is nothing to write: no communicator says who sends to whom, and there are more than %d endpoints and memories, or none that are joined"),
                   hd_design_get_name (design), HD_SIMGRID_ALL_PAIRS);
      return NULL;
    }
  if (problems != NULL)
    tell_left_out (&self, problems);
  self.text = g_string_new (NULL);
  write_all (&self);
  for (guint i = 0; i < n_links; i++)
    g_free (link_names[i]);
  return g_string_free (self.text, FALSE);
}

gboolean
hd_simgrid_xml_save (HdDesign *design,
                     const char *path,
                     HdProblemList *problems,
                     GError **error)
{
  g_autofree char *text = hd_simgrid_xml_to_string (design, problems, error);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return text != NULL && hd_atomic_file_write (file, text, strlen (text), NULL, error);
}
