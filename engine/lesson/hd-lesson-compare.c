/* hd-lesson-compare.c: what was edited between two states of a document, as acts of a step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Objects are the same if their numbers are. First what has changed is named as it was, from the leaves up, then what went is taken away from the end on, and what came
 * is put in its place. Where that does not give the later state to the byte (as where objects without ids changed their order), blocks that differ are taken away and
 * put there anew, which does.
 */
#define G_LOG_DOMAIN "hd-lesson-compare"

#include "hd-lesson-private.h"

#include <string.h>

#include "hd-project-writer.h"

/* ---- names ------------------------------------------------------------------------------------------------------------- */

static void
append_part (GString *path,
             const HdObject *parent,
             const HdObject *child)
{
  const char *element = hd_lesson_get_element (child), *id = hd_object_get_id (child);
  guint n_called = 0, number = 0;

  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *other = hd_object_get_child (parent, i);

      if (!g_str_equal (hd_lesson_get_element (other), element))
        continue;
      n_called += id != NULL && g_strcmp0 (hd_object_get_id (other), id) == 0;
      number++;
      if (other == child)
        break;
    }
  if (path->len > 0)
    g_string_append_c (path, '/');
  g_string_append (path, element);
  if (n_called == 1)
    g_string_append_printf (path, ":%s", id);
  else if (number > 1)
    g_string_append_printf (path, "#%u", number);
}

static char *
extend (const char *path,
        const HdObject *parent,
        const HdObject *child)
{
  GString *longer = g_string_new (path);

  append_part (longer, parent, child);
  return g_string_free (longer, FALSE);
}

static const HdObject *
find_same (const HdObject *parent,
           const HdObject *child)
{
  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    if (hd_object_get_uid (hd_object_get_child (parent, i)) == hd_object_get_uid (child))
      return hd_object_get_child (parent, i);
  return NULL;
}

/* ---- changes ----------------------------------------------------------------------------------------------------------- */

/* (nullable) (transfer full): as --set calls it; what is drawn at the top has a name there, if it is not about its place */
static char *
dup_address (const HdObject *object,
             const char *path,
             const char *attribute)
{
  const char *id = hd_object_get_id (object);
  HdObjectKind kind = hd_object_get_kind (object);

  if (kind == HD_OBJECT_VARIABLE && strcmp (attribute, "value") == 0)
    return g_strdup_printf ("$%s", id);
  if (kind == HD_OBJECT_LINK_CLASS && strcmp (attribute, "id") != 0)
    return g_strdup_printf ("class:%s.%s", id, attribute);
  if (kind == HD_OBJECT_RUN && strcmp (path, "run") == 0)
    return g_strdup_printf ("run:%s", attribute);
  if (id != NULL && kind == HD_OBJECT_COMPONENT && g_str_has_prefix (path, "top/") && hd_schema_find_field (kind, attribute) == NULL)
    return g_strdup_printf ("%s.%s", id, attribute);
  return NULL;
}

static void
add_change (HdLessonStep *step,
            const HdObject *object,
            const char *path,
            const char *attribute,
            const char *value)
{
  g_autofree char *address = value != NULL ? dup_address (object, path, attribute) : NULL, *setting = NULL;
  HdLessonAct *act;

  if (address != NULL)
    {
      setting = g_strdup_printf ("%s=%s", address, value);
      hd_lesson_step_add_act (step, HD_ACT_SET, setting);
      return;
    }
  act = hd_lesson_step_add_act (step, HD_ACT_CHANGE, path);
  act->attribute = g_strdup (attribute);
  act->value = g_strdup (value);
}

/* An id last: until then the object is called as it was. */
static void
compare_attributes (HdLessonStep *step,
                    const char *path,
                    const HdObject *before,
                    const HdObject *after)
{
  const char *id = hd_schema_get_id_attribute (hd_object_get_kind (before));

  for (guint i = 0; i < hd_object_get_n_attributes (before); i++)
    {
      const char *name = hd_object_get_nth_attribute (before, i, NULL);

      if (hd_object_get (after, name) == NULL)
        add_change (step, before, path, name, NULL);
    }
  if (g_strcmp0 (hd_object_get_text (before), hd_object_get_text (after)) != 0)
    add_change (step, before, path, "#text", hd_object_get_text (after));
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < hd_object_get_n_attributes (after); i++)
      {
        const char *value, *name = hd_object_get_nth_attribute (after, i, &value);

        if ((pass == 1) == (g_strcmp0 (name, id) == 0) && g_strcmp0 (hd_object_get (before, name), value) != 0)
          add_change (step, before, path, name, value);
      }
}

