import type { Parameters } from './attempt.ts';

/** The values of a claim that the client accepts, best first; empty if it accepts any. */
interface WantedClaim {
  readonly values: readonly string[];
  readonly essential: boolean;
}

/** The part of the `claims` parameter that is about the login (OpenID Connect Core §5.5). The rest is voluntary, and ignored. */
export interface WantedClaims {
  readonly acr: WantedClaim;
  readonly sub: WantedClaim;
}

type Json = Readonly<Record<string, unknown>>;

const ANY: WantedClaim = { values: [], essential: false };

/** What the `claims` parameter requests of the login; null if it does not have the form of OpenID Connect Core §5.5. */
export function wantedClaims(parameters: Parameters): WantedClaims | null {
  const text = parameters.get('claims');
  if (text === undefined) return { acr: ANY, sub: ANY };
  const claims = parse(text);
  if (!claims) return null;
  const [idToken, userinfo] = [memberOf(claims, 'id_token'), memberOf(claims, 'userinfo')];
  if (!idToken || !userinfo || ![idToken, userinfo].every(isWellFormed)) return null;
  const [acr, sub] = [wanted(idToken['acr']), wanted(idToken['sub'])];
  return acr && sub && { acr, sub };
}

function parse(text: string): Json | null {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : null;
  } catch {
    return null;
  }
}

function memberOf(claims: Json, name: 'id_token' | 'userinfo'): Json | null {
  const member = claims[name] ?? {};
  return isObject(member) ? member : null;
}

// OpenID Connect Core §5.5.1: null, or an object that may have these members.
const isWellFormed = (member: Json): boolean =>
  Object.values(member).every(
    (claim) =>
      claim === null ||
      (isObject(claim) &&
        ['boolean', 'undefined'].includes(typeof claim['essential']) &&
        (claim['values'] === undefined || Array.isArray(claim['values']))),
  );

function wanted(claim: unknown): WantedClaim | null {
  if (!isObject(claim)) return ANY;
  const { value, values = [], essential = false } = claim;
  const all: unknown = value === undefined ? values : [value];
  const texts = Array.isArray(all) && all.every((one): one is string => typeof one === 'string') ? all : null;
  return texts && { values: texts, essential: essential === true };
}

const isObject = (json: unknown): json is Json => typeof json === 'object' && json !== null && !Array.isArray(json);
