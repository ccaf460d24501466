/* hd-component-programs.c: programs that components start
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a program prints comes whenever it comes, so it goes into the files of its component at the end of the run, behind what the component wrote: first
 * what it printed, then what it printed as errors. A run that ends by itself hangs up and waits a while for programs to end likewise, so that it is all
 * there.
 */
#define G_LOG_DOMAIN "hd-component-programs"

#include "hd-component-programs.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define PATIENCE_US G_USEC_PER_SEC /* for programs to end after they were hung up on */

typedef struct
{
  HdComponentPrograms *all;
  guint32 kernel_id;
  const HdCommand *command; /* NULL: it has none */
  HdChild *child;           /* NULL before it was started */
  guint record;             /* its number there */
  guint32 output;
  guint32 errors;
} Place;

struct _HdComponentPrograms
{
  HdProgramKeeper keeper;
  HdDesign *design; /* borrowed, as the next three */
  HdRecord *record;
  HdComponentFiles *files;
  HdChildKeeper *children;
  guint32 *nodes;   /* by kernel id */
  Place *places;    /* by node; each is its partition's */
};

/* ---- before the run ------------------------------------------------------------------------------------------------------ */

gboolean
hd_component_programs_check (HdDesign *design,
                             GPtrArray *commands,
                             const HdPermit *permit,
                             HdProblemList *problems,
                             GError **error)
{
  gboolean is_allowed = TRUE, is_possible = TRUE;

  for (guint i = 0; i < commands->len; i++)
    {
      const HdCommand *command = g_ptr_array_index (commands, i);
      const HdNode *node = &hd_design_get_nodes (design)[command->node];
      const char *attribute = hd_component_type_find_property (node->type, HD_PROPERTY_PROGRAM, NULL)->key;
      g_autofree char *path = hd_design_dup_node_path (design, command->node);

      if (command->problem != NULL)
        {
          hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_PROGRAM, HD_SEVERITY_ERROR, path, node->origin_uid, attribute,
                                                          hd_design_get_file (design), hd_design_get_line (design, node->origin_uid), NULL,
                                                          _("“%s” cannot start “%s”: %s"), path, command->name, command->problem));
          is_possible = FALSE;
        }
      else if (!hd_permit_allows (permit, command))
        {
          hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_PERMISSION, HD_SEVERITY_ERROR, path, node->origin_uid, attribute,
                                                          hd_design_get_file (design), hd_design_get_line (design, node->origin_uid),
                                                          _("Allow it, as heddle run --allow-programs does, if you trust whoever made the project"),
                                                          _("“%s” would start a program, which nobody has allowed: %s"), path, command->text));
          is_allowed = FALSE;
        }
    }
  if (!is_possible)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has programs that cannot be started"));
  else if (!is_allowed)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project would start programs, which nobody has allowed"));
  return is_possible && is_allowed;
}

/* ---- starting ------------------------------------------------------------------------------------------------------------ */

static const HdOutput *
get_outputs (HdComponentPrograms *self,
             guint32 node)
{
  return hd_design_get_nodes (self->design)[node].type->outputs;
}

/* How much of what a program prints is kept; 0 for nothing. */
static gboolean
measure_output (HdComponentPrograms *self,
                guint32 node,
                guint32 output,
                gsize *out_maximum,
                GError **error)
{
  const HdOutput *outputs = get_outputs (self, node);
  guint32 n = 0;

  *out_maximum = 0;
  if (output == HD_NO_OUTPUT)
    return TRUE;
  while (outputs[n].name != NULL && n < output)
    n++;
  if (outputs[n].name != NULL)
    {
      *out_maximum = outputs[n].maximum_bytes;
      return TRUE;
    }
  g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("starts a program that prints to file %u of %u"), output, n);
  return FALSE;
}

