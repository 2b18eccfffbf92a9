import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const dpopDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: ['a proof in order', 'a proof with a query in its URL'],
    aspect: 'access token',
    ours: 'at+jwt, ES256: aud client_id cnf customer_id exp iat iss jti scope sub',
    theirs: 'at+jwt, ES256: aud client_id cnf exp iat iss jti scope sub',
    reason: 'Resource servers of several customers need to know whose client it is.',
  },
  {
    requests: ['a code with its key'],
    aspect: 'access token',
    ours: 'at+jwt, ES256: aud auth_time client_id cnf customer_id exp gid iat iss jti scope sid sub',
    theirs: 'opaque',
    reason: 'RFC 9068: every access token is a JWT.',
  },
  {
    requests: ['a code with its key'],
    aspect: 'ID token',
    ours: 'JWT, RS256: acr amr at_hash aud auth_time exp iat iss nonce sid sub',
    theirs: 'no typ, RS256: aud exp groups iat iss nonce sub',
    reason: 'As without a proof: the login is told, and groups only where they are asked for.',
  },
  {
    requests: ['a proof of long ago'],
    aspect: 'outcome',
    ours: '400, json, invalid_dpop_proof',
    theirs: '200, json',
    reason:
      'RFC 9449 §4.3: the time is checked beside the nonce, so that nobody can use a proof after it is forgotten.',
  },
  {
    requests: ['a proof used twice'],
    aspect: 'outcome',
    ours: '400, json, invalid_dpop_proof',
    theirs: '400, json, invalid_grant',
    reason: 'RFC 9449 §5: an invalid proof is invalid_dpop_proof.',
  },
  {
    requests: ['userinfo with a bound token as a bearer token'],
    aspect: 'outcome',
    ours: '401, json, invalid_token',
    theirs: '400, json, invalid_request',
    reason: 'RFC 9449 §7.2: a bound token is refused as a bearer token, with 401.',
  },
];
