import type { TypeOf } from './documents.ts';

/** Every error code of the server whose schema the client was made from. */
export type ErrorCode = TypeOf<'ErrorCode'>;
/** How a request fails. Every code has one kind. */
export type ErrorKind = TypeOf<'ErrorKind'>;

/** What is wrong with one part of an input. */
export interface Fault {
  /** Where it is, from the input object on: `name`, or `redirectUris.1` for the second item of a list. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** The address of the code's documentation. */
  readonly documentation: string;
}

interface Details {
  readonly status: number;
  readonly code: ErrorCode;
  readonly kind?: ErrorKind | undefined;
  readonly documentation?: string | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly faults?: readonly Fault[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly others?: readonly GuildhallError[] | undefined;
  readonly data?: PartialData | undefined;
}

/** The answers of the fields that did not fail, by their names in the document. The failed ones are null. */
export type PartialData = Readonly<Record<string, unknown>>;

/** What the server answered instead of data. A newer server can have codes that this version of the client does not list. */
export class GuildhallError extends Error {
  override readonly name = 'GuildhallError';
  /** The status of the answer. 200 if a part of the operation failed. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Missing for errors of the token endpoint. */
  readonly kind: ErrorKind | undefined;
  /** The address of the code's documentation. */
  readonly documentation: string | undefined;
  /** The field of the operation that failed, if one did. */
  readonly path: readonly (string | number)[] | undefined;
  /** Everything that is wrong with the input. Empty if the error is about no part of it. */
  readonly faults: readonly Fault[];
  /** How many seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** The id by which the server's log has the reason of an internal error. */
  readonly requestId: string | undefined;
  /** The other errors of the same operation. */
  readonly others: readonly GuildhallError[];
  /** What the other fields of the operation answered, such as what other mutations have made. */
  readonly data: PartialData | undefined;

  constructor(message: string, details: Details) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.kind = details.kind;
    this.documentation = details.documentation;
    this.path = details.path;
    this.faults = details.faults ?? [];
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
    this.others = details.others ?? [];
    this.data = details.data;
  }
}

/** An answer that is not the server's, such as the error page of a proxy. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly status: number,
    /** The beginning of the answer. */
    readonly text: string,
  ) {
    super(`The answer is not from a Guildhall server: status ${status}.`);
  }
}

/** An error as the server's answers have it. */
export interface ToldError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Omit<Details, 'status' | 'path' | 'others' | 'data'>;
}

/** The errors of one answer as one: the first, with the others in it. */
export function errorOf(
  status: number,
  [first, ...others]: readonly [ToldError, ...ToldError[]],
  data?: PartialData | null,
): GuildhallError {
  const { message, path, extensions } = first;
  return new GuildhallError(message, {
    ...extensions,
    status,
    path,
    others: others.map((other) => errorOf(status, [other])),
    data: data ?? undefined,
  });
}

const TEXT_TOLD = 500;

/** The JSON object of an answer. Throws `UnexpectedAnswer` if it has none. */
export async function jsonOf(answer: Response): Promise<object> {
  const text = await answer.text();
  const json = parse(text);
  if (typeof json !== 'object' || json === null) throw new UnexpectedAnswer(answer.status, text.slice(0, TEXT_TOLD));
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
