/* heddle-project-items.h: what a project holds beside its drawing: variables, link classes, communicators, work, probes, modules, studies
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each that adds is one undo step with a name, takes the first free id of its kind, and returns the uid, or 0 on error. None knows a widget.
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** heddle_project_ensure: the one <variables>, <communicators>, <probes> or <run> of a project; made if there is none */
guint64 heddle_project_ensure (HdDocument *document,
                               HdObjectKind kind,
                               GError **error);
/** heddle_project_dup_free_id: @stem, or @stem with the first number that is free */
char *heddle_project_dup_free_id (HdDocument *document,
                                  HdObjectKind kind,
                                  const char *stem);
guint64 heddle_project_add_variable (HdDocument *document,
                                     GError **error);
guint64 heddle_project_add_link_class (HdDocument *document,
                                       GError **error);
guint64 heddle_project_add_module (HdDocument *document,
                                   GError **error);
guint64 heddle_project_add_communicator (HdDocument *document,
                                         const char *members,
                                         GError **error);
guint64 heddle_project_add_probe (HdDocument *document,
                                  const char *of,
                                  GError **error);
/** heddle_project_add_study: of the first variable that is a number, from half of what it is to twice */
guint64 heddle_project_add_study (HdDocument *document,
                                  GError **error);
/**
 * heddle_project_add_factor:
 * @design: (nullable): in which formulas are evaluated
 * @study: (nullable): its id; %NULL for the first study, or a new one
 * @address: as --set takes it
 *
 * From half of what is to twice that, or of each of its words; in one undo step. Returns the factor's uid, 0 on error.
 *
 * Errors: %HD_ERROR_NAME for what is no setting, %HD_ERROR_INVALID for what is varied already, or has no number yet
 */
guint64 heddle_project_add_factor (HdDocument *document,
                                   HdCatalog *catalog,
                                   HdDesign *design,
                                   const char *study,
                                   const char *address,
                                   GError **error);
/**
 * heddle_project_set_factor:
 * @design: (nullable): in which formulas are evaluated
 * @value: (nullable): %NULL for none
 *
 * A list of values takes the place of a range, and a range that of a list, as a factor cannot have both. Where @attribute is what is varied, values that
 * were proposed for it give way to those that are proposed for @value; others stay.
 */
gboolean heddle_project_set_factor (HdDocument *document,
                                    HdCatalog *catalog,
                                    HdDesign *design,
                                    guint64 factor,
                                    const char *attribute,
                                    const char *value,
                                    GError **error);
/** heddle_project_add_child: a vertex or edge of a workload that is drawn, a factor or metric of a study */
guint64 heddle_project_add_child (HdDocument *document,
                                  guint64 parent,
                                  HdObjectKind kind,
                                  GError **error);
/**
 * heddle_project_add_workload:
 * @on: (nullable): a communicator; if there is none yet, %NULL makes one of all that can work
 * @settings: (array zero-terminated=1) (nullable): KEY=VALUE of the parameters
 */
guint64 heddle_project_add_workload (HdDocument *document,
                                     HdCatalog *catalog,
                                     const char *type,
                                     const char *on,
                                     const char *const *settings,
                                     GError **error);
/** heddle_project_remove: with what would name nothing afterwards */
gboolean heddle_project_remove (HdDocument *document,
                                guint64 uid,
                                GError **error);

/**
 * heddle_project_dup_endpoints:
 *
 * Returns: (transfer full) (nullable): addresses of all components of the project that can work, "rack[*]/server[*]/xpu[*] xpu"; %NULL if there are none
 */
char *heddle_project_dup_endpoints (HdDocument *document,
                                    HdCatalog *catalog);
/** heddle_project_count_endpoints: how many components those addresses name where all counts are plain numbers; else an estimate with counts of 1 */
guint64 heddle_project_count_endpoints (HdDocument *document,
                                        HdCatalog *catalog);

G_END_DECLS
