import { OAuthError } from './errors.ts';

/** Form or query parameters. Each occurs at most once. */
export type Parameters = ReadonlyMap<string, string>;

/** RFC 6749 §3.1, §3.2: a parameter without a value counts as omitted. */
export const parameter = (parameters: Parameters, name: string): string | undefined =>
  parameters.get(name) || undefined;

/** The parameter; `invalid_request` if it is missing. */
export function requiredParameter(parameters: Parameters, name: string): string {
  const value = parameter(parameters, name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}
