/* hd-popnet-options.h: a command line of popnet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   popnet -A 9 -c 2 -V 3 -B 12 -O 12 -F 4 -L 1000 -T 20000 -r 1 -I ./bench -R 0
 */
#pragma once

#include "hd-popnet-trace.h"

G_BEGIN_DECLS

#define HD_POPNET_WORD_BYTES 8

typedef enum
{
  HD_POPNET_A, /* routers in each dimension */
  HD_POPNET_c, /* dimensions */
  HD_POPNET_V, /* virtual channels of a port */
  HD_POPNET_B, /* flits that the buffer of a virtual channel holds */
  HD_POPNET_O, /* flits that the output buffer of a port holds */
  HD_POPNET_F, /* words of 64 bits in a flit */
  HD_POPNET_L, /* length of a link, micrometres */
  HD_POPNET_T, /* cycles */
  HD_POPNET_r, /* seed */
  HD_POPNET_R, /* 0: dimension order in a mesh, 1: the shorter way round in a torus */
  HD_POPNET_N_NUMBERS,
} HdPopnetNumberOption;

/** HdPopnetOptions: what is not stated has popnet's default, and where popnet has none, that of Heddle */
typedef struct
{
  double values[HD_POPNET_N_NUMBERS];
  gboolean stated[HD_POPNET_N_NUMBERS];
  char *trace; /* as it was written, or NULL */
} HdPopnetOptions;

void hd_popnet_options_init (HdPopnetOptions *self);
void hd_popnet_options_clear (HdPopnetOptions *self);
char hd_popnet_option_get_letter (HdPopnetNumberOption option);
/** hd_popnet_is_command: whether a text that begins so may be a command line */
gboolean hd_popnet_is_command (const char *head,
                               gsize length);
/**
 * hd_popnet_options_parse:
 * @text: as a shell splits it, remarks behind # and the program's name first included
 * @out_options: cleared by the caller, of %TRUE alone
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE, %HD_ERROR_NAME (an option that popnet does not have); what was meant is in the message
 */
gboolean hd_popnet_options_parse (const char *text,
                                  HdPopnetOptions *out_options,
                                  GError **error);
/** hd_popnet_options_to_string: all of them, with popnet's name before them; @self has a trace */
char *hd_popnet_options_to_string (const HdPopnetOptions *self);
/** hd_popnet_options_get_shape: of the grid */
HdPopnetShape hd_popnet_options_get_shape (const HdPopnetOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdPopnetOptions, hd_popnet_options_clear)

G_END_DECLS
