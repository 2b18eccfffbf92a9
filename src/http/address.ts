import { isIPv6 } from 'node:net';
import type { Origin } from '../kernel/context.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whoever has an IPv6 address has the 2^64 around it: those count as one, and IPv4 in IPv6 as the IPv4 it is. */
export function addressKey(ip: string): string {
  const [, mapped] = MAPPED.exec(ip) ?? [];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? network(ip) : ip;
}

/** What everything has in common that an address asks for, where it waits in line. */
export const addressLane = ({ ip }: Origin): string => `address ${addressKey(ip)}`;

function network(ip: string): string {
  const [head = '', tail] = ip.split('%', 1)[0]!.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
