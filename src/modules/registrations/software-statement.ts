import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWTPayload } from 'jose';
import { epochSeconds } from '../../kernel/clock.ts';
import { registrationErrors } from './errors.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import { invalidMetadata, readGiven, type GivenMetadata } from './registration-metadata.ts';

// RFC 8725 §3.1: none is symmetric.
const ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

type Rules = Pick<InitialAccessToken, 'statementIssuer' | 'statementJwks'>;

/**
 * What a client says of itself, and what the issuer of its software statement says of it, which counts more (RFC 7591 §3.1.1).
 * Refuses a statement that the initial access token does not take, and a client without one if it needs one.
 */
export async function withStatement(given: GivenMetadata, rules: Rules, now: Date): Promise<GivenMetadata> {
  const { software_statement: statement } = given;
  if (rules.statementIssuer === null || rules.statementJwks === null) {
    if (statement === undefined) return given;
    throw registrationErrors.UNAPPROVED_SOFTWARE_STATEMENT();
  }
  if (statement === undefined) throw invalidMetadata('software_statement is missing.');
  const claims = await claimsOf(statement, rules.statementJwks as JSONWebKeySet);
  if (claims?.iss !== undefined && claims.iss !== rules.statementIssuer)
    throw registrationErrors.UNAPPROVED_SOFTWARE_STATEMENT();
  if (!claims || claims.iss === undefined || !isTimely(claims, epochSeconds(now)))
    throw registrationErrors.INVALID_SOFTWARE_STATEMENT({
      message: 'The software statement is not a JWT of its issuer, is not signed with a known key, or has expired.',
    });
  return { ...given, ...readGiven(claims), software_statement: statement };
}

async function claimsOf(statement: string, keys: JSONWebKeySet): Promise<JWTPayload | null> {
  try {
    const { payload } = await compactVerify(statement, createLocalJWKSet(keys), { algorithms: ALGORITHMS });
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as JWTPayload) : null;
  } catch {
    return null;
  }
}

function isTimely({ exp, nbf }: Readonly<Record<string, unknown>>, now: number): boolean {
  if (exp !== undefined && !(typeof exp === 'number' && exp > now)) return false;
  return nbf === undefined || (typeof nbf === 'number' && nbf <= now);
}
