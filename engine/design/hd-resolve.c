/* hd-resolve.c: communicators, workloads, probes and traced members of the flattened system
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-formula.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-override.h"
#include "hd-pattern.h"
#include "hd-project.h"

static const char *
keep (HdElaborator *self,
      const char *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->design->data->strings, text) : NULL;
}

/* ---- communicators ------------------------------------------------------------------------------------------------- */

/* Appends what one address names; FALSE after a report. */
static gboolean
add_members (HdElaborator *self,
             const HdObject *object,
             const char *attribute,
             const char *address,
             GArray *members)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = hd_design_match_nodes (self->design, address, &error);

  if (found == NULL)
    {
      g_autofree char *hint = _hd_design_dup_name_hint (self->design, address);
      HdProblemCode code = g_error_matches (error, HD_ERROR, HD_ERROR_NAME)    ? HD_PROBLEM_UNKNOWN_NAME
                           : g_error_matches (error, HD_ERROR, HD_ERROR_RANGE) ? HD_PROBLEM_INDEX
                                                                               : HD_PROBLEM_SYNTAX;

      hd_elaborator_report (self, NULL, object, attribute, code, hint, "%s", error->message);
      return FALSE;
    }
  if (found->len == 0)
    {
      hd_elaborator_report (self, NULL, object, attribute, HD_PROBLEM_EMPTY_PATTERN, NULL, _("“%s” matches no component"), address);
      return FALSE;
    }
  if (!hd_elaborator_reserve_bytes (self, NULL, object, found->len * (double) sizeof (guint32))
      || !hd_budget_spend (self->budget, found->len, &self->stopped))
    return FALSE;
  g_array_append_vals (members, found->data, found->len);
  return TRUE;
}

static gboolean
apply_limit (HdElaborator *self,
             const HdObject *object,
             GArray *members)
{
  HdEnvironment environment = { self, g_ptr_array_index (self->projects, 0), NULL };
  g_autoptr (HdFormula) limit = hd_formula_new (&environment, NULL, object, "limit");
  gint64 n;

  if (limit == NULL)
    return TRUE;
  if (!hd_formula_get_integer (limit, &environment, &n))
    return FALSE;
  if (n < 1 || n > members->len)
    {
      hd_formula_report (limit, self, HD_PROBLEM_VALUE, NULL, _("Communicator “%s” has limit %" PRId64 "; permitted are 1 to %u, the members"),
                         hd_object_get_id (object), n, members->len);
      return FALSE;
    }
  g_array_set_size (members, (guint) n);
  return TRUE;
}

static gboolean
check_repeated (HdElaborator *self,
                const HdObject *object,
                GArray *members)
{
  g_autofree guint8 *seen = g_new0 (guint8, self->design->data->nodes->len);

  for (guint i = 0; i < members->len; i++)
    {
      guint32 node = g_array_index (members, guint32, i);
      g_autofree char *path = NULL;

      if (!seen[node])
        {
          seen[node] = TRUE;
          continue;
        }
      path = hd_design_dup_node_path (self->design, node);
      hd_elaborator_report (self, NULL, object, "members", HD_PROBLEM_GROUP, NULL, _("“%s” is in communicator “%s” twice"), path,
                            hd_object_get_id (object));
      return FALSE;
    }
  return TRUE;
}

static void
resolve_communicator (HdElaborator *self,
                      const HdObject *object)
{
  const char *text = hd_object_get (object, "members");
  g_autoptr (GPtrArray) addresses = hd_pattern_split (text != NULL ? text : "");
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  HdCommunicator communicator = { keep (self, hd_object_get_id (object)), hd_object_get_uid (object), NULL, 0 };
  gboolean good = TRUE;

  if (addresses->len == 0)
    {
      hd_elaborator_report (self, NULL, object, "members", HD_PROBLEM_EMPTY_PATTERN, NULL, _("Communicator “%s” has no members"), communicator.id);
      return;
    }
  for (guint i = 0; good && i < addresses->len; i++)
    good = add_members (self, object, "members", g_ptr_array_index (addresses, i), members);
  if (!good || !check_repeated (self, object, members) || !apply_limit (self, object, members))
    return;
  communicator.n_members = members->len;
  communicator.members = (const guint32 *) g_array_free (g_steal_pointer (&members), FALSE);
  g_array_append_val (self->design->data->communicators, communicator);
}

