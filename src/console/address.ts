// The built scripts are in <issuer>/console/assets, so their own address tells where everything else is, whatever path the
// issuer has.
const script = import.meta.url;

/** The path of the console, without a slash at the end. */
export const CONSOLE_PATH = new URL('..', script).pathname.replace(/\/$/, '');

/** The issuer, as applications name it: without a slash at the end. */
export const ISSUER = new URL('../..', script).href.replace(/\/$/, '');

/** An address of this server, from its path below the issuer: `addressOf('graphql')`. */
export const addressOf = (path: string): string => `${ISSUER}/${path}`;

let isComingBack = false;

/** Whether the browser is about to come back to this page, so that nothing is lost. */
export const comesBack = (): boolean => isComingBack;

/** Loads the page anew. */
export function reload(): void {
  isComingBack = true;
  location.reload();
}

function logIn(parameters: Record<string, string>): void {
  isComingBack = true;
  const back = { return_to: location.pathname + location.search };
  location.assign(addressOf(`login?${new URLSearchParams({ ...parameters, ...back })}`));
}

/** Sends the browser to the sign-in page, and back to where it is now. */
export const signIn = (): void => logIn({});

/** Sends the browser to prove anew who is there, and back to where it is now. */
export const stepUp = (): void => logIn({ prompt: 'login' });
