import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload } from 'jose';
import { epochSeconds } from '../../ground/kernel/clock.ts';
import { isOfType, verifiedBy } from '../../ground/kernel/verified-jws.ts';
import { registrationErrors } from './errors.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import { refuse } from '../../ground/kernel/input.ts';
import { invalidMetadata, readGiven, type GivenMetadata } from './registration-metadata.ts';

// RFC 8725 §3.1: none is symmetric.
const ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

// RFC 8725 §3.11: JWTs for another purpose have another type.
const TYPES = [undefined, 'JWT'];

type Rules = Pick<InitialAccessToken, 'statementIssuer' | 'statementJwks'>;

/** Who checks a statement, and when. */
interface Here {
  readonly issuer: string;
  readonly now: Date;
}

/**
 * What a client says of itself, and what the issuer of its software statement says of it, which counts more (RFC 7591 §3.1.1).
 * Refuses a statement that the initial access token does not take, and a client without one if it needs one.
 */
export async function withStatement(given: GivenMetadata, rules: Rules, here: Here): Promise<GivenMetadata> {
  const { software_statement: statement } = given;
  if (rules.statementIssuer === null || rules.statementJwks === null) {
    if (statement === undefined) return given;
    throw registrationErrors.UNAPPROVED_SOFTWARE_STATEMENT();
  }
  if (statement === undefined) throw invalidMetadata('software_statement is missing.');
  const claims = await claimsOf(statement, rules.statementJwks as JSONWebKeySet);
  if (claims?.iss !== undefined && claims.iss !== rules.statementIssuer)
    throw registrationErrors.UNAPPROVED_SOFTWARE_STATEMENT();
  if (!claims || claims.iss === undefined || !isForHere(claims, here))
    throw registrationErrors.INVALID_SOFTWARE_STATEMENT({
      message:
        'The software statement is not a JWT of its issuer, is not signed with a known key, is for somebody else, or has expired.',
    });
  const { given: stated, errors } = readGiven(claims);
  refuse(errors);
  return { ...given, ...stated, software_statement: statement };
}

async function claimsOf(statement: string, keys: JSONWebKeySet): Promise<JWTPayload | null> {
  try {
    const { payload, protectedHeader } = await verifiedBy(createLocalJWKSet(keys), statement, ALGORITHMS);
    if (!isOfType(protectedHeader.typ, TYPES)) return null;
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as JWTPayload) : null;
  } catch {
    return null;
  }
}

/** RFC 7519 §4.1: a statement with an audience is for this server, such as an ID token of the same issuer is not. */
function isForHere({ aud, exp, nbf }: Readonly<Record<string, unknown>>, { issuer, now: date }: Here): boolean {
  const now = epochSeconds(date);
  if (aud !== undefined && ![aud].flat().includes(issuer)) return false;
  if (exp !== undefined && !(typeof exp === 'number' && exp > now)) return false;
  return nbf === undefined || (typeof nbf === 'number' && nbf <= now);
}
