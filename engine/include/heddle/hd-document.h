/* hd-document.h: projects that can be edited, undone and saved
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A document is a tree of objects. An object has a kind, attributes whose text is the truth (what is written is what was read), text, and
 * children in order. Readers see immutable objects; an edit copies what a snapshot may still hold (copy on write), so a snapshot costs nothing
 * and shares every unchanged module.
 */
#pragma once

#include <gio/gio.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-problem.h>

/** HD_FORMAT_VERSION: the version of the file format that this Heddle writes */
#define HD_FORMAT_VERSION 1

/** HD_STUDY_MOST_POINTS, HD_STUDY_MOST_REPEATS: of one study, and of one of its points */
#define HD_STUDY_MOST_POINTS 1000000
#define HD_STUDY_MOST_REPEATS 1000

G_BEGIN_DECLS

/** HdObjectKind: the elements of a project; the XML element's name in the comment */
typedef enum
{
  HD_OBJECT_UNKNOWN,      /* kept and written back */
  HD_OBJECT_COMMENT,      /* an XML comment */
  HD_OBJECT_PROJECT,      /* heddle: version name description */
  HD_OBJECT_VARIABLES,    /* variables */
  HD_OBJECT_VARIABLE,     /* variable: name value type=quantity|integer|enum of title minimum maximum */
  HD_OBJECT_LINK_CLASS,   /* link-class: id bandwidth latency sharing=shared|split title */
  HD_OBJECT_MODULE,       /* module: id title symbol */
  HD_OBJECT_PORT,         /* port: id of count for side x y */
  HD_OBJECT_COMPONENT,    /* component: id type count index x y columns spacing rotation pinned home + the type's parameters */
  HD_OBJECT_INSTANCE,     /* instance: id of count index x y columns spacing rotation pinned */
  HD_OBJECT_LINK,         /* link: id from to for where class bandwidth latency sharing style */
  HD_OBJECT_ROUTE,        /* route: from to via for where symmetric */
  HD_OBJECT_GENERATE,     /* generate: id kind x y pinned + the generator's parameters */
  HD_OBJECT_NOTE,         /* note: x y pinned width, text */
  HD_OBJECT_KNOB,         /* knob: of title from to scale metric x y pinned */
  HD_OBJECT_TOP,          /* top */
  HD_OBJECT_COMMUNICATORS,/* communicators */
  HD_OBJECT_COMMUNICATOR, /* communicator: id members limit */
  HD_OBJECT_WORKLOAD,     /* workload: type on + the workload type's parameters */
  HD_OBJECT_VERTEX,       /* vertex: id kind=compute|comm x y work access place home mode precision start resident operation algorithm bytes from to members channel net */
  HD_OBJECT_EDGE,         /* edge: from to first=ignore */
  HD_OBJECT_PROBES,       /* probes */
  HD_OBJECT_PROBE,        /* probe: of title colour */
  HD_OBJECT_RUN,          /* run: the table of hd-run-settings.h */
  HD_OBJECT_CHANGE,       /* change: at of value */
  HD_OBJECT_STUDY,        /* study: id title sampling points seed where repeats precision limit */
  HD_OBJECT_FACTOR,       /* factor: of title values from to steps scale whole */
  HD_OBJECT_METRIC,       /* metric: of by title direction at-least at-most */
  HD_N_OBJECT_KINDS
} HdObjectKind;

/** HdObject: immutable; references keep it alive; safe to read from any thread */
#define HD_TYPE_OBJECT (hd_object_get_type ())
typedef struct _HdObject HdObject;

GType hd_object_get_type (void);
HdObject *hd_object_ref (const HdObject *self);
void hd_object_unref (HdObject *self);
HdObjectKind hd_object_get_kind (const HdObject *self);
const char *hd_object_get_element (const HdObject *self);
/** hd_object_get_uid: never reused in a document, kept by undo; not written to files */
guint64 hd_object_get_uid (const HdObject *self);
/** hd_object_get_id: its "id" or "name" attribute, or %NULL */
const char *hd_object_get_id (const HdObject *self);
/** hd_object_get: an attribute's text, or %NULL */
const char *hd_object_get (const HdObject *self,
                           const char *attribute);
