import { macWith, newBytes, type Vault } from '../../kernel/secret.ts';

/** The purpose codes are hashed for. */
export const BACKUP_CODES = 'backup-code';
/** The purpose the keys of earlier hashes are sealed for. */
export const KEPT_FOR = 'backup-code-key';

const COUNT = 10;
/** Of 32 letters each: 50 random bits. */
const LENGTH = 10;
// Crockford's alphabet: what looks like another letter is left out, and read as that letter.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const newCode = (): string => Array.from(newBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Ten new codes, as `readCode` gives them back. */
export const newBackupCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** A code as people read it. */
export const shownBackupCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/**
 * What is stored of a user's code. Fifty bits could be guessed from a plain hash, and a slow one would cost every try ten
 * hashes; with a key that is not in the database, whoever has only the database cannot test a single guess.
 */
export const backupCodeHash = (vault: Vault, userId: string, code: string): string =>
  vault.mac(BACKUP_CODES, `${userId}\n${code}`);

/** The same under the keys that codes were hashed with before SECRET_KEY was replaced, as they are kept. */
export function backupCodeHashes(vault: Vault, kept: readonly Buffer[], userId: string, code: string): string[] {
  const before = [vault.previousKey(BACKUP_CODES), ...kept.map((sealed) => vault.open(KEPT_FOR, sealed))];
  const hashes = before.filter((key) => key !== null).map((key) => macWith(key, `${userId}\n${code}`));
  return [backupCodeHash(vault, userId, code), ...hashes];
}

/** What somebody typed, as far as its form tells. */
export interface EnteredCode {
  readonly kind: 'totp' | 'backup_code';
  readonly code: string;
}

const ENTERED_MAX = 64;
const TOTP_CODE = /^[0-9]{6}$/;
const BACKUP_CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Reads a code in whatever case and grouping it was typed; null when it can be none. */
export function readCode(text: string): EnteredCode | null {
  if (text.length > ENTERED_MAX) return null;
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  if (TOTP_CODE.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return BACKUP_CODE.test(code) ? { kind: 'backup_code', code } : null;
}
