#!/usr/bin/env bash
# `npm run test:kubernetes`: see main.ts. Whatever the cluster made ends with its namespaces, except its groups of processes.

set -uo pipefail
cd "$(dirname "$0")/../.."
export PROGRAMS=${XDG_CACHE_HOME:-$HOME/.cache}/guildhall-tools/kubernetes-rig

for name in go gcc containerd runc etcd iptables conntrack buildah debootstrap /usr/lib/cni/bridge /usr/lib/postgresql/15/bin/postgres; do
  command -v "$name" >/dev/null || { echo "Skipped, because there is no $name"; exit 0; }
done
bash test/kubernetes/build.sh "$PROGRAMS" || exit 1
export PATH=$PROGRAMS:$PATH
WORK=$(mktemp -d)
export WORK

# The kubelet sets these for the whole machine.
kernel=$(sysctl vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops kernel.keys.root_maxkeys kernel.keys.root_maxbytes)
clean() {
  local setting
  while read -r setting; do sysctl -q -w "${setting// = /=}"; done <<<"$kernel"
  find /sys/fs/cgroup/*/guildhall-rig -depth -type d -exec rmdir {} \;
  case " $* " in
    *' --keep '*) echo "The logs are in $WORK." ;;
    *) rm -rf "$WORK" ;;
  esac
}
unshare --mount --net --pid --fork --kill-child --mount-proc node scripts/run.mjs test/kubernetes/main.ts "$@"
status=$?
clean "$@"
exit $status
