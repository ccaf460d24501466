/* hd-lesson-parts.c: what lessons are made of: made, copied and freed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-parts"

#include "hd-lesson-private.h"

#include <string.h>

/* ---- texts ------------------------------------------------------------------------------------------------------------- */

static void
text_clear (HdLessonText *self)
{
  g_free (self->language);
  g_free (self->text);
}

GArray *
hd_lesson_texts_new (void)
{
  GArray *self = g_array_new (FALSE, TRUE, sizeof (HdLessonText));

  g_array_set_clear_func (self, (GDestroyNotify) text_clear);
  return self;
}

void
hd_lesson_texts_add (GArray *self,
                     const char *language,
                     char *text_take)
{
  HdLessonText text = { g_strdup (language), text_take };

  g_array_append_val (self, text);
}

GArray *
hd_lesson_texts_copy (GArray *self)
{
  GArray *copy = hd_lesson_texts_new ();

  for (guint i = 0; i < self->len; i++)
    hd_lesson_texts_add (copy, g_array_index (self, HdLessonText, i).language, g_strdup (g_array_index (self, HdLessonText, i).text));
  return copy;
}

void
hd_lesson_set_text (GArray *texts,
                    const char *language,
                    const char *text)
{
  guint i = 0;

  while (i < texts->len && strcmp (g_array_index (texts, HdLessonText, i).language, language) != 0)
    i++;
  if (i < texts->len && *text == '\0')
    g_array_remove_index (texts, i);
  else if (i < texts->len)
    {
      g_free (g_array_index (texts, HdLessonText, i).text);
      g_array_index (texts, HdLessonText, i).text = g_strdup (text);
    }
  else if (*text != '\0')
    hd_lesson_texts_add (texts, language, g_strdup (text));
}

/* ---- pictures, options, questions -------------------------------------------------------------------------------------- */

HdLessonPicture *
hd_lesson_picture_new (const char *file,
                       guint line)
{
  HdLessonPicture *self = g_new0 (HdLessonPicture, 1);

  self->file = g_strdup (file);
  self->line = line;
  self->texts = hd_lesson_texts_new ();
  return self;
}

static void
picture_free (HdLessonPicture *self)
{
  g_free (self->file);
  g_array_unref (self->texts);
  g_free (self);
}

static HdLessonPicture *
picture_copy (const HdLessonPicture *self)
{
  HdLessonPicture *copy = hd_lesson_picture_new (self->file, self->line);

  g_array_unref (copy->texts);
  copy->texts = hd_lesson_texts_copy (self->texts);
  return copy;
}

static void
option_clear (HdLessonOption *self)
{
  g_free (self->id);
  g_clear_pointer (&self->when, hd_expression_unref);
  g_array_unref (self->texts);
}

HdLessonQuestion *
hd_lesson_question_new (const char *id,
                        guint line)
{
  HdLessonQuestion *self = g_new0 (HdLessonQuestion, 1);

  self->id = g_strdup (id);
  self->line = line;
  self->options = g_array_new (FALSE, TRUE, sizeof (HdLessonOption));
  g_array_set_clear_func (self->options, (GDestroyNotify) option_clear);
  self->texts = hd_lesson_texts_new ();
  self->hints = hd_lesson_texts_new ();
  return self;
}

static void
question_free (HdLessonQuestion *self)
{
  g_free (self->id);
  g_clear_pointer (&self->expression, hd_expression_unref);
  g_free (self->setting);
  g_free (self->over);
  g_strfreev (self->values);
  g_array_unref (self->options);
  g_array_unref (self->texts);
  g_array_unref (self->hints);
  g_free (self);
}

