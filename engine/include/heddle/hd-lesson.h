/* hd-lesson.h: lessons and stories: steps with texts, what a step does, what it asks, and what is drawn for each student
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-expression.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdLesson:
 *
 * A file beside a project. A story is a lesson that asks nothing. It holds no answers: each question says by an expression what is right, and runs of
 * the project say what that is. Immutable; of any thread.
 *
 *     <lesson version="1" name="bottleneck" project="star.heddle" minutes="15">
 *       <title>What a bottleneck is</title> <title xml:lang="zh_CN">什么是瓶颈</title>
 *       <summary>Predict how long an all-reduce takes.</summary>
 *       <draw variable="bandwidth" values="5 GB/s, 10 GB/s"/>
 *       <step>
 *         <title>One ring</title>
 *         <text>Four accelerators average one vector over links of $bandwidth.</text>
 *         <picture file="pictures/ring.svg">Four boxes in a ring</picture>
 *         <highlight of="wire[0]"/>
 *         <question id="time" points="2" answer="time_iter" tolerance="0.02"> <text>How long does it take?</text> <hint>…</hint> </question>
 *         <run to="100 ms"/>
 *         <reveal>Each link carries …</reveal>
 *       </step>
 *       <step>
 *         <set setting="$sharing=shared"/>
 *         <question id="shared" points="1">
 *           <text>And if both directions share a link?</text>
 *           <option id="same" when="time_iter == before_time_iter"> <text>As long</text> </option>
 *           …
 *
 * Texts without a language are those of all others; a blank line parts paragraphs, and `$name` is what was drawn. What a step does is done in its order when
 * somebody comes to it. All that edits, edits a document of its own, which begins as the project with what was drawn, and is as the steps before left it.
 *
 * In an expression a name is a metric of the run of that document with what the question sets (PATH=VALUE), and with `before_` in front of it of the run
 * as the step before left it. `$name` is a variable; links, components, link_bandwidth (of all links together) and busiest (the largest mean use of a link, 0 to
 * 1) tell of the design; `rack[0]/up.mean` in back quotes of a link or component (mean and peak use, amount, rate, and of links bandwidth and latency), or what an
 * attribute says: `class:wire.bandwidth`.
 */
typedef struct _HdLesson HdLesson;

/** HdLessonText: @language: "" is that of all others. Texts are arrays of these, (element-type HdLessonText) */
typedef struct
{
  char *language;
  char *text;
} HdLessonText;

typedef enum
{
  HD_ACT_OPEN,      /* <open project=FILE/>: a document of another project, from the folder of the lesson or below */
  HD_ACT_SET,       /* <set setting="PATH=VALUE"/> */
  HD_ACT_CHANGE,    /* <change object=WHICH attribute=NAME value=TEXT/>, without a value: takes it away */
  HD_ACT_INSERT,    /* <insert into=WHICH at=NUMBER>XML of one object, escaped</insert>: behind so many that are there; last without it */
  HD_ACT_REMOVE,    /* <remove object=WHICH/>; these are what edits */
  HD_ACT_GO,        /* <go to=PATH/>: into an instance; "" is the top */
  HD_ACT_HIGHLIGHT, /* <highlight of="PATH PATH"/>; "": no more */
  HD_ACT_RUN,       /* <run/>: to the end; <run to=TIME/>; fast="true": as fast as possible */
  HD_ACT_LOOK,      /* <look at=TIME/>: at a moment of the run */
  HD_ACT_SHOW,      /* <show view=NAME/>: see hd_lesson_get_views () */
  HD_ACT_MEASURE,   /* <measure of="now"/>, average or peak: what the colours of links are */
  HD_ACT_KEEP,      /* <keep/>: the run stays as what later ones are compared with */
  HD_N_ACTS
} HdLessonActKind;

/**
 * HdLessonAct: what a step does
 * @line: in the file, or 0
 * @what: FILE, PATH=VALUE, PATH or NAME, as its kind has it; of %HD_ACT_CHANGE, _INSERT and _REMOVE which object, see hd_lesson_find_object ()
 * @attribute, @value: (nullable): of %HD_ACT_CHANGE, "#text" for what stands in it; of %HD_ACT_INSERT its place and the XML
 * @time: of %HD_ACT_RUN and _LOOK; %HD_TIME_MAX: to the end
 */
