// Builds the console (`src/console`) into `dist/console` with Vite. It is skipped if nothing that it is made of has changed
// since the last build.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { trustedDocuments } from './console-documents.mjs';
import { fingerprint } from './fingerprint.mjs';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src/console');

/**
 * Names the scripts that the first one asks for in the page, so that the browser loads all of them at once. The first one is
 * small: it asks the server who is signed in while the others are being loaded.
 */
function preloadedStart() {
  return {
    name: 'preloaded-start',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const start = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith('/start.tsx'));
        const names = new Set([start.fileName]);
        for (const name of names) for (const imported of bundle[name].imports) names.add(imported);
        const loaded = Object.values(bundle).find(({ isEntry }) => isEntry);
        names.delete(loaded.fileName);
        return [...names].map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', href: `/console/${name}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** Builds into `<dist>/console`. `<dist>/console.built` says what of. */
export async function buildConsole(dist) {
  const mark = join(dist, 'console.built');
  // The lockfile stands for the packages.
  const current = fingerprint(
    'src/{console,ground/words,ground/faults}/**',
    'package-lock.json',
    'scripts/{console,console-documents,fingerprint}.mjs',
  );
  if ((await readFile(mark, 'utf8').catch(() => '')) === current) return;
  await rm(mark, { force: true });
  // Whatever the environment says: React has another, much slower form for development.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    root: source,
    configFile: false,
    // The server puts its own path in front, if it has one. Scripts find each other by their own addresses.
    base: '/console/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [trustedDocuments(source), preloadedStart()],
    experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
    // The workers of the explorer's editor import other files.
    worker: { format: 'es' },
    build: {
      outDir: join(dist, 'console'),
      emptyOutDir: true,
      target: 'es2023',
      // The policy of the page allows neither inline scripts nor files as data URLs.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // The editor of the explorer is larger than everything else, and loaded with it alone.
      chunkSizeWarningLimit: 3000,
      reportCompressedSize: false,
      rolldownOptions: {
        // How long plugins take depends on the machine.
        checks: { pluginTimings: false },
        // Packages mark modules for servers that render React. There are none here.
        onLog: (level, log, tell) => log.code === 'MODULE_LEVEL_DIRECTIVE' || tell(level, log),
      },
    },
  });
  await writeFile(mark, current);
}
