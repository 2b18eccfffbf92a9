import {
  GraphQLError,
  Kind,
  Lexer,
  OperationTypeNode,
  parse,
  Source,
  TokenKind,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { refused } from './error-format.ts';
import { graphqlErrors } from './errors.ts';

/** The most lexical tokens of a document. */
export const MAX_TOKENS = 2_000;
/** The same without an access token. The standard introspection query has 163. */
const MAX_ANONYMOUS_TOKENS = 300;
/** The most nested fields. The standard introspection query has 15. */
export const MAX_DEPTH = 16;
/** The most nested brackets of any kind. Parsing and reading values are recursive. */
const MAX_BRACKETS = 100;
/** The most aliases in a document. A fragment counts once for every use. */
export const MAX_ALIASES = 30;
/** The most characters of an alias. A list repeats it for each item. */
const MAX_ALIAS_LENGTH = 100;
/** The most characters of an operation's name in traces and in the audit trail. */
export const NAMED_CHARACTERS = 256;
/** The most directives in a document. */
const MAX_DIRECTIVES = 30;
/** How often a field may be selected in one place. Validation compares each with each. */
const MAX_REPEATS = 25;

/** How often a document may read the schema. The whole schema has a hundred thousand characters. */
const MAX_SCHEMA_READS = 2;

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  readonly schemaReads: number;
  /** How often each name of the answer is selected here, fragments included. */
  readonly names: ReadonlyMap<string, number>;
  /** The highest number of selections of one name in one place, here or deeper. */
  readonly repeats: number;
}

/** Reads a document, and refuses one that is too large, before it is validated against the schema. */
export function readSized(text: string, isAnonymous: boolean): DocumentNode {
  const document = read(text, isAnonymous ? MAX_ANONYMOUS_TOKENS : MAX_TOKENS);
  const measure = createMeasure(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const fault = faultOf(measure(definition.selectionSet));
    if (fault) throw tooComplex(`The operation ${fault}.`, definition);
  }
  return document;
}

/** Refuses a document with a subscription. Validation finds none, because the schema has no type to compare it with. */
export function refuseSubscriptions({ definitions }: DocumentNode): void {
  const found = definitions.find(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.SUBSCRIPTION,
  );
  if (found)
    throw refused(graphqlErrors.GRAPHQL_VALIDATION_FAILED({ message: 'There are no subscriptions.' }), [found]);
}

function read(text: string, maxTokens: number): DocumentNode {
  let fault: string | undefined;
  try {
    fault = faultOfTokens(text, maxTokens);
    if (!fault) return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) throw refused(graphqlErrors.GRAPHQL_PARSE_FAILED({ message: error.message }));
    throw error;
  }
  throw tooComplex(`The document has more than ${fault}.`);
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function faultOfTokens(text: string, maxTokens: number): string | undefined {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let tokens = 0; tokens <= maxTokens; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return undefined;
    if (OPENING.has(kind)) depth += 1;
    else if (CLOSING.has(kind)) depth -= 1;
    if (depth > MAX_BRACKETS) return `${MAX_BRACKETS} brackets inside each other`;
  }
  return `${maxTokens} tokens`;
}

function faultOf({ depth, aliases, directives, schemaReads, repeats }: Size): string | undefined {
  if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} fields`;
  if (aliases > MAX_ALIASES) return `has more than ${MAX_ALIASES} aliases`;
  if (directives > MAX_DIRECTIVES) return `has more than ${MAX_DIRECTIVES} directives`;
  if (schemaReads > MAX_SCHEMA_READS) return `reads the schema more than ${MAX_SCHEMA_READS} times`;
  if (repeats > MAX_REPEATS) return `selects one field more than ${MAX_REPEATS} times in one place`;
  return undefined;
}

function createMeasure(document: DocumentNode): (selections: SelectionSetNode) => Size {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const measured = new Map<string, Size>();

  const measure = ({ selections }: SelectionSetNode): Size => {
    let depth = 0;
    let aliases = 0;
    let directives = 0;
    let schemaReads = 0;
    let repeats = 0;
    const names = new Map<string, number>();
    const count = (name: string, times: number): void => {
      const all = (names.get(name) ?? 0) + times;
      names.set(name, all);
      repeats = Math.max(repeats, all);
    };
    for (const selection of selections) {
      const inner = sizeOf(selection);
      depth = Math.max(depth, inner.depth);
      aliases += inner.aliases;
      directives += inner.directives + (selection.directives?.length ?? 0);
      schemaReads += inner.schemaReads;
      repeats = Math.max(repeats, inner.repeats);
      for (const [name, times] of inner.names) count(name, times);
    }
    return { depth, aliases, directives, schemaReads, names, repeats };
  };
  const sizeOf = (selection: SelectionSetNode['selections'][number]): Size => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return measure(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value);
    const { alias, name } = selection;
    if (alias && alias.value.length > MAX_ALIAS_LENGTH) throw aliasTooLong(alias);
    const inner = selection.selectionSet ? measure(selection.selectionSet) : NOTHING;
    return {
      ...inner,
      depth: inner.depth + 1,
      aliases: inner.aliases + (alias ? 1 : 0),
      schemaReads: inner.schemaReads + (name.value === '__schema' || name.value === '__type' ? 1 : 0),
      names: new Map([[(alias ?? name).value, 1]]),
    };
  };
  const sizeOfFragment = (name: string): Size => {
    let size = measured.get(name);
    if (!size) {
      // Validation refuses circular fragments. This only keeps the recursion finite.
      measured.set(name, NOTHING);
      const fragment = fragments.get(name);
      measured.set(name, (size = fragment ? measure(fragment.selectionSet) : NOTHING));
    }
    return size;
  };
  return measure;
}

const NOTHING: Size = { depth: 0, aliases: 0, directives: 0, schemaReads: 0, names: new Map(), repeats: 0 };

const aliasTooLong = (node: ASTNode): GraphQLError =>
  tooComplex(`An alias has more than ${MAX_ALIAS_LENGTH} characters.`, node);

const tooComplex = (message: string, node?: ASTNode): GraphQLError =>
  refused(graphqlErrors.DOCUMENT_TOO_COMPLEX({ message }), node && [node]);
