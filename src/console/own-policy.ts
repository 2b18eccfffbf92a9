/**
 * Whether the server sends a page with a policy of its own, because a package on it writes style elements. Links to such a
 * page and away from it load the page anew, so that no other page is under its policy. `path` is below the console's.
 */
export const hasOwnPolicy = (path: string): boolean => path === '/explorer';
