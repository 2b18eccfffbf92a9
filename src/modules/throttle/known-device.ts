import type { Runtime } from '../../ground/kernel/runtime.ts';
import { newBytes } from '../../ground/kernel/secret.ts';
import { Site, type Cookie } from '../../ground/http/site.ts';

const REMEMBERED_SECONDS = 400 * 86_400;

/** The most users that the cookie of one browser tells of. Those who signed in last are kept. */
const USERS_MAX = 5;

/** What the cookie says of one user: the browser's name, the time of the sign-in, and the code of both. */
const ENTRY = /^[\w-]{22}\.[0-9a-z]{1,11}\.[\w-]{43}$/;

/**
 * The cookie of a browser in which users have signed in before. It grants nothing: guesses are counted separately, and no
 * mail tells of a new browser.
 */
export const deviceCookie = (runtime: Runtime): Cookie =>
  runtime.get(Site).cookie('device', { maxAgeSeconds: REMEMBERED_SECONDS });

/** The cookie's value for a browser in which this user has just signed in. A known browser keeps its name. */
export function deviceOf(runtime: Runtime, userId: string, cookie: string | undefined): string {
  const known = nameOf(runtime, userId, cookie);
  const name = known?.name ?? newBytes(16).toString('base64url');
  const since = runtime.clock.now().getTime().toString(36);
  const others = entriesOf(cookie).filter((entry) => entry !== known?.entry);
  const own = `${name}.${since}.${runtime.vault.mac('device', signed(userId, name, since))}`;
  return [own, ...others.slice(0, USERS_MAX - 1)].join('~');
}

/** The browser's name if this user has signed in there since the password last changed, else null. */
export function knownDevice(
  runtime: Runtime,
  userId: string,
  cookie: string | undefined,
  passwordChangedAt: Date | null,
): string | null {
  const known = nameOf(runtime, userId, cookie);
  if (!known) return null;
  return passwordChangedAt === null || known.since >= passwordChangedAt.getTime() ? known.name : null;
}

function nameOf(
  runtime: Runtime,
  userId: string,
  cookie: string | undefined,
): { readonly entry: string; readonly name: string; readonly since: number } | null {
  for (const entry of entriesOf(cookie)) {
    const [name = '', since = '', mac = ''] = entry.split('.');
    if (runtime.vault.isMac('device', signed(userId, name, since), mac)) {
      return { entry, name, since: parseInt(since, 36) };
    }
  }
  return null;
}

const entriesOf = (cookie = ''): string[] => cookie.split('~', USERS_MAX).filter((entry) => ENTRY.test(entry));

const signed = (userId: string, name: string, since: string): string => `${userId}\n${name}\n${since}`;