typedef struct
{
  HdLessonActKind kind;
  guint line;
  char *what;
  char *attribute;
  char *value;
  HdTime time;
  gboolean is_fast;
} HdLessonAct;

/** HdLessonPicture: @file: relative to the lesson; @texts: what is to be seen, for those who do not see it */
typedef struct
{
  char *file;
  guint line;
  GArray *texts;
} HdLessonPicture;

typedef enum
{
  HD_QUESTION_CHOICE, /* options, each with `when`, of which exactly one holds; the answer is its id */
  HD_QUESTION_NUMBER, /* answer, tolerance: a quantity */
  HD_QUESTION_PICK,   /* pick="link" or "component", when: path of one for which that holds; in it mean, peak, amount, rate, bandwidth, latency are its own, and
                       * most_mean and so on the largest of any */
  HD_QUESTION_SKETCH, /* answer, over=PATH, values="…, …", tolerance of the largest: a quantity for each value, separated by commas */
  HD_QUESTION_TASK,   /* check: whether it holds of the student's own project */
} HdQuestionKind;

/** HdLessonOption: @id is the answer; it is right if @when holds */
typedef struct
{
  char *id;
  HdExpression *when;
  GArray *texts;
} HdLessonOption;

/**
 * HdLessonQuestion:
 * @expression: what is right: answer, when or check; %NULL of a choice
 * @locks: it is to be answered before anything runs; not of tasks
 * @setting: (nullable): PATH=VALUE
 * @over, @values: (nullable): of a sketch
 * @of_links: of %HD_QUESTION_PICK: else of components
 * @options: (element-type HdLessonOption)
 * @hints: texts; the second of a language is the second hint
 */
typedef struct
{
  char *id;
  guint line;
  HdQuestionKind kind;
  guint points;
  gboolean locks;
  HdExpression *expression;
  double tolerance;
  char *setting;
  char *over;
  char **values;
  gboolean of_links;
  GArray *options;
  GArray *texts, *hints;
} HdLessonQuestion;

/**
 * HdLessonStep: reference counted; immutable as soon as a lesson has it
 * @pictures: (element-type HdLessonPicture)
 * @acts: (element-type HdLessonAct)
 * @questions: (element-type HdLessonQuestion)
 * @reveals: texts that are shown when all is answered, or asked for
 * @notes: texts for who presents it, which nobody else sees
 */
typedef struct
{
  gatomicrefcount n_references;
  GArray *titles, *texts, *reveals, *notes;
  GPtrArray *pictures, *acts, *questions;
} HdLessonStep;

/**
 * hd_lesson_load:
 *
 * Also loads its projects, which stand in the folder of the lesson or below, and does all edits of its steps on them.
 *
 * Errors: of the file and of its projects; the message begins with file and line. %HD_ERROR_SYNTAX, %HD_ERROR_NAME (what the project lacks, an id that
 * stands twice), %HD_ERROR_RANGE (points, tolerance), %HD_ERROR_INVALID, %HD_ERROR_LIMIT, %HD_ERROR_IO.
 */
HdLesson *hd_lesson_load (GFile *file,
                          GError **error);
/** hd_lesson_peek: what the file says, without its projects: nothing can be graded or played. Errors: of the file */
HdLesson *hd_lesson_peek (GFile *file,
                          GError **error);
HdLesson *hd_lesson_ref (HdLesson *self);
void hd_lesson_unref (HdLesson *self);
/** hd_lesson_get_file: (nullable) */
GFile *hd_lesson_get_file (const HdLesson *self);
const char *hd_lesson_get_name (const HdLesson *self);
/** hd_lesson_get_title, _get_summary: in the language of the user; "" if there is none */
const char *hd_lesson_get_title (const HdLesson *self);
const char *hd_lesson_get_summary (const HdLesson *self);
/** hd_lesson_get_project: its file, as the lesson names it */
const char *hd_lesson_get_project (const HdLesson *self);
/** hd_lesson_get_minutes: how long it takes, 0 if that is not said */
guint hd_lesson_get_minutes (const HdLesson *self);
/** hd_lesson_has_changed: its project is not what it was when the story was recorded */
gboolean hd_lesson_has_changed (const HdLesson *self);
guint hd_lesson_get_n_steps (const HdLesson *self);
const HdLessonStep *hd_lesson_get_step (const HdLesson *self,
                                        guint step);
