# shellcheck shell=bash disable=SC2034
# setup.sh: what run, test and .ci/run share; to be sourced from the top of the tree
# SPDX-License-Identifier: GPL-3.0-or-later

# Package names of Debian 12 and Ubuntu 24.04.
BUILD_PACKAGES=(
  build-essential pkg-config meson ninja-build gettext
  libglib2.0-dev libgtk-4-dev libadwaita-1-dev libxml2-dev libjson-glib-dev libsqlite3-dev libcairo2-dev libpango1.0-dev libcmark-dev libmetis-dev libopenmpi-dev
  libprotobuf-c-dev protobuf-c-compiler libdw-dev
  libxml2-utils desktop-file-utils shared-mime-info libgtk-4-bin
)
RUN_PACKAGES=(adwaita-icon-theme librsvg2-common fonts-cantarell fonts-noto-cjk graphviz)
TEST_PACKAGES=(
  git python3 xvfb xauth xdotool libxtst6 gdb imagemagick dbus at-spi2-core gir1.2-atspi-2.0 python3-gi valgrind
  libsimgrid-dev g++ python3-networkx python3-jsonschema gtkwave pajeng clang appstream locales openmpi-bin libck-dev man-db zsh fish gtk-doc-tools
  gcc-riscv64-unknown-elf tshark lld
)

say () {
  printf '==> %s\n' "$*" >&2
}

die () {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

is_installed () {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root () {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "This needs root; run as root, install sudo, or do by hand: $*"
    return 1
  fi
}

# Installs what is missing of the given packages. When nothing is, apt is not started. What could not be installed
# may not be needed after all (a library built by hand), so the build has the last word.
install_packages () {
  local package missing=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "This is neither Debian nor Ubuntu; needed by their names there: $*"
    return
  fi
  for package; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing packages: ${missing[*]}"
  as_root apt-get update -q </dev/null >&2 || say "apt-get update failed; going on with the lists at hand"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
    </dev/null >&2 || say "Not installed: ${missing[*]}"
}

# The sanitizer and fuzzer runtime of the default clang; its package carries clang's version.
install_clang_runtime () {
  local version
  command -v clang >/dev/null && command -v dpkg-query >/dev/null || return 0
  version=$(clang -dumpversion)
  install_packages "libclang-rt-${version%%.*}-dev"
}

# configure DIR OPTION...: a meson build directory, made once; the options of a later call are applied to it.
configure () {
  local dir=$1
  shift
  if [ -f "$dir/build.ninja" ]; then
    [ $# -eq 0 ] || meson configure "$dir" "$@" >/dev/null
  else
    say "Configuring $dir"
    meson setup "$dir" "$@" >&2
  fi
}
