/* heddle-edits.h: what a hand does to a drawing; each is one undo step with a name
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All work on the document alone and know no widget. @module is the uid of <top> or of the <module>
 * that is looked at; @uids are objects drawn in it: components, instances, generated topologies,
 * notes, ports, links and routes, as far as an operation fits them. An array is one object: to move
 * one of its members moves it whole. After an error the document is as before. Places are those of
 * the drawing, in px at 100 %.
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HEDDLE_GRID: pitch of the grid that objects snap to, in px */
#define HEDDLE_GRID 6

/* ---- adding --------------------------------------------------------------------------------- */

/** heddle_edit_add_component: with the first free id of its kind ("xpu", "xpu2"); returns its uid,
 * 0 on error. So the others that add */
guint64 heddle_edit_add_component (HdDocument *document,
                                   HdCatalog *catalog,
                                   guint64 module,
                                   const char *type,
                                   double x,
                                   double y,
                                   GError **error);
/** heddle_edit_add_instance: of a module of the project. Errors: %HD_ERROR_INVALID if it would hold
 * itself */
guint64 heddle_edit_add_instance (HdDocument *document,
                                  guint64 module,
                                  const char *of,
                                  double x,
                                  double y,
                                  GError **error);
/** heddle_edit_add_generated: @settings: (array zero-terminated=1) (nullable): KEY=VALUE, as
 * hd_generator_new_document () */
guint64 heddle_edit_add_generated (HdDocument *document,
                                   guint64 module,
                                   const HdGenerator *generator,
                                   const char *const *settings,
                                   double x,
                                   double y,
                                   GError **error);
guint64 heddle_edit_add_note (HdDocument *document,
                              guint64 module,
                              const char *text,
                              double x,
                              double y,
                              GError **error);

/**
 * heddle_edit_add_change:
 * @time: from which on it holds
 * @of: a link or a link class, by its address without a parameter
 *
 * To run settings, which are made if there are none: a link fails; a link class has half of @bandwidth, which is what is written there.
 *
 * Returns: the change, or 0
 */
guint64 heddle_edit_add_change (HdDocument *document,
                                HdTime time,
                                const char *of,
                                const char *bandwidth,
                                GError **error);

/**
 * heddle_edit_add_knob:
 * @address: what it turns, as --set takes it
 * @present: (nullable): what that is worth now; a quantity gets ends around it
 *
 * Errors: %HD_ERROR_NAME: nothing is called so; %HD_ERROR_INVALID: it is nothing that can be turned
 */
guint64 heddle_edit_add_knob (HdDocument *document,
                              HdCatalog *catalog,
                              guint64 module,
                              const char *address,
                              const HdValue *present,
                              double x,
                              double y,
                              GError **error);

/* ---- linking -------------------------------------------------------------------------------- */

/**
 * HeddleEnd: where a link may end
 * @node: uid of a component, instance or generated topology, or of a <port> of the module (its
 * inner side)
 * @member: flat index of an element of an array; -1 for an object alone; %HEDDLE_END_ALL links each
 * element (pattern `id[i]`)
 * @port: name, or %NULL for the first free one that fits
 * @index: of an indexed port; -1 for the first free one
 */
typedef struct
{
  guint64 node;
  int member;
  const char *port;
  int index;
} HeddleEnd;

#define HEDDLE_END_ALL (-2)

/**
 * heddle_edit_can_link:
 * @out_reason: (out) (optional) (transfer full): "both ends take CXL only", "port full: 1 of 1",
 * for a person, if the answer is no
 *
 * Cheap enough to ask for every port in view when a link is begun.
 */
gboolean heddle_edit_can_link (HdDocument *document,
                               HdCatalog *catalog,
                               guint64 module,
                               const HeddleEnd *from,
                               const HeddleEnd *to,
                               char **out_reason);
/** heddle_edit_link: with the link class that links of these types have in the project, if there is
 * one, else with a bandwidth and latency of its own */
guint64 heddle_edit_link (HdDocument *document,
                          HdCatalog *catalog,
                          guint64 module,
                          const HeddleEnd *from,
                          const HeddleEnd *to,
                          GError **error);

/**
 * heddle_edit_relink:
 *
 * Gives @link, which loses its uid, other ends. Its figures stay, and so does what refers to it, but for routes that led over it. Returns its new
 * uid, 0 on error.
 */
guint64 heddle_edit_relink (HdDocument *document,
                            HdCatalog *catalog,
                            guint64 link,
                            const HeddleEnd *from,
                            const HeddleEnd *to,
                            GError **error);
/** heddle_edit_take_over: attributes that say what the link @old was, but for its id, go over to @made; part of the caller's step */
gboolean heddle_edit_take_over (HdDocument *document,
                                const HdObject *old,
                                guint64 made,
                                GError **error);

/** heddle_edit_dup_link_id: (nullable): the id of a link, or the one that heddle_edit_name_link () would give it: "xpu--tor", after its ends */
char *heddle_edit_dup_link_id (HdDocument *document,
                               guint64 uid);
