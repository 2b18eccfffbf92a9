#!/usr/bin/env bash
# A node: containerd, kubelet and kube-proxy, each with what it keeps below the node's own folder.
# `node.sh <folder of the programs> <folder of the cluster> <number>`

set -euo pipefail
bin=$1 cluster=$2 number=$3
other=$((3 - number)) name=node-$number
work=$cluster/$name

mkdir -p "$work/run" "$work/lib" "$work/log"
for folder in run lib log; do
  [ $folder = run ] && to=/run || to=/var/$folder
  mount --bind "$work/$folder" $to
  mount --make-rshared $to
done
mkdir -p /run/cni

ip link set lo up
ip address add "10.98.0.1$number/24" dev eth0
ip link set eth0 up
ip route add default via 10.98.0.1
ip route add "10.244.$other.0/24" via "10.98.0.1$other"
sysctl -q -w net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1

for controller in /sys/fs/cgroup/*/; do
  for folder in guildhall-rig "guildhall-rig/$name"; do
    mkdir -p "$controller$folder"
    # A new cpuset has no processor.
    [ "$controller" != /sys/fs/cgroup/cpuset/ ] || for file in cpus mems; do
      cat "$controller/cpuset.$file" >"$controller$folder/cpuset.$file"
    done
  done
done

cat >/run/cni/pods.conflist <<END
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [{ "type": "bridge", "bridge": "pods", "isGateway": true,
  "hairpinMode": true, "ipam": { "type": "host-local", "ranges": [[{ "subnet": "10.244.$number.0/24" }]],
  "routes": [{ "dst": "0.0.0.0/0" }] } }] }
END
cat >"$work/containerd.toml" <<END
version = 2
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "docker.io/library/pause:1"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "/run/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
END
cat >"$work/kubelet.yaml" <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
cgroupDriver: cgroupfs
cgroupRoot: /guildhall-rig/$name
enforceNodeAllocatable: []
failSwapOn: false
oomScoreAdj: 0
authentication: { anonymous: { enabled: true }, webhook: { enabled: false } }
authorization: { mode: AlwaysAllow }
END
cat >"$work/kube-proxy.yaml" <<END
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
hostnameOverride: $name
oomScoreAdj: 0
clusterCIDR: 10.244.0.0/16
clientConnection: { kubeconfig: $cluster/kubeconfig }
conntrack: { maxPerCore: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
END

containerd --config "$work/containerd.toml" >"$work/containerd.log" 2>&1 &
until ctr version >/dev/null 2>&1; do sleep 0.2; done
for image in pause guildhall; do ctr --namespace k8s.io images import "$bin/$image.tar"; done
"$bin/kubelet" --config "$work/kubelet.yaml" --kubeconfig "$cluster/kubeconfig" --hostname-override "$name" \
  --node-ip "10.98.0.1$number" >"$work/kubelet.log" 2>&1 &
"$bin/kube-proxy" --config "$work/kube-proxy.yaml" >"$work/kube-proxy.log" 2>&1 &
wait
