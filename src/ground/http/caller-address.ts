import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** The headers in which proxies may tell addresses. */
export const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number];

/**
 * The address of the caller: that of the peer, or what the proxies of TRUST_PROXY tell. Limits, sessions, logs, budgets and
 * the audit trail all have it from here. What a proxy tells and is no address counts as that proxy's own address.
 */
export function callerAddress({ app, headers, socket }: Request): string {
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const header = app.get('forwarded header') as ForwardedHeader;
  // A request whose connection broke has no address.
  let caller = addressIn((socket as typeof socket | null)?.remoteAddress ?? '') ?? '';
  if (!trusts(caller, 0)) return caller;
  const sent = String(headers[header] ?? '');
  const told = header === 'forwarded' ? nodesOf(sent) : split(sent, ',');
  for (const [hop, node] of told.entries()) {
    const address = trusts(caller, hop) ? addressIn(node) : null;
    if (address === null) return caller;
    caller = address;
  }
  return caller;
}

/** The address of a node, without quotes, brackets, port and zone, in its usual form; null if it has none. */
function addressIn(node: string): string | null {
  const plain = node.replace(/^"(.*)"$/, '$1');
  const [, inBrackets, beforePort] = /^\[(.*)\](?::[\w.-]+)?$|^([\d.]+):[\w.-]+$/.exec(plain) ?? [];
  const address = (inBrackets ?? beforePort ?? plain).split('%', 1)[0]!;
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/** RFC 7239 §4: the nodes that `Forwarded` tells, the last one first. An element without one has an empty text. */
const nodesOf = (header: string): string[] =>
  split(header, ',').map((element) => {
    const pair = split(element, ';').find((text) => /^for\s*=/i.test(text));
    return pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
  });

/**
 * The parts of a header, the last one first. A separator in a quoted string does not count. It is read from its end, so a
 * quote that a caller has left open hides nothing of what proxies have appended.
 */
function split(header: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let end = header.length;
  for (let at = header.length - 1; at >= -1; at -= 1) {
    if (header[at] === '"' && !isEscaped(header, at)) isQuoted = !isQuoted;
    if (at >= 0 && (header[at] !== separator || isQuoted)) continue;
    const part = header.slice(at + 1, end).trim();
    if (part !== '') parts.push(part);
    end = at;
  }
  return parts;
}

/** RFC 9110 §5.6.4: an odd number of backslashes before a character escapes it. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
