import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** What imports something while there is no server yet, or in a process that never becomes one. */
const WITHOUT_SERVER = /^src[\\/](main\.ts|server[\\/]open-\w+\.ts|workers[\\/]|persistence[\\/]|cli[\\/]failure\.ts)/;

/**
 * Tells esbuild that whatever a running server imports later has the whole server already. Otherwise esbuild cuts the server
 * into a file for each set of parts that some later import shares with it: a hundred files to find and to open at each start.
 * Commands of the command line count as such, so they load the server too.
 */
export const laterImports = {
  name: 'later-imports',
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const from = importer.slice(root.length + 1);
      if (kind !== 'dynamic-import' || pluginData === laterImports || !from.startsWith('src')) return undefined;
      if (WITHOUT_SERVER.test(from)) return undefined;
      const found = await find(path, { kind, importer, resolveDir, pluginData: laterImports });
      return found.external ? undefined : { path: found.path, namespace: 'later' };
    });
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(join(root, 'src/server/start.ts'))}; export * from ${JSON.stringify(path)};`,
      resolveDir: root,
    }));
  },
};
