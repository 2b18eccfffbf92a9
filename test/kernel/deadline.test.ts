import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { inTime, Overdue } from '../../src/ground/kernel/deadline.ts';

it('what has come by then counts, though the process was too busy to read it', async () => {
  const other = spawn('sh', ['-c', 'read go; sleep 0.05; echo here']);
  await once(other, 'spawn');
  const work = inTime(
    once(other.stdout, 'data').then(([data]) => String(data)),
    0.1,
  );
  other.stdin.write('go\n');
  await new Promise(setImmediate);
  const end = performance.now() + 500;
  while (performance.now() < end);
  expect(await work).toBe('here\n');
});

it('what does not come is overdue', async () => {
  await expect(inTime(new Promise(() => {}), 0.01)).rejects.toThrow(Overdue);
});
