import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export type Role = 'server' | 'command';
export interface Holder {
  pid: number;
  role: Role;
}
export type Attempt = { release: () => void } | { holder: Holder };

/** Takes the lock file at `path` for this process, also from a process that no longer lives; else names the holder. */
export function takeLock(path: string, role: Role): Attempt {
  const mine = `${process.pid} ${startOf(process.pid)} ${role}\n`;
  const draft = `${path}.${process.pid}`;
  const release = () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
  writeFileSync(draft, mine);
  // A process that finds the folder in use may read which one uses it, whatever the umask.
  chmodSync(draft, 0o644);
  try {
    // Linked, not written, so that nobody ever reads half a lock.
    for (;;) {
      if (link(draft, path)) return { release };
      const theirs = read(path);
      if (theirs === undefined) continue;
      const holder = livingHolder(theirs);
      if (holder) return { holder };
      // Of several that find the same dead holder, one at a time may replace it, and only if it is still there.
      const turn = takeLock(`${path}.stale`, role);
      if ('holder' in turn) return turn;
      try {
        if (read(path) !== theirs) continue;
        renameSync(draft, path);
        return { release };
      } finally {
        turn.release();
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** When the process started, in the kernel's own count; '' where that cannot be told, undefined when it has ended. */
export function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; it only waits for its parent to notice.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return '';
  }
}

function livingHolder(content: string): Holder | undefined {
  const [, pid, start, role] = /^(\d+) (\d*) (server|command)\n$/.exec(content) ?? [];
  const now = pid === undefined ? undefined : startOf(Number(pid));
  // A process number is given out again; with its start time it is unmistakable.
  const same = now !== undefined && (now === start || now === '' || start === '');
  return same ? { pid: Number(pid), role: role as Role } : undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
