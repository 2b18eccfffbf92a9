import type * as z from 'zod';
import type { Document } from '../graphql/execute.ts';
import type { Scope } from '../kernel/access.ts';
import type { Noun } from '../kernel/errors.ts';
import type { FieldNames } from './errors.ts';
import { partAnswer, partQuery } from './part.ts';
import type { Exactly, ParametersOf } from './shape.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a caller sent, read and checked. */
export interface RouteRequest<Path extends string, Body, Query> {
  readonly params: Readonly<Record<ParametersOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
}

interface RouteBase<Path extends string, Body, Query, Answer, Data, Variables> {
  readonly method: Method;
  /** Express notation. Parameters named `…_id` are UUIDs: anything else there is 404. */
  readonly path: Path;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * What a client token needs; null where the operation is about the user who asks, so that no client token will do. Users
   * need none; the policies behind the operation decide about everyone.
   */
  readonly scope: Scope | null;
  /** Whether a request without an Authorization header reaches the operation; a token that is no good never does. */
  readonly anonymous?: boolean;
  readonly status: 200 | 201 | 204;
  /** What is missing when a path parameter is malformed. */
  readonly noun: Noun;
  readonly body?: z.ZodType<Body>;
  /** How faults name the operation's input fields, where that is not their own name in snake case. */
  readonly fields?: FieldNames;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  /** The shape of the answer; absent where it has no body. */
  readonly response?: z.ZodObject & z.ZodType<Answer>;
  /** The GraphQL operation behind the path. */
  readonly document: Document<Data, Variables>;
}

/** One documented operation: a GraphQL document, what goes in and what comes out. */
interface Route<Path extends string, Body, Query, Answer, Data, Variables, Given> extends RouteBase<
  Path,
  Body,
  Query,
  Answer,
  Data,
  Variables
> {
  readonly variables: (request: RouteRequest<Path, Body, Query>) => Variables;
  /** The body of the answer: the fields of `response` and no others. Throws `notFound` where nothing was found. */
  readonly answer: (data: Data) => Given & Exactly<Given, NoInfer<Answer>>;
}

/** A part of a list. */
interface ListPage {
  readonly edges: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

type Lists<Key extends string> = Readonly<Record<Key, ListPage>>;
type ItemOf<Answer, Key> = Key extends keyof Answer
  ? Answer[Key] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** The variables that lists are read by, besides the route's own. */
type Paging = 'first' | 'after' | 'counted';

/**
 * A path that answers with a whole list, read page by page: the document takes `$first`, `$after` and `$counted` and is
 * run again for each page, so that memory holds one page however long the list is.
 */
interface ListRoute<
  Path extends string,
  Answer,
  Data,
  Variables,
  Key extends string,
  Whole extends Lists<Key>,
  Item,
> extends RouteBase<Path, undefined, undefined, Answer, Data, Variables> {
  readonly variables: (request: RouteRequest<Path, undefined, undefined>) => Omit<Variables, Paging>;
  readonly list: {
    /** The field that holds the items. */
    readonly key: Key;
    /** Whether callers may ask for a part with `limit` and `cursor`. */
    readonly partial: boolean;
    /** The object that the list is a field of; the other fields are answered as they are. */
    readonly whole: (data: Data) => Whole & Exactly<Omit<Whole, Key>, Omit<NoInfer<Answer>, Key | 'total'>>;
    readonly item: (edge: Whole[Key]['edges'][number]) => Item & Exactly<Item, ItemOf<NoInfer<Answer>, Key>>;
  } & (Answer extends { total: number }
    ? {
        /** How many items there are, where only a part was read. */
        readonly total: (data: Data) => number | undefined;
      }
    : { readonly total?: undefined });
}

type PlainRoute = Route<string, unknown, unknown, unknown, unknown, Values, unknown>;
export type AnyListRoute = ListRoute<string, { total: number }, unknown, Values, string, Lists<string>, unknown>;

/** A route whose own types are checked where it is defined; the mount only passes them through. */
export type AnyRoute = PlainRoute | AnyListRoute;

type Values = Readonly<Record<string, unknown>>;

/** Checks a route against its own types and files it under the table's. */
export const route = <const Path extends `/${string}`, Body, Query, Data, Variables, const Given, Answer = undefined>(
  definition: Route<Path, Body, Query, Answer, Data, Variables, Given>,
): AnyRoute => definition as unknown as PlainRoute;

/** The same for a list. */
export const listRoute = <
  const Path extends `/${string}`,
  Answer,
  Data,
  Variables,
  const Key extends string,
  Whole extends Lists<Key>,
  Item,
>(
  definition: ListRoute<Path, Answer, Data, Variables, Key, Whole, Item>,
): AnyRoute =>
  ({
    ...definition,
    fields: { after: 'cursor', ...definition.fields },
    ...(definition.list.partial && { query: partQuery, response: definition.response?.extend(partAnswer) }),
  }) as unknown as AnyListRoute;

/** Runs the route's operation, each time in a context of its own: its loaders would otherwise keep all pages of a list. */
export type Run = (variables: Values) => Promise<unknown>;