static gboolean
check_launch (HdComponentPrograms *self,
              guint32 node,
              const HdProgram *program,
              GError **error)
{
  const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;
  const HdParameter *first = hd_component_type_find_property (type, HD_PROPERTY_PROGRAM, NULL);
  const HdParameter *second = hd_component_type_find_property (type, HD_PROPERTY_ARGUMENTS, NULL);

  if (first != &type->parameters[program->program] || (second != NULL && second != &type->parameters[program->arguments]))
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("starts a program that is none of its parameters"));
  else if (self->places[node].command == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("has no program to start: its “%s” is empty"), first->key);
  else if (self->places[node].child != NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("starts a second program; it may have one"));
  else if (program->stage_bytes > HD_STAGE_MAXIMUM_BYTES)
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("wants to share %" PRIu64 " B with its program; it has at most %" PRIu64 " B"), program->stage_bytes,
                 HD_STAGE_MAXIMUM_BYTES);
  else
    return TRUE;
  return FALSE;
}

static void
on_ended (gpointer data,
          const HdChildEnd *end)
{
  const Place *place = data;

  _hd_record_end_program (place->all->record, place->record, end->exit_code, end->signal);
}

static void
on_printed (gpointer data,
            gboolean is_errors,
            const guint8 *bytes,
            gsize size)
{
  const Place *place = data;

  _hd_record_print (place->all->record, place->record, bytes, size);
}

/* The name first, as a program expects it. */
static const char **
make_arguments (const HdCommand *command)
{
  GPtrArray *arguments = g_ptr_array_new ();

  g_ptr_array_add (arguments, command->file);
  for (guint i = 0; command->arguments[i] != NULL; i++)
    g_ptr_array_add (arguments, command->arguments[i]);
  g_ptr_array_add (arguments, NULL);
  return (const char **) g_ptr_array_free (arguments, FALSE);
}

static gboolean
launch (HdProgramKeeper *keeper,
        guint32 component,
        const HdProgram *program,
        gpointer *out_stage,
        GError **error)
{
  HdComponentPrograms *self = (HdComponentPrograms *) keeper;
  guint32 node = self->nodes[component];
  Place *place = &self->places[node];
  HdChildOptions options = { .stage_bytes = program->stage_bytes, .memory_bytes = program->memory_bytes, .processor_seconds = program->processor_seconds,
                             .printed = on_printed, .ended = on_ended, .data = place };
  g_autofree const char **arguments = NULL;

  if (!check_launch (self, node, program, error) || !measure_output (self, node, program->output, &options.maximum_output, error)
      || !measure_output (self, node, program->errors, &options.maximum_errors, error))
    return FALSE;
  arguments = make_arguments (place->command);
  options.file = place->command->file;
  options.arguments = arguments;
  place->output = program->output;
  place->errors = program->errors;
  place->record = _hd_record_add_program (self->record, node, place->command->file);
  place->child = hd_child_keeper_start (self->children, &options, error);
  if (place->child == NULL)
    return FALSE;
  _hd_record_begin_program (self->record, place->record, hd_child_get_pid (place->child));
  *out_stage = hd_child_get_stage (place->child);
  return TRUE;
}

/* ---- speaking -------------------------------------------------------------------------------------------------------------- */

static gboolean
check_flood (HdComponentPrograms *self,
             guint32 node,
             GError **error)
{
  const Place *place = &self->places[node];
  gboolean is_errors;
  const HdOutput *output;

  if (G_LIKELY (!hd_child_has_flooded (place->child, &is_errors)))
    return TRUE;
  output = &get_outputs (self, node)[is_errors ? place->errors : place->output];
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("its program printed more than %" PRIu64 " B to “%s”, which is the most that it may have"),
               output->maximum_bytes, output->name);
  return FALSE;
}

static HdHeard
listen_to (HdProgramKeeper *keeper,
           guint32 component,
           gint64 until_us,
           gpointer datagram,
           gsize *size,
           GError **error)
{
  HdComponentPrograms *self = (HdComponentPrograms *) keeper;
  guint32 node = self->nodes[component];
  HdChild *child = self->places[node].child;
  HdChildHeard heard = child != NULL ? hd_child_listen (child, until_us, datagram, size) : HD_CHILD_END;

  if (child != NULL && heard == HD_CHILD_END && !check_flood (self, node, error))
    return HD_HEARD_STOP;
  return heard == HD_CHILD_DATAGRAM  ? HD_HEARD_DATAGRAM
         : heard == HD_CHILD_NOTHING ? HD_HEARD_NOTHING
         : heard == HD_CHILD_END     ? HD_HEARD_END
                                     : HD_HEARD_STOP;
}