/** hd_object_get_number: an attribute that is written as a finite number, without a unit, or @missing */
double hd_object_get_number (const HdObject *self,
                             const char *attribute,
                             double missing);
guint hd_object_get_n_attributes (const HdObject *self);
const char *hd_object_get_nth_attribute (const HdObject *self,
                                         guint n,
                                         const char **out_value);
const char *hd_object_get_text (const HdObject *self);
/** hd_object_get_line: where it was read, or 0 */
int hd_object_get_line (const HdObject *self);
guint hd_object_get_n_children (const HdObject *self);
const HdObject *hd_object_get_child (const HdObject *self,
                                     guint n);
/** hd_object_find_child: by kind and id (%NULL: the first of that kind); O(1) on average for an id */
const HdObject *hd_object_find_child (const HdObject *self,
                                      HdObjectKind kind,
                                      const char *id);

/**
 * hd_object_dup_name_after_ends:
 * @self: a link, or what else has the attributes from and to
 *
 * Returns: (nullable): an id for a link that has none: "xpu--tor" from xpu[i].network to tor.down[i]; %NULL if an end names nothing
 */
char *hd_object_dup_name_after_ends (const HdObject *self);

/** hd_object_new: a tree not yet in a document, for insertion; attributes are name, value, ..., NULL */
HdObject *hd_object_new (HdObjectKind kind,
                         const char *first_attribute,
                         ...) G_GNUC_NULL_TERMINATED;
/** hd_object_new_element: @element as in files; of kind %HD_OBJECT_UNKNOWN if Heddle does not know it */
HdObject *hd_object_new_element (const char *element);
/** hd_object_set_initial, hd_object_append_initial: only before insertion into a document */
void hd_object_set_initial (HdObject *self,
                            const char *attribute,
                            const char *value);
/** hd_object_set_initial_text: likewise */
void hd_object_set_initial_text (HdObject *self,
                                 const char *text);
void hd_object_append_initial (HdObject *self,
                               HdObject *child_take);

/* ---- schema: what each kind may hold ----------------------------------------------------------------------------- */

typedef enum
{
  HD_FIELD_ID,           /* letters, digits, _ and -, starting with a letter or _ */
  HD_FIELD_TEXT,
  HD_FIELD_REFERENCE,    /* id of an object of kind @refers_to */
  HD_FIELD_PATTERN,      /* link end or address with index expressions */
  HD_FIELD_EXPRESSION,   /* expression of the dimension of @unit; any dimension if @unit is %NULL */
  HD_FIELD_CHOICE,       /* one of @choices, or an expression that gives one */
  HD_FIELD_NUMBER,       /* plain coordinate */
  HD_FIELD_FLAG,         /* true or false */
  HD_FIELD_COUNT,        /* sizes of an array: "16", "32x16" or an expression */
  HD_FIELD_NAMES,        /* names separated by spaces; ids of objects of kind @refers_to if that is not %HD_OBJECT_UNKNOWN */
  HD_FIELD_PATTERNS,     /* patterns separated by spaces */
  HD_FIELD_RANGES,       /* "i=0..7 j=0..$columns-1" */
  HD_FIELD_TYPE,         /* component type of the catalogue */
} HdFieldKind;

/**
 * HdField:
 * @minimum, @maximum: hard range in SI of an expression (of each size of a count); with @exclusive_minimum the minimum itself is refused
 * @integer: only whole numbers
 * @literal: one of @choices as it is written; no expression stands for it
 */
typedef struct
{
  const char *name;
  const char *title; /* translatable */
  HdFieldKind kind;
  const char *unit;
  const char *const *choices;
  gboolean required;
  const char *help; /* translatable */
  HdObjectKind refers_to;
  double minimum;
  double maximum;
  gboolean exclusive_minimum;
  gboolean integer;
  gboolean literal;
} HdField;

