import type { Runtime } from '../kernel/runtime.ts';

/** What a form on a page of somebody signed in sends back: it is worth nothing in another session, or on another page. */
export const sessionFormToken = ({ vault }: Runtime, page: string, secret: string | undefined): string =>
  vault.mac('csrf', `${page}\n${secret}`);

export const isSessionFormToken = (
  { vault }: Runtime,
  page: string,
  secret: string | undefined,
  token: string,
): boolean => vault.isMac('csrf', `${page}\n${secret}`, token);
