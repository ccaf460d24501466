#!/usr/bin/env python3
# make-completion.py: completion of heddle's words for a shell, from the option tables
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-completion.py PROGRAM bash|zsh|fish: prints the script. Choices are words, files are files, and kinds of topologies and types
of components are asked of the program while it completes."""

import sys

import command_line

ASKED = {'generate': "heddle generate 2>/dev/null | grep -o '^[a-z][^ ]*'",
         'describe': "heddle describe 2>/dev/null | grep -oE '^ *[a-z][a-z0-9.-]*'"}
GLOBAL = [('help', 'Show the subcommands'), ('version', 'Show the version, the build and the libraries')]

BASH = r'''# bash completion of heddle, made from its option tables
_heddle ()
{
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words= files=
  COMPREPLY=()
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    words='@COMMANDS@' files=yes
  else
    case ${COMP_WORDS[1]}:$option in
@VALUES@
      *)
        case ${COMP_WORDS[1]} in
@OPTIONS@
          *) files=yes ;;
        esac
        ;;
    esac
  fi
  mapfile -t COMPREPLY < <(
    [[ -z $words ]] || compgen -W "$words" -- "$word"
    [[ -z $files || $word == -* ]] || compgen -f -- "$word"
  )
  [[ -z $files ]] || compopt -o filenames 2>/dev/null
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != --*= ]] || compopt -o nospace 2>/dev/null
}
complete -F _heddle heddle
'''


def names(option, value=''):
    return [f'--{option.name}{value}'] + ([f'-{option.letter}'] if option.letter else [])


def bash_value(command, option):
    pattern = '|'.join(f'{command.name}:{name}' for name in names(option))
    words = command_line.choices(option)
    action = f"words='{' '.join(words)}'" if words else 'files=yes' if option.kind.startswith('file') else ':'
    return f'      {pattern}) {action} ;;'


def bash_options(command):
    words = [word for option in command.options for word in names(option, '' if command_line.is_flag(option) else '=')] + ['--help']
    asked = ASKED.get(command.name)
    files = ' files=yes' if command.kind == 'files' else ''
    lines = [f"          {command.name})", f"            words='{' '.join(words)}'{files}"]
    if asked:
        lines.append(f'            [[ $word == -* ]] || words=$({asked})')
    return '\n'.join(lines + ['            ;;'])


def bash(commands):
    return (BASH.replace('@COMMANDS@', ' '.join([command.name for command in commands] + [f'--{name}' for name, _ in GLOBAL]))
            .replace('@VALUES@', '\n'.join(bash_value(command, option) for command in commands for option in command.options
                                           if not command_line.is_flag(option)))
            .replace('@OPTIONS@', '\n'.join(bash_options(command) for command in commands)))


def zsh_quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_option(option):
    """What _arguments takes: --name=[help]:argument:action."""
    flag = command_line.is_flag(option)
    words = command_line.choices(option)
    action = f"({' '.join(words)})" if words else '_files' if option.kind.startswith('file') else ' '
    value = '' if flag else ':' + option.argument.replace(':', '\\:') + ':' + action
    rest = '[' + option.help.replace('[', '(').replace(']', ')') + ']' + value
    repeat = '*' if option.kind in ('texts', 'files') else ''
    heads = [f'--{option.name}' + ('' if flag else '=')] + ([f'-{option.letter}' + ('' if flag else '+')] if option.letter else [])
    return [zsh_quote(repeat + head + rest) for head in heads]


def zsh_command(command):
    asked = ASKED.get(command.name)
    rest = '"*: :(${asked})"' if asked else "'*: :_files'"
    specs = [spec for option in command.options for spec in zsh_option(option)]
    lines = [f'    {command.name})', f'      local -a asked=(${{(f)"$({asked})"}})'] if asked else [f'    {command.name})']
    return lines + [' \\\n        '.join(['      _arguments', *specs, "'--help[Show help options]'", rest]), '      ;;']


def zsh(commands):
    lines = ['#compdef heddle', '# zsh completion of heddle, made from its option tables', '_heddle ()', '{',
             '  if ((CURRENT == 2)); then', '    local -a commands=(']
    lines += ['      ' + zsh_quote(command.name + ':' + command.help) for command in commands]
    lines += ['    )', '    _describe -t commands command commands',
              '    _arguments ' + ' '.join(f"'--{name}[{text}]'" for name, text in GLOBAL), "    _files -g '*.heddle'", '    return', '  fi',
              '  local name=$words[2]', '  shift words', '  ((CURRENT--))', '  case $name in']
    lines += [line for command in commands for line in zsh_command(command)]
    return '\n'.join(lines + ['  esac', '}', '_heddle "$@"', ''])


def fish_quote(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def fish_option(command, option):
    parts = [f"complete -c heddle -n '__fish_seen_subcommand_from {command.name}' -l {option.name}"]
    if option.letter:
        parts.append(f'-s {option.letter}')
    words = command_line.choices(option)
    if words:
        parts.append(f"-x -a '{' '.join(words)}'")
    elif option.kind.startswith('file'):
        parts.append('-r -F')
    elif not command_line.is_flag(option):
        parts.append('-x')
    return ' '.join(parts + ['-d', fish_quote(option.help)])


def fish(commands):
    lines = ['# fish completion of heddle, made from its option tables']
    lines += [f"complete -c heddle -n __fish_use_subcommand -l {name} -d '{text}'" for name, text in GLOBAL]
    for command in commands:
        lines.append(f'complete -c heddle -n __fish_use_subcommand -a {command.name} -d {fish_quote(command.help)}')
        asked = ASKED.get(command.name)
        if asked:
            lines.append(f"complete -c heddle -n '__fish_seen_subcommand_from {command.name}' -f -a {fish_quote('(' + asked + ')')}")
        lines += [fish_option(command, option) for option in command.options]
    return '\n'.join(lines + [''])


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8')
    sys.stdout.write({'bash': bash, 'zsh': zsh, 'fish': fish}[sys.argv[2]](command_line.read(sys.argv[1])))
