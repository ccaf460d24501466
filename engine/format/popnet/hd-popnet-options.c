/* hd-popnet-options.c: a command line of popnet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * popnet answers what it does not know with its help, and stops. Command lines that were published have such slips, so what was meant is said here.
 */
#define G_LOG_DOMAIN "hd-popnet-options"

#include "hd-popnet-options.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-legality.h"

#define PROGRAM "popnet"
#define ALL_OPTIONS "-A -c -V -B -O -F -L -T -r -I -R"

typedef struct
{
  char letter;
  const char *title;
  double minimum, maximum;
  double fallback;
  gboolean is_whole;
} Option;

static const Option options[HD_POPNET_N_NUMBERS] = {
  [HD_POPNET_A] = { 'A', N_("routers in each dimension"), 1, HD_POPNET_MAX_ROUTERS, 8, TRUE },
  [HD_POPNET_c] = { 'c', N_("dimensions"), 1, HD_POPNET_DIMENSIONS, 2, TRUE },
  [HD_POPNET_V] = { 'V', N_("virtual channels"), 1, 64, 2, TRUE },
  [HD_POPNET_B] = { 'B', N_("flits in an input buffer"), 1, 65535, 64, TRUE },
  [HD_POPNET_O] = { 'O', N_("flits in an output buffer"), 1, 65535, 4, TRUE },
  [HD_POPNET_F] = { 'F', N_("words of 64 bits in a flit"), 1, 65536, 4, TRUE },
  [HD_POPNET_L] = { 'L', N_("length of a link in micrometres"), 0, 1e9, 1000, FALSE },
  [HD_POPNET_T] = { 'T', N_("cycles"), 0, 9e12, 1e9, FALSE },
  [HD_POPNET_r] = { 'r', N_("seed"), 0, 9007199254740991.0, 1, TRUE },
  [HD_POPNET_R] = { 'R', N_("routing"), 0, 1, 0, TRUE },
};

void
hd_popnet_options_init (HdPopnetOptions *self)
{
  *self = (HdPopnetOptions){ .trace = NULL };
  for (guint i = 0; i < HD_POPNET_N_NUMBERS; i++)
    self->values[i] = options[i].fallback;
}

void
hd_popnet_options_clear (HdPopnetOptions *self)
{
  g_clear_pointer (&self->trace, g_free);
}

char
hd_popnet_option_get_letter (HdPopnetNumberOption option)
{
  return options[option].letter;
}

HdPopnetShape
hd_popnet_options_get_shape (const HdPopnetOptions *self)
{
  HdPopnetShape shape = { .n_dimensions = (guint) self->values[HD_POPNET_c] };

  for (guint d = 0; d < shape.n_dimensions; d++)
    shape.sizes[d] = (guint) self->values[HD_POPNET_A];
  return shape;
}

/* ---- what is wrong -------------------------------------------------------------------------------------------------------- */

static guint
find_option (char letter)
{
  guint i = 0;

  while (i < HD_POPNET_N_NUMBERS && options[i].letter != letter)
    i++;
  return i;
}

static gboolean
is_known (char letter)
{
  return letter == 'I' || find_option (letter) < HD_POPNET_N_NUMBERS;
}

/* The letter that was meant by one that popnet does not have; a small L is read as a large i in print. */
static char
guess_letter (char letter)
{
  char other = g_ascii_isupper (letter) ? g_ascii_tolower (letter) : g_ascii_toupper (letter);

  if (letter == 'l')
    return 'I';
  return is_known (other) ? other : '\0';
}

static gboolean
fail_letter (char letter,
             GError **error)
{
  char meant = guess_letter (letter);

  if (letter == 'h' || letter == '?')
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("With -%c popnet prints its help and runs nothing"), letter);
  else if (meant != '\0')
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("popnet has no option -%c; did you mean -%c?"), letter, meant);
  else if (strchr ("GDP", letter) != NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("-%c is an option of later versions of popnet, which is not read"), letter);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("popnet has no option -%c; it has %s"), letter, ALL_OPTIONS);
  return FALSE;
}

static gboolean
fail_value (const Option *option,
            const char *text,
            GError **error)
{
  if (option->letter == 'R')
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                 _("-R is %.40s; popnet has two routings, -R 0 for a mesh (one dimension after the other) and -R 1 for a torus (the shorter way round)"), text);
  else if (option->is_whole)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("-%c (%s) is %.40s, it must be a whole number from %.0f to %.0f"), option->letter, _(option->title), text,
                 option->minimum, option->maximum);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("-%c (%s) is %.40s, it must be a number from %g to %g"), option->letter, _(option->title), text,
                 option->minimum, option->maximum);
  return FALSE;
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

