import type { Runtime } from '../../kernel/runtime.ts';
import { newBytes, sameText } from '../../kernel/secret.ts';
import { Site, type Cookie } from '../../kernel/site.ts';

const REMEMBERED_SECONDS = 400 * 86_400;

/** The cookie by which a browser is known that has signed in before. It lets nobody in: its guesses count apart. */
export const deviceCookie = (runtime: Runtime): Cookie =>
  runtime.get(Site).cookie('device', { maxAgeSeconds: REMEMBERED_SECONDS });

/** What the cookie holds of a browser in which this user has just signed in; what it holds already, where that is good. */
export function deviceOf(runtime: Runtime, userId: string, cookie: string | undefined): string {
  if (cookie !== undefined && knownDevice(runtime, userId, cookie) !== null) return cookie;
  const name = newBytes(16).toString('base64url');
  return `${name}.${signature(runtime, userId, name)}`;
}

/** The name of the browser when this user has signed in in it before, else null. */
export function knownDevice(runtime: Runtime, userId: string, cookie: string | undefined): string | null {
  const [name, mac] = cookie?.split('.') ?? [];
  return name && mac && sameText(mac, signature(runtime, userId, name)) ? name : null;
}

const signature = ({ vault }: Runtime, userId: string, name: string): string =>
  vault.mac('device', `${userId}\n${name}`);
