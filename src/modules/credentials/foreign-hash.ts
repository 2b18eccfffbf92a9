import { createCipheriv, hash as digest, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { credentialErrors } from './errors.ts';
import { phpass, roundsOf } from './phpass.ts';
import { shaCrypt, type ShaCryptDigest } from './sha-crypt.ts';

/** A hash that another system made of a password. */
type ForeignHash =
  /** `text` as `argon2` and `bcrypt` read it. */
  | { readonly kind: 'argon2'; readonly text: string; readonly memory: number; readonly passes: number; lanes: number }
  | { readonly kind: 'bcrypt'; readonly text: string; readonly cost: number; readonly isOfDigest: boolean }
  | {
      readonly kind: 'scrypt';
      readonly cost: number;
      readonly blockSize: number;
      readonly parallelism: number;
      readonly salt: Buffer;
      readonly key: Buffer;
      /** Of Firebase: what the derived key encrypts. `key` is the result. */
      readonly signer?: Buffer;
    }
  /** One digest of the password and the salt. */
  | { readonly kind: 'salted'; readonly digest: string; readonly salt: Buffer; readonly key: Buffer }
  | { readonly kind: 'sha-crypt'; readonly digest: ShaCryptDigest; readonly rounds: number; salt: Buffer; key: Buffer }
  | { readonly kind: 'phpass'; readonly rounds: number; readonly salt: Buffer; readonly key: Buffer }
  | {
      readonly kind: 'pbkdf2';
      readonly digest: string;
      readonly iterations: number;
      readonly salt: Buffer;
      readonly key: Buffer;
    };

const HASH_MAX_CHARACTERS = 1024;
/** Shorter keys match too many passwords. */
const KEY_MIN_BYTES = 16;
const KEY_MAX_BYTES = 128;

// What a login may cost. Each limit is about a second of one core, and 128 MiB.
const BCRYPT_COST_MAX = 14;
const MEMORY_MAX_KIB = 128 * 1024;
const ARGON2_WORK_MAX = 1024 * 1024;
const ARGON2_LANES_MAX = 16;
const SCRYPT_WORK_MAX = 2 ** 21;
const PBKDF2_ITERATIONS_MAX = 2_500_000;
const SHA_CRYPT_ROUNDS_MAX = 200_000;
const PHPASS_ROUNDS_MAX = 2 ** 17;

const DIGEST_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

// passlib writes + as a dot. Padding may be missing.
const BASE64 = String.raw`([A-Za-z0-9+/._-]+={0,2})`;
const SALT = '([^$]{1,128})';
const BCRYPT = String.raw`(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})`;

const text = (salt: string): Buffer => Buffer.from(salt);
const base64 = (value: string): Buffer => Buffer.from(value.replaceAll('.', '+'), 'base64');
const hex = (value: string): Buffer => Buffer.from(value, 'hex');
const pbkdf2Of = (size: string | undefined, iterations: string, salt: Buffer, key: Buffer): ForeignHash => {
  return { kind: 'pbkdf2', digest: `sha${size ?? 1}`, iterations: Number(iterations), salt, key };
};
const scryptOf = (cost: number, blockSize: string, parallelism: string, salt: Buffer, key: Buffer): ForeignHash => {
  return { kind: 'scrypt', cost, blockSize: Number(blockSize), parallelism: Number(parallelism), salt, key };
};
// The order of the parameters differs, and so does the alphabet of base64. `argon2` reads only the one of PHC strings.
const argon2Of = (head: string, parameters: string, salt: string, key: string): ForeignHash => {
  const numbers = new URLSearchParams(parameters.replaceAll(',', '&'));
  const [memory = 0, passes = 0, lanes = 0] = ['m', 't', 'p'].map((name) => Number(numbers.get(name)));
  const [bareSalt, bareKey] = [salt, key].map((value) => base64(value).toString('base64').replaceAll('=', ''));
  return { kind: 'argon2', text: `${head}${parameters}$${bareSalt}$${bareKey}`, memory, passes, lanes };
};
const bcryptOf = (value: string, cost: string, isOfDigest: boolean): ForeignHash => {
  return { kind: 'bcrypt', text: value.replace(/^\$2y/, '$2b'), cost: Number(cost), isOfDigest };
};

/** The digest of LDAP, with the salt behind it. */
const saltedOf = (size: string | undefined, value: string): ForeignHash => {
  const name = `sha${size ?? 1}`;
  const [bytes, length] = [base64(value), DIGEST_BYTES[name]!];
  return { kind: 'salted', digest: name, salt: bytes.subarray(length), key: bytes.subarray(0, length) };
};
const shaCryptOf = (kind: string, rounds: string | undefined, salt: string, key: string): ForeignHash => {
  const name = kind === '5' ? 'sha256' : 'sha512';
  const count = Math.max(1_000, Number(rounds ?? 5_000));
  return { kind: 'sha-crypt', digest: name, rounds: count, salt: text(salt), key: text(key) };
};
/** ASP.NET Core Identity: the kind of digest, the iterations and the length of the salt come before salt and key. */
const aspNetOf = (value: string): ForeignHash => {
  const bytes = base64(value);
  const [size, length] = [['1', '256', '512'][bytes.readUInt32BE(1)], bytes.readUInt32BE(9)];
  const [salt, key] = [bytes.subarray(13, 13 + length), bytes.subarray(13 + length)];
  return pbkdf2Of(size, String(size === undefined ? 0 : bytes.readUInt32BE(5)), salt, key);
};
const firebaseOf = (...[log, r, p, separator, signer, salt, key]: string[]): ForeignHash => ({
  ...(scryptOf(
    2 ** Number(log),
    r!,
    p!,
    Buffer.concat([base64(salt!), base64(separator!)]),
    base64(key!),
  ) as ForeignHash & {
    kind: 'scrypt';
  }),
  signer: base64(signer!),
});

/** The usual encodings, and how each is read. Every group but pbkdf2's digest is always there. */
const ENCODINGS: readonly (readonly [RegExp, (...groups: string[]) => ForeignHash])[] = [
  // A PHC string, which Django puts a word in front of.
  [
    new RegExp(
      String.raw`^(?:argon2)?(\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?)([mtp]=\d{1,7},[mtp]=\d{1,7},[mtp]=\d{1,7})\$${BASE64}\$${BASE64}$`,
    ),
    argon2Of,
  ],
  [new RegExp(`^(?:bcrypt\\$)?${BCRYPT}$`), (value, cost) => bcryptOf(value, cost, false)],
  // Django's, of the password's SHA-256 in hexadecimal digits.
  [new RegExp(`^bcrypt_sha256\\$${BCRYPT}$`), (value, cost) => bcryptOf(value, cost, true)],
  // A PHC string or passlib's, Django's, Werkzeug's.
  [
    new RegExp(String.raw`^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$${BASE64}\$${BASE64}$`),
    (log, r, p, salt, key) => scryptOf(2 ** Number(log), r, p, base64(salt), base64(key)),
  ],
  [
    new RegExp(String.raw`^scrypt\$(\d{1,9})\$${SALT}\$(\d{1,3})\$(\d{1,3})\$${BASE64}$`),
    (n, salt, r, p, key) => scryptOf(Number(n), r, p, text(salt), base64(key)),
  ],
  [
    new RegExp(String.raw`^scrypt:(\d{1,9}):(\d{1,3}):(\d{1,3})\$${SALT}\$([0-9a-fA-F]+)$`),
    (n, r, p, salt, key) => scryptOf(Number(n), r, p, text(salt), hex(key)),
  ],
  // A PHC string or passlib's, Django's, Werkzeug's, LDAP's.
  [
    new RegExp(String.raw`^\$pbkdf2(?:-sha(1|256|512))?\$(?:i=)?(\d{1,9})(?:,l=\d+)?\$${BASE64}\$${BASE64}$`),
    (size, i, salt, key) => pbkdf2Of(size, i, base64(salt), base64(key)),
  ],
  [
    new RegExp(String.raw`^pbkdf2_sha(1|256|512)\$(\d{1,9})\$${SALT}\$${BASE64}$`),
    (size, i, salt, key) => pbkdf2Of(size, i, text(salt), base64(key)),
  ],
  [
    new RegExp(String.raw`^pbkdf2:sha(1|256|512):(\d{1,9})\$${SALT}\$([0-9a-fA-F]+)$`),
    (size, i, salt, key) => pbkdf2Of(size, i, text(salt), hex(key)),
  ],
  [
    new RegExp(String.raw`^\{PBKDF2(?:-SHA(1|256|512))?\}(\d{1,9})\$${BASE64}\$${BASE64}$`, 'i'),
    (size, i, salt, key) => pbkdf2Of(size, i, base64(salt), base64(key)),
  ],
  // ASP.NET Core Identity, version 3: its first byte is 1, and the next three are 0.
  [/^(AQAAA[A-Za-z0-9+/]{50,}={0,2})$/, aspNetOf],
  // Firebase, with the parameters of its project.
  [
    new RegExp(
      String.raw`^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3}),ss=([A-Za-z0-9+/_-]*={0,2}),sk=${BASE64}\$${BASE64}\$${BASE64}$`,
    ),
    firebaseOf,
  ],
  // LDAP's.
  [new RegExp(String.raw`^\{SSHA(256|512)?\}${BASE64}$`, 'i'), saltedOf],
  // crypt(3) with SHA-2.
  [/^\$(5)\$(?:rounds=(\d{1,9})\$)?([^$:\n]{0,16})\$([./A-Za-z0-9]{43})$/, shaCryptOf],
  [/^\$(6)\$(?:rounds=(\d{1,9})\$)?([^$:\n]{0,16})\$([./A-Za-z0-9]{86})$/, shaCryptOf],
  // Portable hashes of PHP.
  [
    /^\$[PH]\$([./0-9A-Za-z])(.{8})([./0-9A-Za-z]{22})$/,
    (letter, salt, key) => ({ kind: 'phpass', rounds: roundsOf(letter), salt: text(salt), key: text(key) }),
  ],
];

/** The scheme that LDAP and Spring put in front of a hash that says it again. */
const SCHEME = /^\{(?:argon2|bcrypt|crypt|pbkdf2|scrypt)\}(?=\$)/i;

function parse(value: string): ForeignHash | null {
  const bare = value.replace(SCHEME, '');
  for (const [encoding, read] of ENCODINGS) {
    const found = encoding.exec(bare);
    if (found) return read(...found.slice(1));
  }
  return null;
}

/**
 * A hash of another system, as it is stored. `invalid` if its encoding is not known, or if checking a password against it
 * would take too long.
 */
export function readForeignHash(field: string, value: string): string {
  const trimmed = value.trim();
  const found = trimmed.length <= HASH_MAX_CHARACTERS ? parse(trimmed) : null;
  if (!found || !isWhole(found)) throw credentialErrors.PASSWORD_HASH_UNKNOWN({ field });
  if (!isAffordable(found)) throw credentialErrors.PASSWORD_HASH_TOO_COSTLY({ field });
  return found.kind === 'argon2' ? found.text : trimmed;
}

function isWhole(found: ForeignHash): boolean {
  if (found.kind === 'argon2') return ARGON2_WHOLE.test(found.text);
  if (!('key' in found)) return true;
  const { key, salt, kind } = found;
  return key.length >= KEY_MIN_BYTES && key.length <= KEY_MAX_BYTES && (salt.length > 0 || kind === 'sha-crypt');
}

/** A salt of eight bytes and a key of sixteen at least. */
const ARGON2_WHOLE = /\$[^$]{11,}\$[^$]{22,}$/;

function isAffordable(found: ForeignHash): boolean {
  if (found.kind === 'bcrypt') return found.cost >= 4 && found.cost <= BCRYPT_COST_MAX;
  if (found.kind === 'argon2') {
    const { memory, passes, lanes } = found;
    const isSound = passes >= 1 && lanes >= 1 && lanes <= ARGON2_LANES_MAX && memory >= 8 * lanes;
    return isSound && memory <= MEMORY_MAX_KIB && memory * passes <= ARGON2_WORK_MAX;
  }
  if (found.kind === 'pbkdf2') {
    const blocks = Math.ceil(found.key.length / DIGEST_BYTES[found.digest]!);
    return found.iterations >= 1 && found.iterations * blocks <= PBKDF2_ITERATIONS_MAX;
  }
  if (found.kind === 'sha-crypt') return found.rounds <= SHA_CRYPT_ROUNDS_MAX;
  if (found.kind === 'phpass') return found.rounds >= 2 ** 7 && found.rounds <= PHPASS_ROUNDS_MAX;
  if (found.kind === 'salted') return true;
  const { cost, blockSize, parallelism } = found;
  const isSound = cost >= 2 && Number.isInteger(Math.log2(cost)) && blockSize >= 1 && parallelism >= 1;
  const kibibytes = (cost * blockSize) / 8;
  return isSound && kibibytes <= MEMORY_MAX_KIB && cost * blockSize * parallelism <= SCRYPT_WORK_MAX;
}

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Whether a stored hash is of another system than this server, which knows argon2 by itself. */
export const isForeign = (stored: string): boolean => !stored.startsWith('$argon2');

/** The most bytes of a password that bcrypt reads. */
const BCRYPT_BYTES = 72;

/** Whether the hash is of the whole password. Otherwise nobody has proved the rest of it. */
export function isOfWhole(stored: string, password: string): boolean {
  const found = isForeign(stored) ? parse(stored) : null;
  return found?.kind !== 'bcrypt' || found.isOfDigest || Buffer.byteLength(password) <= BCRYPT_BYTES;
}

/** Whether the password, as it was typed, is the one of the hash. */
export async function matchesForeign(stored: string, password: string): Promise<boolean> {
  const found = parse(stored);
  // bcrypt ends at a NUL.
  if (!found || found.kind === 'argon2' || password.includes('\0')) return false;
  if (found.kind === 'bcrypt') {
    const { default: bcrypt } = await import('bcrypt');
    return bcrypt.compare(found.isOfDigest ? digest('sha256', password) : password, found.text);
  }
  const derived = await derive(found, password);
  return derived.length === found.key.length && timingSafeEqual(derived, found.key);
}

/** What the key of a hash must be for a password. */
async function derive(found: Exclude<ForeignHash, { text: string }>, password: string): Promise<Buffer> {
  const { salt, key } = found;
  if (found.kind === 'pbkdf2') return derivePbkdf2(password, salt, found.iterations, key.length, found.digest);
  if (found.kind === 'salted') return digest(found.digest, Buffer.concat([Buffer.from(password), salt]), 'buffer');
  if (found.kind === 'sha-crypt') return text(await shaCrypt(found.digest, password, salt, found.rounds));
  if (found.kind === 'phpass') return text(await phpass(password, salt.toString(), found.rounds));
  const { signer } = found;
  if (!signer) return deriveScrypt(password, salt, key.length, scryptOptions(found));
  const secret = await deriveScrypt(password, salt, 32, scryptOptions(found));
  const cipher = createCipheriv('aes-256-ctr', secret, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signer), cipher.final()]);
}

const scryptOptions = ({ cost, blockSize, parallelism }: ForeignHash & { kind: 'scrypt' }) => {
  // OpenSSL counts a little more than the memory of the blocks.
  return { cost, blockSize, parallelization: parallelism, maxmem: 128 * (cost + parallelism + 2) * blockSize + 4096 };
};
