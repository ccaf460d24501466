/* hd-child-exec.c: from this process to a child that runs a program
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The child begins with its parent's memory (vfork): a copy would take 0.1 s for a process of a few gigabytes. So it changes nothing that its parent will
 * look at, and as another thread may have held any lock, all is made ready before, and the child calls what is safe for signal handlers alone. What it cannot
 * do it says through a pipe that exec closes.
 */
#define _GNU_SOURCE
#define G_LOG_DOMAIN "hd-child"

#include "hd-child-exec.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

/* Descriptors of the child. */
#define CHILD_SOCKET 3
#define CHILD_STAGE 4
#define CHILD_REPORT 5 /* until exec */
#define CHILD_FILES 64
#define ABOVE_ALL 10   /* where descriptors are out of the way of these */

typedef struct
{
  int resource;
  struct rlimit limit;
} Limit;

#define MOST_LIMITS 4

/* All that the child needs, made by its parent. */
typedef struct
{
  const char *file;
  const char *folder;
  char **arguments;
  char **environment;
  Limit limits[MOST_LIMITS];
  guint n_limits;
  pid_t parent;
  int input;   /* /dev/null */
  int output;
  int errors;
  int socket;
  int stage;   /* or -1 */
  int report;
} Plan;

/* ---- the child --------------------------------------------------------------------------------------------------------- */

static void G_GNUC_NORETURN
give_up (int report)
{
  int reason = errno;

  while (write (report, &reason, sizeof reason) < 0 && errno == EINTR)
    ;
  _exit (127);
}

