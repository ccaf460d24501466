/* share.h: what the processes of a node share, as memory and PCIe: who is at it has an equal part of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Nobody has more of it than a core can do, so that processes that begin together end together.
 */
#pragma once

#include <heddle/heddle-component.h>

/** ShareUse: @rest: picoseconds of all of it that are left; @most: part of it that the user can have; @payload: of who is told */
typedef struct
{
  double rest, most;
  uint64_t payload;
} ShareUse;

/** Share: @since: time up to which @rest of all is; @blocked: time until which none of them has any; @turn: number of the last wake: what is told by an earlier one has changed since.
 * All users are gone through at each change: a node has few processes */
typedef struct
{
  ShareUse *uses;
  uint32_t n, room, wake;
  int64_t since, blocked;
  uint64_t turn;
} Share;

/** share_init: @wake: kind of its wakes */
void share_init (Share *self,
                 uint32_t wake);
void share_clear (Share *self);
/** share_use: @work picoseconds of all of it, which take @alone if nobody else is there */
void share_use (Share *self,
                const HdHost *host,
                HdComponentContext *context,
                double work,
                double alone,
                uint64_t payload);
/** share_block: something else has all of it for @work picoseconds, after what has so already. Returns when that ends, from now on */
int64_t share_block (Share *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     int64_t work);
/** share_wake: of its kind, with its payload: what has ended, one after the other. Returns 0 if there is no more */
int share_wake (Share *self,
                const HdHost *host,
                HdComponentContext *context,
                uint64_t turn,
                uint64_t *out_payload);