/** hd_schema_get_fields: (array zero-terminated by name): the attributes that objects of @kind have whatever their type */
const HdField *hd_schema_get_fields (HdObjectKind kind);
const char *hd_schema_get_element (HdObjectKind kind);
/** hd_schema_get_title: "Link class" (translated) */
const char *hd_schema_get_title (HdObjectKind kind);
/** hd_schema_allows_child: whether an object of kind @parent may hold one of kind @child */
gboolean hd_schema_allows_child (HdObjectKind parent,
                                 HdObjectKind child);
/** hd_schema_find_field: or %NULL */
const HdField *hd_schema_find_field (HdObjectKind kind,
                                     const char *attribute);
/** hd_schema_get_kind: of an element's name; %HD_OBJECT_UNKNOWN if Heddle does not know it */
HdObjectKind hd_schema_get_kind (const char *element);
/** hd_schema_get_id_attribute: "name" for the project and its variables, "id" for all others */
const char *hd_schema_get_id_attribute (HdObjectKind kind);
/** hd_schema_is_open: whether objects of @kind have attributes of their type beyond these fields */
gboolean hd_schema_is_open (HdObjectKind kind);

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/** HdSnapshot: an immutable state of a document; reference counted, safe in any thread */
typedef struct _HdSnapshot HdSnapshot;

HdSnapshot *hd_snapshot_ref (HdSnapshot *self);
void hd_snapshot_unref (HdSnapshot *self);
const HdObject *hd_snapshot_get_root (HdSnapshot *self);
/** hd_snapshot_get_file: name for problems, or %NULL */
const char *hd_snapshot_get_file (HdSnapshot *self);
/** hd_snapshot_get_directory: what relative file names in the project are relative to, or %NULL */
const char *hd_snapshot_get_directory (HdSnapshot *self);
/** hd_snapshot_has_files_of: whether the same stands in all files that were edited with either, as hd_document_set_file_text () does */
gboolean hd_snapshot_has_files_of (HdSnapshot *self,
                                   HdSnapshot *other);
const HdObject *hd_snapshot_find_module (HdSnapshot *self,
                                         const char *id);
/** hd_snapshot_to_string: the whole file, as hd_document_to_string () */
char *hd_snapshot_to_string (HdSnapshot *self,
                             gsize *out_length);
/**
 * hd_snapshot_validate:
 *
 * Checks every attribute on its own and every reference, without elaborating. What needs the flattened system (ranges of evaluated
 * expressions, indices, routes) is found by hd_elaborate ().
 */
void hd_snapshot_validate (HdSnapshot *self,
                           HdCatalog *catalog,
                           HdProblemList *problems);

/* ---- documents --------------------------------------------------------------------------------------------------- */

#define HD_TYPE_DOCUMENT (hd_document_get_type ())
G_DECLARE_FINAL_TYPE (HdDocument, hd_document, HD, DOCUMENT, GObject)

/**
 * HdDocument:
 *
 * Main thread only. Properties: `name` (of the project), `file` (GFile or %NULL), `modified`, `read-only`, `can-undo`, `can-redo`.
 * Signals: `changed` (HdDocument *, const HdChange *changes, guint n): once per edit or group.
 */
/** HdChangeKind: what an edit did to an object */
typedef enum
{
  HD_CHANGE_ATTRIBUTE,
  HD_CHANGE_INSERT,
  HD_CHANGE_REMOVE,
  HD_CHANGE_TEXT,
  HD_CHANGE_FILE, /* of no object */
} HdChangeKind;

typedef struct
{
  HdChangeKind kind;
  guint64 uid;        /* the object */
  guint64 parent_uid; /* its parent */
  const char *attribute; /* or the name of a file */
} HdChange;

/** hd_document_new: an empty project of that name, without a file */
HdDocument *hd_document_new (const char *name);
/**
 * hd_document_load:
 * @problems: what the reader found; with errors a document is still returned where anything could be kept
 *
 * Errors: %HD_ERROR_IO (unreadable), %HD_ERROR_SYNTAX (not XML, truncated; names file, line and column), %HD_ERROR_LIMIT (size, depth, count).
 */
