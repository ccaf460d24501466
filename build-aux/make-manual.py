#!/usr/bin/env python3
# make-manual.py: the manual page of heddle or of one of its subcommands, from the option tables
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-manual.py PROGRAM VERSION DATE [SUBCOMMAND]: prints the page."""

import sys

import command_line

STATUS = [('0', 'Done.'), ('1', 'The project has errors.'), ('2', 'The command line was wrong.'), ('3', 'The run failed.'),
          ('4', 'A file could not be read or written.'), ('5', 'What was compared differs as --fail-if says.')]


def escape(text):
    """Text as roff takes it: no escape, no control line, no hyphen where a minus is meant."""
    text = text.replace('\\', '\\e').replace('-', '\\-')
    text = ''.join(c if ord(c) < 128 else f'\\[u{ord(c):04X}]' for c in text)
    return f'\\&{text}' if text[:1] in ".'" else text


def bold(text):
    return f'\\fB{escape(text)}\\fR'


def italic(text):
    return f'\\fI{escape(text)}\\fR'


def item(head, text):
    return ['.TP', head, text]


def option_head(option):
    value = '' if command_line.is_flag(option) else italic(option.argument)
    long = bold(f'--{option.name}') + ('' if command_line.is_flag(option) else '=' + value)
    return f'{bold("-" + option.letter)} {value}, {long}' if option.letter else long


def statuses():
    return ['.SH EXIT STATUS'] + [line for number, text in STATUS for line in item(bold(number), escape(text))]


def program_page(commands, head):
    lines = [head('HEDDLE'), '.SH NAME', 'heddle \\- design\\-space explorer for computing systems and their interconnects', '.SH SYNOPSIS',
             f'.B heddle\n[{italic("FILE")} ...]\n.br\n.B heddle\n{italic("COMMAND")} [{italic("OPTION")} ...] [{italic("ARGUMENT")} ...]',
             '.SH DESCRIPTION', 'Without a command, opens its window on the given projects. With one, works without a display.', '.SH COMMANDS']
    for command in commands:
        lines += item(f'.BR heddle\\-{command.name} (1)', escape(command.help[:1].upper() + command.help[1:]) + '.')
    lines += ['.SH OPTIONS', *item(bold('-h') + ', ' + bold('--help'), 'Show the commands.'),
              *item(bold('--version'), 'Show the version, the build and the libraries.'), *statuses(), '.SH ENVIRONMENT',
              *item('.B HEDDLE_LIBRARY_PATH', 'Folders with more component libraries, apart by colons.'), '.SH FILES',
              *item('.I ~/.local/share/heddle/libraries', 'Component libraries of the user.'), '.SH SEE ALSO',
              '.BR ' + ' ,\n.BR '.join(f'heddle\\-{command.name} (1)' for command in commands)]
    return lines


def command_page(command, head):
    remaining = f' {italic(command.arguments)}' if command.arguments else ''
    options = f' [{italic("OPTION")} ...]' if command.options else ''
    lines = [head(f'HEDDLE\\-{command.name.upper()}'), '.SH NAME', f'heddle\\-{command.name} \\- {escape(command.help)}', '.SH SYNOPSIS',
             f'.B heddle {command.name}\n{(options + remaining).strip()}', '.SH DESCRIPTION', escape(command.summary), '.SH OPTIONS']
    for option in command.options:
        lines += item(option_head(option), escape(option.help) + '.')
    lines += item(bold('-h') + ', ' + bold('--help'), 'Show the options.')
    return lines + statuses() + ['.SH SEE ALSO', '.BR heddle (1)']


def main(program, version, date, name=None):
    def head(title):
        return f'.TH {title} 1 {date} "Heddle {version}" "User Commands"'

    commands = command_line.read(program)
    page = program_page(commands, head) if name is None else command_page(next(c for c in commands if c.name == name), head)
    sys.stdout.write('\n'.join(['.\\" Made from the option tables.', *page]) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
