// `npm run check`: all checks of the sources. Two run at a time, and every one runs to its end. The output of failing ones
// is shown in full.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

// The slowest first, so that both lanes end at the same time.
const queue = ['lint', 'format', 'dead', 'boundaries', 'contract'];
const failed = [];

function run(name) {
  const start = performance.now();
  const child = spawn(scripts[name], {
    shell: true,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
      if (code !== 0) {
        failed.push(name);
        console.log(Buffer.concat(output).toString());
      }
      resolve();
    });
  });
}

async function lane() {
  for (let name = queue.shift(); name; name = queue.shift()) await run(name);
}

await Promise.all([lane(), lane()]);
if (failed.length > 0) {
  console.log(
    `check failed: ${failed.join(', ')}. Each is an npm script of its own; \`npm run format:write\` mends format.`,
  );
  process.exitCode = 1;
}
