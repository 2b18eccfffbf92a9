import { en } from '../src/ground/faults/en.ts';
import { STATUSES as GRAPHQL } from '../src/doors/graphql/error-format.ts';
import { BY_KIND as PAGES } from '../src/doors/pages/errors/error.page.ts';
import { ERRORS_PATH, KINDS, type ErrorKind } from '../src/ground/kernel/errors.ts';
// The whole server, so that every module has declared its codes.
import { serverErrors } from '../src/product.ts';
import { CODES as OAUTH, STATUSES } from '../src/doors/oauth/errors.ts';
import { ANSWERS as REST, OWN_ANSWERS } from '../src/ground/http/error-answer.ts';

const PLACE = /\{(\w+)(?::(\w+)[^}]*)?\}/g;

const KINDS_OF_PARAMETERS: Readonly<Record<string, string>> = {
  count: 'number',
  list: 'list of values',
  name: 'name of a field',
  names: 'list of names of fields',
  word: 'value',
  words: 'list of values',
};

/** The parameters that a sentence has, and what each is. */
const parametersOf = (sentence: string): Record<string, string> =>
  Object.fromEntries(
    [...sentence.matchAll(PLACE)].flatMap(([, name = '', kind = '']) =>
      name === 'field' ? [] : [[name, KINDS_OF_PARAMETERS[kind] ?? 'value']],
    ),
  );

/** `docs/reference/errors.md`: the tables of the doors, and every declared code. */
export function renderErrorReference(): string {
  const kinds = Object.keys(REST) as ErrorKind[];
  const codes = serverErrors().map(
    ({ code, kind, meaning }) => `- <a id="${code}"></a>\`${code}\` (\`${kind}\`): ${meaning}`,
  );
  return [
    '# Errors',
    '',
    '`npm run generate` writes this page from the codes that the modules declare. An error has a kind, a stable code and a',
    'message. The message is the sentence of the code, or a more specific one. Codes are not reused. Messages may change.',
    `A server shows its codes at \`${ERRORS_PATH}\`.`,
    '',
    '## Kinds, and how each interface reports them',
    '',
    '- GraphQL errors have the code in `extensions.code`, the kind in `extensions.kind`, and the address of the code’s',
    '  documentation in `extensions.documentation`. If the input is wrong, `extensions.faults` has everything that is wrong',
    '  with it: `{path, code, rule, parameters, message, documentation}`, and `extensions.field` the first path. `extensions.retryAfter` is the',
    '  number of seconds to wait, `extensions.currentVersion` the version that was not expected, and `extensions.requestId`',
    '  names the request of an internal error. A rejected item of a list has the same fields: the type `ItemError`. The enum',
    '  `ErrorCode` has all codes.',
    '- REST answers `{"error": …, "error_description": …, "code": …, "documentation": …}`, and `faults` if the input is wrong.',
    '  The description is the message. Paths, parameters and messages have the field names of REST.',
    '- The OAuth endpoints use the error codes of their RFCs, with the code of the server in `code` and the address of its',
    '  documentation in `error_uri`. The pages show an error page.',
    '',
    'If a whole GraphQL request is refused, the status is that of the table. If an operation runs, it is 200.',
    '',
    '| Kind | REST | GraphQL | OAuth | Pages | |',
    '|---|---|---|---|---|---|',
    ...kinds.map((kind) => {
      const [status, name] = REST[kind];
      const oauth = kind === 'rate_limited' ? 429 : STATUSES[OAUTH[kind]];
      return `| \`${kind}\` | ${status} \`${name}\` | ${GRAPHQL[kind]} | ${oauth} \`${OAUTH[kind]}\` | ${PAGES[kind].status} | ${KINDS[kind]} |`;
    }),
    '',
    'A GraphQL request whose body is too large (`BODY_TOO_LARGE`) is 413, and one that uses the Idempotency-Key of another',
    'request (`IDEMPOTENCY_KEY_REUSED`) 422. Some codes have their own answer at REST paths:',
    '',
    '| Code | REST |',
    '|---|---|',
    ...Object.entries(OWN_ANSWERS).map(([code, [status, name]]) => `| \`${code}\` | ${status} \`${name}\` |`),
    '',
    '## Codes',
    '',
    ...codes,
    '',
    '## Rules of inputs',
    '',
    'A fault of an input names the rule that is broken and its parameters, so that programs need not read sentences. A rule is',
    'never renamed and never used for something else. Sentences may change. GraphQL has the rules as the enum `FaultRule`, with',
    'capital letters. A fault without a rule is explained by its code.',
    '',
    '| Rule | Parameters | Sentence |',
    '|---|---|---|',
    ...Object.entries(en).map(([rule, text]) => {
      const parameters = Object.entries(parametersOf(text)).map(([name, kind]) => `\`${name}\` (${kind})`);
      return `| \`${rule}\` | ${parameters.join(', ')} | ${text.replaceAll(PLACE, '`$1`').replaceAll('|', '\\|')} |`;
    }),
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