static void
reset_signals (void)
{
  const struct sigaction plain = { .sa_handler = SIG_DFL };
  sigset_t none;

  for (int i = 1; i < NSIG; i++)
    sigaction (i, &plain, NULL); /* those that cannot be set are as they should be */
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

/* Moves a descriptor to where no other will be put. */
static gboolean
lift (int *file)
{
  if (*file < 0)
    return TRUE;
  *file = fcntl (*file, F_DUPFD_CLOEXEC, ABOVE_ALL);
  return *file >= 0;
}

static gboolean
place_files (Plan *plan)
{
  if (!lift (&plan->report) || !lift (&plan->input) || !lift (&plan->output) || !lift (&plan->errors) || !lift (&plan->socket) || !lift (&plan->stage))
    return FALSE;
  if (dup2 (plan->input, STDIN_FILENO) < 0 || dup2 (plan->output, STDOUT_FILENO) < 0 || dup2 (plan->errors, STDERR_FILENO) < 0
      || dup2 (plan->socket, CHILD_SOCKET) < 0 || (plan->stage >= 0 && dup2 (plan->stage, CHILD_STAGE) < 0)
      || dup3 (plan->report, CHILD_REPORT, O_CLOEXEC) < 0)
    return FALSE;
  plan->report = CHILD_REPORT;
  if (plan->stage < 0)
    close (CHILD_STAGE);
  closefrom (CHILD_REPORT + 1); /* close_range (), or one by one where the kernel does not have it */
  return TRUE;
}

static void G_GNUC_NORETURN
become (const Plan *parents)
{
  Plan own = *parents, *plan = &own;

  reset_signals ();
  if (setpgid (0, 0) < 0 || prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
    give_up (plan->report);
  if (getppid () != plan->parent) /* it ended before it could be told of */
    _exit (127);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || chdir (plan->folder) < 0 || !place_files (plan))
    give_up (plan->report);
  umask (077);
  for (guint i = 0; i < plan->n_limits; i++)
    if (setrlimit (plan->limits[i].resource, &plan->limits[i].limit) < 0)
      give_up (plan->report);
  execve (plan->file, plan->arguments, plan->environment);
  give_up (plan->report);
}

/* ---- what it needs -------------------------------------------------------------------------------------------------------- */

/* A limit that is lower already stays. */
static void
add_limit (Plan *plan,
           int resource,
           rlim_t soft,
           rlim_t hard)
{
  Limit *limit = &plan->limits[plan->n_limits++];
  struct rlimit own = { RLIM_INFINITY, RLIM_INFINITY };

  getrlimit (resource, &own);
  *limit = (Limit){ resource, { MIN (soft, own.rlim_max), MIN (hard, own.rlim_max) } };
}

static void
add_limits (Plan *plan,
            const HdChildOptions *options)
{
  add_limit (plan, RLIMIT_CORE, 0, 0);
  add_limit (plan, RLIMIT_NOFILE, CHILD_FILES, CHILD_FILES);
  if (options->memory_bytes > 0)
    add_limit (plan, RLIMIT_AS, options->memory_bytes, options->memory_bytes);
  if (options->processor_seconds > 0)
    add_limit (plan, RLIMIT_CPU, options->processor_seconds, (rlim_t) options->processor_seconds + 1);
}

static char **
make_environment (gboolean has_stage)
{
  const char *path = g_getenv ("PATH"), *language = g_getenv ("LANG");
  char **environment = g_new0 (char *, 5);

  environment[0] = g_strdup_printf ("PATH=%s", path != NULL ? path : "/usr/bin:/bin");
  environment[1] = g_strdup_printf ("LANG=%s", language != NULL ? language : "C.UTF-8");
  environment[2] = g_strdup_printf ("CHIP_FD=%d", CHILD_SOCKET);
  environment[3] = has_stage ? g_strdup_printf ("CHIP_STAGE=%d", CHILD_STAGE) : NULL;
  return environment;
}

/* Memory that neither side can make smaller under the other's hands. */
static int
make_stage (gsize size,
            gpointer *out_stage)
{
  int file = memfd_create ("heddle-stage", MFD_CLOEXEC | MFD_ALLOW_SEALING), reason;

  if (file < 0)
    return -1;
  *out_stage = MAP_FAILED;
  if (ftruncate (file, (off_t) size) == 0 && fcntl (file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    *out_stage = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (*out_stage != MAP_FAILED)
    return file;
  reason = errno;
  close (file);
  errno = reason;
  *out_stage = NULL;
  return -1;
}

static void
close_file (int *file)
{
  if (*file >= 0)
    close (*file);
  *file = -1;
}

/* ---- why it could not be started -------------------------------------------------------------------------------------------- */

static const char *
explain_format (const char *file)
{
  unsigned char head[4] = { 0 };
  int handle = open (file, O_RDONLY | O_CLOEXEC);
  gssize n = handle >= 0 ? read (handle, head, sizeof head) : -1;

  if (handle >= 0)
    close (handle);
  return n == sizeof head && memcmp (head, ELFMAG, SELFMAG) == 0 ? _("it was made for another kind of machine")
                                                                   : _("it is neither a program for this machine nor a script whose first line names its interpreter");
}

/* Of an errno of exec. */
static const char *
explain (const char *file,
         int reason)
{
  struct stat status;

  if (reason == ENOEXEC || reason == ELIBBAD)
    return explain_format (file);
  if (reason == ENOENT && stat (file, &status) == 0)
    return _("the interpreter that it names is not there");
  if (reason == EACCES && stat (file, &status) == 0)
    return S_ISDIR (status.st_mode) ? _("it is a folder") : (status.st_mode & 0111) == 0 ? _("it is not executable") : g_strerror (reason);
  return g_strerror (reason);
}

static gboolean
fail (const HdChildOptions *options,
      int reason,
      GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("cannot start “%s”: %s"), options->file, explain (options->file, reason));
  return FALSE;
}

/* ---- the parent --------------------------------------------------------------------------------------------------------------- */

/* Opens what both sides need; an errno, or 0. */
static int
open_all (const HdChildOptions *options,
          Plan *plan,
          HdChildEnds *ends,
          int *out_report)
{
  int pair[2];

  plan->input = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  if (plan->input < 0 || socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
    return errno;
  ends->socket = pair[0];
  plan->socket = pair[1];
  if (pipe2 (pair, O_CLOEXEC) < 0)
    return errno;
  ends->output = pair[0];
  plan->output = pair[1];
  if (pipe2 (pair, O_CLOEXEC) < 0)
    return errno;
  ends->errors = pair[0];
  plan->errors = pair[1];
  if (pipe2 (pair, O_CLOEXEC) < 0)
    return errno;
  *out_report = pair[0];
  plan->report = pair[1];
  if (fcntl (ends->output, F_SETFL, O_NONBLOCK) < 0 || fcntl (ends->errors, F_SETFL, O_NONBLOCK) < 0)
    return errno;
  if (options->stage_bytes > 0 && (plan->stage = make_stage (options->stage_bytes, &ends->stage)) < 0)
    return errno;
  return 0;
}

/* What the child could not do: an errno, or 0 once it has become the program. */
static int
read_report (int file)
{
  int reason = 0;
  gssize n;

  do
    n = read (file, &reason, sizeof reason);
  while (n < 0 && errno == EINTR);
  return n == sizeof reason ? reason : 0;
}

/* No handler of this process runs in the child. */
static int
fork_child (Plan *plan,
            pid_t *out_pid)
{
  sigset_t all, before;
  int reason = 0;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  *out_pid = vfork ();
  if (*out_pid == 0)
    become (plan);
  if (*out_pid < 0)
    reason = errno;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return reason;
}

static int
start (Plan *plan,
       HdChildEnds *ends,
       int *report)
{
  int reason = fork_child (plan, &ends->pid);

  close_file (&plan->report);
  if (reason != 0)
    return reason;
  reason = read_report (*report);
  if (reason == 0)
    {
      ends->process = (int) syscall (SYS_pidfd_open, ends->pid, 0);
      if (ends->process >= 0)
        return 0;
      reason = errno;
      kill (-ends->pid, SIGKILL);
    }
  while (waitpid (ends->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  return reason;
}

gboolean
hd_child_exec (const HdChildOptions *options,
               const char *folder,
               HdChildEnds *out_ends,
               GError **error)
{
  g_auto (GStrv) environment = make_environment (options->stage_bytes > 0);
  Plan plan = { options->file, folder, (char **) options->arguments, environment, .parent = getpid (), .input = -1, .output = -1, .errors = -1,
                .socket = -1, .stage = -1, .report = -1 };
  HdChildEnds ends = { 0, -1, -1, -1, -1, NULL };
  int report = -1, reason;

  add_limits (&plan, options);
  reason = open_all (options, &plan, &ends, &report);
  if (reason == 0)
    reason = start (&plan, &ends, &report);
  close_file (&report);
  close_file (&plan.report);
  close_file (&plan.input);
  close_file (&plan.output);
  close_file (&plan.errors);
  close_file (&plan.socket);
  close_file (&plan.stage);
  *out_ends = ends;
  if (reason == 0)
    return TRUE;
  close_file (&ends.socket);
  close_file (&ends.output);
  close_file (&ends.errors);
  if (ends.stage != NULL)
    munmap (ends.stage, options->stage_bytes);
  return fail (options, reason, error);
}
