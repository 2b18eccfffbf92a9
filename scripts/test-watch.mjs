// `npm run test:watch -- groups`: runs the tests of these files now and after each change of the sources or the tests, until
// it is stopped. Each run builds what has changed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
/** Editors write a file in several steps. */
const SETTLED_MS = 100;

let change = Promise.withResolvers();
for (const folder of ['src', 'test']) watch(join(root, folder), { recursive: true }, () => change.resolve());

for (;;) {
  change = Promise.withResolvers();
  const tests = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  await once(tests, 'exit');
  console.log('\nWaiting for a change.');
  await change.promise;
  await sleep(SETTLED_MS);
}
