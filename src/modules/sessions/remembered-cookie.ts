import { Site, type Cookies } from '../../ground/http/site.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { newSecret } from '../../ground/kernel/secret.ts';

/** The longest that a browser keeps a cookie. The server's row ends earlier. */
const KEPT_SECONDS = 400 * 86_400;

/** The letters of a value that tell whose it is. They are also in the cookie's name. */
const OWNER_LETTERS = 8;

/** The cookies of browsers that are remembered after a second factor: one for each user of the browser. */
export const rememberedCookies = (runtime: Runtime): Cookies =>
  runtime.get(Site).cookies('remembered', { maxAgeSeconds: KEPT_SECONDS });

/** A new secret for this user's cookie. */
export const newRememberedSecret = (runtime: Runtime, userId: string): string => ownerOf(runtime, userId) + newSecret();

/** The user's secret among the browser's cookies. */
export const rememberedSecretOf = (
  runtime: Runtime,
  userId: string,
  cookies: readonly string[],
): string | undefined => {
  const owner = ownerOf(runtime, userId);
  return cookies.find((value) => value.startsWith(owner));
};

const ownerOf = ({ vault }: Runtime, userId: string): string => vault.mac('remembered', userId).slice(0, OWNER_LETTERS);
