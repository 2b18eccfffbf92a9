import { loadConfig } from '../ground/config/load.ts';
import { Keyring, type SigningAlgorithm, type SigningKey } from '../modules/keys/index.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { withRuntime } from './runtime.ts';

/** `algorithm`: whose key is replaced. All by default. */
export async function keysRotate(algorithm: SigningAlgorithm | undefined): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const keyring = runtime.get(Keyring);
    // A key encrypted with a different SECRET_KEY would stop all servers.
    await keyring.load();
    const made = await keyring.rotate(algorithm);
    const lines = made.map(
      ({ id, algorithm: of, activeFrom }) =>
        `${of} key ${id} is published and signs from ${activeFrom.toISOString()} on.`,
    );
    return { data: { keys: made.map(toData) }, text: lines.join('\n') };
  });
}

/** `id`: the key's `kid` in the key set. */
export async function keysRevoke(id: string): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const keyring = runtime.get(Keyring);
    await keyring.load();
    const made = await keyring.revoke(id);
    const signs = made ? ` ${made.algorithm} key ${made.id} signs in its place.` : '';
    const text = `Key ${id} is withdrawn. Running servers refuse what it signed.${signs}`;
    return { data: { revoked: id, made: made && toData(made) }, text };
  });
}

export async function keysList(): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const keys = await runtime.get(Keyring).list();
    const rows = keys.map((key) => [
      key.algorithm,
      key.status,
      key.id,
      `from ${key.activeFrom.toISOString()}`,
      key.retiresAt ? `until ${key.retiresAt.toISOString()}` : '',
    ]);
    const text =
      rows.length > 0 ? columns(rows) : 'There are no keys yet. A server generates them when it first starts.';
    return { data: { keys: keys.map((key) => ({ ...toData(key), status: key.status })) }, text };
  });
}

const toData = ({ id, algorithm, activeFrom, retiresAt, createdAt }: SigningKey) => ({
  id,
  algorithm,
  active_from: activeFrom,
  retires_at: retiresAt,
  created_at: createdAt,
});
