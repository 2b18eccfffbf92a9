import { permit, scopesOf, type Permit, type SignedIn, type Viewer } from '../../ground/kernel/access.ts';

/** What a token allowed. */
export interface Authority {
  readonly scopes: readonly string[];
  readonly isAdministrator: boolean;
}

/** What the viewer's token allows. */
export function authorityOf(viewer: SignedIn): Authority {
  if (viewer.kind === 'system') return { scopes: [], isAdministrator: false };
  if (viewer.kind === 'client') return { scopes: [...viewer.scopes], isAdministrator: false };
  // What a role does not use counts for nothing, so whoever has a lesser one gets no answer of the other.
  const scopes = scopesOf(viewer);
  return {
    scopes: scopes.filter((scope) => viewer.scopes.has(scope)),
    isAdministrator: scopes.includes('admin'),
  };
}

const includes = (all: Authority, part: Authority): boolean =>
  part.scopes.every((scope) => all.scopes.includes(scope)) && (all.isAdministrator || !part.isAdministrator);

/** Who may send a request with a key, and who gets the kept answer. */
export const idempotencyPolicy = {
  /** Keys belong to callers, so an anonymous viewer has none. */
  send: (viewer: Viewer): Permit<'idempotency:send'> => permit('idempotency:send', viewer, () => true),
  /** No token gets an answer that it could not have got itself. */
  repeat: (viewer: Viewer, first: Authority): Permit<'idempotency:repeat'> =>
    permit('idempotency:repeat', viewer, (known) => includes(authorityOf(known), first)),
};
