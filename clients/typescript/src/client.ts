import type { Document } from './documents.ts';
import { errorOf, GuildhallError, jsonOf, UnexpectedAnswer, type PartialData, type ToldError } from './errors.ts';
import { idOf, textOf } from './manifest.ts';
import type { Token } from './token.ts';

/** Where the server is, and who asks. */
export interface Options {
  /** The address of the server, such as `https://id.example.com`. */
  readonly url: string;
  /** Without a token, the caller is anonymous. */
  readonly token?: Token;
  /** Sends the ids of documents instead of their texts. The server needs the manifest of them (`manifestOf`). */
  readonly trusted?: boolean;
  readonly fetch?: typeof globalThis.fetch;
}

/** What one request has of its own. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a list, as all lists of the schema have it. */
interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Variables can be left out if none of them is required. */
type Given<Variables> = object extends Variables
  ? [variables?: Variables, options?: RequestOptions]
  : [variables: Variables, options?: RequestOptions];

/** Runs operations at one server. */
export class Guildhall {
  private readonly address: URL;

  constructor(private readonly options: Options) {
    this.address = new URL('/graphql', options.url);
  }

  /** The data of an operation. Throws `GuildhallError` if any part of it failed, with the data of the others. */
  async request<Data, Variables>(
    document: Document<Data, Variables>,
    ...[variables, options]: Given<Variables>
  ): Promise<Data> {
    const body = JSON.stringify({ ...(await this.named(document)), variables });
    const { token } = this.options;
    const first = typeof token === 'function' ? await token() : token;
    try {
      return await this.send<Data>(body, first, options);
    } catch (error) {
      const isRejected = error instanceof GuildhallError && error.code === 'INVALID_TOKEN';
      if (!isRejected || typeof token !== 'function') throw error;
      return this.send<Data>(body, await token(first), options);
    }
  }

  /**
   * Every item of a list, page by page. The operation has the variable `$after`, and selects `edges { node }` and
   * `pageInfo { hasNextPage endCursor }` of the list that `listOf` finds in its data.
   */
  async *all<Data, Variables extends { after?: string | null | undefined }, Node>(
    document: Document<Data, Variables>,
    variables: Variables,
    listOf: (data: Data) => Connection<Node>,
  ): AsyncGenerator<Node> {
    let after = variables.after ?? null;
    for (;;) {
      const data = await this.request<Data, Variables>(document, ...([{ ...variables, after }] as never));
      const { edges, pageInfo } = listOf(data);
      for (const { node } of edges) yield node;
      if (!pageInfo.hasNextPage) return;
      after = pageInfo.endCursor;
    }
  }

  private async named(document: Document<unknown, never>): Promise<object> {
    return this.options.trusted ? { documentId: `sha256:${await idOf(document)}` } : { query: textOf(document) };
  }

  private async send<Data>(
    body: string,
    token: string | undefined,
    { signal, headers }: RequestOptions = {},
  ): Promise<Data> {
    const { fetch = globalThis.fetch } = this.options;
    const answer = await fetch(this.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
      ...(signal && { signal }),
    });
    const { data, errors } = (await jsonOf(answer)) as { data?: Data; errors?: ToldError[] };
    const [first, ...others] = errors ?? [];
    if (first) throw errorOf(answer.status, [first, ...others], data as PartialData | null | undefined);
    if (data === undefined) throw new UnexpectedAnswer(answer.status, '');
    return data;
  }
}
