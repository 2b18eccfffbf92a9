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

  it.each(['http', 'https'])('leaves node:%s whole, however it is imported', async (name) => {
    const lines = `import whole, { createServer, Agent, request } from 'node:${name}';
      import * as all from '${name}';
      import own from 'node:module';
      const { ${name}: node } = { ${name}: own.createRequire(import.meta.url)('node:${name}') };
      console.log(JSON.stringify([whole === node, createServer === node.createServer, Agent === node.Agent,
        request === node.request, Object.keys(node).filter((key) => !(key in all))]));`;
    expect(JSON.parse(await bundled(lines))).toEqual([true, true, true, true, []]);
  });
});

describe('the product', () => {
  it('loads no HTTP client of Node’s that it never uses', async () => {
    const product = resolve('dist/app/product.js');
    const loaded = await run(
      `await import('${product}'); console.log(process.moduleLoadList.filter((name) => name.includes('undici')).length);`,
    );
    expect(loaded.trim()).toBe('0');
  });

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

  it('names no media type to Express but those that the build leaves it', () => {
    const texts = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/\.(?:type|accepts)\(([^)]*)\)/g)].map(([, names]) => names!),
    );
    const words = named.filter((names) => names.includes("'")).flatMap((names) => names.match(/[\w/]+/g)!);
    expect(new Set(words)).toEqual(new Set(['json', 'html', 'text/plain']));
  });

  it('asks for nothing of the packages that the build leaves empty', () => {
    const asked = globSync('src/**/*.{ts,tsx}').filter((file) =>
      /\bexpress\.(json|raw|text|urlencoded)\b|\bcustomJSONSerializer\b|from 'body-parser'/.test(
        readFileSync(file, 'utf8'),
      ),
    );
    expect(asked).toEqual([]);
  });
});