static HdChild *
get_child (HdProgramKeeper *keeper,
           guint32 component)
{
  HdComponentPrograms *self = (HdComponentPrograms *) keeper;

  return self->places[self->nodes[component]].child;
}

static gboolean
tell (HdProgramKeeper *keeper,
      guint32 component,
      gconstpointer datagram,
      gsize size)
{
  HdChild *child = get_child (keeper, component);

  return child != NULL && size > 0 && size <= HD_DATAGRAM_MAXIMUM_BYTES && hd_child_tell (child, datagram, size);
}

static void
dismiss (HdProgramKeeper *keeper,
         guint32 component)
{
  HdChild *child = get_child (keeper, component);

  if (child != NULL)
    hd_child_dismiss (child);
}

static gboolean
has_ended (HdProgramKeeper *keeper,
           guint32 component,
           HdProgramEnd *out_end)
{
  HdChild *child = get_child (keeper, component);
  HdChildEnd end;

  if (child == NULL || !hd_child_has_ended (child, &end))
    return FALSE;
  out_end->exit_code = end.exit_code;
  out_end->signal = end.signal;
  return TRUE;
}

/* ---- the end --------------------------------------------------------------------------------------------------------------- */

static gboolean
write_bytes (HdComponentPrograms *self,
             const Place *place,
             guint32 output,
             const GByteArray *bytes,
             GError **error)
{
  HdOutputKeeper *keeper;

  if (output == HD_NO_OUTPUT || bytes->len == 0)
    return TRUE;
  keeper = hd_component_files_get_keeper (self->files);
  return keeper->write (keeper, place->kernel_id, output, bytes->data, bytes->len, error);
}

static gboolean
write_output (HdComponentPrograms *self,
              guint32 node,
              GError **error)
{
  const Place *place = &self->places[node];
  g_autofree char *path = NULL;

  if (place->child == NULL)
    return TRUE;
  if (write_bytes (self, place, place->output, hd_child_get_output (place->child), error)
      && write_bytes (self, place, place->errors, hd_child_get_errors (place->child), error) && check_flood (self, node, error))
    return TRUE;
  path = hd_design_dup_node_path (self->design, node);
  g_prefix_error (error, "“%s”: ", path);
  return FALSE;
}

gboolean
hd_component_programs_end (HdComponentPrograms *self,
                           gboolean is_whole,
                           GError **error)
{
  GError *first = NULL;

  hd_child_keeper_end (self->children, is_whole ? PATIENCE_US : 0);
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    write_output (self, i, first == NULL ? &first : NULL);
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, first);
  return FALSE;
}

/* ---- making and freeing ---------------------------------------------------------------------------------------------------- */

HdComponentPrograms *
hd_component_programs_new (HdDesign *design,
                           HdRecord *record,
                           HdComponentFiles *files,
                           HdChildKeeper *children,
                           GPtrArray *commands,
                           const guint32 *kernel_ids)
{
  HdComponentPrograms *self = g_new0 (HdComponentPrograms, 1);
  guint32 n_nodes = hd_design_get_n_nodes (design), n_ids = 0;

  self->keeper = (HdProgramKeeper){ launch, listen_to, tell, dismiss, has_ended };
  self->design = design;
  self->record = record;
  self->files = files;
  self->children = children;
  self->places = g_new0 (Place, n_nodes);
  for (guint32 i = 0; i < n_nodes; i++)
    if (kernel_ids[i] != HD_NO_ID)
      n_ids = MAX (n_ids, kernel_ids[i] + 1);
  self->nodes = g_new0 (guint32, n_ids);
  for (guint32 i = 0; i < n_nodes; i++)
    if (kernel_ids[i] != HD_NO_ID)
      {
        self->nodes[kernel_ids[i]] = i;
        self->places[i] = (Place){ .all = self, .kernel_id = kernel_ids[i] };
      }
  for (guint i = 0; i < commands->len; i++)
    {
      const HdCommand *command = g_ptr_array_index (commands, i);

      self->places[command->node].command = command;
    }
  return self;
}

void
hd_component_programs_free (HdComponentPrograms *self)
{
  g_free (self->places);
  g_free (self->nodes);
  g_free (self);
}

HdProgramKeeper *
hd_component_programs_get_keeper (HdComponentPrograms *self)
{
  return &self->keeper;
}
