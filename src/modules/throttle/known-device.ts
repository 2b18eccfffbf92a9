import type { Runtime } from '../../kernel/runtime.ts';
import { newBytes } from '../../kernel/secret.ts';
import { Site, type Cookie } from '../../http/site.ts';

const REMEMBERED_SECONDS = 400 * 86_400;

/** The cookie of a browser in which a user has signed in before. It grants nothing: only its guesses are counted separately. */
export const deviceCookie = (runtime: Runtime): Cookie =>
  runtime.get(Site).cookie('device', { maxAgeSeconds: REMEMBERED_SECONDS });

/** The cookie's value for a browser in which this user has just signed in. A known browser keeps its name. */
export function deviceOf(runtime: Runtime, userId: string, cookie: string | undefined): string {
  const name = nameOf(runtime, userId, cookie)?.name ?? newBytes(16).toString('base64url');
  const since = runtime.clock.now().getTime().toString(36);
  return `${name}.${since}.${runtime.vault.mac('device', signed(userId, name, since))}`;
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
): { readonly name: string; readonly since: number } | null {
  const [name, since, mac] = cookie?.split('.') ?? [];
  if (!name || !since || !mac || !runtime.vault.isMac('device', signed(userId, name, since), mac)) return null;
  return { name, since: parseInt(since, 36) };
}

const signed = (userId: string, name: string, since: string): string => `${userId}\n${name}\n${since}`;
