import { fault } from '../../ground/kernel/errors.ts';
import { readId } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { URI_MAX } from '../../ground/kernel/registered-uri.ts';
import { readGiven, readLine } from '../../ground/kernel/text.ts';

/** The longest list of scopes, in characters. */
export const SCOPE_MAX = 4096;

/** Whose tokens for which application, and what these are asked for. */
export interface PreviewTokens {
  readonly userId: string;
  readonly clientId: string;
  readonly organizationId?: string | null;
  /** As an authorization request has them: with spaces between. */
  readonly scope?: string | null;
  readonly resource?: string | null;
}

/** Reads what is asked. Throws `invalid` for what no request can have. */
export const readPreview = ({ userId, organizationId, scope, resource }: PreviewTokens) =>
  readAll({
    userId: () => readId('userId', userId),
    organizationId: () => (organizationId == null ? null : readId('organizationId', organizationId)),
    scopes: () => (scope == null ? null : readScope(scope)),
    resource: () => (resource == null ? null : readLine('resource', resource, { max: URI_MAX })),
  });

function readScope(scope: string): readonly string[] {
  const names = [...new Set(readGiven('scope', scope, SCOPE_MAX).split(' ').filter(Boolean))];
  if (names.length === 0) throw fault('scope', 'missing');
  return names;
}
