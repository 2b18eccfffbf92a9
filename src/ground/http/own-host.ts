import { isIP } from 'node:net';
import { isLoopbackHost } from './loopback.ts';

/**
 * Whether a request names this server: by an IP address, as this machine, or by one of the names (`*.` and a name stands for all
 * below it, `*` for any). A page of a stranger whose name leads here (DNS rebinding) sends its own name. A request without a
 * name is of no browser.
 */
export function isOwnHost(sent: string | undefined, names: readonly string[]): boolean {
  if (sent === undefined) return true;
  const host = URL.parse(`http://${sent}`)?.hostname.replace(/\.$/, '');
  if (!host) return false;
  if (isIP(host.replaceAll(/^\[|\]$/g, '')) !== 0 || isLoopbackHost(host)) return true;
  return names.some((name) => name === host || name === '*' || (name.startsWith('*.') && host.endsWith(name.slice(1))));
}
