#!/usr/bin/env bash
# Installs Debian packages whose programs are missing, where that is possible, and names what is still missing; never fails by itself.
#   scripts/system-packages.sh <program>[=<package> …] …
set -u
missing=()
for wanted in "$@"; do command -v "${wanted%%=*}" >/dev/null || missing+=("$wanted"); done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # Without a network the lists may still be there; what then cannot be installed is named below.
  apt-get update -q </dev/null >&2 || echo "apt-get update failed; going on with the lists that are here" >&2
  # One by one: what the lists do not have must not keep out the rest.
  for wanted in "${missing[@]}"; do
    IFS=' ' read -r -a packages <<<"${wanted#*=}"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}" </dev/null >&2 || true
  done
fi
for wanted in "${missing[@]}"; do
  program=${wanted%%=*}
  command -v "$program" >/dev/null ||
    echo "no $program on the PATH, and it could not be installed: what needs it will fail (Debian: apt-get install ${wanted#*=})" >&2
done
exit 0
