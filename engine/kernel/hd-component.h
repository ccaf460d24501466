/* hd-component.h: what a handler can do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>
#include <heddle/heddle-component.h>

#include "hd-buffer-store.h"
#include "hd-random.h"

G_BEGIN_DECLS

/** HdComponent: a model in a kernel; handed to its handlers, used by them alone */
typedef struct _HdComponent HdComponent;

/**
 * HdModel:
 * @state_size: bytes, zeroed, for each component
 * @start: when the run starts, at time 0, in the order of paths
 * @receive: for every message, wake-up and alarm
 * @finish: when the run ends, in the order of paths
 * @clear: frees what the state owns; also after a failure
 * @takes_buffers: @receive may be given a message with a buffer, which hd_component_take_buffer () finds
 * @pack: @message, for a component of this model with @data, goes to another process: what it points to is appended to @bytes, and is the caller's no more
 * @unpack: it has come there with these bytes: it points to what they say
 * @foresee: a message over a connection is known, and will arrive at @time: %TRUE if the component takes it now, instead of as an event. It may set an alarm, and send nothing
 *
 * Each may be %NULL. Handlers of one component never run at the same time, those of components in different partitions may. While messages are packed and
 * unpacked no handler runs. Components of
 * one partition may call each other directly; that is their own business.
 */
typedef struct
{
  gsize state_size;
  void (*start) (HdComponent *self, gpointer state);
  void (*receive) (HdComponent *self, gpointer state, const HdMessage *message);
  void (*finish) (HdComponent *self, gpointer state);
  void (*clear) (gpointer state);
  gboolean takes_buffers;
  void (*pack) (gpointer data, HdMessage *message, GByteArray *bytes);
  void (*unpack) (gpointer data, HdMessage *message, const guint8 *bytes, gsize size);
  gboolean (*foresee) (HdComponent *self, gpointer state, const HdMessage *message, HdTime time);
} HdModel;

HdTime hd_component_get_now (HdComponent *self);
guint32 hd_component_get_id (HdComponent *self);
const char *hd_component_get_path (HdComponent *self);
/** hd_component_get_data: what hd_kernel_add_component () was given */
gpointer hd_component_get_data (HdComponent *self);

/**
 * hd_component_send:
 * @delay: at least 0, on top of the connection's latency
 * @message: copied; its port becomes the receiver's
 *
 * Sends to everything that is connected to @port; to nothing if nothing is.
 */
void hd_component_send (HdComponent *self,
                        guint32 port,
                        HdTime delay,
                        const HdMessage *message);
/** hd_component_send_to: without a connection, which hd_kernel_allow_direct () must have permitted; to another partition @delay is at least what it was given */
void hd_component_send_to (HdComponent *self,
                           guint32 component,
                           HdTime delay,
                           const HdMessage *message);
/**
 * hd_component_send_shared:
 *
 * As hd_component_send (), with @buffer instead of the second word of the payload: each receiver gets a hold of it. One whose model takes no buffers ends the
 * run.
 */
void hd_component_send_shared (HdComponent *self,
                               guint32 port,
                               HdTime delay,
                               const HdMessage *message,
                               HdBuffer *buffer);
/** hd_component_take_buffer: (nullable): the buffer that came with @message, which is then as if none had; the receiver holds it */
HdBuffer *hd_component_take_buffer (HdMessage *message);
/** hd_component_count_links: of all that is connected to ports which are @port but for what stands above its lower 16 bits */
guint32 hd_component_count_links (HdComponent *self,
                                  guint32 port);
/** hd_component_wake: a message to itself after @delay, at least 0; any number may be pending */
void hd_component_wake (HdComponent *self,
                        HdTime delay,
                        const HdMessage *message);
/** hd_component_set_alarm: a message to itself at @time, not before now; replaces the pending alarm */
void hd_component_set_alarm (HdComponent *self,
                             HdTime time,
                             const HdMessage *message);
/** hd_component_set_late_alarm: likewise, after all that happens at @time without it; for who acts upon all of a clock edge */
void hd_component_set_late_alarm (HdComponent *self,
                                  HdTime time,
                                  const HdMessage *message);
void hd_component_unset_alarm (HdComponent *self);

/** hd_component_init_random: the stream @name of this component */
void hd_component_init_random (HdComponent *self,
                               const char *name,
                               HdRandom *out_random);
/** hd_component_record: a model-level record, that enters the digest */
void hd_component_record (HdComponent *self,
                          guint32 kind,
                          guint64 value);
/** hd_component_sample: to whoever watches the kernel; not in the digest */
void hd_component_sample (HdComponent *self,
                          guint32 probe,
                          double value);
/** hd_component_shows: whether anybody keeps what goes on in lane number @lane */
gboolean hd_component_shows (HdComponent *self,
                             guint32 lane);
/** hd_component_state: from @start on, now or later, the lane is at @activity, or HD_IDLE; not in the digest, and lost while the run finishes */
void hd_component_state (HdComponent *self,
                         guint32 lane,
                         guint32 activity,
                         HdTime start);
/** hd_component_span: likewise, up to @end, now or later */
void hd_component_span (HdComponent *self,
                        guint32 lane,
                        guint32 activity,
                        HdTime start,
                        HdTime end);
/** hd_component_write: to whoever keeps its file number @output; not in the digest */
void hd_component_write (HdComponent *self,
                         guint32 output,
                         gconstpointer data,
                         gsize size);
/** hd_component_fail: ends the run with @error, which is taken; the first one counts */
void hd_component_fail (HdComponent *self,
                        GError *error);
/** hd_component_fail_as: likewise, with the component's path before it */
void hd_component_fail_as (HdComponent *self,
                           GError *error);

G_END_DECLS
