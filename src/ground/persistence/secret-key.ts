import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newBytes } from '../kernel/secret.ts';
import { StartFault } from '../kernel/start-fault.ts';

/** Where the key of an embedded database is kept. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'SECRET_KEY');

/**
 * The key of an embedded database. It is created at the first start, beside the data, and only its owner can read it.
 * `initial`: what it is then.
 */
export async function ownSecretKey(dataDir: string, initial = newBytes(32)): Promise<Buffer> {
  const file = secretKeyFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, initial.toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  if (key.length !== 32)
    throw new StartFault('SECRET_KEY', `${file} does not hold a key of 32 bytes; restore it from a backup.`);
  return key;
}
