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
  location.assign(addressOf(`login?${new URLSearchParams(parameters)}`));
}

const here = (): string => location.pathname + location.search;

/** Sends the browser to the sign-in page, and back to where it is now. */
export const signIn = (): void => logIn({ return_to: here() });

/** Sends the browser to prove anew who is there, and back to where it is now: with a mark in the address if it was proved. */
export function stepUp(mark: Record<string, string> = {}): void {
  const marked = new URLSearchParams([...new URLSearchParams(location.search), ...Object.entries(mark)]);
  logIn({
    prompt: 'login',
    return_to: marked.size > 0 ? `${location.pathname}?${marked}` : location.pathname,
    cancel_to: here(),
  });
}