static HdLessonQuestion *
question_copy (const HdLessonQuestion *self)
{
  HdLessonQuestion *copy = g_memdup2 (self, sizeof *self);

  copy->id = g_strdup (self->id);
  copy->expression = self->expression != NULL ? hd_expression_ref (self->expression) : NULL;
  copy->setting = g_strdup (self->setting);
  copy->over = g_strdup (self->over);
  copy->values = g_strdupv (self->values);
  copy->options = g_array_copy (self->options);
  g_array_set_clear_func (copy->options, (GDestroyNotify) option_clear);
  for (guint i = 0; i < copy->options->len; i++)
    {
      HdLessonOption *option = &g_array_index (copy->options, HdLessonOption, i);

      *option = (HdLessonOption) { g_strdup (option->id), hd_expression_ref (option->when), hd_lesson_texts_copy (option->texts) };
    }
  copy->texts = hd_lesson_texts_copy (self->texts);
  copy->hints = hd_lesson_texts_copy (self->hints);
  return copy;
}

/* ---- steps ------------------------------------------------------------------------------------------------------------- */

HdLessonStep *
hd_lesson_step_new (void)
{
  HdLessonStep *self = g_new0 (HdLessonStep, 1);

  g_atomic_ref_count_init (&self->n_references);
  self->titles = hd_lesson_texts_new ();
  self->texts = hd_lesson_texts_new ();
  self->reveals = hd_lesson_texts_new ();
  self->notes = hd_lesson_texts_new ();
  self->pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) picture_free);
  self->acts = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_act_free);
  self->questions = g_ptr_array_new_with_free_func ((GDestroyNotify) question_free);
  return self;
}

HdLessonStep *
hd_lesson_step_ref (const HdLessonStep *self)
{
  g_atomic_ref_count_inc (&((HdLessonStep *) self)->n_references);
  return (HdLessonStep *) self;
}

void
hd_lesson_step_unref (HdLessonStep *self)
{
  if (!g_atomic_ref_count_dec (&self->n_references))
    return;
  g_array_unref (self->titles);
  g_array_unref (self->texts);
  g_array_unref (self->reveals);
  g_array_unref (self->notes);
  g_ptr_array_unref (self->pictures);
  g_ptr_array_unref (self->acts);
  g_ptr_array_unref (self->questions);
  g_free (self);
}

HdLessonStep *
hd_lesson_step_copy (const HdLessonStep *self)
{
  HdLessonStep *copy = hd_lesson_step_new ();

  g_array_unref (copy->titles);
  g_array_unref (copy->texts);
  g_array_unref (copy->reveals);
  g_array_unref (copy->notes);
  copy->titles = hd_lesson_texts_copy (self->titles);
  copy->texts = hd_lesson_texts_copy (self->texts);
  copy->reveals = hd_lesson_texts_copy (self->reveals);
  copy->notes = hd_lesson_texts_copy (self->notes);
  for (guint i = 0; i < self->pictures->len; i++)
    g_ptr_array_add (copy->pictures, picture_copy (self->pictures->pdata[i]));
  for (guint i = 0; i < self->acts->len; i++)
    g_ptr_array_add (copy->acts, hd_lesson_act_copy (self->acts->pdata[i]));
  for (guint i = 0; i < self->questions->len; i++)
    g_ptr_array_add (copy->questions, question_copy (self->questions->pdata[i]));
  return copy;
}

HdLessonAct *
hd_lesson_step_add_act (HdLessonStep *self,
                        HdLessonActKind kind,
                        const char *what)
{
  HdLessonAct *act = hd_lesson_act_new (kind, 0);

  act->what = g_strdup (what);
  g_ptr_array_add (self->acts, act);
  return act;
}

void
hd_lesson_step_remove_act (HdLessonStep *self,
                           guint act)
{
  g_ptr_array_remove_index (self->acts, act);
}

/* ---- lessons ----------------------------------------------------------------------------------------------------------- */

static void
draw_clear (HdLessonDraw *self)
{
  g_free (self->variable);
  g_strfreev (self->values);
}

static void
project_free (HdLessonProject *self)
{
  g_free (self->name);
  g_free (self->path);
  g_free (self->text);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_free (self);
}

void
hd_lesson_add_project (HdLesson *self,
                       const char *name,
                       guint line)
{
  HdLessonProject *project;

  if (hd_lesson_find_project (self, name) != NULL)
    return;
  project = g_new0 (HdLessonProject, 1);
  project->name = g_strdup (name);
  project->line = line;
  g_ptr_array_add (self->projects, project);
}

