import type * as z from 'zod';
import type { Document } from '../graphql/execute.ts';
import type { Scope } from '../../ground/kernel/access.ts';
import type { Noun } from '../../ground/kernel/errors.ts';
import type { FieldNames } from '../../ground/http/error-answer.ts';
import { partAnswer, partQuery } from './part.ts';
import type { Exactly, ParametersOf } from './shape.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The parsed and validated request. */
export interface RouteRequest<Path extends string, Body, Query> {
  readonly params: Readonly<Record<ParametersOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
}

interface RouteBase<Path extends string, Body, Query, Answer, Data, Variables> {
  readonly method: Method;
  /** In the notation of Express. Parameters named `…_id` are UUIDs. Any other value is 404. */
  readonly path: Path;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * The scope that a client token needs. Null if the operation is about the calling user: then client tokens are refused.
   * A user's token needs no scope here. The policies behind the operation decide.
   */
  readonly scope: Scope | null;
  /** Whether a request without an Authorization header reaches the operation. An invalid token is always refused. */
  readonly anonymous?: boolean;
  readonly status: 200 | 201 | 204;
  /** What the path names, for the 404 error if a parameter is malformed. */
  readonly noun: Noun;
  readonly body?: z.ZodType<Body>;
  /** The names of input fields in errors, if they are not the GraphQL names in snake case. */
  readonly fields?: FieldNames;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  /** The schema of the answer. Absent if it has no body. */
  readonly response?: z.ZodObject & z.ZodType<Answer>;
  /** The GraphQL operation behind the path. */
  readonly document: Document<Data, Variables>;
  /** The version of the thing that the answer shows. The answer then has an ETag. */
  readonly version?: (data: Data) => number;
  /** The path of what was created, for the header Location. */
  readonly location?: (data: Data) => string;
}

/** The variable that `If-Match` sets. Documents of operations that take the header declare it. */
type Condition = 'expectedVersion';

/** One documented operation: its GraphQL document, its input and its output. */
interface Route<Path extends string, Body, Query, Answer, Data, Variables, Given> extends RouteBase<
  Path,
  Body,
  Query,
  Answer,
  Data,
  Variables
> {
  readonly variables: (request: RouteRequest<Path, Body, Query>) => Omit<Variables, Condition>;
  /** Makes the body of the answer, with exactly the fields of `response`. Throws `notFound` if nothing was found. */
  readonly answer: (data: Data, request: RouteRequest<Path, Body, Query>) => Given & Exactly<Given, NoInfer<Answer>>;
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

/** The variables for reading lists, in addition to the route's own. */
type Paging = 'first' | 'after' | 'counted';

/**
 * A path that answers with a whole list, read page by page. The document takes `$first`, `$after` and `$counted`, and runs
 * once for each page. So memory holds only one page of a list of any length.
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
    /** The object that has the list as a field. The other fields are returned unchanged. */
    readonly whole: (data: Data) => Whole & Exactly<Omit<Whole, Key>, Omit<NoInfer<Answer>, Key | 'total'>>;
    readonly item: (edge: Whole[Key]['edges'][number]) => Item & Exactly<Item, ItemOf<NoInfer<Answer>, Key>>;
  } & (Answer extends { total: number }
    ? {
        /** The number of all items, if only a part was read. */
        readonly total: (data: Data) => number | undefined;
      }
    : { readonly total?: undefined });
}

export type PlainRoute = Route<string, unknown, unknown, unknown, unknown, Values, unknown>;
export type AnyListRoute = ListRoute<string, { total: number }, unknown, Values, string, Lists<string>, unknown>;

/** A route without its exact types, which are checked where it is defined. */
export type AnyRoute = PlainRoute | AnyListRoute;

type Values = Readonly<Record<string, unknown>>;

/** Whether the operation creates something. It then takes an Idempotency-Key. */
export const creates = ({ status }: AnyRoute): boolean => status === 201;

/** Whether the operation can be run on the condition of `If-Match`. */
export const isConditional = ({ document }: AnyRoute): boolean =>
  (document as unknown as string).includes('$expectedVersion');

/** Checks a route against its types, and returns it with the type of the table. */
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

/** Runs the route's operation, each time in a new context. Otherwise its loaders would keep all pages of a list. */
export type Run = (variables: Values) => Promise<unknown>;
