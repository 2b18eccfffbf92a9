import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Stands for the names and contents of the files that the patterns name, from the project's root, and for the Node that runs. */
export function fingerprint(...patterns) {
  const hash = createHash('sha256').update(process.version);
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((each) => each.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(`${path.slice(root.length)}\0`).update(readFileSync(path));
  return hash.digest('hex');
}
