import { isAbsolute, join } from 'node:path';

/** The owner of the data. `uid` 0 is root. Undefined if users have no number. */
interface DataOwner {
  readonly home: string;
  readonly xdgDataHome?: string | undefined;
  readonly uid?: number | undefined;
}

/** The default `DATA_DIR`, for the embedded database and generated keys: in /var/lib for root, else in the home folder. */
export function defaultDataDir({ home, xdgDataHome, uid }: DataOwner): string {
  if (uid === 0) return '/var/lib/guildhall';
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const base = xdgDataHome !== undefined && isAbsolute(xdgDataHome) ? xdgDataHome : join(home, '.local', 'share');
  return join(base, 'guildhall');
}