static void
compare_objects (HdLessonStep *step,
                 const char *path,
                 const HdObject *before,
                 const HdObject *after)
{
  if (before == after)
    return; /* states of a document share what did not change */
  for (guint i = 0; i < hd_object_get_n_children (before); i++)
    {
      const HdObject *child = hd_object_get_child (before, i), *same = find_same (after, child);
      g_autofree char *name = same != NULL ? extend (path, before, child) : NULL;

      if (same != NULL)
        compare_objects (step, name, child, same);
    }
  compare_attributes (step, path, before, after);
}

/* ---- what went and came ------------------------------------------------------------------------------------------------ */

static void
add_removals (HdLessonStep *step,
              const char *path,
              const HdObject *before,
              const HdObject *after)
{
  if (before == after)
    return;
  for (guint i = hd_object_get_n_children (before); i > 0; i--)
    {
      const HdObject *child = hd_object_get_child (before, i - 1), *same = find_same (after, child);
      g_autofree char *name = extend (path, same != NULL ? after : before, same != NULL ? same : child);

      if (same != NULL)
        add_removals (step, name, child, same);
      else
        hd_lesson_step_add_act (step, HD_ACT_REMOVE, name);
    }
}

static void
add_insertion (HdLessonStep *step,
               const char *into,
               guint at,
               const HdObject *object)
{
  HdLessonAct *act = hd_lesson_step_add_act (step, HD_ACT_INSERT, into);
  GString *xml = g_string_new (NULL);

  hd_project_write_object (xml, object, 0);
  act->attribute = g_strdup_printf ("%u", at);
  act->value = g_strchomp (g_string_free (xml, FALSE));
}

static void
add_insertions (HdLessonStep *step,
                const char *path,
                const HdObject *before,
                const HdObject *after)
{
  if (before == after)
    return;
  for (guint i = 0; i < hd_object_get_n_children (after); i++)
    {
      const HdObject *child = hd_object_get_child (after, i), *same = find_same (before, child);
      g_autofree char *name = extend (path, after, child);

      if (same != NULL)
        add_insertions (step, name, same, child);
      else
        add_insertion (step, path, i, child);
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------------- */

static gboolean
leads_to (const HdLessonStep *step,
          const char *before,
          const char *after)
{
  g_autoptr (HdLesson) lesson = hd_lesson_new ("", "", NULL);
  g_autoptr (HdDocument) document = hd_document_load_from_data (before, -1, NULL, NULL, NULL);
  g_autofree char *text = NULL;

  hd_lesson_add_step (lesson, hd_lesson_step_ref (step));
  if (document == NULL || !hd_lesson_enact (lesson, 0, document, "", NULL))
    return FALSE;
  text = hd_document_to_string (document, NULL);
  return strcmp (text, after) == 0;
}

static void
replace_blocks (HdLessonStep *step,
                const HdObject *before,
                const HdObject *after)
{
  g_ptr_array_set_size (step->acts, 0);
  compare_attributes (step, "", before, after);
  for (guint i = hd_object_get_n_children (before); i > 0; i--)
    {
      g_autofree char *name = extend ("", before, hd_object_get_child (before, i - 1));

      hd_lesson_step_add_act (step, HD_ACT_REMOVE, name);
    }
  for (guint i = 0; i < hd_object_get_n_children (after); i++)
    add_insertion (step, "", i, hd_object_get_child (after, i));
}

HdLessonStep *
hd_lesson_compare (HdSnapshot *before,
                   HdSnapshot *after)
{
  g_autofree char *from = hd_snapshot_to_string (before, NULL), *to = hd_snapshot_to_string (after, NULL);
  const HdObject *was = hd_snapshot_get_root (before), *is = hd_snapshot_get_root (after);
  HdLessonStep *step;

  if (strcmp (from, to) == 0)
    return NULL;
  step = hd_lesson_step_new ();
  compare_objects (step, "", was, is);
  add_removals (step, "", was, is);
  add_insertions (step, "", was, is);
  if (!leads_to (step, from, to))
    replace_blocks (step, was, is);
  return step;
}