/* ---- workloads ----------------------------------------------------------------------------------------------------- */

/* Whether an attribute is read as it is written: names and addresses are not sums of words. */
static gboolean
is_text (const HdObject *object,
         const char *attribute)
{
  const HdField *field = hd_schema_find_field (hd_object_get_kind (object), attribute);

  if (field == NULL)
    return FALSE;
  switch (field->kind)
    {
    case HD_FIELD_EXPRESSION:
    case HD_FIELD_CHOICE:
    case HD_FIELD_NUMBER:
    case HD_FIELD_FLAG:
      return FALSE;
    default:
      return TRUE;
    }
}

/* An expression's value; text that is none is a word. With a $ in it, it was meant as one, so what fails is said. */
static HdValue
evaluate_attribute (HdElaborator *self,
                    const HdObject *object,
                    const char *name,
                    const char *text)
{
  HdEnvironment environment = { self, g_ptr_array_index (self->projects, 0), NULL };
  HdValue value = { .kind = HD_VALUE_WORD, .word = g_intern_string (text) };
  g_autoptr (HdExpression) constant = NULL;
  g_autoptr (HdFormula) formula = NULL;

  if (is_text (object, name) && text[0] != '$')
    return value;
  if (strchr (text, '$') == NULL)
    {
      constant = hd_expression_parse (text, NULL);
      if (constant != NULL)
        hd_expression_evaluate (constant, NULL, NULL, &value, NULL);
      return value;
    }
  formula = hd_formula_new_text (&environment, NULL, object, name, text, TRUE);
  hd_formula_evaluate (formula, &environment, &value);
  return value;
}

static HdElement *
resolve_element (HdElaborator *self,
                 const HdObject *object)
{
  HdElement *element = g_new0 (HdElement, 1);
  guint n = hd_object_get_n_attributes (object);
  const char **names = g_new0 (const char *, n);
  const char **texts = g_new0 (const char *, n);
  HdValue *values = g_new0 (HdValue, n);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const char *text;
      const char *name = hd_object_get_nth_attribute (object, i, &text);

      names[i] = keep (self, name);
      texts[i] = keep (self, text);
      values[i] = evaluate_attribute (self, object, name, text);
    }
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    if (hd_object_get_kind (hd_object_get_child (object, i)) != HD_OBJECT_COMMENT)
      g_ptr_array_add (children, resolve_element (self, hd_object_get_child (object, i)));
  element->element = keep (self, hd_object_get_element (object));
  element->origin_uid = hd_object_get_uid (object);
  element->line = hd_object_get_line (object);
  element->n_attributes = n;
  element->names = names;
  element->texts = texts;
  element->values = values;
  element->n_children = children->len;
  element->children = (HdElement *const *) g_ptr_array_free (g_steal_pointer (&children), FALSE);
  return element;
}

