import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { environment, type Folder } from './folder.ts';

/** Its standard input ends when our process does, however that ends. The program then ends too, with all that it started. */
const bound = `
exec 3<&0
( read -r _ <&3; kill -KILL 0 ) &
"$@" 3<&- </dev/null
status=$?
kill -KILL $!
exit $status
`;

/** Runs a program as the folder's account, never for longer than our process. Throws what it said if it fails. */
export async function runBound({ account }: Folder, program: string, args: readonly string[]): Promise<void> {
  const child = spawn('/bin/sh', ['-c', bound, 'guildhall-bound', program, ...args], {
    ...account,
    cwd: '/',
    env: environment,
    // A group of its own, which all that the program starts belongs to.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {});
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (child.exitCode !== 0)
    throw new Error(said.trim() || `${program} ended with ${child.signalCode ?? child.exitCode}`);
}