HdDocument *hd_document_load (GFile *file,
                              HdProblemList *problems,
                              GCancellable *cancellable,
                              GError **error);
/** hd_document_load_from_data: as hd_document_load (); @file_name is for messages */
HdDocument *hd_document_load_from_data (const char *data,
                                        gssize length,
                                        const char *file_name,
                                        HdProblemList *problems,
                                        GError **error);
/**
 * hd_document_save:
 *
 * Atomic; after an error the old file is untouched and nothing is left beside it. Files that were edited with the project are written first, each
 * likewise, where a project in @file names them.
 *
 * Errors: %HD_ERROR_IO; %HD_ERROR_INVALID if such a file holds something that is not known here
 */
gboolean hd_document_save (HdDocument *self,
                           GFile *file,
                           GCancellable *cancellable,
                           GError **error);
/**
 * hd_document_save_async:
 *
 * The present state is written in a worker, while the document may be edited further: it then stays modified. One at a time.
 */
void hd_document_save_async (HdDocument *self,
                             GFile *file,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data);
/** hd_document_save_finish: errors of hd_document_save () */
gboolean hd_document_save_finish (HdDocument *self,
                                  GAsyncResult *result,
                                  GError **error);
/** hd_document_set_unsaved: it belongs to @file (or to none yet), which holds something else: modified until it is saved, whatever is undone */
void hd_document_set_unsaved (HdDocument *self,
                              GFile *file);
/** hd_document_set_name: what the project is called from now on. That is no step: it is not undone, and makes nothing modified. */
void hd_document_set_name (HdDocument *self,
                           const char *name);
char *hd_document_to_string (HdDocument *self,
                             gsize *out_length);
/** hd_document_snapshot: the present state, which stays while the document is edited; costs nothing */
HdSnapshot *hd_document_snapshot (HdDocument *self);
const HdObject *hd_document_get_root (HdDocument *self);
const HdObject *hd_document_get_object (HdDocument *self,
                                        guint64 uid);
guint64 hd_document_get_parent (HdDocument *self,
                                guint64 uid);
/** hd_document_dup_path: "rack/server/xpu", for messages */
char *hd_document_dup_path (HdDocument *self,
                            guint64 uid);
const char *hd_document_get_name (HdDocument *self);
GFile *hd_document_get_file (HdDocument *self);
gboolean hd_document_get_modified (HdDocument *self);
gboolean hd_document_get_read_only (HdDocument *self);

/**
 * hd_document_check_attribute:
 * @text: what @attribute of the object would say
 * @problems: what hd_snapshot_validate () would then find wrong with it
 *
 * For a text that is being typed. Nothing is changed. O(variables + components).
 */
void hd_document_check_attribute (HdDocument *self,
                                  HdCatalog *catalog,
                                  guint64 uid,
                                  const char *attribute,
                                  const char *text,
                                  HdProblemList *problems);

/* Edits. Each is one undo step unless grouped; groups nest, the outermost name counts. Errors leave the document unchanged. */
void hd_document_begin_group (HdDocument *self,
                              const char *name);
void hd_document_end_group (HdDocument *self);
/** hd_document_cancel_group: ends the innermost group; the document is as it was when that began, and nothing is announced */
void hd_document_cancel_group (HdDocument *self);
/** hd_document_set_attribute: @value %NULL removes the attribute */
gboolean hd_document_set_attribute (HdDocument *self,
                                    guint64 uid,
                                    const char *attribute,
                                    const char *value,
                                    GError **error);
/** hd_document_set_text: what stands in an object, as in a note */
gboolean hd_document_set_text (HdDocument *self,
                               guint64 uid,
                               const char *text,
                               GError **error);
/**
 * hd_document_read_file:
 * @name: as a project names it: from its folder on
 * @out_text: (nullable): as it was edited, else as it stands on the disk; %NULL if there is no such file
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_LIMIT, %HD_ERROR_SYNTAX if it is no text
 */
gboolean hd_document_read_file (HdDocument *self,
                                const char *name,
                                char **out_text,
                                GError **error);
