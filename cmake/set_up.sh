# SPDX-License-Identifier: Apache-2.0
#
# Set-up shared by ./heddle and ./test: install what is missing, configure, build. To be sourced by bash with `root`
# set to the top of the repository. Needs only what every Debian has. Silent when there is nothing to do.

say() { printf 'heddle: %s\n' "$*" >&2; }

wanted_packages() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/cmake/packages.txt"; }

missing_packages() {
  comm -23 <(wanted_packages | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 2>/dev/null | sed -n 's/^ii *//p' | sort)
}

# Runs apt-get with the rights it needs; its output is shown only when it fails.
apt() {
  local log
  log="$(mktemp)"
  if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@" >"$log" 2>&1 </dev/null; then
    rm -f "$log"
  else
    sed 's|[a-z]*://[^ ]*|(archive)|g' "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# False in somebody else's checkout.
may_build() {
  if [[ -e "$root/build" ]]; then [[ -w "$root/build" ]]; else [[ -w "$root" ]]; fi
}

# The stamp spares the question on every later start: packages do not go away unnoticed, dpkg's database changes.
ensure_packages() {
  local stamp="$root/build/packages.stamp" missing
  command -v dpkg-query >/dev/null || return 0  # not Debian: the build will say what it lacks
  [[ "$stamp" -nt "$root/cmake/packages.txt" && "$stamp" -nt /var/lib/dpkg/status ]] && return 0
  missing="$(missing_packages | tr '\n' ' ')"
  if [[ -n "${missing// /}" ]]; then
    if [[ "$(id -u)" == 0 ]]; then
      as_root=()
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      say "some Debian packages are missing. As root, run:"
      printf '  apt-get update && apt-get install -y --no-install-recommends %s\n' "$missing" >&2
      exit 3
    fi
    say "installing Debian packages: $missing"
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
      apt update || { say "apt-get update failed"; exit 3; }
    fi
    # shellcheck disable=SC2086
    if ! apt install --no-install-recommends $missing 2>/dev/null; then
      apt update && apt install --no-install-recommends $missing || { say "apt-get install failed"; exit 3; }
    fi
  fi
  mkdir -p "$root/build" && touch "$stamp"
}

# ensure_built TARGET...: brings the release build up to date. One start at a time; the others wait.
ensure_built() {
  local build="$root/build/release" log="$root/build/release.log"
  mkdir -p "$root/build"
  exec 9>"$root/build/lock"
  flock 9
  if [[ ! -f "$build/build.ninja" ]]; then
    say "configuring"
    (cd "$root" && cmake --preset release) >"$log" 2>&1 || { cat "$log" >&2; say "configuring failed"; exit 3; }
  fi
  # An up-to-date build takes ninja a moment; only a longer one is worth a word.
  # The sleep may outlive the launcher: it must not hold what somebody reads to its end.
  ( sleep 2 </dev/null >/dev/null 2>&1 9>&-; say "building (a few minutes the first time)" ) &
  local announcement=$!
  local failed=0
  ninja -C "$build" -j "$(nproc)" "$@" >"$log" 2>&1 9>&- || failed=1
  kill "$announcement" 2>/dev/null && wait "$announcement" 2>/dev/null || true
  if [[ "$failed" == 1 ]]; then
    cat "$log" >&2
    say "building failed"
    exit 3
  fi
  exec 9>&-
}
