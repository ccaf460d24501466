/* heddle-chip.h: programs that are chiplets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A program that is drawn as a chiplet (component chiplet.process) uses these functions to read and write the memory that it shares with others, over the
 * simulated network. It needs nothing but libc: `cc program.c $(pkg-config --cflags --libs heddle-chip)`.
 *
 * A program counts its own cycles: it hands in, as @now, the cycle at which it asks for something, and gets back the one at which it may go on. Computing
 * takes the cycles that the program says: it adds them to @now. All functions return 0, or a negative error number: -EPIPE: Heddle has gone; -ECANCELED:
 * Heddle ends the program; -EINVAL: time goes backwards, or an argument makes no sense; -EPROTO: what came is not of this protocol. After any of these the
 * program ends: what it asks for later has the same answer. Not for several threads at once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** chip: a program's end of the talk with Heddle */
typedef struct chip chip;

#define CHIP_WRITE_POSTED 1u /* of chip_write (): go on at once; only a full request queue stops the chiplet */

/** chip_open: makes itself known to Heddle, by whom the program was started; -ENOTCONN: it was not. What is printed from here on goes out line by line */
int chip_open (chip **out_chip);
/** chip_write: @size bytes to @address; without a flag comes back when they are there */
int chip_write (chip *self,
                uint64_t address,
                const void *data,
                size_t size,
                unsigned flags,
                uint64_t *now);
/** chip_read: @size bytes from @address; comes back when they are here */
int chip_read (chip *self,
               uint64_t address,
               void *data,
               size_t size,
               uint64_t *now);
/** chip_read_posted: goes on at once; @data, which stays the program's and must stay, has the bytes after the next chip_wait () */
int chip_read_posted (chip *self,
                      uint64_t address,
                      void *data,
                      size_t size,
                      uint64_t *now);
/** chip_wait: until all is here that was read posted */
int chip_wait (chip *self,
               uint64_t *now);
/** chip_advance: it asks for nothing before cycle @now. Who computes says this first, so that others compute at the same time */
int chip_advance (chip *self,
                  uint64_t now);
/** chip_begin: what was before cycle @now only prepared: figures of the run, such as t1_max, count from here */
int chip_begin (chip *self,
                uint64_t now);
/** chip_barrier: waits until all that are linked to barrier @id are there */
int chip_barrier (chip *self,
                  uint32_t id,
                  uint64_t *now);
/** chip_close: the program is done at cycle @now; frees @self, whatever it returns */
int chip_close (chip *self,
                uint64_t now);

/** chip_number: of this chiplet, from 0, among those of its project */
uint32_t chip_number (const chip *self);
/** chip_shared: the first address that all chiplets see; @out_size (optional): bytes from there on */
uint64_t chip_shared (const chip *self,
                      uint64_t *out_size);
/** chip_clock: cycles a second */
uint64_t chip_clock (const chip *self);

#ifdef __cplusplus
}
#endif
