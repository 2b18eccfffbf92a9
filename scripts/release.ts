/**
 * `npm run release`: makes what a release of the version in package.json has besides its container image, in `dist/release`:
 * the two contracts, the server and the TypeScript client as packages, and checksums. `contract/` must have the contract of the version.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const [folder = 'dist/release'] = process.argv.slice(2);
const { version } = manifest;
const contracts = ['schema.graphql', 'openapi.json'] as const;

for (const file of contracts)
  if ((await readFile(file, 'utf8')) !== (await readFile(join('contract', file), 'utf8'))) {
    console.error(`contract/${file} is not ${file}: run \`npm run contract -- --publish\`, and commit what it writes.`);
    process.exit(1);
  }

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const file of contracts) await copyFile(file, join(folder, `guildhall-${version}.${file}`));
for (const cwd of ['.', 'clients/typescript'])
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(folder)], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const sums = [];
for (const file of (await readdir(folder)).toSorted()) {
  const sum = createHash('sha256').update(await readFile(join(folder, file)));
  sums.push(`${sum.digest('hex')}  ${file}\n`);
}
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(sums.join('') + `in ${folder}`);
