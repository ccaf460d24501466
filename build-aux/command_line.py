# command_line.py: the option tables of the built program
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re
import subprocess
from collections import namedtuple

# name, help; summary; options; kind ("text", "files", ...) and names of what follows them
Command = namedtuple('Command', 'name help summary options kind arguments')
Option = namedtuple('Option', 'name letter kind argument help')
CHOICES = re.compile(r'[a-z][a-z0-9-]*(\|[a-z][a-z0-9-]*)+')


def choices(option):
    """The words that an option permits, if its table lists them: flow|packet|flit."""
    return option.argument.split('|') if CHOICES.fullmatch(option.argument) else []


def is_flag(option):
    return option.kind == 'flag'


def tables(program, *words):
    done = subprocess.run([program, *words, '--options'], stdout=subprocess.PIPE, encoding='utf-8', check=True,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': 'en'})
    return [line.split('\t') for line in done.stdout.splitlines()]


def read_command(program, name, text):
    rows = tables(program, name)
    kind, arguments = next((row[1:] for row in rows if row[0] == 'arguments'), ('', ''))
    return Command(name, text, rows[0][1], [Option(*row[1:]) for row in rows if row[0] == 'option'], kind, arguments)


def read(program):
    """The subcommands of a program, in the order of its help."""
    return [read_command(program, name, text) for _, name, text in tables(program)]
