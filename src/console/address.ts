// The built scripts are in <issuer>/console/assets, so their own address tells where everything else is, whatever path the
// issuer has.
const script = import.meta.url;

/** The path of the console, without a slash at the end. */
export const CONSOLE_PATH = new URL('..', script).pathname.replace(/\/$/, '');

/** The issuer, as applications name it: without a slash at the end. */
export const ISSUER = new URL('../..', script).href.replace(/\/$/, '');

/** An address of this server, from its path below the issuer: `addressOf('graphql')`. */
export const addressOf = (path: string): string => `${ISSUER}/${path}`;

/** Sends the browser to the sign-in page, and back to where it is now. */
export function signIn(): void {
  location.assign(addressOf(`login?${new URLSearchParams({ return_to: location.pathname + location.search })}`));
}

/** Sends the browser to prove anew who is there, and back to where it is now. */
export function stepUp(): void {
  location.assign(
    addressOf(`login?${new URLSearchParams({ prompt: 'login', return_to: location.pathname + location.search })}`),
  );
}
