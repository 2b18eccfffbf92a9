import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Origin } from '../kernel/context.ts';

/** The key of an address. An IPv6 network of 2^64 addresses counts as one, and IPv4 in IPv6 as IPv4. */
export function addressKey(ip: string): string {
  if (isIP(ip) === 0) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** What everything has in common that an address asks for, where it waits in line. */
export const addressLane = ({ ip }: Origin): string => `address ${addressKey(ip)}`;
