import { CODES as GRAPHQL } from '../src/graphql/errors.ts';
import { BY_KIND as PAGES } from '../src/interaction/error.page.ts';
import type { ErrorKind } from '../src/kernel/errors.ts';
// The whole server, so that every module has declared its codes.
import { declaredErrors } from '../src/product.ts';
import { CODES as OAUTH, STATUSES } from '../src/oauth/errors.ts';
import { ANSWERS as REST, OWN_ANSWERS } from '../src/rest/errors.ts';

/** `docs/reference/errors.md`: the tables of the doors, and every declared code. */
export function renderErrorReference(): string {
  const kinds = Object.keys(REST) as ErrorKind[];
  const codes = declaredErrors()
    // Only users of the command line see its codes.
    .filter(({ room }) => room !== 'cli')
    .map(({ code, kind, meaning }) => `- \`${code}\` (\`${kind}\`): ${meaning}`);
  return [
    '# Errors',
    '',
    '`npm run generate` writes this page from the codes that the modules declare. An error has a kind, a stable code and a',
    'message. The message is the sentence of the code, or a more specific one. Codes are not reused. Messages may change.',
    '',
    '## Kinds, and how each interface reports them',
    '',
    '- REST answers `{"error": …, "error_description": …, "code": …}`. The description is the message, `code` the exact code.',
    '- GraphQL errors have the kind in `extensions.code`, the exact code in `extensions.reason`, the invalid field in',
    '  `extensions.field`, the seconds to wait in `extensions.retryAfter`, and the version that was not expected in',
    '  `extensions.currentVersion`.',
    '- The OAuth endpoints use the error codes of their RFCs. The pages show an error page.',
    '',
    '| Kind | REST | GraphQL | OAuth | Pages |',
    '|---|---|---|---|---|',
    ...kinds.map((kind) => {
      const [status, name] = REST[kind];
      const oauth = kind === 'rate_limited' ? 429 : STATUSES[OAUTH[kind]];
      return `| \`${kind}\` | ${status} \`${name}\` | \`${GRAPHQL[kind]}\` | ${oauth} \`${OAUTH[kind]}\` | ${PAGES[kind].status} |`;
    }),
    '',
    'For a method that a REST path does not have, the answer is 405 `method_not_allowed` with the code',
    '`METHOD_NOT_ALLOWED`. A malformed request target is 400 `invalid_request` with `NOT_A_PATH`. Some codes have a status or',
    'an `error` of their own at REST paths:',
    '',
    '| Code | Answer |',
    '|---|---|',
    ...Object.entries(OWN_ANSWERS).map(([code, [status, name]]) => `| \`${code}\` | ${status} \`${name}\` |`),
    '',
    '## Codes',
    '',
    ...codes.toSorted(),
    '',
    '## Codes of the OAuth endpoints',
    '',
    '| `error` | Status |',
    '|---|---|',
    ...Object.entries(STATUSES).map(([code, status]) => `| \`${code}\` | ${status} |`),
    '',
    'If authentication by the Authorization header fails, the answer is `invalid_client` with a challenge. The authorization',
    'endpoint reports errors in the redirect, except errors of the client or its redirect URI, which it shows on a page.',
    '',
  ].join('\n');
}
