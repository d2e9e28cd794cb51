#!/usr/bin/env bash
# Installs what the tests on a real OVN, in a browser, in other shells, with promtool and of the Helm chart need: Debian packages
# for this machine, and a Debian 13 root for OVN 25.03.
# Run it as root; without root it says which tests are left out and changes nothing. Running it again is cheap.
#
#   WEIR_TRIXIE_ROOT   where the Debian 13 root is, or goes (default: the user's cache folder)
set -euo pipefail

packages=(ovn-central ovn-host openvswitch-switch nftables iproute2 iputils-ping ethtool tcpdump conntrack openssl debootstrap haproxy chromium
  zsh fish prometheus golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev)
trixie_packages=(ovn-central ovn-host openvswitch-switch nftables iproute2)
trixie_root=${WEIR_TRIXIE_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/weir/trixie}

if [ "$(id -u)" -ne 0 ]; then
  echo "Not root: the tests in test/ovn are left out, because they make network namespaces and mounts."
  echo "To run them too, run this script and the tests as root."
  exit 0
fi

missing_packages() {
  for package in "${packages[@]}"; do
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || echo "$package"
  done
}

# Packages that start services when they are installed must not: the tests run their own, in namespaces of their own.
# https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt: exit code 101 forbids the action.
forbid_services() {
  [ ! -e /usr/sbin/policy-rc.d ] || return 0
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  [ "${#missing[@]}" -gt 0 ] || return 0
  echo "Installing ${missing[*]}"
  forbid_services
  apt-get update --quiet --quiet
  DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-install-recommends "${missing[@]}"
}

# The first package source of this machine's own apt configuration that is a Debian archive (not its security archive).
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' |
    awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }'
}

complete_root() {
  [ -x "$trixie_root/usr/bin/ovn-northd" ] && [ -x "$trixie_root/usr/sbin/ovs-vswitchd" ]
}

# A root that is being built has another name, so that an interrupted run never leaves one that looks complete.
build_trixie_root() {
  if complete_root; then return 0; fi
  local partial="$trixie_root.partial" mirror
  mirror=$(debian_mirror)
  if [ -z "$mirror" ]; then
    echo "No Debian archive in apt's configuration: the tests on OVN 25.03 are left out." >&2
    return 0
  fi
  echo "Building a Debian 13 root in $trixie_root"
  # A run that was killed may have left debootstrap's mounts in there.
  umount --recursive --quiet "$partial/proc" "$partial/sys" 2>/dev/null || true
  rm -rf --one-file-system "$partial"
  mkdir -p "$partial"
  local include
  include=$(IFS=, && echo "${trixie_packages[*]}")
  if ! debootstrap --variant=minbase --include="$include" trixie "$partial" "$mirror" >"$partial.log" 2>&1; then
    tail -n 20 "$partial.log" >&2
    echo "debootstrap failed; its whole log is $partial.log" >&2
    return 1
  fi
  rm -rf --one-file-system "$trixie_root"
  mv "$partial" "$trixie_root"
  rm -f "$partial.log"
}

install_packages
build_trixie_root
echo "OVN for the tests: $(ovn-nbctl --version | head -n 1), $(chroot "$trixie_root" ovn-nbctl --version 2>/dev/null | head -n 1)"
