import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../proofs/parties/python');

interface Application {
  /** What it has complained about. */
  errors(): string;
  stop(): Promise<void>;
}

/** Starts the application of this file on this port; it ends with this process, killed or not. */
export async function startPython(
  programs: string,
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Application> {
  const child = spawn(resolve(programs, 'python'), [resolve(folder, 'serve.py'), name, String(port)], {
    cwd: folder,
    env: { PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close');
  const listening = once(child.stdout, 'data').then(() => true);
  const failed = ended.then(() => false);
  if (!(await Promise.race([listening, failed]))) throw new Error(`The application does not start: ${said}`);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { errors: () => said, stop };
}
