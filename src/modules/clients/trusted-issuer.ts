import { AppError, invalid } from '../../kernel/errors.ts';
import { readAll, readItems } from '../../kernel/input.ts';
import type { TrustedIssuer } from './client.entity.ts';
import { readJwks } from './client-jwks.ts';

/** The most issuers that a client may trust. */
export const ISSUERS_MAX = 10;
/** The most characters of an issuer, subject or audience. */
export const ISSUER_TEXT_MAX = 512;

/** A trusted issuer as callers give it, not checked yet. */
export interface GivenIssuer {
  readonly issuer: string;
  readonly subject: string;
  readonly audience?: string | null | undefined;
  readonly jwks?: unknown;
  readonly jwksUri?: string | null | undefined;
}

const TEXT = new RegExp(`^[ -~]{1,${ISSUER_TEXT_MAX}}$`);

/** Reads the issuers that a client trusts. `readUri` reads the address of their keys, or throws. */
export function readTrustedIssuers(
  given: readonly GivenIssuer[],
  readUri: (field: string, uri: string) => string,
): TrustedIssuer[] {
  if (given.length > ISSUERS_MAX)
    throw invalid('trustedIssuers', `trustedIssuers contains more than ${ISSUERS_MAX} issuers.`);
  const read = readItems(given, (each, index) => readIssuer(each, `trustedIssuers.${index}`, readUri));
  if (new Set(read.map(({ issuer, subject }) => JSON.stringify([issuer, subject]))).size < read.length)
    throw invalid('trustedIssuers', 'trustedIssuers contains an issuer twice with the same subject.');
  return read;
}

function readIssuer(
  { issuer, subject, audience = null, jwks = null, jwksUri = null }: GivenIssuer,
  at: string,
  readUri: (field: string, uri: string) => string,
): TrustedIssuer {
  const text = (name: string, value: string) => () => {
    if (TEXT.test(value)) return value;
    throw invalid(`${at}.${name}`, `${name} of a trusted issuer must be 1 to ${ISSUER_TEXT_MAX} characters of ASCII.`);
  };
  // RFC 7591 §2: keys or their address, not both.
  if ((jwks === null) === (jwksUri === null)) throw invalid(at, 'A trusted issuer must have either jwks or jwksUri.');
  return readAll({
    issuer: text('issuer', issuer),
    subject: text('subject', subject),
    audience: () => (audience === null ? null : text('audience', audience)()),
    jwks: () => (jwks === null ? null : within(at, () => readJwks(jwks))),
    jwksUri: () => (jwksUri === null ? null : readUri(`${at}.jwksUri`, jwksUri)),
  });
}

/** The faults of a reader of the issuer's keys, with the place of the issuer. */
function within<Value>(at: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw invalid(`${at}.jwks`, error.message);
    throw error;
  }
}
