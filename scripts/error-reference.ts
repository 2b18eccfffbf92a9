import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';
import { CODES as GRAPHQL } from '../src/graphql/errors.ts';
import { BY_KIND as PAGES } from '../src/interaction/error.page.ts';
import type { ErrorKind } from '../src/kernel/errors.ts';
import { CODES as OAUTH, STATUSES } from '../src/oauth/errors.ts';
import { ANSWERS as REST, OWN_NAMES } from '../src/rest/errors.ts';

interface Found {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
}

/** A call by which the sources make an error, and where its arguments stand. */
interface Maker {
  readonly kind: string;
  readonly code: number;
  readonly message: number;
}

const VARIES = '(varies)';

const KERNEL_FILE = 'src/kernel/errors.ts';

/** The kernel's own. Without a code it makes INVALID_INPUT. */
const KERNEL: Readonly<Record<string, Maker>> = { invalid: { kind: 'invalid', code: 2, message: 1 } };

/** `docs/reference/errors.md`: the doors' tables as they are, and every code that the sources make an error with. */
export async function renderErrorReference(): Promise<string> {
  const kinds = Object.keys(REST) as ErrorKind[];
  const messages = new Map<string, Set<string>>([['`INVALID_INPUT` (`invalid`)', new Set([VARIES])]]);
  // The command line's own errors reach nobody but its user, who is told what to do.
  for await (const file of glob('src/**/*.{ts,tsx}', { exclude: (name) => name === 'src/cli' }))
    for (const { code, kind, message } of errorsIn(file)) {
      const error = `\`${code}\` (\`${kind}\`)`;
      messages.set(error, (messages.get(error) ?? new Set()).add(message));
    }
  const codes = [...messages].map(
    ([error, texts]) => `- ${error}: ${texts.has(VARIES) ? VARIES : [...texts].toSorted().join(' / ')}`,
  );
  return [
    '# Errors',
    '',
    'Generated from the sources by `npm run generate`. An error has a kind, a stable code and a message. Codes are not reused;',
    'messages may change.',
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

function errorsIn(file: string): Found[] {
  // What makes errors for others names none.
  if (file === KERNEL_FILE) return [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const makers: Record<string, Maker> = { ...KERNEL };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'AppError') made(node);
    else if (ts.isCallExpression(node)) called(node);
    ts.forEachChild(node, visit);
  };

  const made = (node: ts.NewExpression): void => {
    const [kind, code, message] = node.arguments ?? [];
    if (kind && code && ts.isStringLiteralLike(kind) && ts.isStringLiteralLike(code))
      found.push({ code: code.text, kind: kind.text, message: textOf(message) });
    else if (!kind || !code || !ts.isStringLiteralLike(kind) || !remember(node, kind.text, code, message))
      throw new Error(`${file}: which error this makes cannot be told: ${node.getText()}`);
  };

  // A function that passes its own parameters on as code and message makes errors wherever it is called.
  const remember = (node: ts.Node, kind: string, code: ts.Node, message: ts.Node | undefined): boolean => {
    const maker = ts.findAncestor(
      node,
      (parent) => ts.isArrowFunction(parent) && ts.isVariableDeclaration(parent.parent),
    );
    if (!maker || !ts.isArrowFunction(maker) || !ts.isVariableDeclaration(maker.parent)) return false;
    const names = maker.parameters.map((parameter) => parameter.name.getText());
    const indexOf = (argument: ts.Node | undefined): number => names.indexOf(argument?.getText() ?? '');
    makers[maker.parent.name.getText()] = { kind, code: indexOf(code), message: indexOf(message) };
    return indexOf(code) >= 0;
  };

  const called = (node: ts.CallExpression): void => {
    const name = node.expression.getText();
    const [first] = node.arguments;
    if (name === 'notFound' && first && ts.isStringLiteralLike(first))
      found.push({
        code: `${first.text.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`,
        kind: 'not_found',
        message: `No such ${first.text}.`,
      });
    const maker = makers[name];
    const code = maker && node.arguments[maker.code];
    if (maker && code && ts.isStringLiteralLike(code))
      found.push({ code: code.text, kind: maker.kind, message: textOf(node.arguments[maker.message]) });
  };

  visit(source);
  return found;
}

/** A message as the reader sees it, with … where a value stands. */
function textOf(node: ts.Expression | undefined): string {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (!node || !ts.isTemplateExpression(node)) return VARIES;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
