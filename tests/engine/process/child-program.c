/* child-program.c: a program that tests start, which behaves as its first argument says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHIP 3
#define STAGE 4
#define MEGABYTE (1024 * 1024)

static void
say (const char *text)
{
  if (send (CHIP, text, strlen (text), MSG_NOSIGNAL) < 0)
    _exit (99);
}

/* Answers everything, until it is hung up. */
static int
echo (void)
{
  char datagram[4096];
  ssize_t n;

  while ((n = recv (CHIP, datagram, sizeof datagram, 0)) > 0)
    if (send (CHIP, datagram, (size_t) n, MSG_NOSIGNAL) != n)
      return 1;
  return 0;
}

/* Speaks last, and has not read what it was told. */
static int
leave_unread (void)
{
  char first;

  recv (CHIP, &first, 1, MSG_PEEK);
  say ("last words");
  return 0;
}

/* For ever, but for what ends a test that went wrong. */
static void
sleep_long (void)
{
  sleep (60);
}

static int
flood_socket (void)
{
  char datagram[1024] = { 'x' };

  for (;;)
    if (send (CHIP, datagram, sizeof datagram, MSG_NOSIGNAL) < 0)
      return 0;
}

/* So many lines to both. */
static int
print (int n)
{
  for (int i = 0; i < n; i++)
    {
      printf ("line %d of its output, which is a little longer than the others\n", i);
      fprintf (stderr, "line %d of its errors\n", i);
    }
  return 0;
}

static int
start_another (void)
{
  char number[32];
  pid_t pid = fork ();

  if (pid == 0)
    {
      signal (SIGTERM, SIG_IGN);
      for (;;)
        sleep_long ();
    }
  snprintf (number, sizeof number, "%d", (int) pid);
  say (number);
  return 0;
}

/* What it can see of its parent. */
static int
look_around (void)
{
  extern char **environ;
  char text[4096] = "", link[64], target[256], *cwd = getcwd (NULL, 0);
  struct stat status;
  struct rlimit core, files;
  int death = 0;

  for (int i = 0; i < 1024; i++)
    if (fcntl (i, F_GETFD) >= 0)
      snprintf (text + strlen (text), sizeof text - strlen (text), "%d ", i);
  snprintf (link, sizeof link, "/proc/self/fd/0");
  target[readlink (link, target, sizeof target - 1)] = '\0';
  stat (".", &status);
  getrlimit (RLIMIT_CORE, &core);
  getrlimit (RLIMIT_NOFILE, &files);
  prctl (PR_GET_PDEATHSIG, &death);
  snprintf (text + strlen (text), sizeof text - strlen (text), "| %s %o %d %d %d %d", target, status.st_mode & 0777, (int) core.rlim_max,
            (int) files.rlim_max, death, getpgid (0) == getpid ());
  for (char **variable = environ; *variable != NULL; variable++)
    snprintf (text + strlen (text), sizeof text - strlen (text), " %.*s", (int) strcspn (*variable, "="), *variable);
  say (text);
  say (cwd);
  return 0;
}

/* As much memory as it gets. */
static int
take_memory (void)
{
  char number[32];
  int n = 0;

  while (n < 4096 && mmap (NULL, MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    n++;
  snprintf (number, sizeof number, "%d", n);
  say (number);
  return 0;
}

/* Turns around what it finds, and tries to spoil it. */
static int
use_stage (void)
{
  struct stat status;
  char *stage, text[64];

  fstat (STAGE, &status);
  stage = mmap (NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, STAGE, 0);
  if (stage == MAP_FAILED)
    return 1;
  stage[1] = stage[0];
  snprintf (text, sizeof text, "%ld %d %d", (long) status.st_size, ftruncate (STAGE, 1), ftruncate (STAGE, status.st_size * 2));
  say (text);
  return 0;
}

/* Files where it works, and a link to elsewhere. */
static int
leave_files (const char *elsewhere)
{
  int file = open ("file", O_CREAT | O_WRONLY, 0600);

  return file < 0 || symlink (elsewhere, "link") < 0 || mkdir ("closed", 0700) < 0 || mkdir ("closed/inner", 0700) < 0 || chmod ("closed", 0) < 0;
}

static int
behave (const char *how,
        const char *argument)
{
  if (strcmp (how, "leave-unread") == 0)
    return leave_unread ();
  if (strcmp (how, "echo") == 0)
    return echo ();
  if (strcmp (how, "exit") == 0)
    return atoi (argument);
  if (strcmp (how, "kill") == 0)
    return raise (atoi (argument));
  if (strcmp (how, "flood-socket") == 0)
    return flood_socket ();
  if (strcmp (how, "print") == 0)
    return print (atoi (argument));
  if (strcmp (how, "another") == 0)
    return start_another ();
  if (strcmp (how, "look") == 0)
    return look_around ();
  if (strcmp (how, "memory") == 0)
    return take_memory ();
  if (strcmp (how, "stage") == 0)
    return use_stage ();
  if (strcmp (how, "files") == 0)
    return leave_files (argument);
  if (strcmp (how, "say") == 0)
    return say (argument), 0;
  if (strcmp (how, "say-and-print") == 0)
    return say (argument), print (atoi (argument));
  if (strcmp (how, "empty") == 0)
    return send (CHIP, "", 0, MSG_NOSIGNAL), say ("full"), send (CHIP, "", 0, MSG_NOSIGNAL), 0;
  if (strcmp (how, "hang-up") == 0)
    return say ("last"), close (CHIP), sleep_long (), 0;
  if (strcmp (how, "spin") == 0)
    for (;;)
      ;
  if (strcmp (how, "stubborn") == 0)
    signal (SIGTERM, SIG_IGN), say ("ready");
  sleep_long ();
  return 0;
}

int
main (int argc,
      char *argv[])
{
  return argc > 1 ? behave (argv[1], argc > 2 ? argv[2] : "0") : 98;
}
