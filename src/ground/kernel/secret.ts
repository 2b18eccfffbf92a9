import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** 256 random bits in URL-safe letters, for every token, code and secret that the server generates. */
export const newSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/**
 * A new secret that begins with its customer, so that whoever gets it knows where to look it up, even if customers are spread
 * over several databases.
 */
export const newSecretOf = (customerId: string, prefix = ''): string => newSecret(prefix + customerPart(customerId));

/** The id of a customer as the beginning of its secrets: 22 URL-safe letters. */
export const customerPart = (customerId: string): string =>
  Buffer.from(customerId.replaceAll('-', ''), 'hex').toString('base64url');

/** Random bytes for salts, TOTP secrets and the like. */
export const newBytes = (length: number): Buffer => randomBytes(length);

/** So many random letters of an alphabet, each as likely as the others, for codes that people type. */
export const newLetters = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The stored form of a secret with at least 128 bits of entropy. Nobody can guess the secret from its SHA-256. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Equality in constant time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Equality of two texts in constant time, whatever their lengths. */
export const sameText = (a: string, b: string): boolean => sameBytes(digest(a), digest(b));

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for each purpose (HKDF, RFC 5869). A value that was made for one purpose is invalid for every other. */
class DerivedKeys {
  private readonly keys = new Map<string, Buffer>();

  constructor(private readonly secretKey: Buffer) {}

  of(purpose: string): Buffer {
    let key = this.keys.get(purpose);
    if (!key) this.keys.set(purpose, (key = Buffer.from(hkdfSync('sha256', this.secretKey, '', purpose, 32))));
    return key;
  }
}

/**
 * Encrypts secrets at rest, and signs values that pass through a browser. Its keys are derived from SECRET_KEY. Values
 * that were made with the previous key remain valid if that is configured too (SECRET_KEY_PREVIOUS).
 */
export class Vault {
  private readonly current: DerivedKeys;
  private readonly previous: DerivedKeys | undefined;

  /** `secretKey`, `previousKey`: 32 bytes. */
  constructor(secretKey: Buffer, previousKey?: Buffer) {
    this.current = new DerivedKeys(secretKey);
    this.previous = previousKey && new DerivedKeys(previousKey);
  }

  /** Encrypts and authenticates (AES-256-GCM). */
  seal(purpose: string, plain: Buffer | string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.of(purpose), nonce);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts. Null if the value was made with another key or for another purpose, or was altered. */
  open(purpose: string, sealed: Buffer): Buffer | null {
    const plain = openWith(this.current.of(purpose), sealed);
    return plain ?? (this.previous ? openWith(this.previous.of(purpose), sealed) : null);
  }

  /** Seals the value again with SECRET_KEY. `current` if it already is, null if no key opens it. */
  reseal(purpose: string, sealed: Buffer): Buffer | 'current' | null {
    if (openWith(this.current.of(purpose), sealed)) return 'current';
    const plain = this.open(purpose, sealed);
    return plain && this.seal(purpose, plain);
  }

  /** A code that only this server can make for `message`, in URL-safe letters. */
  mac(purpose: string, message: string): string {
    return macWith(this.current.of(purpose), message);
  }

  /** Whether the code is the one for `message`. */
  isMac(purpose: string, message: string, mac: string): boolean {
    const keys = [this.current, ...(this.previous ? [this.previous] : [])];
    return keys.some((key) => sameText(macWith(key.of(purpose), message), mac));
  }

  /** The key for `purpose` from SECRET_KEY_PREVIOUS, or null. */
  previousKey(purpose: string): Buffer | null {
    return this.previous?.of(purpose) ?? null;
  }
}

/** An authentication code of `message`, in URL-safe letters. Only the owner of the key can make it. */
export const macWith = (key: Buffer, message: string): string =>
  createHmac('sha256', key).update(message).digest('base64url');

function openWith(key: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
