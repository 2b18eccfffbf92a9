import { BlockList, isIP, isIPv6 } from 'node:net';

/** What no stranger's address may lead to: the IANA registries of special-purpose addresses, and what is not unicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // What virtual machines in Azure ask for their credentials; the other clouds' are in ranges above and below.
  '168.63.129.16',
];

/** All global unicast addresses there are (RFC 4291 §2.4). */
const GLOBAL_IPV6 = networks(['2000::/3']);

/** Of these, those that are special: protocols' own (Teredo too), documentation, and 6to4, which holds any IPv4 address. */
const SPECIAL = networks([...SPECIAL_IPV4, '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** IPv6 addresses that mean an IPv4 address, their last four bytes: mapped ones, and those of NAT64 (RFC 6052 §2.1). */
const EMBEDDING = networks(['::ffff:0:0/96', '64:ff9b::/96']);

/** A set of addresses and CIDR ranges. */
export function networks(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an IP address is a public one, or among the `allowed`; what is no IP address is not. */
export function isReachable(address: string, allowed: BlockList): boolean {
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) is for addresses of the local network alone.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return allowed.check(address, 'ipv4') || !SPECIAL.check(address, 'ipv4');
  if (EMBEDDING.check(address, 'ipv6')) return isReachable(embedded(address), allowed);
  if (allowed.check(address, 'ipv6')) return true;
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/** The IPv4 address that an IPv6 address ends with. */
function embedded(address: string): string {
  // A URL has one way of writing an IPv6 address: hexadecimal, its longest run of zeros left out.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
