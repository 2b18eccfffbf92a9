import { isAbsolute, join } from 'node:path';

/** Whose data it is: `uid` 0 is root, and undefined where users have no number. */
interface DataOwner {
  readonly home: string;
  readonly xdgDataHome?: string | undefined;
  readonly uid?: number | undefined;
}

/** Where the embedded database and generated keys live unless `DATA_DIR` says otherwise: /var/lib for root, else the user's own. */
export function defaultDataDir({ home, xdgDataHome, uid }: DataOwner): string {
  if (uid === 0) return '/var/lib/guildhall';
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const base = xdgDataHome !== undefined && isAbsolute(xdgDataHome) ? xdgDataHome : join(home, '.local', 'share');
  return join(base, 'guildhall');
}
