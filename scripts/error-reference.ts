import { CODES as GRAPHQL } from '../src/graphql/errors.ts';
import { BY_KIND as PAGES } from '../src/interaction/error.page.ts';
import type { ErrorKind } from '../src/kernel/errors.ts';
// The server as a whole, so that every room has declared its codes.
import { declaredErrors } from '../src/product.ts';
import { CODES as OAUTH, STATUSES } from '../src/oauth/errors.ts';
import { ANSWERS as REST, OWN_NAMES } from '../src/rest/errors.ts';

/** `docs/reference/errors.md`: the doors' tables as they are, and every code that the rooms of the server declare. */
export function renderErrorReference(): string {
  const kinds = Object.keys(REST) as ErrorKind[];
  const codes = declaredErrors()
    // The command line's own reach nobody but its user, who is told what to do.
    .filter(({ room }) => room !== 'cli')
    .map(({ code, kind, meaning }) => `- \`${code}\` (\`${kind}\`): ${meaning}`);
  return [
    '# Errors',
    '',
    'Generated from the codes that the rooms of `src` declare, by `npm run generate`. An error has a kind, a stable code and a',
    'message, which is the sentence of the code or says more. Codes are not reused; messages may change.',
    '',
    '## Kinds, and how each door words them',
    '',
    '- REST answers `{"error": …, "error_description": …, "code": …}`; the description is the message, and `code` the exact',
    '  code.',
    '- GraphQL answers errors with `extensions.code`; the exact code is in `extensions.reason`, the input at fault in',
    '  `extensions.field`, and the seconds to wait in `extensions.retryAfter`.',
    '- The OAuth endpoints answer in the words of their RFCs. Pages show a page.',
    '',
    '| Kind | REST | GraphQL | OAuth | Pages |',
    '|---|---|---|---|---|',
    ...kinds.map((kind) => {
      const [status, name] = REST[kind];
      const oauth = kind === 'rate_limited' ? 429 : STATUSES[OAUTH[kind]];
      return `| \`${kind}\` | ${status} \`${name}\` | \`${GRAPHQL[kind]}\` | ${oauth} \`${OAUTH[kind]}\` | ${PAGES[kind].status} |`;
    }),
    '',
    'A REST path is also answered with 405 `method_not_allowed` and the code `METHOD_NOT_ALLOWED` for a method it does not',
    'have, and what is no path with 400 `invalid_request` and `NOT_A_PATH`. Some codes have an `error` of their own at',
    'REST paths:',
    '',
    '| Code | `error` |',
    '|---|---|',
    ...Object.entries(OWN_NAMES).map(([code, name]) => `| \`${code}\` | \`${name}\` |`),
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
    'A client that cannot be authenticated by the Authorization header is told `invalid_client` with a challenge. At the',
    'authorization endpoint errors travel in the redirect, but for those of the client or its redirect URI, which are shown.',
    '',
  ].join('\n');
}
