import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** How a client knows users and sessions. */
export interface SubjectView {
  /** The sector of a client with pairwise subjects; null for one that knows the ids themselves. */
  readonly sector: string | null;
  /** The `sub` of a user. */
  readonly sub: (userId: string) => string;
  /** The `sid` of a session, which would tell sectors as much as a user's id. */
  readonly sid: (sessionId: string) => string;
  /** The user of a `sub` that this server has told the client; null for a text that cannot be one. */
  readonly userOf: (sub: string) => string | null;
  readonly sessionOf: (sid: string) => string | null;
}

const same = (id: string): string => id;

/** The view of clients with public subjects. */
export const PUBLIC_VIEW: SubjectView = { sector: null, sub: same, sid: same, userOf: same, sessionOf: same };

/**
 * The view of the clients of a sector (OIDC Core §8.1). An id has 128 bits, as many as a block of AES. So encrypting it under
 * a key of the sector is a permutation: different users never get the same subject, only the owner of the salt can make one
 * or find its user, and nothing is stored.
 */
export function pairwiseView(salt: Buffer, sector: string): SubjectView {
  const users = keyFor(salt, 'user', sector);
  const sessions = keyFor(salt, 'session', sector);
  return {
    sector,
    sub: (userId) => hidden(users, userId),
    sid: (sessionId) => hidden(sessions, sessionId),
    userOf: (sub) => shown(users, sub),
    sessionOf: (sid) => shown(sessions, sid),
  };
}

const keyFor = (salt: Buffer, what: string, sector: string): Buffer =>
  createHmac('sha256', salt).update(`${what}\n${sector}`).digest();

function hidden(key: Buffer, id: string): string {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return cipher.update(Buffer.from(id.replaceAll('-', ''), 'hex')).toString('base64url');
}

const HIDDEN = /^[\w-]{22}$/;

function shown(key: Buffer, text: string): string | null {
  if (!HIDDEN.test(text)) return null;
  const hex = createDecipheriv('aes-256-ecb', key, null)
    .setAutoPadding(false)
    .update(Buffer.from(text, 'base64url'))
    .toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
