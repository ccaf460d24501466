/* heddle-canvas-private.h: what the parts of the canvas share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas.h"
#include "heddle-overlay-painter.h"

G_BEGIN_DECLS

#define HEDDLE_DRAG_THRESHOLD 4.0 /* px that a press may wander and still is a click */

/** HeddlePress: where and on what a button went down */
typedef struct
{
  HeddlePoint at;    /* px of the widget */
  HeddlePoint place; /* of the drawing */
  HeddleHit hit;
  HeddleTarget target;
  guint button;
  GdkModifierType state;
} HeddlePress;

/**
 * HeddleTool: what a drag does
 * @begin: once the pointer has left the place of the press; returns %FALSE if there is nothing to do. What the tool needs is kept in tool_data
 * @update: the pointer is at @at, in px of the widget; also if the view has moved under it
 * @end: the button was released: changes the document or the selection
 * @cancel: everything is as before the press
 * @key: (nullable): a key while the tool is active; %TRUE if it took it
 * @overlay: (nullable): what it shows over the drawing, valid until the next call
 * @redrawn: (nullable): the drawing is another one, of a newer state of the same module; without it the tool is given up
 * @clear: frees tool_data; after end or cancel
 * @scrolls: the view moves on while the pointer is held at its edge
 */
typedef struct
{
  const char *cursor;
  gboolean scrolls;
  gboolean (*begin) (HeddleCanvas *self,
                     const HeddlePress *press);
  void (*update) (HeddleCanvas *self,
                  HeddlePoint at,
                  GdkModifierType state);
  void (*end) (HeddleCanvas *self,
               HeddlePoint at,
               GdkModifierType state);
  void (*cancel) (HeddleCanvas *self);
  gboolean (*key) (HeddleCanvas *self,
                   guint key,
                   GdkModifierType state);
  void (*overlay) (HeddleCanvas *self,
                   HeddleOverlay *overlay);
  void (*redrawn) (HeddleCanvas *self);
  void (*clear) (gpointer tool_data);
} HeddleTool;

extern const HeddleTool heddle_pan_tool;
extern const HeddleTool heddle_band_tool;
extern const HeddleTool heddle_move_tool;
extern const HeddleTool heddle_link_tool;
extern const HeddleTool heddle_knob_tool;

struct _HeddleCanvas
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HeddleScenePainter *painter;
  GHashTable *placed;  /* uids that were written where they are drawn, since this drawing was made */
  GArray *awaited;     /* of guint64: to be brought into view once they are drawn */
  GPtrArray *items;    /* of GtkWidget: what assistive technology sees of the nodes in view */
  GPtrArray *sliders;  /* likewise of the knobs */
  GtkWidget *popover;  /* an entry, a chooser or the menu, while it is open */
  HeddleDrawing *drawing; /* the session's newest, once it is announced */

  /* Borrowed, for comparison alone, as are the next two */
  HdDocument *drawn_document;
  guint64 drawn_module;
  guint drawn_depth;
  gboolean drawn_early; /* before it was elaborated: arrays may become larger */
  guint n_redrawn;        /* how often a new drawing came: indices into an older one mean nothing */

  HeddleViewport viewport;
  gboolean fits; /* keeps the whole drawing in view */
  double room_top, room_right, room_bottom; /* px that are not the drawing's when it is fitted */
  gboolean heat;
  HeddleHeatMode tells; /* what heat tells, not OFF */
  double most_heat;     /* what the end of the scale stands for then; else 0 */
  guint n_partitions; /* coloured, or 0 */
  guint32 most_packets; /* of a tree, on any link: heat is their share of it; 0 if it is utilisation */
  HeddleWireStyle wire_style;

  /* input */
  HeddlePoint pointer;
  double zoom_origin;
  gboolean space_held;
  gboolean presents;
  HeddlePress press;
  gboolean pressed;       /* a button is down and no tool has begun */
  const HeddleTool *tool; /* active, or %NULL */
  gpointer tool_data;     /* the tool's own */
  gint64 tool_ended_us;   /* when one last ended, or 0 */
  GdkModifierType tool_state;
  guint scroll_tick;
  guint items_timeout;
  gboolean shows_focus;   /* the last thing that happened was a key */
  HeddleSceneNode drop_ghost;
  gboolean drop_shown;
};

/* heddle-canvas.c */

/** heddle_canvas_hovered: what the pointer is on has changed */
void heddle_canvas_hovered (HeddleCanvas *self);
/** heddle_canvas_tell: a sentence for the user, on the screen and for assistive technology; takes @message */
void heddle_canvas_tell (HeddleCanvas *self,
                         char *message_take);
/** heddle_canvas_announce: for assistive technology alone: the accessible description begins with it */
void heddle_canvas_announce (HeddleCanvas *self,
                             const char *message);
/** heddle_canvas_tell_error: why an edit could not be done; clears it */
void heddle_canvas_tell_error (HeddleCanvas *self,
                               GError **error);
HdDocument *heddle_canvas_get_document (HeddleCanvas *self);
/** heddle_canvas_get_module: uid of the module that is looked at */
guint64 heddle_canvas_get_module (HeddleCanvas *self);
/** heddle_canvas_present_popover: (transfer full): shows it at a place of the drawing instead of the one that is open, until it is closed */
void heddle_canvas_present_popover (HeddleCanvas *self,
                                    GtkWidget *popover,
                                    const HeddleRect *place);
