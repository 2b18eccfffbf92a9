import { typedCode } from '../../ground/kernel/typed-code.ts';
import { macWith, newLetters, type Vault } from '../../ground/kernel/secret.ts';

/** The purpose that codes are hashed for. */
export const BACKUP_CODES = 'backup-code';
/** The purpose that the keys of earlier hashes are sealed for. */
export const KEPT_FOR = 'backup-code-key';

const COUNT = 10;
/** Of 32 letters each: 50 random bits. */
const LENGTH = 10;
// Crockford's alphabet leaves out letters that look like others, and reads them as those.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten new codes, as `readCode` gives them back. */
export const newBackupCodes = (): string[] => Array.from({ length: COUNT }, () => newLetters(ALPHABET, LENGTH));

/** A code as users see it. */
export const shownBackupCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/**
 * The stored hash of a user's code. Fifty bits could be guessed from a plain hash, and a slow hash would cost ten hashes a
 * try. The key of this hash is not in the database, so nobody can test guesses with the database alone.
 */
export const backupCodeHash = (vault: Vault, userId: string, code: string): string =>
  vault.mac(BACKUP_CODES, `${userId}\n${code}`);

/** The hashes that a code can have by SECRET_KEY and the previous key. */
export function backupCodeHashes(vault: Vault, userId: string, code: string): string[] {
  const previous = vault.previousKey(BACKUP_CODES);
  const current = backupCodeHash(vault, userId, code);
  return previous === null ? [current] : [current, hashBy(previous, userId, code)];
}

/** The hashes by earlier keys, which are stored sealed. */
export const backupCodeHashesBy = (vault: Vault, keys: readonly Buffer[], userId: string, code: string): string[] =>
  keys
    .map((sealed) => vault.open(KEPT_FOR, sealed))
    .filter((key) => key !== null)
    .map((key) => hashBy(key, userId, code));

const hashBy = (key: Buffer, userId: string, code: string): string => macWith(key, `${userId}\n${code}`);

/** A new set of a user's codes: as users see them, and the hashes to store. */
export function newCodeSet(vault: Vault, userId: string): { readonly shown: string[]; readonly hashes: string[] } {
  const codes = newBackupCodes();
  return { shown: codes.map(shownBackupCode), hashes: codes.map((code) => backupCodeHash(vault, userId, code)) };
}

/** A code as typed, with its kind by its form. */
export interface EnteredCode {
  readonly kind: 'totp' | 'backup_code';
  readonly code: string;
}

export const ENTERED_MAX = 64;
const TOTP_CODE = /^[0-9]{6}$/;
const BACKUP_CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Reads a code in any case and grouping. Null if the text cannot be a code. */
export function readCode(text: string): EnteredCode | null {
  if (text.length > ENTERED_MAX) return null;
  const bare = typedCode(text).toLowerCase();
  if (TOTP_CODE.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return BACKUP_CODE.test(code) ? { kind: 'backup_code', code } : null;
}
