import { fault } from '../../ground/kernel/errors.ts';
import { readAll, readItems } from '../../ground/kernel/input.ts';
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
  if (given.length > ISSUERS_MAX) throw fault('trustedIssuers', 'too_many', { max: ISSUERS_MAX });
  const read = readItems(given, (each, index) => readIssuer(each, `trustedIssuers.${index}`, readUri));
  if (new Set(read.map(({ issuer, subject }) => JSON.stringify([issuer, subject]))).size < read.length)
    throw fault('trustedIssuers', 'issuer_twice');
  return read;
}

function readIssuer(
  { issuer, subject, audience = null, jwks = null, jwksUri = null }: GivenIssuer,
  at: string,
  readUri: (field: string, uri: string) => string,
): TrustedIssuer {
  const text = (name: string, value: string) => () => {
    if (TEXT.test(value)) return value;
    throw fault(`${at}.${name}`, 'issuer_text', { max: ISSUER_TEXT_MAX });
  };
  // RFC 7591 §2: keys or their address, not both.
  if ((jwks === null) === (jwksUri === null)) throw fault(at, 'either', { fields: ['jwks', 'jwksUri'] });
  return readAll({
    issuer: text('issuer', issuer),
    subject: text('subject', subject),
    audience: () => (audience === null ? null : text('audience', audience)()),
    jwks: () => (jwks === null ? null : readJwks(jwks, `${at}.jwks`)),
    jwksUri: () => (jwksUri === null ? null : readUri(`${at}.jwksUri`, jwksUri)),
  });
}
