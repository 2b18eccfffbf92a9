import { hostname } from 'node:os';
import type { Config } from '../ground/config/load.ts';
import type { Log } from '../ground/kernel/log.ts';
import type { Management } from './management/index.ts';
import { cannotListen } from './listening.ts';

/** Names that only inner networks have (RFC 6762, RFC 8375, `.internal` of ICANN, services of Kubernetes). */
const INNER = ['*.local', '*.internal', '*.svc', '*.home.arpa'];

/** Listens for the operator's tools if there is a port for them. Nothing of it is loaded otherwise. */
export async function openManagement(
  { management: { host, port, allowedHosts = [] }, server: { baseUrl } }: Config,
  log: Log,
): Promise<Management | undefined> {
  if (port === undefined) return undefined;
  const { listenForManagement } = await import('./management/index.ts');
  const own = [host, hostname(), new URL(baseUrl).hostname].map((name) => name.toLowerCase());
  const names = [...own, ...INNER, ...allowedHosts];
  return listenForManagement({ host, port, names }, log).catch((cause: unknown) =>
    cannotListen(cause, { host, port }, 'MANAGEMENT_PORT or MANAGEMENT_HOST'),
  );
}
