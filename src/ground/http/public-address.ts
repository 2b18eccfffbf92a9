import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** A set of addresses and CIDR ranges. */
export type Networks = readonly (readonly [Address, number])[];

/** Reads addresses and CIDR ranges. */
export const networks = (ranges: readonly string[]): Networks =>
  ranges.map((range) => ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`));

/** All global unicast addresses (RFC 4291 §2.4). For ipaddr.js, unassigned addresses are unicast too. */
const GLOBAL_IPV6 = networks(['2000::/3']);

/** Where virtual machines in Azure get credentials. Those of other clouds are in special ranges. */
const METADATA = networks(['168.63.129.16']);

/** IPv6 addresses that NAT64 translates to IPv4, their last four bytes (RFC 6052 §2.1). */
const NAT64 = networks(['64:ff9b::/96']);

/** Whether an IP address is public or `allowed`. False for anything that is not an IP address. */
export function isReachable(address: string, allowed: Networks): boolean {
  // A zone (`fe80::1%eth0`) is for addresses of the local network alone.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const meant = meantBy(address);
  if (isWithin(meant, allowed)) return true;
  if (meant.range() !== 'unicast' || isWithin(meant, METADATA)) return false;
  return meant.kind() === 'ipv4' || isWithin(meant, GLOBAL_IPV6);
}

/** The address. For an IPv6 address that contains an IPv4 address, the IPv4 address. */
function meantBy(text: string): Address {
  const address = ipaddr.process(text);
  return isWithin(address, NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

const isWithin = (address: Address, ranges: Networks): boolean =>
  ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
