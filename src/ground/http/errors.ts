import { errors, type Declared } from '../kernel/errors.ts';

const codes = {
  BODY_ABORTED: ['invalid', 'The body ended too soon.'],
  BODY_TOO_LARGE: ['invalid', 'The body is larger than this server reads.'],
  BODY_NOT_UTF8: ['invalid', 'The body is not UTF-8.'],
  NOT_A_FORM: ['invalid', 'The content type must be application/x-www-form-urlencoded.'],
  NOT_JSON: ['invalid', 'The content type must be application/json.'],
  BROKEN_JSON: ['invalid', 'The body is not JSON.'],
  JSON_TOO_DEEP: ['invalid', 'The body nests deeper than this server reads.'],
  NOT_UNICODE: ['invalid', 'A text in the body holds half of a surrogate pair, which is no Unicode text.'],
  DUPLICATE_PARAMETER: ['invalid', 'A parameter is given more than once.'],
  BUDGET_SPENT: ['rate_limited', 'The caller asks for too much at once; the message says how long to wait.'],
  FOR_PROGRAMS: ['invalid', 'This address is for programs.'],
  PATH_NOT_FOUND: ['not_found', 'No such path.'],
  METHOD_NOT_ALLOWED: ['invalid', 'The path does not have this method. The message names those that it has.'],
  NOT_A_PATH: ['invalid', 'The request target is not a path.'],
  PAGE_NOT_FOUND: ['not_found', 'No such page.'],
} as const;
declare module '../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a request is not read. */
export const httpErrors = errors('http', codes);
