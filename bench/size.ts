/** What the container image carries besides Node.js itself. */
import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD } from './contestants/index.ts';

/** Megabytes (10⁶ bytes). */
export async function measureInstallSize(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-image-'));
  try {
    execFileSync(process.execPath, ['scripts/image.mjs', folder, BUILD], { stdio: 'inherit' });
    const names = await readdir(folder, { recursive: true });
    const stats = await Promise.all(names.map((name) => lstat(join(folder, name))));
    return stats.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0) / 1e6;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