/**
 * hd_document_set_file_text:
 *
 * What a file holds, for runs from now on; it is written when the project is saved. A step of the history as any other.
 *
 * Errors: those of hd_document_read_file (), and if @text cannot be written
 */
gboolean hd_document_set_file_text (HdDocument *self,
                                    const char *name,
                                    const char *text,
                                    GError **error);
/** hd_document_insert: @position G_MAXUINT appends; the tree is copied in; returns the uid of its root, 0 on error */
guint64 hd_document_insert (HdDocument *self,
                            guint64 parent_uid,
                            guint position,
                            const HdObject *tree,
                            GError **error);
/** hd_document_insert_many: one edit and one change signal for all */
gboolean hd_document_insert_many (HdDocument *self,
                                  guint64 parent_uid,
                                  guint position,
                                  const HdObject *const *trees,
                                  guint n_trees,
                                  guint64 *out_uids,
                                  GError **error);
/** hd_document_move: to another parent or position (counted without the object itself); keeps all uids */
gboolean hd_document_move (HdDocument *self,
                           guint64 uid,
                           guint64 parent_uid,
                           guint position,
                           GError **error);
/** hd_document_remove: with all that is in it */
gboolean hd_document_remove (HdDocument *self,
                             guint64 uid,
                             GError **error);
/**
 * hd_document_restore:
 * @snapshot: an earlier state of this document
 * @name: of the step
 *
 * Makes it again what it was, with the same numbers, in one step that can be undone; its name stays as it is. What was edited since decides how long
 * that takes.
 *
 * Returns: %FALSE if it can only be read
 */
gboolean hd_document_restore (HdDocument *self,
                              HdSnapshot *snapshot,
                              const char *name,
                              GError **error);
/** hd_document_undo, hd_document_redo: %FALSE if there is nothing to undo or redo */
gboolean hd_document_undo (HdDocument *self);
gboolean hd_document_redo (HdDocument *self);
/** hd_document_settle: what was done so far is how the document begins: it is not modified, and there is nothing to undo */
void hd_document_settle (HdDocument *self);
/** hd_document_get_undo_name: "Move 12 components", or %NULL */
const char *hd_document_get_undo_name (HdDocument *self);
const char *hd_document_get_redo_name (HdDocument *self);
/**
 * hd_document_travel_to:
 *
 * Undoes or redoes until the first @n steps of the history are done, with one change signal.
 *
 * Returns: %FALSE if there is no such step, or it is forgotten
 */
gboolean hd_document_travel_to (HdDocument *self,
                                guint n);
/**
 * hd_document_get_n_forgotten: how many of the oldest steps cannot be undone any more
 *
 * The history has a limit on memory. Beyond it the oldest steps are forgotten, all but their names; the last one never is. Numbers of steps
 * stay as they are.
 */
guint hd_document_get_n_forgotten (HdDocument *self);
/** hd_document_set_history_limit: in bytes; 256 MiB unless told otherwise */
void hd_document_set_history_limit (HdDocument *self,
                                    gsize bytes);
/** hd_document_get_n_undo, _n_redo: how many steps are done (forgotten ones too), and can be redone */
guint hd_document_get_n_undo (HdDocument *self);
guint hd_document_get_n_redo (HdDocument *self);
/** hd_document_get_step_name: @n counts from the oldest that can be undone (0) to the last that can be redone */
const char *hd_document_get_step_name (HdDocument *self,
                                       guint n);
/**
 * hd_document_dup_edits_xml:
 *
 * The undo history from step @first as serialised edit records, oldest first. They name objects by uid: they can be replayed on a document that
 * was read from the same bytes, as those of step 0 were made on.
 */
char *hd_document_dup_edits_xml (HdDocument *self,
                                 guint first);
/** hd_document_apply_edits_xml: replays a journal; after an error (%HD_ERROR_SYNTAX, %HD_ERROR_INVALID, ...) the document is as before */
gboolean hd_document_apply_edits_xml (HdDocument *self,
                                      const char *xml,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdObject, hd_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSnapshot, hd_snapshot_unref)

G_END_DECLS