static gboolean
set_trace (HdPopnetOptions *self,
           const char *text,
           GError **error)
{
  if (self->trace != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("-%c is given twice, as %.40s and as %.40s"), 'I', self->trace, text);
      return FALSE;
    }
  if (*text == '\0')
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("-%c needs a value: %s"), 'I', _("the trace"));
      return FALSE;
    }
  if (hd_legal_find_control (text) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("-%c names a file by a control character (U+%04X), which no project can hold"), 'I',
                   hd_legal_find_control (text));
      return FALSE;
    }
  self->trace = g_strdup (text);
  return TRUE;
}

static gboolean
set_number (HdPopnetOptions *self,
            guint n,
            const char *text,
            GError **error)
{
  const Option *option = &options[n];
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !(value >= option->minimum && value <= option->maximum) || (option->is_whole && value != floor (value)))
    return fail_value (option, text, error);
  if (self->stated[n])
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("-%c is given twice, as %.15g and as %.15g"), option->letter, self->values[n], value);
      return FALSE;
    }
  self->values[n] = value;
  self->stated[n] = TRUE;
  return TRUE;
}

/* "-A", "9" or "-A9"; @words moves to the last of them. */
static gboolean
read_option (HdPopnetOptions *self,
             char ***words,
             GError **error)
{
  const char *word = **words;
  char letter = word[0] == '-' ? word[1] : '\0';
  guint n = find_option (letter);
  const char *value;

  if (letter == '\0')
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%.40s” belongs to no option of popnet"), word);
      return FALSE;
    }
  if (!is_known (letter))
    {
      if (g_ascii_isgraph (letter) && letter != '-')
        return fail_letter (letter, error);
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%.40s” is no option of popnet; it has %s"), word, ALL_OPTIONS);
      return FALSE;
    }
  value = word[2] != '\0' ? word + 2 : (*words)[1];
  if (value == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("-%c needs a value: %s"), letter, letter == 'I' ? _("the trace") : _(options[n].title));
      return FALSE;
    }
  *words += word[2] == '\0';
  return letter == 'I' ? set_trace (self, value, error) : set_number (self, n, value, error);
}

static gboolean
check_size (const HdPopnetOptions *self,
            GError **error)
{
  HdPopnetShape shape = hd_popnet_options_get_shape (self);

  if (hd_popnet_shape_get_n_routers (&shape) > 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("-A %.0f in -c %.0f dimensions are more than %u routers"), self->values[HD_POPNET_A], self->values[HD_POPNET_c],
               HD_POPNET_MAX_ROUTERS);
  return FALSE;
}

gboolean
hd_popnet_options_parse (const char *text,
                         HdPopnetOptions *out_options,
                         GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1); /* it goes into messages and projects */
  g_auto (GStrv) words = NULL;
  g_auto (HdPopnetOptions) read = { .trace = NULL };
  g_autoptr (GError) reason = NULL;
  char **word;

  g_return_val_if_fail (text != NULL, FALSE);

  hd_popnet_options_init (&read);
  if (!g_shell_parse_argv (valid, NULL, &words, &reason) && !g_error_matches (reason, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, reason->message);
      return FALSE;
    }
  word = words;
  if (word != NULL && **word != '-')
    word++;
  for (; word != NULL && *word != NULL; word++)
    if (!read_option (&read, &word, error))
      return FALSE;
  if (!check_size (&read, error))
    return FALSE;
  *out_options = read;
  read.trace = NULL;
  return TRUE;
}

/* The program's name, or an option with its value. */
gboolean
hd_popnet_is_command (const char *head,
                      gsize length)
{
  const char *p = head, *end = head + length, *word;

  if (memchr (head, '\0', length) != NULL)
    return FALSE;
  while (p < end && (g_ascii_isspace (*p) || *p == '#'))
    if (*p == '#')
      while (p < end && *p != '\n')
        p++;
    else
      p++;
  for (word = p; p < end && !g_ascii_isspace (*p);)
    p++;
  if (word < end && *word == '-')
    return p - word >= 2 && g_ascii_isalpha (word[1]);
  return (gsize) (p - word) >= strlen (PROGRAM) && strncmp (p - strlen (PROGRAM), PROGRAM, strlen (PROGRAM)) == 0;
}

char *
hd_popnet_options_to_string (const HdPopnetOptions *self)
{
  GString *text = g_string_new (PROGRAM);
  g_autofree char *trace = g_shell_quote (self->trace);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < HD_POPNET_N_NUMBERS; i++)
    {
      if (options[i].is_whole)
        g_snprintf (buffer, sizeof buffer, "%.0f", self->values[i]);
      else
        g_ascii_formatd (buffer, sizeof buffer, "%.15g", self->values[i]);
      g_string_append_printf (text, " -%c %s", options[i].letter, buffer);
    }
  g_string_append_printf (text, " -I %s", trace);
  return g_string_free (text, FALSE);
}
