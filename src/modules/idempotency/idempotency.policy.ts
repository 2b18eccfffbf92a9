import { permit, type Permit, type SignedIn, type Viewer } from '../../ground/kernel/access.ts';

/** What a token allowed. */
export interface Authority {
  readonly scopes: readonly string[];
  readonly isAdministrator: boolean;
}

/** What the viewer's token allows. */
export const authorityOf = (viewer: SignedIn): Authority => ({
  scopes: viewer.kind === 'system' ? [] : [...viewer.scopes],
  isAdministrator: viewer.kind === 'user' && viewer.role === 'admin',
});

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