/* ---- probes -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *unit;
} Signal;

static const Signal link_signals[] = { { "rate", "B/s" }, { "utilisation", "%" }, { "queue", "B" }, { "credits", "flit" } };
static const Signal workload_signals[] = { { "collective", "" }, { "iteration", "" }, { "latency", "s" } };

static const Signal *
find_signal (const Signal *signals,
             guint n,
             const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (signals[i].name, name) == 0)
      return &signals[i];
  return NULL;
}

/* rate, rate-forward and rate-reverse are one signal of a link in both directions, along it and against it. */
static guint
split_direction (char *name)
{
  static const char *const suffixes[] = { "-forward", "-reverse" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      {
        name[strlen (name) - strlen (suffixes[i])] = '\0';
        return i;
      }
  return 2;
}

static gboolean
describe_signal (HdElaborator *self,
                 HdProbePoint *point,
                 const char *name)
{
  const Signal *signal = NULL;
  const HdProbe *probe;

  switch (point->kind)
    {
    case HD_TARGET_NODE:
      probe = hd_component_type_find_probe (g_array_index (self->design->data->nodes, HdNode, point->target).type, name, NULL);
      if (probe == NULL)
        return FALSE;
      point->probe = keep (self, probe->name);
      point->unit = keep (self, probe->unit);
      return TRUE;
    case HD_TARGET_LINK:
      signal = find_signal (link_signals, G_N_ELEMENTS (link_signals), name);
      break;
    case HD_TARGET_WORKLOAD:
    default:
      signal = find_signal (workload_signals, G_N_ELEMENTS (workload_signals), name);
      break;
    }
  if (signal == NULL)
    return FALSE;
  point->probe = signal->name;
  point->unit = signal->unit;
  return TRUE;
}

/* A title that several targets would share says which of them each is. */
static gboolean
add_point (HdElaborator *self,
           const HdObject *object,
           HdTargetKind kind,
           guint32 target,
           const char *name,
           guint direction,
           gboolean is_alone)
{
  HdDesign *design = self->design;
  HdProbePoint point = { .kind = kind, .target = target, .direction = direction, .origin_uid = hd_object_get_uid (object) };
  const char *title = hd_object_get (object, "title");
  g_autofree char *path = kind == HD_TARGET_NODE   ? hd_design_dup_node_label (design, target)
                          : kind == HD_TARGET_LINK ? hd_design_dup_link_path (design, target)
                                                   : g_strdup ("workload");
  g_autofree char *whole = title != NULL ? g_strdup_printf ("%s, %s", title, path) : g_strdup_printf ("%s.%s", path, name);

  if (!describe_signal (self, &point, name))
    {
      hd_elaborator_report (self, NULL, object, "of", HD_PROBLEM_UNKNOWN_NAME, NULL, _("“%s” has no signal “%s”"), path, name);
      return FALSE;
    }
  point.title = keep (self, title != NULL && is_alone ? title : whole);
  if (!hd_elaborator_reserve_bytes (self, NULL, object, (double) (sizeof point + strlen (point.title) + 1)))
    return FALSE;
  g_array_append_val (design->data->probes, point);
  return TRUE;
}

/* "workload.collective" and "workload[1].collective" are signals of a workload, if nothing else has that name. */
static gboolean
is_workload (HdElaborator *self,
             const HdAddress *address,
             guint32 *out_number)
{
  const HdAddressStep *step = &address->steps[0];

  if (address->n_steps != 1 || strcmp (step->name, "workload") != 0 || step->n_indices > 1
      || _hd_design_find_slot (self->design, 0, "workload", NULL) != NULL)
    return FALSE;
  *out_number = step->n_indices == 1 ? (guint32) step->indices[0].first : 0;
  return *out_number < self->design->data->workloads->len;
}

/* "node-3.example.org.busy": of what the outside calls so, if it is no path. */
static gboolean
resolve_named (HdElaborator *self,
               const HdObject *object,
               const char *text)
{
  const char *dot = strrchr (text, '.');
  g_autofree char *name = dot != NULL ? g_strndup (text, (gsize) (dot - text)) : NULL;
  guint32 node = name != NULL ? hd_design_find_name (self->design, name) : HD_NO_ID;

  if (node != HD_NO_ID)
    add_point (self, object, HD_TARGET_NODE, node, dot + 1, 2, TRUE);
  return node != HD_NO_ID;
}

static void
resolve_probe (HdElaborator *self,
               const HdObject *object)
{
  const char *text = hd_object_get (object, "of");
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = text != NULL ? hd_address_parse (text, &error) : NULL;
  g_autoptr (GArray) found = NULL;
  HdObjectKind kind;
  guint direction = 2;
  guint32 workload;

  if (address == NULL || address->kind != HD_ADDRESS_OBJECT || address->parameter == NULL)
    {
      if (text == NULL || !resolve_named (self, object, text))
        hd_elaborator_report (self, NULL, object, "of", HD_PROBLEM_SYNTAX, _("Write PATH.SIGNAL, such as rack[0]/tor.rate"),
                            _("“%s” names no signal"), text != NULL ? text : "");
      return;
    }
  if (is_workload (self, address, &workload))
    {
      add_point (self, object, HD_TARGET_WORKLOAD, workload, address->parameter, direction, TRUE);
      return;
    }
  found = _hd_design_match (self->design, address, HD_KIND_BIT (HD_OBJECT_COMPONENT) | HD_KIND_BIT (HD_OBJECT_LINK), &kind, &error);
  if (found == NULL && resolve_named (self, object, text))
    return;
  /* As of a pattern that matches nothing: a count was made smaller, which is no reason not to run. */
  if (found == NULL && g_error_matches (error, HD_ERROR, HD_ERROR_RANGE))
    {
      hd_elaborator_warn (self, NULL, object, "of", HD_PROBLEM_INDEX, NULL, "%s", error->message);
      return;
    }
  if (found == NULL)
    {
      g_autofree char *hint = _hd_design_dup_hint (self->design, address);

      hd_elaborator_report (self, NULL, object, "of", HD_PROBLEM_UNKNOWN_NAME, hint, "%s", error->message);
      return;
    }
  if (found->len == 0)
    hd_elaborator_warn (self, NULL, object, "of", HD_PROBLEM_EMPTY_PATTERN, NULL, _("“%s” matches nothing"), text);
  if (kind == HD_OBJECT_LINK)
    direction = split_direction (address->parameter);
  for (guint i = 0; i < found->len && hd_elaborator_may_go_on (self); i++)
    if (!add_point (self, object, kind == HD_OBJECT_LINK ? HD_TARGET_LINK : HD_TARGET_NODE, g_array_index (found, guint32, i),
                    address->parameter, direction, found->len == 1))
      return;
}

static void
for_each_child (HdElaborator *self,
                const HdObject *parent,
                HdObjectKind kind,
                void (*function) (HdElaborator *, const HdObject *))
{
  for (guint i = 0; parent != NULL && i < hd_object_get_n_children (parent) && hd_elaborator_may_go_on (self); i++)
    if (hd_object_get_kind (hd_object_get_child (parent, i)) == kind)
      function (self, hd_object_get_child (parent, i));
}

/* Members of a collective may carry it out by themselves, in their cards or in software. */
static gboolean
is_of_members (const HdElement *element)
{
  const HdValue *value = hd_element_get (element, "algorithm");
  const char *type = hd_element_get_text (element, "type"), *algorithm = value != NULL && value->kind == HD_VALUE_WORD ? value->word : hd_element_get_text (element, "algorithm");
  gsize length = algorithm != NULL ? strcspn (algorithm, "-") : 0;

  return g_strcmp0 (type, "collective") == 0 && ((length == 7 && strncmp (algorithm, "offload", 7) == 0) || (length == 4 && strncmp (algorithm, "host", 4) == 0));
}

static void
resolve_workload (HdElaborator *self,
                  const HdObject *object)
{
  HdElement *element = resolve_element (self, object);

  g_ptr_array_add (is_of_members (element) ? self->design->data->member_works : self->design->data->workloads, element);
}

/* ---- traced members ------------------------------------------------------------------------------------------------ */

static void
resolve_trace (HdElaborator *self,
               const HdObject *root)
{
  const HdObject *object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  const HdOverride *override = hd_overrides_find (self->overrides, HD_ADDRESS_RUN, "trace", NULL);
  const char *text = override != NULL ? override->value : object != NULL ? hd_object_get (object, "trace") : NULL;
  g_autoptr (GPtrArray) addresses = hd_pattern_split (text != NULL ? text : "");
  GArray *traced = self->design->data->traced;
  HdRunSettings *run = &self->design->settings;
  guint n = 0;

  if (object == NULL)
    object = root;
  for (guint i = 0; i < addresses->len; i++)
    if (!add_members (self, object, "trace", g_ptr_array_index (addresses, i), traced))
      return;
  if (run->trace_from >= run->trace_until)
    hd_elaborator_report (self, NULL, object, "trace-until", HD_PROBLEM_VALUE, NULL,
                          _("The trace ends at %.12g s; it must end after %.12g s, where it begins"), hd_time_to_seconds (run->trace_until),
                          hd_time_to_seconds (run->trace_from));
  g_array_sort (traced, hd_compare_numbers);
  for (guint i = 0; i < traced->len; i++)
    if (n == 0 || g_array_index (traced, guint32, n - 1) != g_array_index (traced, guint32, i))
      g_array_index (traced, guint32, n++) = g_array_index (traced, guint32, i);
  g_array_set_size (traced, n);
  run->traced = (const guint32 *) (void *) traced->data;
  run->n_traced = n;
}

void
hd_resolve (HdElaborator *self)
{
  const HdObject *root = hd_snapshot_get_root (hd_project_get_snapshot (g_ptr_array_index (self->projects, 0)));

  for_each_child (self, hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL), HD_OBJECT_COMMUNICATOR, resolve_communicator);
  for_each_child (self, root, HD_OBJECT_WORKLOAD, resolve_workload);
  for_each_child (self, hd_object_find_child (root, HD_OBJECT_PROBES, NULL), HD_OBJECT_PROBE, resolve_probe);
  resolve_trace (self, root);
}
