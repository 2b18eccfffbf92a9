#!/usr/bin/env bash
# Makes what the rig runs: the programs of Kubernetes and helm, from the Go module proxy, once; and the images, from the
# Dockerfile, each time. `build.sh <folder>`

set -euo pipefail
KUBERNETES=1.32.13
HELM=v3.19.4
bin=$1
node=24.21.0
cd "$(dirname "$0")/../.."
mkdir -p "$bin/module"

# Its go.mod leads to folders of its repository: here, to the modules that are published from them.
module() {
  local folder staging=v0.${KUBERNETES#1.}
  folder=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  sed -e 's#^module .*#module cluster.test/programs#' -e "s#=> ./staging/src/\(k8s.io/[a-z-]*\)#=> \1 $staging#" "$folder/go.mod" >go.mod
  install -m 644 "$folder/go.sum" go.sum
  # The proxy does not have this one's last version.
  go mod edit -require "k8s.io/kubernetes@v$KUBERNETES" -replace k8s.io/endpointslice=k8s.io/endpointslice@v0.32.12
}

programs() {
  local name flags='-s -w' programs=(kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl)
  for name in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X $name.gitVersion=v$KUBERNETES -X $name.gitMajor=1 -X $name.gitMinor=32"
  done
  for name in "${programs[@]}"; do
    [ -x "$bin/$name" ] && continue
    [ -s "$bin/module/go.mod" ] || (cd "$bin/module" && module)
    echo "Building $name $KUBERNETES"
    (cd "$bin/module" && CGO_ENABLED=0 GOFLAGS=-mod=mod go build -trimpath -ldflags "$flags" -o "$bin/$name" "k8s.io/kubernetes/cmd/$name")
  done
  [ -x "$bin/helm" ] || GOBIN=$bin go install "helm.sh/helm/v3/cmd/helm@$HELM"
}

build() {
  buildah --root "$bin/storage" --runroot "$bin/storage-run" "$@"
}
# `save <image> <file>`: as a file that containerd imports.
save() {
  rm -f "$bin/$2.tar"
  build push -q "docker.io/library/$1" "oci-archive:$bin/$2.tar:docker.io/library/$1"
}

# No registry of images is needed: Debian and Node come from theirs.
base() {
  local root=$bin/base container
  build inspect "docker.io/library/node:$node-slim" >/dev/null 2>&1 && return
  echo 'Building the base image'
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$bin/debootstrap.log"
  rm -rf "$root"/var/cache/apt/archives/*.deb
  install node_modules/node/bin/node "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  container=$(build from scratch)
  build add -q "$container" "$root" / >/dev/null
  build config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  build commit -q --rm "$container" "docker.io/library/node:$node-slim"
  rm -rf "$root"
}

pause() {
  local container
  [ ! -e "$bin/pause.tar" ] || return 0
  echo 'int pause(void); int main(void) { for (;;) pause(); }' | gcc -static -Os -x c -o "$bin/pause" -
  container=$(build from scratch)
  build copy -q "$container" "$bin/pause" /pause >/dev/null
  build config --entrypoint '["/pause"]' "$container"
  build commit -q --rm "$container" docker.io/library/pause:1
  save pause:1 pause
}

guildhall() {
  local tag
  tag=guildhall:$(node -p 'require("./package.json").version')
  # A machine may have authorities of its own, which npm then has to know.
  echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$bin/npmrc"
  echo "Building the image $tag"
  build bud -q --layers --isolation chroot --network host --pull-never --volume /etc/ssl/certs:/etc/ssl/certs:ro \
    --volume "$bin/npmrc:/root/.npmrc:ro" --tag "docker.io/library/$tag" . >"$bin/image.log" 2>&1
  save "$tag" guildhall
}

programs
base
pause
guildhall
