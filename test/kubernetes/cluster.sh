#!/usr/bin/env bash
# A control plane, PostgreSQL and two nodes. It is started in mount, network and process namespaces of its own, so all of it,
# its addresses and its rules end with this process. `cluster.sh <folder of the programs> <empty folder>`

set -euo pipefail
bin=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
start() {
  local name=$1
  shift
  "$@" >"$work/$name.log" 2>&1 &
}

mkdir -p "$work/run" "$work/keys" "$work/sql"
mount --bind "$work/run" /run
ip link set lo up
ip link add lan type bridge
ip address add 10.98.0.1/24 dev lan
ip link set lan up

openssl genrsa -out "$work/keys/accounts.key" 2048 2>/dev/null
echo 'a-token-of-the-rig,rig,rig,system:masters' >"$work/keys/tokens.csv"
cat >"$work/kubeconfig" <<END
apiVersion: v1
kind: Config
current-context: rig
clusters: [{ name: rig, cluster: { server: 'https://10.98.0.1:6443', insecure-skip-tls-verify: true } }]
users: [{ name: rig, user: { token: a-token-of-the-rig } }]
contexts: [{ name: rig, context: { cluster: rig, user: rig } }]
END

start etcd etcd --data-dir "$work/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380
start apiserver "$bin/kube-apiserver" --etcd-servers http://127.0.0.1:2379 --bind-address 10.98.0.1 --advertise-address 10.98.0.1 \
  --cert-dir "$work/keys/apiserver" --service-cluster-ip-range 10.96.0.0/16 --token-auth-file "$work/keys/tokens.csv" \
  --kubelet-preferred-address-types InternalIP --authorization-mode RBAC --service-account-issuer https://cluster.test \
  --service-account-key-file "$work/keys/accounts.key" --service-account-signing-key-file "$work/keys/accounts.key"
start controller-manager "$bin/kube-controller-manager" --kubeconfig "$work/kubeconfig" --leader-elect=false \
  --service-account-private-key-file "$work/keys/accounts.key" --cert-dir "$work/keys/controller-manager"
start scheduler "$bin/kube-scheduler" --kubeconfig "$work/kubeconfig" --leader-elect=false --cert-dir "$work/keys/scheduler"

sql=/usr/lib/postgresql/15/bin
chmod 755 "$work"
chown postgres "$work/sql"
setpriv --reuid postgres --regid postgres --clear-groups "$sql/initdb" -D "$work/sql/data" -U guildhall -A trust -E UTF8 --no-sync >/dev/null
echo 'host all all 10.0.0.0/8 trust' >>"$work/sql/data/pg_hba.conf"
start postgres setpriv --reuid postgres --regid postgres --clear-groups "$sql/postgres" -D "$work/sql/data" \
  -c listen_addresses=10.98.0.1 -c unix_socket_directories="$work/sql"

for number in 1 2; do
  ip netns add "node-$number"
  ip link add "n$number" type veth peer name eth0 netns "node-$number"
  ip link set "n$number" master lan up
  ip route add "10.244.$number.0/24" via "10.98.0.1$number"
  start "node-$number" nsenter --net="/run/netns/node-$number" unshare --mount --pid --fork --kill-child --mount-proc \
    bash "$here/node.sh" "$bin" "$work" "$number"
done
# The balancer of the Services is the first node, for those outside.
ip route add 10.96.0.0/16 via 10.98.0.11
wait
