/* hd-host.h: components of libraries in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-buffer-store.h"
#include "hd-kernel.h"

G_BEGIN_DECLS

/**
 * HdSurroundings: what a component sees of the project around it, and how it reaches the network
 * @text: what stands in its parameter number @parameter; "" for nothing
 * @find: HD_NO_NODE if it is not one
 * @load: the file of that name
 * @dispatch: in the component's partition. Errors: what cannot be sent
 * @buffers: what components share
 * @dup_path: of a node; %NULL if it is not one
 * @find_member: of the communicator of that name; HD_NO_NODE if there is none
 * @find_order: number @index of what workloads ask of a node; %FALSE if there are no more
 * @tell_done: a node has done its part of that once more
 * @tell_exchange: what a node has done as a member of a collective
 */
typedef struct _HdSurroundings HdSurroundings;

struct _HdSurroundings
{
  const char *(*text) (HdSurroundings *self,
                       guint32 node,
                       guint parameter);
  guint32 (*find) (HdSurroundings *self,
                   const char *path);
  gboolean (*load) (HdSurroundings *self,
                    const char *name,
                    const char **out_data,
                    gsize *out_size,
                    GError **error);
  gboolean (*dispatch) (HdSurroundings *self,
                        guint32 node,
                        HdTime delay,
                        const HdDispatch *dispatch,
                        GError **error);
  HdBufferStore *buffers;
  char *(*dup_path) (HdSurroundings *self,
                     guint32 node);
  guint32 (*find_member) (HdSurroundings *self,
                          const char *name,
                          guint32 rank);
  gboolean (*find_order) (HdSurroundings *self,
                          guint32 node,
                          guint32 index,
                          HdOrder *out_order);
  void (*tell_done) (HdSurroundings *self,
                     guint32 node,
                     guint32 index,
                     HdTime time);
  void (*tell_exchange) (HdSurroundings *self,
                         guint32 node,
                         const HdExchange *exchange,
                         HdTime time);
};

/**
 * HdHosted: what a component of a library needs; borrowed by the kernel
 * @handlers: its type's; read through a catalogue, so that all fields are there
 * @parameters: (array length=n_parameters): values in SI, in the order of the type's parameters
 * @ports: (nullable): its type's, for messages
 * @probes: (nullable): its type's; the last sample of each that has a summary is kept
 * @surroundings: (nullable): it has none
 * @node: its number there
 */
typedef struct
{
  const HdHandlers *handlers;
  const double *parameters;
  guint n_parameters;
  const HdPort *ports;
  const HdProbe *probes;
  HdSurroundings *surroundings;
  guint32 node;
} HdHosted;

/**
 * hd_host_add_component:
 *
 * Adds a component whose handlers see Heddle through an #HdHost. Its ports are places in its type's table of ports, those of indexed ports
 * plus the index << 16.
 *
 * Returns: the kernel's id
 */
guint32 hd_host_add_component (HdKernel *kernel,
                               const char *path,
                               guint32 partition,
                               const HdHosted *hosted);

/** hd_host_deliver: from an event in the component's partition, after the start; its type has `deliver` */
void hd_host_deliver (HdKernel *kernel,
                      guint32 component,
                      const HdDispatch *dispatch);
/** hd_host_get_state: what the library keeps for a component, after the start */
gpointer hd_host_get_state (HdKernel *kernel,
                            guint32 component);
/** hd_host_find_wait: whether the component has work that is not done, while the kernel rests; %FALSE for what another rank runs */
gboolean hd_host_find_wait (HdKernel *kernel,
                            guint32 component,
                            HdWait *out_wait);
/** hd_host_find_errand: number @index, from 0 on, of what a component is about; %FALSE if there are no more. While the kernel rests, as the next */
gboolean hd_host_find_errand (HdKernel *kernel,
                              guint32 component,
                              guint32 index,
                              HdErrand *out_errand);
void hd_host_read_errand_line (HdKernel *kernel,
                               guint32 component,
                               guint64 number,
                               guint32 line,
                               char *out_text,
                               gsize room);
/** hd_host_show: likewise: what a component writes for who looks goes to the kernel's output keeper */
void hd_host_show (HdKernel *kernel,
                   guint32 component);
/** hd_host_read_probe: the last sample of a probe that has a summary, with weight 1, while the kernel rests; zeros if there is none, or another rank runs the component */
void hd_host_read_probe (HdKernel *kernel,
                         guint32 component,
                         guint probe,
                         double *out_value,
                         double *out_weight);

G_END_DECLS