/** heddle_edit_name_link: gives a link that has none an id that lasts; part of the step that refers to it. Nothing happens to other objects */
gboolean heddle_edit_name_link (HdDocument *document,
                                guint64 uid,
                                GError **error);
/** heddle_edit_find_unnamed: the link without an id that @address means by the names of its ends, "rack[0]/xpu--tor.rate", and that name; else 0 */
guint64 heddle_edit_find_unnamed (HdDocument *document,
                                  const char *address,
                                  char **out_id);

/**
 * heddle_edit_add_port:
 * @of: where it leads; without a port the first free one
 * @side: (nullable): of the frame
 *
 * A port of the module itself. Errors: %HD_ERROR_INVALID (of the top, or nothing is free)
 */
guint64 heddle_edit_add_port (HdDocument *document,
                              HdCatalog *catalog,
                              guint64 module,
                              const HeddleEnd *of,
                              const char *side,
                              GError **error);

/* ---- places --------------------------------------------------------------------------------- */

gboolean heddle_edit_move (HdDocument *document,
                           const guint64 *uids,
                           guint n,
                           double dx,
                           double dy,
                           GError **error);

typedef enum
{
  HEDDLE_ALIGN_LEFT,
  HEDDLE_ALIGN_CENTRE,
  HEDDLE_ALIGN_RIGHT,
  HEDDLE_ALIGN_TOP,
  HEDDLE_ALIGN_MIDDLE,
  HEDDLE_ALIGN_BOTTOM,
} HeddleAlignment;

/** HeddleExtent: where an object is drawn: the caller, who has the drawing, knows */
typedef struct
{
  guint64 uid;
  double x, y, width, height;
} HeddleExtent;

gboolean heddle_edit_align (HdDocument *document,
                            const HeddleExtent *extents,
                            guint n,
                            HeddleAlignment alignment,
                            GError **error);
/** heddle_edit_distribute: equal gaps between the outermost two */
gboolean heddle_edit_distribute (HdDocument *document,
                                 const HeddleExtent *extents,
                                 guint n,
                                 gboolean vertical,
                                 GError **error);
/** heddle_edit_rotate: the whole selection by a quarter turn around its middle; each object turns
 * with it */
gboolean heddle_edit_rotate (HdDocument *document,
                             const HeddleExtent *extents,
                             guint n,
                             gboolean clockwise,
                             GError **error);
/** heddle_edit_place: (array length=n): x and y of each, as automatic layout found them */
gboolean heddle_edit_place (HdDocument *document,
                            const HeddleExtent *extents,
                            guint n,
                            const char *undo_name,
                            GError **error);

/* ---- copies --------------------------------------------------------------------------------- */

/** heddle_edit_copy: project XML: the objects, the links among them, the modules and link classes
 * that they use. NULL if nothing fits */
char *heddle_edit_copy (HdDocument *document,
                        guint64 module,
                        const guint64 *uids,
                        guint n);
/**
 * heddle_edit_paste:
 * @undo_name: "Paste", "Duplicate", "Copy"
 *
 * Text of heddle_edit_copy (), or a whole project, whose <top> is pasted. Ids that are taken get a
 * new number and all that refers to them inside the text follows; modules and classes that are
 * equal are shared, others of the same id renamed. @dx, @dy shift it. Components of libraries that
 * are missing are kept.
 *
 * Returns: (element-type guint64): uids of what was pasted in @module, for selection
 *
 * Errors: %HD_ERROR_SYNTAX (not project XML; with line), %HD_ERROR_LIMIT
 */
GArray *heddle_edit_paste (HdDocument *document,
                           HdCatalog *catalog,
                           guint64 module,
                           const char *text,
                           double dx,
                           double dy,
                           const char *undo_name,
                           GError **error);
/** heddle_edit_paste_project: heddle_edit_paste () of @clip, which has the ids of what was pasted then, and the places */
GArray *heddle_edit_paste_project (HdDocument *document,
                                   guint64 module,
                                   HdDocument *clip,
                                   double dx,
                                   double dy,
                                   const char *undo_name,
                                   GError **error);
/** HeddleStand: an array that stands where it does because of @anchor and @access, which may go: its place without them, and if @columns > 0 its grid */
typedef struct
{
  guint64 uid, anchor, access;
  double x, y;
  guint columns;
  double spacing, row_spacing;
} HeddleStand;

/** heddle_edit_delete_drawn: heddle_edit_delete (), after which the members of @stands stand where they stood: the caller, who has the drawing, knows */
gboolean heddle_edit_delete_drawn (HdDocument *document,
                                   const guint64 *uids,
                                   guint n,
                                   const HeddleStand *stands,
                                   guint n_stands,
                                   GError **error);
/** heddle_edit_delete: with links that end there and references that would dangle */
gboolean heddle_edit_delete (HdDocument *document,
                             const guint64 *uids,
                             guint n,
                             GError **error);

