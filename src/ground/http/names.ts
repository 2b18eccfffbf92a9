import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isLoopbackHost } from './loopback.ts';

/** What a name server has to answer in, and how often it is asked. */
const ASKED = { timeout: 1_000, tries: 2 };
/** The name does not exist, or has no address of this family. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * The addresses of a name, as this machine's hosts file, its name servers and its search domains have them. Unlike a look-up
 * of the operating system, this takes none of the few threads of the process, and ends with the signal. So names that no
 * name server answers keep nobody else waiting, and the database least of all. `servers`: other name servers.
 */
export async function addressesOf(
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  const known = await inHosts(name);
  if (known.length > 0) return known;
  if (isLoopbackHost(name)) return LOOPBACK;
  const resolver = new Resolver(ASKED);
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await inTurn(resolver, [name, ...(await searched(name))], signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The addresses of the first of the names that has any. */
async function inTurn(resolver: Resolver, [name, ...others]: string[], signal: AbortSignal): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const found = await Promise.allSettled([resolver.resolve4(name!), resolver.resolve6(name!)]);
  const addresses = found.flatMap((each, n) =>
    each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: n === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const faults = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as NodeJS.ErrnoException] : []));
  const fault = faults.find(({ code }) => !NONE.has(code!)) ?? faults[0];
  if (fault && (!NONE.has(fault.code!) || others.length === 0)) throw fault;
  return inTurn(resolver, others, signal);
}

async function inHosts(name: string): Promise<LookupAddress[]> {
  return (await linesOf('/etc/hosts')).flatMap(([address, ...names]) =>
    names.some((each) => each.toLowerCase() === name)
      ? [{ address: address!, family: address!.includes(':') ? 6 : 4 }]
      : [],
  );
}

/** The names that are asked for if a name does not exist. One that ends with a dot is whole. */
async function searched(name: string): Promise<string[]> {
  if (name.endsWith('.')) return [];
  const lines = await linesOf('/etc/resolv.conf');
  const [, ...domains] = lines.findLast(([key]) => key === 'search' || key === 'domain') ?? [];
  return domains.map((domain) => `${name}.${domain}`);
}

/** The words of each line of a file of this machine. A file that is not there has none. */
async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.replace(/[#;].*/, '').match(/\S+/g) ?? []);
}
