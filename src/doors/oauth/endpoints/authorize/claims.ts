import type { Parameters } from './parameters.ts';

/** The longest `claims` parameter. */
export const CLAIMS_MAX = 4096;

/** The values of a claim that the client accepts, best first; empty if it accepts any. */
interface WantedClaim {
  readonly values: readonly string[];
  readonly essential: boolean;
}

/** What the `claims` parameter requests (OpenID Connect Core §5.5). */
export interface WantedClaims {
  /** Of the login. */
  readonly acr: WantedClaim;
  /** The users of whom one must sign in; one list for each member that names some. */
  readonly subs: readonly (readonly string[])[];
  /** The names of the claims that userinfo and the ID token are to have. */
  readonly userinfo: readonly string[];
  readonly idToken: readonly string[];
}

/** A requested claim that the customer's users can have. */
export interface KnownClaim {
  readonly claim: string;
  /** The scope that holds it. */
  readonly scope: string;
  /** What the customer calls it; null for a claim that every customer has. */
  readonly title: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const ANY: WantedClaim = { values: [], essential: false };

const NONE: WantedClaims = { acr: ANY, subs: [], userinfo: [], idToken: [] };

/** What the `claims` parameter requests; null if it is too long or does not have the form of OpenID Connect Core §5.5. */
export function wantedClaims(parameters: Parameters): WantedClaims | null {
  const text = parameters.get('claims');
  if (text === undefined) return NONE;
  const claims = text.length > CLAIMS_MAX ? null : parse(text);
  if (!claims) return null;
  const [idToken, userinfo] = [memberOf(claims, 'id_token'), memberOf(claims, 'userinfo')];
  if (!idToken || !userinfo || ![idToken, userinfo].every(isWellFormed)) return null;
  const [acr, first, second] = [wanted(idToken['acr']), wanted(idToken['sub']), wanted(userinfo['sub'])];
  if (!acr || !first || !second) return null;
  return {
    acr,
    subs: [first.values, second.values].filter((values) => values.length > 0),
    userinfo: Object.keys(userinfo),
    idToken: Object.keys(idToken),
  };
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