/* ---- names and structure -------------------------------------------------------------------- */

/** heddle_edit_rename: the id, and all that refers to it: links, routes, ports, communicators,
 * workloads, probes, expressions. Errors: %HD_ERROR_NAME */
gboolean heddle_edit_rename (HdDocument *document,
                             guint64 uid,
                             const char *id,
                             GError **error);
/** heddle_edit_group: into a new module with one instance in their place; links that cross its
 * border get a port. Returns the instance */
guint64 heddle_edit_group (HdDocument *document,
                           guint64 module,
                           const guint64 *uids,
                           guint n,
                           const char *id,
                           GError **error);
/** heddle_edit_ungroup: puts copies of the module's objects in the place of an instance, once for
 * each member; drops the module if it was the last */
GArray *heddle_edit_ungroup (HdDocument *document,
                             HdCatalog *catalog,
                             guint64 instance,
                             GError **error);
/** heddle_edit_replicate: @count: "16", "4x4" or an expression; "1" makes it one again. Links
 * follow: `a` becomes `a[i]` where the other end is an array of that size, else `a[*]` */
gboolean heddle_edit_replicate (HdDocument *document,
                                HdCatalog *catalog,
                                guint64 uid,
                                const char *count,
                                GError **error);
/**
 * heddle_edit_may_convert:
 * @design: (nullable): any of the document, with the instance @scope of the module
 *
 * Whether a generated topology is small enough, as far as @design tells: heddle_edit_convert() looks at the whole project before it refuses. Errors:
 * %HD_ERROR_LIMIT
 */
gboolean heddle_edit_may_convert (HdDesign *design,
                                  guint32 scope,
                                  guint64 generated,
                                  GError **error);
/** heddle_edit_convert: a generated topology becomes components and links, laid out as it was
 * drawn. Returns their uids. Errors: %HD_ERROR_LIMIT */
GArray *heddle_edit_convert (HdDocument *document,
                             HdCatalog *catalog,
                             guint64 generated,
                             GCancellable *cancellable,
                             GError **error);
/** heddle_edit_set: one attribute of many objects; %NULL takes it away */
gboolean heddle_edit_set (HdDocument *document,
                          const guint64 *uids,
                          guint n,
                          const char *attribute,
                          const char *value,
                          GError **error);

/** heddle_edit_can_vary_load: whether there is synthetic traffic whose load is a number, not an expression */
gboolean heddle_edit_can_vary_load (HdSnapshot *snapshot);
/** heddle_edit_vary_load: the load of the first of these becomes a variable, from 0 to 1 */
gboolean heddle_edit_vary_load (HdDocument *document,
                                GError **error);
/** heddle_edit_can_log: whether components of the project could log their transfers and do not */
gboolean heddle_edit_can_log (HdSnapshot *snapshot,
                              HdCatalog *catalog);
/** heddle_edit_log: all components that can log their transfers do */
gboolean heddle_edit_log (HdDocument *document,
                          HdCatalog *catalog,
                          GError **error);
/** heddle_edit_offer_capture: all components that offer packets of a capture, in @out_n, offer those of @file; nothing happens if there are none */
gboolean heddle_edit_offer_capture (HdDocument *document,
                                    HdCatalog *catalog,
                                    const char *file,
                                    guint *out_n,
                                    GError **error);
/** heddle_edit_set_table: @file holds @text, and is what @attribute of a component says, unless that is %NULL */
gboolean heddle_edit_set_table (HdDocument *document,
                                guint64 uid,
                                const char *attribute,
                                const char *file,
                                const char *text,
                                GError **error);
/** heddle_edit_replace: @document says what @by, the root of another one, says, in one step called @name; its own name stays */
gboolean heddle_edit_replace (HdDocument *document,
                              const HdObject *by,
                              const char *name,
                              GError **error);
/**
 * heddle_edit_apply:
 * @name: of the undo step, translated
 * @settings: (array zero-terminated=1): PATH=VALUE, as hd_elaborate () takes them
 *
 * Writes them into the project. Errors: %HD_ERROR_NAME: one names nothing, or some members of an array alone, which have no attributes of their own.
 */
gboolean heddle_edit_apply (HdDocument *document,
                            const char *name,
                            const char *const *settings,
                            GError **error);

/* ---- selecting ------------------------------------------------------------------------------ */

/** heddle_edit_find_same_type: (element-type guint64): all of @module that have the kind and type
 * of one of @uids */
GArray *heddle_edit_find_same_type (HdDocument *document,
                                    guint64 module,
                                    const guint64 *uids,
                                    guint n);
/** heddle_edit_find_connected: (element-type guint64): all that links reach from @uids, and those
 * links */
GArray *heddle_edit_find_connected (HdDocument *document,
                                    guint64 module,
                                    const guint64 *uids,
                                    guint n);

G_END_DECLS
