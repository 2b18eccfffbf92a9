import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../ground/config/load.ts';
import { ownSecretKey, secretKeyFile } from '../../ground/persistence/secret-key.ts';
import { ok, skipped, wrong, type Finding } from './check.ts';

const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

const permissions = (path: string): number => statSync(path).mode & 0o777;
const shown = (mode: number): string => mode.toString(8).padStart(4, '0');

/** Whether only its owner can change the folder of the embedded database. */
export function checkDataDir({ database, dataDir }: Config): Finding {
  if (database.url) return skipped('Unused with DATABASE_URL.');
  if (!existsSync(dataDir)) return skipped(`${dataDir} does not exist yet. A server creates it when it first starts.`);
  const mode = permissions(dataDir);
  if (mode & WRITABLE_BY_OTHERS)
    return wrong(`Others than the owner can change ${dataDir} (mode ${shown(mode)}).`, `chmod go-w ${dataDir}`);
  return ok(`Only its owner can change ${dataDir}.`);
}

/** Whether there is a secret key that nobody else can read. Creates none. */
export async function checkSecretKey({ dataDir, secretKey }: Config): Promise<Finding> {
  if (secretKey) return ok('SECRET_KEY is set.');
  const file = secretKeyFile(dataDir);
  if (!existsSync(file))
    return existsSync(join(dataDir, 'postgres'))
      ? wrong(
          `${file} does not exist.`,
          'Restore it from a backup. Without it, signing keys and TOTP secrets are lost.',
        )
      : skipped(`${file} does not exist yet. A server creates it when it first starts.`);
  const mode = permissions(file);
  if (mode & OPEN_TO_OTHERS)
    return wrong(`Others than the owner can use ${file} (mode ${shown(mode)}).`, `chmod 600 ${file}`);
  try {
    await ownSecretKey(dataDir);
  } catch (error) {
    return wrong((error as Error).message, 'Run the doctor as the user that runs the server, or restore the file.');
  }
  return ok(`${file} has a key, and only its owner can read it.`);
}
