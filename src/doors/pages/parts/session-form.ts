import type { Runtime } from '../../../ground/kernel/runtime.ts';

/** The token of a form on a page for a signed-in user. It is valid only in this session and on this page. */
export const sessionFormToken = ({ vault }: Runtime, page: string, secret: string | undefined): string =>
  vault.mac('csrf', `${page}\n${secret}`);

export const isSessionFormToken = (
  { vault }: Runtime,
  page: string,
  secret: string | undefined,
  token: string,
): boolean => vault.isMac('csrf', `${page}\n${secret}`, token);