void heddle_canvas_close_popover (HeddleCanvas *self);
/** heddle_canvas_viewport_changed: another part is seen, or another size */
void heddle_canvas_viewport_changed (HeddleCanvas *self);

/* heddle-canvas-viewport.c */
/** heddle_canvas_fit_now: to the size that the widget has; nobody is told */
void heddle_canvas_fit_now (HeddleCanvas *self);
HeddlePoint heddle_canvas_to_scene (HeddleCanvas *self,
                                    HeddlePoint at);
/** heddle_canvas_scroll_to: the least pan that brings a place into view */
void heddle_canvas_scroll_to (HeddleCanvas *self,
                              const HeddleRect *place);

/* heddle-canvas-input.c: what the controllers do, and tests too */

/** heddle_canvas_add_controllers: pointer, touch and keys */
void heddle_canvas_add_controllers (HeddleCanvas *self);
void heddle_canvas_press (HeddleCanvas *self,
                          HeddlePoint at,
                          guint button,
                          GdkModifierType state);
void heddle_canvas_drag (HeddleCanvas *self,
                         HeddlePoint at,
                         GdkModifierType state);
void heddle_canvas_release (HeddleCanvas *self,
                            HeddlePoint at,
                            GdkModifierType state);
/** heddle_canvas_activate: as a double click does: enters an instance, edits the name or text of the rest */
void heddle_canvas_activate (HeddleCanvas *self,
                             HeddleTarget target);
/** heddle_canvas_go_to_hottest: to the hottest link inside a module that is drawn as @node, selected; %FALSE if there is none */
gboolean heddle_canvas_go_to_hottest (HeddleCanvas *self,
                                      guint32 node);
/** heddle_canvas_go_to_hottest_selected: the action "canvas.go-to-hottest": likewise, of the module that is selected */
void heddle_canvas_go_to_hottest_selected (GtkWidget *widget,
                                           const char *action,
                                           GVariant *parameter);
/** heddle_canvas_begin_tool: one that keys drive begins without a press */
gboolean heddle_canvas_begin_tool (HeddleCanvas *self,
                                   const HeddleTool *tool,
                                   const HeddlePress *press);
/** heddle_canvas_end_tool: @at is the pointer */
void heddle_canvas_end_tool (HeddleCanvas *self,
                             HeddlePoint at,
                             GdkModifierType state);
void heddle_canvas_cancel_tool (HeddleCanvas *self);
/** heddle_canvas_drop_tool: without a word: what it worked on is gone */
void heddle_canvas_drop_tool (HeddleCanvas *self);
/** heddle_canvas_tool_redrawn: another drawing of the same module is shown */
void heddle_canvas_tool_redrawn (HeddleCanvas *self);

/* one file each */

void heddle_canvas_click (HeddleCanvas *self,
                          const HeddlePress *press);
gboolean heddle_canvas_key (HeddleCanvas *self,
                            guint key,
                            GdkModifierType state);
/** heddle_canvas_nudge: moves what is selected */
void heddle_canvas_nudge (HeddleCanvas *self,
                          double dx,
                          double dy);
void heddle_canvas_show_menu (HeddleCanvas *self,
                              HeddlePoint at);
/** heddle_canvas_choose_type: a list of component types that a link from @from can end at; the chosen one is added at @at and linked */
void heddle_canvas_choose_type (HeddleCanvas *self,
                                const HeddleEnd *from,
                                HeddlePoint at);
/** heddle_canvas_make_link: asks which members, if either end is an array and more than one way fits, then links */
void heddle_canvas_make_link (HeddleCanvas *self,
                              const HeddleEnd *from,
                              const HeddleEnd *to,
                              HeddlePoint at);

/* heddle-canvas-knob.c */

/** heddle_canvas_is_on_track: whether a press is where a knob is turned, not moved */
gboolean heddle_canvas_is_on_track (HeddleCanvas *self,
                                    const HeddlePress *press);
/** heddle_canvas_turn_at: as a click on the track does: to there; a switch to its other state */
void heddle_canvas_turn_at (HeddleCanvas *self,
                            const HeddlePress *press);
/** heddle_canvas_turn_by_key: begins to turn the knob that alone is selected, until the key is released; %FALSE if there is none, or no such key */
gboolean heddle_canvas_turn_by_key (HeddleCanvas *self,
                                    guint key,
                                    GdkModifierType state);
/** heddle_canvas_show_traces: what runs have come to at their values */
void heddle_canvas_show_traces (HeddleCanvas *self);

/* heddle-canvas-access.c */

/** heddle_canvas_update_items: soon, after drawing, view or selection changed */
void heddle_canvas_update_items (HeddleCanvas *self);
void heddle_canvas_allocate_items (HeddleCanvas *self);
void heddle_canvas_drop_items (HeddleCanvas *self);
/** heddle_canvas_step: selects the next object in reading order, or the one before; %FALSE past the ends */
gboolean heddle_canvas_step (HeddleCanvas *self,
                             gboolean forwards);
/** heddle_canvas_dup_node_name: what assistive technology says of a node */
char *heddle_canvas_dup_node_name (HeddleCanvas *self,
                                   guint32 node);

G_END_DECLS
