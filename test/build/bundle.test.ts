import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = async (script: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return stdout;
};

describe('the build', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-bundle-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Bundles these lines as the product is bundled, and gives what they print. */
  async function bundled(lines: string): Promise<string> {
    const entry = join(folder, 'entry.ts');
    await writeFile(entry, lines);
    const out = join(folder, 'out');
    await run(
      `const { bundle } = await import('./scripts/bundle.mjs'); await bundle({ entry: '${entry}' }, '${out}');`,
    );
    return run(`await import('${out}/entry.js');`);
  }

  it('refuses a CommonJS package behind import(), which would have lost its names', async () => {
    const qrcode = resolve('node_modules/qrcode/lib/index.js');
    await expect(bundled(`await import('${qrcode}');`)).rejects.toThrow(/has a CommonJS package behind import\(\)/);
  });
});

describe('the product', () => {
  /** These files of the build, and all that they import without import(). */
  function withImports(...files: string[]): Set<string> {
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, other] of text.matchAll(/(?:^|[;}\n])(?:import|export)\b[^"();]*"(\.\/[^"]+)"/g))
        load(resolve('dist/app', other!));
    };
    files.forEach(load);
    return loaded;
  }

  it('loads heavy packages when they are first used, and not at the start', () => {
    const main = readFileSync(resolve('dist/app/main.js'), 'utf8');
    const later = [...main.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, file]) => resolve('dist/app', file!));
    const sources = [...withImports(resolve('dist/app/main.js'), ...later)].flatMap(
      (file) => (JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }).sources,
    );
    const packages = new Set(sources.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
    expect(packages).toContain('express');
    const ofDoors = ['graphql', 'graphql-jit', 'graphql-scalars', 'type-graphql', 'preact', 'bowser', 'otplib'];
    const heavy = [
      ...ofDoors,
      '@apollo/server',
      '@graphql-tools/utils',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      'nodemailer',
    ];
    expect(heavy.filter((name) => packages.has(name))).toEqual([]);
    // zod has messages in sixty languages, and a use of `z.core` or `z.locales` would keep them all.
    expect(sources.filter((file) => file.includes('/zod/v4/locales/')).length).toBeLessThanOrEqual(2);
  });

  it('loads the server only where it answers: the parent of workers does without', () => {
    const loaded = withImports(resolve('dist/app/main.js'));
    const isServer = (file: string): boolean => readFileSync(file, 'utf8').includes('graphql-jit');
    expect(globSync(resolve('dist/app/*.js')).some(isServer)).toBe(true);
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded].filter(isServer)).toEqual([]);
  });
});