/** hd_lesson_get_n_questions: of all steps; 0: it is a story */
guint hd_lesson_get_n_questions (const HdLesson *self);
const HdLessonQuestion *hd_lesson_get_question (const HdLesson *self,
                                                guint question);
/** hd_lesson_get_step_of: the step that asks it */
guint hd_lesson_get_step_of (const HdLesson *self,
                             guint question);
/** hd_lesson_find_question: its number; G_MAXUINT if there is none */
guint hd_lesson_find_question (const HdLesson *self,
                               const char *id);
/** hd_lesson_get_points: of all its questions */
guint hd_lesson_get_points (const HdLesson *self);
/** hd_lesson_draws: whether anything is drawn for a student */
gboolean hd_lesson_draws (const HdLesson *self);
/** hd_lesson_check_student: whether this can be the name of one. Errors: %HD_ERROR_RANGE: it is empty, longer than 200 bytes, or no single line */
gboolean hd_lesson_check_student (const char *student,
                                  GError **error);

/* ---- texts ------------------------------------------------------------------------------------------------------------- */

/** hd_lesson_choose: the text in the language of the user; "" if there is none */
const char *hd_lesson_choose (GArray *texts);
/** hd_lesson_choose_nth: (nullable): the @n-th, from 0, of a language: a hint */
const char *hd_lesson_choose_nth (GArray *texts,
                                  guint n);
/** hd_lesson_find_text: (nullable): in that language alone */
const char *hd_lesson_find_text (GArray *texts,
                                 const char *language);
/** hd_lesson_set_text: of a step that no lesson has yet; "" takes it away */
void hd_lesson_set_text (GArray *texts,
                         const char *language,
                         const char *text);
/** hd_lesson_fill: (transfer full): @text with what was drawn for @student in the place of `$name` */
char *hd_lesson_fill (const HdLesson *self,
                      const char *student,
                      const char *text);
/** hd_lesson_list_languages: (transfer full) (array zero-terminated=1): of its texts, "" first */
char **hd_lesson_list_languages (const HdLesson *self);

/* ---- playing ----------------------------------------------------------------------------------------------------------- */

/** hd_lesson_get_project_at: the project that is open at @step */
const char *hd_lesson_get_project_at (const HdLesson *self,
                                      guint step);
/** hd_lesson_find_opening: the last step up to @step that opens a project, or 0 */
guint hd_lesson_find_opening (const HdLesson *self,
                              guint step);
/**
 * hd_lesson_new_document:
 *
 * (transfer full): a document of its own of the project that is open at @step, with what was drawn for @student, before anything that a step edits. It has no
 * file; names of files in it are relative to that of its project.
 */
HdDocument *hd_lesson_new_document (const HdLesson *self,
                                    guint step,
                                    const char *student,
                                    GError **error);
/**
 * hd_lesson_enact:
 * @name: of the undo step
 *
 * Does to @document what @step edits; nothing if it edits nothing. After an error, which names file and line, the document is as before.
 */
gboolean hd_lesson_enact (const HdLesson *self,
                          guint step,
                          HdDocument *document,
                          const char *name,
                          GError **error);
/** hd_lesson_dup_stage: (transfer full): the project as @step leaves it, or as it finds it, for @student */
HdSnapshot *hd_lesson_dup_stage (const HdLesson *self,
                                 guint step,
                                 gboolean before,
                                 const char *student,
                                 GError **error);
/**
 * hd_lesson_check:
 *
 * Elaborates the project at each step and looks for all that the step goes to and highlights, as it would be for a student; runs nothing.
 *
 * Errors: %HD_ERROR_NAME, with file and line: what the project lacks; those of hd_elaborate ().
 */
gboolean hd_lesson_check (const HdLesson *self,
                          HdCatalog *catalog,
                          GError **error);

