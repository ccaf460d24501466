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

#define WIDEST 1e14 /* B/s, for what has no limit */

typedef struct
{
  guint32 from, to;
  HdRoute route; /* of the router */
} Pair;

typedef struct
{
  HdDesign *design;
  HdRouter *router;
  GArray *pairs;     /* Pair */
  GHashTable *seen;  /* guint64 * of (from, to) */
  gboolean *hosts;   /* by node: whether it is written */
  gboolean *used;    /* by link */
  char **link_names; /* by link, of those that are used */
  GString *text;
} Export;

/* ---- which pairs --------------------------------------------------------------------------------------------------- */

/* The keys of ring neighbours would collide if their halves were folded. */
static guint
hash_pair (gconstpointer key)
{
  return (guint) ((*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static gboolean
add_pair (Export *self,
          guint32 from,
          guint32 to,
          const guint32 *classes,
          guint n_classes,
          gboolean needed,
          GError **error)
{
  guint64 key = (guint64) from << 32 | to;
  Pair pair = { from, to, { 0 } };

  if (from == to || g_hash_table_contains (self->seen, &key))
    return TRUE;
  if (!hd_router_find (self->router, from, to, classes, n_classes, &pair.route, needed ? error : NULL))
    return !needed;
  g_hash_table_add (self->seen, g_memdup2 (&key, sizeof key));
  g_array_append_val (self->pairs, pair);
  self->hosts[from] = self->hosts[to] = TRUE;
  for (guint i = 0; i < pair.route.n_hops; i++)
    self->used[pair.route.links[i]] = TRUE;
  return TRUE;
}

/* The link classes that the first workload on a communicator names; none: all may be used. */
static GArray *
find_classes (HdDesign *design,
              const char *communicator)
{
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint w = 0; w < hd_design_get_n_workloads (design); w++)
    {
      const HdElement *workload = hd_design_get_workload (design, w);
      const HdValue *on = hd_element_get (workload, "on");
      const HdValue *net = hd_element_get (workload, "net");
      g_auto (GStrv) names = NULL;

      if (on == NULL || g_strcmp0 (on->word, communicator) != 0)
        continue;
      if (net != NULL && net->kind == HD_VALUE_WORD)
        names = g_strsplit_set (net->word, " ,", -1);
      for (guint32 c = 0; names != NULL && c < hd_design_get_n_link_classes (design); c++)
        if (g_strv_contains ((const char *const *) names, hd_design_get_link_class (design, c)->id))
          g_array_append_val (classes, c);
      break;
    }
  return classes;
}

static gboolean
add_communicator (Export *self,
                  const HdCommunicator *communicator,
                  GError **error)
{
  g_autoptr (GArray) classes = find_classes (self->design, communicator->id);
  const guint32 *only = classes->len > 0 ? (const guint32 *) classes->data : NULL;
  const HdNode *nodes = hd_design_get_nodes (self->design);

  for (guint i = 0; i < communicator->n_members; i++)
    {
      guint32 member = communicator->members[i];
      guint32 next = communicator->members[(i + 1) % communicator->n_members];
      guint32 home = nodes[member].home;

      if (!add_pair (self, member, next, only, classes->len, TRUE, error) || !add_pair (self, next, member, only, classes->len, TRUE, error))
        return FALSE;
      if (home != HD_NO_ID && (!add_pair (self, home, member, NULL, 0, TRUE, error) || !add_pair (self, member, home, NULL, 0, TRUE, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
collect_pairs (Export *self,
               GError **error)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < hd_design_get_n_communicators (self->design); i++)
    if (!add_communicator (self, hd_design_get_communicator (self->design, i), error))
      return FALSE;
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (nodes[i].type->role != HD_ROLE_SWITCH)
      g_array_append_val (ends, i);
  if (ends->len > HD_SIMGRID_ALL_PAIRS)
    return TRUE;
  for (guint i = 0; i < ends->len; i++)
    {
      self->hosts[g_array_index (ends, guint32, i)] = TRUE;
      for (guint j = 0; j < ends->len; j++)
        add_pair (self, g_array_index (ends, guint32, i), g_array_index (ends, guint32, j), NULL, 0, FALSE, NULL);
    }
  return TRUE;
}

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
  double speed = hd_design_get_parameter (design, node, "fp32", 0);

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
    bandwidth = hd_design_get_parameter (design, node, "bandwidth", 0);
  return isfinite (bandwidth) ? bandwidth : 0;
}

/* Whether a switch limits or delays what passes through it. */
static gboolean
is_medium (HdDesign *design,
           guint32 node)
{
  return hd_design_get_nodes (design)[node].type->role == HD_ROLE_SWITCH
         && (!isinf (hd_design_get_parameter (design, node, "bandwidth", INFINITY)) || hd_design_get_parameter (design, node, "latency", 0) > 0);
}

static void
write_hosts (Export *self)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      g_autofree char *path = self->hosts[i] ? hd_design_dup_node_path (self->design, i) : NULL;

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

      if (!self->used[i])
        continue;
      name = hd_design_dup_link_path (self->design, i);
      if (g_hash_table_contains (taken, name)) /* parallel links without ids */
        {
          g_autofree char *plain = name;

          name = g_strdup_printf ("%s#%u", plain, i);
        }
      self->link_names[i] = name;
      g_hash_table_add (taken, name);
      write_link (self, name, links[i].bandwidth, links[i].latency_ps, links[i].sharing == HD_SHARING_SPLIT ? "SPLITDUPLEX" : "SHARED");
    }
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (self->hosts[i] && own_bandwidth (self->design, i) > 0)
      {
        g_autofree char *path = hd_design_dup_node_path (self->design, i);
        g_autofree char *name = g_strconcat (path, ".bandwidth", NULL);

        write_link (self, name, own_bandwidth (self->design, i), 0, "SHARED");
      }
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (is_medium (self->design, i))
      {
        g_autofree char *path = hd_design_dup_node_path (self->design, i);
        g_autofree char *name = g_strconcat (path, ".bandwidth", NULL);

        write_link (self, name, MIN (hd_design_get_parameter (self->design, i, "bandwidth", INFINITY), WIDEST),
                    llround (hd_design_get_parameter (self->design, i, "latency", 0) * HD_TICKS_PER_SECOND),
                    hd_design_get_parameter (self->design, i, "sharing", 0) == 1 ? "FATPIPE" : "SHARED");
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
  g_autofree char *path = is_medium (self->design, node) ? hd_design_dup_node_path (self->design, node) : NULL;
  g_autofree char *name = path != NULL ? g_strconcat (path, ".bandwidth", NULL) : NULL;

  if (name != NULL)
    write_step (self, name, NULL);
}

static void
write_route (Export *self,
             const Pair *pair)
{
  const HdLink *links = hd_design_get_links (self->design);
  g_autofree char *from = hd_design_dup_node_path (self->design, pair->from);
  g_autofree char *to = hd_design_dup_node_path (self->design, pair->to);

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
  for (guint i = 0; i < self->pairs->len; i++)
    write_route (self, &g_array_index (self->pairs, Pair, i));
  g_string_append (self->text, "  </zone>\n</platform>\n");
}

/* ---- what a platform cannot say --------------------------------------------------------------------------------- */

static void G_GNUC_PRINTF (4, 5)
tell (HdDesign *design,
      HdProblemList *problems,
      const char *object,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_IMPORT, HD_SEVERITY_WARNING, object, 0, NULL, hd_design_get_file (design), 0, NULL, "%s", message));
}

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

      if (type->role != HD_ROLE_SWITCH && !self->hosts[i])
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
      g_autofree char *path = hd_design_dup_node_path (self->design, alone);

      tell (self->design, problems, path, _("not in the platform, like %u in all: no communicator needs a route to it, and only up to %d are all joined"), n_alone,
            HD_SIMGRID_ALL_PAIRS);
    }
  if (n_acting > 0)
    {
      g_autofree char *path = hd_design_dup_node_path (self->design, acting);

      tell (self->design, problems, path, _("what it does (%s) is not in the platform, like that of %u in all: a platform has places and links alone"),
            nodes[acting].type->id, n_acting);
    }
  if (hd_design_get_run_settings (self->design)->fidelity != HD_FIDELITY_FLOW)
    tell (self->design, problems, "run", _("packets, buffers and noise are not in the platform: SimGrid shares links among flows"));
}

char *
hd_simgrid_xml_to_string (HdDesign *design,
                          HdProblemList *problems,
                          GError **error)
{
  guint n_links = hd_design_get_n_links (design);
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_pair, g_int64_equal, g_free, NULL);
  g_autofree gboolean *hosts = g_new0 (gboolean, hd_design_get_n_nodes (design) + 1);
  g_autofree gboolean *used = g_new0 (gboolean, n_links + 1);
  g_autofree char **link_names = g_new0 (char *, n_links + 1);
  Export self = { design, router, pairs, seen, hosts, used, link_names, NULL };

  if (!collect_pairs (&self, error))
    return NULL;
  if (pairs->len == 0)
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
