import type { Config } from './config/load.ts';
import type { Log } from './kernel/log.ts';
import { cannotListen } from './listening.ts';
import type { Management } from './management/index.ts';

/** Listens for the operator's tools if there is a port for them. Nothing of it is loaded otherwise. */
export async function openManagement(
  { management: { host, port } }: Config,
  log: Log,
): Promise<Management | undefined> {
  if (port === undefined) return undefined;
  const { listenForManagement } = await import('./management/index.ts');
  return listenForManagement({ host, port }, log).catch((cause: unknown) =>
    cannotListen(cause, { host, port }, 'MANAGEMENT_PORT or MANAGEMENT_HOST'),
  );
}
