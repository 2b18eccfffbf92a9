import type * as z from 'zod';
import type { Scope } from '../kernel/access.ts';
import type { FieldNames } from './errors.ts';
import { partAnswer, partQuery } from './part.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a caller sent, read and checked. */
export interface RouteRequest<Body, Query> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

interface RouteBase<Body, Query> {
  readonly method: Method;
  /** Express notation. Parameters named `…_id` are UUIDs: anything else there is 404. */
  readonly path: `/${string}`;
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
  readonly noun: string;
  readonly body?: z.ZodType<Body>;
  /** How faults name the operation's input fields, where that is not their own name in snake case. */
  readonly fields?: FieldNames;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  /** The shape of the answer, for the reference; absent where it has no body. */
  readonly response?: z.ZodObject;
  /** The GraphQL operation behind the path. */
  readonly document: string;
}

/** One documented operation: a GraphQL document, what goes in and what comes out. */
export interface Route<Body = never, Query = never, Data = never> extends RouteBase<Body, Query> {
  readonly variables: (request: RouteRequest<Body, Query>) => Readonly<Record<string, unknown>>;
  /** The body of the answer. Throws `notFound` where the operation found nothing. */
  readonly answer: (data: Data) => unknown;
}

/** A part of a list. */
export interface ListPage<Node> {
  readonly edges: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * A path that answers with a whole list, read page by page: the document takes `$first`, `$after` and `$counted` and is
 * run again for each page, so that memory holds one page however long the list is.
 */
export interface ListRoute<Query = never, Data = never, Node = never> extends RouteBase<never, Query> {
  readonly variables: (request: RouteRequest<never, Query>) => Readonly<Record<string, unknown>>;
  readonly list: {
    /** The field that holds the items. */
    readonly key: string;
    /** Whether callers may ask for a part with `limit` and `cursor`. */
    readonly partial: boolean;
    readonly page: (data: Data) => ListPage<Node>;
    readonly item: (node: Node) => unknown;
    /** The fields before the list. */
    readonly head: (data: Data) => object;
    /** The fields behind it; `count` is how many items the whole list holds. */
    readonly tail: (data: Data, count: number) => object;
    /** How many items there are when only a part was read. */
    readonly total: (data: Data) => number;
  };
}

/** A route whose own types are checked where it is defined; the mount only passes them through. */
export type AnyRoute = Route<unknown, unknown, unknown> | ListRoute<unknown, unknown, unknown>;

/** Checks a route against its own types and files it under the table's. */
export const route = <Body, Query, Data>(definition: Route<Body, Query, Data>): AnyRoute =>
  definition as Route<unknown, unknown, unknown>;

/** The same for a list. */
export const listRoute = <Query, Data, Node>(definition: ListRoute<Query, Data, Node>): AnyRoute =>
  ({
    ...definition,
    fields: { after: 'cursor', ...definition.fields },
    ...(definition.list.partial && { query: partQuery, response: definition.response?.extend(partAnswer) }),
  }) as ListRoute<unknown, unknown, unknown>;

/** Runs the route's operation, each time in a context of its own: its loaders would otherwise keep all pages of a list. */
export type Run = (variables: Readonly<Record<string, unknown>>) => Promise<unknown>;
