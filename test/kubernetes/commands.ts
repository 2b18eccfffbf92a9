/** The clients of the cluster. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program, and gives what it printed. */
export async function run(command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args)).stdout.trim();
}

export const kubectl = (...args: string[]): Promise<string> => run('kubectl', ...args);

const PODS = ['get', 'pods', '--selector', 'app.kubernetes.io/name=guildhall', '--output'];

/** The names of the pods of the server, those that end among them. */
export async function podNames(): Promise<string[]> {
  return (await kubectl(...PODS, 'jsonpath={.items[*].metadata.name}')).split(' ').filter((name) => name !== '');
}

/** The process of a pod. The cluster's processes are seen from the namespace that it runs in. */
export function processOf(pod: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOSTNAME=${pod}`)) return Number(pid);
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error(`${pod} has no process`);
}