HdLesson *
hd_lesson_alloc (const char *file_name)
{
  HdLesson *self = g_new0 (HdLesson, 1);

  g_atomic_ref_count_init (&self->n_references);
  self->file_name = g_strdup (file_name);
  self->titles = hd_lesson_texts_new ();
  self->summaries = hd_lesson_texts_new ();
  self->draws = g_array_new (FALSE, TRUE, sizeof (HdLessonDraw));
  g_array_set_clear_func (self->draws, (GDestroyNotify) draw_clear);
  self->projects = g_ptr_array_new_with_free_func ((GDestroyNotify) project_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_step_unref);
  self->questions = g_ptr_array_new ();
  self->steps_of = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

HdLesson *
hd_lesson_copy_head (const HdLesson *self)
{
  HdLesson *copy = hd_lesson_alloc (self->file_name);

  copy->file = self->file != NULL ? g_object_ref (self->file) : NULL;
  copy->name = g_strdup (self->name);
  copy->minutes = self->minutes;
  copy->recorded = g_strdup (self->recorded);
  copy->digest = g_strdup (self->digest);
  g_array_unref (copy->titles);
  g_array_unref (copy->summaries);
  copy->titles = hd_lesson_texts_copy (self->titles);
  copy->summaries = hd_lesson_texts_copy (self->summaries);
  for (guint i = 0; i < self->draws->len; i++)
    {
      const HdLessonDraw *from = &g_array_index (self->draws, HdLessonDraw, i);
      HdLessonDraw draw = { g_strdup (from->variable), g_strdupv (from->values) };

      g_array_append_val (copy->draws, draw);
    }
  for (guint i = 0; i < self->projects->len; i++)
    {
      const HdLessonProject *from = self->projects->pdata[i];
      HdLessonProject *project = g_memdup2 (from, sizeof *from);

      project->name = g_strdup (from->name);
      project->path = g_strdup (from->path);
      project->text = g_strdup (from->text);
      project->snapshot = from->snapshot != NULL ? hd_snapshot_ref (from->snapshot) : NULL;
      g_ptr_array_add (copy->projects, project);
    }
  return copy;
}

void
hd_lesson_add_step (HdLesson *self,
                    HdLessonStep *step_take)
{
  guint step = self->steps->len;

  g_ptr_array_add (self->steps, step_take);
  for (guint i = 0; i < step_take->questions->len; i++)
    {
      g_ptr_array_add (self->questions, step_take->questions->pdata[i]);
      g_array_append_val (self->steps_of, step);
    }
}

HdLesson *
hd_lesson_new (const char *name,
               const char *project,
               const char *digest)
{
  HdLesson *self = hd_lesson_alloc (NULL);

  self->name = g_strdup (name);
  self->recorded = g_strdup (digest);
  hd_lesson_add_project (self, project, 0);
  return self;
}

HdLesson *
hd_lesson_with_steps (const HdLesson *self,
                      GPtrArray *steps)
{
  HdLesson *other = hd_lesson_copy_head (self);

  for (guint i = 0; i < steps->len; i++)
    hd_lesson_add_step (other, hd_lesson_step_ref (steps->pdata[i]));
  return other;
}

HdLesson *
hd_lesson_with_title (const HdLesson *self,
                      const char *language,
                      const char *title)
{
  HdLesson *other = hd_lesson_with_steps (self, self->steps);

  hd_lesson_set_text (other->titles, language, title);
  return other;
}

HdLesson *
hd_lesson_ref (HdLesson *self)
{
  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

void
hd_lesson_unref (HdLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->n_references))
    return;
  g_free (self->file_name);
  g_clear_object (&self->file);
  g_free (self->name);
  g_free (self->recorded);
  g_free (self->digest);
  g_array_unref (self->titles);
  g_array_unref (self->summaries);
  g_array_unref (self->draws);
  g_ptr_array_unref (self->projects);
  g_ptr_array_unref (self->questions);
  g_array_unref (self->steps_of);
  g_ptr_array_unref (self->steps);
  g_free (self);
}