/**
 * hd_lesson_match:
 * @name: path of components, links or instances, with [*] and ranges; of a link without an id as hd_design_dup_link_path () has it
 * @out_kind: %HD_OBJECT_COMPONENT, _LINK or _INSTANCE, which says what the numbers are of: nodes, links, scopes
 *
 * Returns: (transfer full) (element-type guint32): in order. O(links) for one without an id
 *
 * Errors: %HD_ERROR_NAME, %HD_ERROR_RANGE, %HD_ERROR_SYNTAX
 */
GArray *hd_lesson_match (HdDesign *design,
                         const char *name,
                         HdObjectKind *out_kind,
                         GError **error);
/** hd_lesson_find_scope: the one instance that a path names; "" is the top. Errors: as hd_lesson_match () */
gboolean hd_lesson_find_scope (HdDesign *design,
                               const char *path,
                               guint32 *out_scope,
                               GError **error);

/* ---- recording and editing --------------------------------------------------------------------------------------------- */

/** hd_lesson_new: (transfer full): without steps; @project: its file, relative to that of the lesson; @digest: (nullable): see hd_lesson_digest_project () */
HdLesson *hd_lesson_new (const char *name,
                         const char *project,
                         const char *digest);
/** hd_lesson_with_steps: (transfer full): @steps: (element-type HdLessonStep): the same lesson with these */
HdLesson *hd_lesson_with_steps (const HdLesson *self,
                                GPtrArray *steps);
/** hd_lesson_with_title: (transfer full): the same with another title in one language */
HdLesson *hd_lesson_with_title (const HdLesson *self,
                                const char *language,
                                const char *title);
/** hd_lesson_get_title_in: (nullable) */
const char *hd_lesson_get_title_in (const HdLesson *self,
                                    const char *language);
/** hd_lesson_step_new: (transfer full): without texts and acts */
HdLessonStep *hd_lesson_step_new (void);
/** hd_lesson_step_copy: (transfer full): one that no lesson has */
HdLessonStep *hd_lesson_step_copy (const HdLessonStep *self);
HdLessonStep *hd_lesson_step_ref (const HdLessonStep *self);
void hd_lesson_step_unref (HdLessonStep *self);
/** hd_lesson_step_add_act: to a step that no lesson has yet; so the next */
HdLessonAct *hd_lesson_step_add_act (HdLessonStep *self,
                                     HdLessonActKind kind,
                                     const char *what);
/** hd_lesson_step_remove_act: from a step that no lesson has yet; @act: its number, from 0 */
void hd_lesson_step_remove_act (HdLessonStep *self,
                                guint act);
/** hd_lesson_act_dup_title: (transfer full): what it does, for people: "Set $sharing to shared" */
char *hd_lesson_act_dup_title (const HdLessonAct *self);
/** hd_lesson_get_views: (array zero-terminated=1): pages of results that a step may show */
const char *const *hd_lesson_get_views (void);
/** hd_lesson_to_string: (transfer full): the whole file */
char *hd_lesson_to_string (const HdLesson *self);
/** hd_lesson_digest_project: (transfer full): says whether a project is the one that a story was recorded on */
char *hd_lesson_digest_project (HdSnapshot *project);
/**
 * hd_lesson_compare:
 * @before, @after: states of one document
 *
 * (transfer full): a step, without texts, whose acts make one of the other; %NULL if they are equal
 */
HdLessonStep *hd_lesson_compare (HdSnapshot *before,
                                 HdSnapshot *after);
/** hd_lesson_find_object: (nullable): which an act names, from the root: "top/link:uplink", "run", "top/note#2", the second without an id; "" is the project */
const HdObject *hd_lesson_find_object (const HdObject *root,
                                       const char *which);

/* ---- answers ----------------------------------------------------------------------------------------------------------- */

/**
 * hd_lesson_hand_out:
 * @student: the same name is given the same values on every machine
 *
 * Returns: (transfer full): a file of answers, as XML, with what was drawn, texts and questions in the language of the user, and room for each answer
 *
 * Errors: %HD_ERROR_RANGE: the name; %HD_ERROR_INVALID: it is a story.
 */
char *hd_lesson_hand_out (const HdLesson *self,
                          const char *student,
                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdLesson, hd_lesson_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdLessonStep, hd_lesson_step_unref)

G_END_DECLS
