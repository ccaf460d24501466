#!/usr/bin/env python3
# packaging.py: what packages are made from agrees with what the build needs
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: the Debian package needs the libraries that ./run installs and has the version of the build and the developers' name, and its files lie where Debian looks; the Flatpak manifest builds this
tree, with archives that lie beside it and are pinned. Left open: whether they build."""

import json
import re

import tap

APP = 'io.github.heddle.Heddle'


def build_packages(root):
    text = (root / 'build-aux/setup.sh').read_text(encoding='utf-8')
    return set(re.search(r'BUILD_PACKAGES=\(([^)]*)\)', text).group(1).split())


def check_debian_depends(root):
    """The Debian package needs each library that is built with."""
    control = (root / 'debian/control').read_text(encoding='utf-8')
    needed = set(re.findall(r'^ ([a-z0-9.+-]+)', control.split('Build-Depends:')[1].split('Standards-Version')[0], re.MULTILINE))
    wanted = {name for name in build_packages(root) if name.endswith('-dev')}
    return [f'debian/control lacks {name}' for name in sorted(wanted - needed)] + [
        f'build-aux/setup.sh lacks {name}' for name in sorted(name for name in needed - wanted if name.endswith('-dev'))]


def check_debian_version(root):
    """The Debian package has the version of the build."""
    version = re.search(r"version: '([^']+)'", (root / 'meson.build').read_text(encoding='utf-8')).group(1)
    first = (root / 'debian/changelog').read_text(encoding='utf-8').splitlines()[0]
    return [] if f'({version})' in first else [f'debian/changelog begins with "{first}", not {version}']


def check_debian_completion(root):
    """The Debian package puts the completion of zsh where Debian's zsh looks for those of packages."""
    places = dict(line.split() for line in (root / 'debian/heddle.install').read_text(encoding='utf-8').splitlines() if ' ' in line)
    place = places.get('usr/share/zsh/site-functions/_heddle')
    return [] if place == 'usr/share/zsh/vendor-completions' else [f'debian/heddle.install puts it in {place or "usr/share/zsh/site-functions"}']


def check_maintainer(root):
    """The Debian package names the developers as the application's metadata do, with one address, which is nobody else's."""
    developers = re.search('<developer_name>(.*?)</developer_name>', (root / f'resources/{APP}.metainfo.xml.in').read_text(encoding='utf-8')).group(1)
    control = re.search(r'^Maintainer: (.*) <(.*)>$', (root / 'debian/control').read_text(encoding='utf-8'), re.MULTILINE).groups()
    wrong = [] if control[0] == developers else [f'debian/control names {control[0]}, not {developers}']
    # Until there is an address it is one that cannot be anybody's (RFC 2606).
    wrong += [] if control[1].endswith('.invalid') else [f'nothing else in this tree gives the address {control[1]}']
    return wrong + [f'debian/changelog names {" ".join(found)}' for found in
                    re.findall(r'^ -- (.*) <(.*)>  ', (root / 'debian/changelog').read_text(encoding='utf-8'), re.MULTILINE) if found != control]


def check_flatpak(root):
    """The Flatpak manifest pins each archive and builds this tree."""
    manifest = json.loads((root / f'build-aux/{APP}.json').read_text(encoding='utf-8'))
    wrong = [] if manifest['id'] == APP else [f'its id is {manifest["id"]}']
    for module in manifest['modules']:
        for source in module['sources']:
            if source['type'] == 'archive' and not (re.fullmatch(r'\.\./[^/]+', source.get('path', '')) and re.fullmatch('[0-9a-f]{64}', source.get('sha256', ''))):
                wrong.append(f'{module["name"]} has an archive that is not in this folder or not pinned by a sha256')
    if manifest['modules'][-1]['sources'] != [{'type': 'dir', 'path': '..'}]:
        wrong.append('its last module is not this tree')
    options = (root / 'meson_options.txt').read_text(encoding='utf-8')
    named = [option[2:].split('=')[0] for option in manifest['modules'][-1]['config-opts']]
    return wrong + [f'there is no option {name}' for name in named if name != 'buildtype' and f"option('{name}'" not in options]


if __name__ == '__main__':
    tap.main([check_debian_depends, check_debian_version, check_debian_completion, check_maintainer, check_flatpak])
