/* heddle-study-page-private.h: what the parts of the studies' page share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-study-making.h"
#include "heddle-study-page.h"

G_BEGIN_DECLS

struct _HeddleStudyPage
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdDocument *document;  /* that the studies are of */
  GCancellable *taking; /* a study is made ready, in a thread; or NULL */
  HdStudyPlan *plan; /* of the chosen study; NULL if it is wrong, or there is none */
  char *path;        /* of its results */
  char *path_before; /* of those that were looked at before, or NULL */
  HdStudyTable *table;
  HdStudyPublished *published; /* or NULL */
  HdStudyStore *store; /* while it runs */
  HdStudyRun *run;     /* likewise */
  HeddleStudyFigure *figure; /* of curves, or NULL */
  HeddleStudyGrid *grid;     /* of the heatmap, or NULL */
  HeddleStudyLines *lines;   /* of parallel axes, or NULL */
  HeddleStudyEffects *effects; /* of what matters, or NULL */
  HdStudyTable *shown; /* what the figure is of, if that is a copy of the results; or NULL */
  GTask *making; /* one of these is made, in a thread, which has the results meanwhile; or NULL */
  char **ids; /* of the choice */

  /* Of the template */
  GtkWidget *box;
  GtkDropDown *study;
  GtkLabel *about;
  GtkButton *start;
  GtkButton *stop;
  GtkProgressBar *progress;
  GtkLabel *state;
  GtkBox *bar;
  GtkWidget *axes;
  GtkDropDown *x_choice, *y_choice, *second_choice;
  GtkWidget *x_label, *second_label;
  GtkLabel *key; /* what rings are, or which point is the best */
  GtkToggleButton *logarithmic;
  GtkDropDown *view_choice;
  GtkStack *stack;
  GtkWidget *area;
  GtkLabel *hint;
  GtkWidget *foot;
  GtkLabel *point_label;
  GtkWidget *open;

  /* Borrowed: children */
  GtkWidget *list;
  GtkWidget *export;

  guint32 chosen; /* point, or HD_NO_ID */
  guint32 chosen_before; /* likewise, of those results */
  guint brushed;       /* axis along which a drag is under way, or HEDDLE_PARALLEL_NONE */
  double brushed_from; /* px */
  guint refresh;
  guint refresh_ms;
  gboolean is_filling; /* not by hand */
  gboolean is_dirty;   /* the project has changed since it was looked at */
  gboolean is_outdated; /* what is being made is not what is wanted any more */
  gboolean is_to_start; /* once it is made */
  gboolean starts_anew; /* once it is known which results are of the files as they are now */
};

/* heddle-study-page.c */

/** heddle_study_page_take_study: the chosen one, as the project and what it reads are now */
void heddle_study_page_take_study (HeddleStudyPage *self);
/** heddle_study_page_show_results: all that there is of them; @is_over: no run adds to them */
void heddle_study_page_show_results (HeddleStudyPage *self,
                                     gboolean is_over);
/** heddle_study_page_refresh: takes up what the project has become; one that runs goes on with the project as it was */
void heddle_study_page_refresh (HeddleStudyPage *self);

/* heddle-study-page-figure.c */

/** heddle_study_page_bind_figure: what its controls do */
void heddle_study_page_bind_figure (GtkWidgetClass *widget_class);
void heddle_study_page_init_figure (HeddleStudyPage *self);
/** heddle_study_page_new_export: the button that writes the figure, and the points, to files */
GtkWidget *heddle_study_page_new_export (HeddleStudyPage *self);
/** heddle_study_page_fill_axes: with the factors and metrics that there are */
void heddle_study_page_fill_axes (HeddleStudyPage *self);
/** heddle_study_page_show_figure: of the results, over what is chosen; soon, of very many points */
void heddle_study_page_show_figure (HeddleStudyPage *self);
void heddle_study_page_forget_figure (HeddleStudyPage *self);
/** heddle_study_page_leave_results: to a thread that makes a figure of them yet */
void heddle_study_page_leave_results (HeddleStudyPage *self);
/** heddle_study_page_show_choice: of a point, or %HD_NO_ID */
void heddle_study_page_show_choice (HeddleStudyPage *self,
                                    guint32 point);

/* heddle-study-page-brush.c */

/** heddle_study_page_bind_brush: what drags do */
void heddle_study_page_bind_brush (GtkWidgetClass *widget_class);
/** heddle_study_page_find_axis: the parallel one near @x, in px; else %HEDDLE_PARALLEL_NONE */
guint heddle_study_page_find_axis (HeddleStudyPage *self,
                                   double x);
/** heddle_study_page_show_key: above the figure: what rings are, or how many points are brought out */
void heddle_study_page_show_key (HeddleStudyPage *self);

/* heddle-study-page-runs.c */

/** heddle_study_page_bind_runs: what their buttons do */
void heddle_study_page_bind_runs (GtkWidgetClass *widget_class);
/** heddle_study_page_is_running: or pauses */
gboolean heddle_study_page_is_running (HeddleStudyPage *self);
/** heddle_study_page_show_state: how far they are */
void heddle_study_page_show_state (HeddleStudyPage *self);
/** heddle_study_page_start: where what is kept ends; once nothing reads the results in a thread */
void heddle_study_page_start (HeddleStudyPage *self);
void heddle_study_page_forget_run (HeddleStudyPage *self);

G_END_DECLS
