import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** 256 random bits in URL-safe letters: what every token, code and secret of the server's own is made of. */
export const newSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** Random bytes for salts, TOTP secrets and the like. */
export const newBytes = (length: number): Buffer => randomBytes(length);

/** What is stored of a secret that has 128 bits of entropy or more: SHA-256 cannot be guessed backwards from it. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Equality whose duration says nothing of where two values differ. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Equality of two texts in constant time, whatever their lengths. */
export const sameText = (a: string, b: string): boolean => sameBytes(digest(a), digest(b));

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets at rest and vouches for values that travel through a browser. Every purpose has a key of its own,
 * derived from SECRET_KEY (HKDF, RFC 5869), so that nothing made for one purpose is accepted for another.
 */
export class Vault {
  private readonly keys = new Map<string, Buffer>();

  /** `secretKey`: 32 bytes. */
  constructor(private readonly secretKey: Buffer) {}

  /** Encrypts and authenticates (AES-256-GCM). */
  seal(purpose: string, plain: Buffer | string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(purpose), nonce);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** What was sealed, or null when it was made with another key, for another purpose, or altered. */
  open(purpose: string, sealed: Buffer): Buffer | null {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose), sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  }

  /** A code that only this server can make for `message`, in URL-safe letters. */
  mac(purpose: string, message: string): string {
    return createHmac('sha256', this.key(purpose)).update(message).digest('base64url');
  }

  private key(purpose: string): Buffer {
    let key = this.keys.get(purpose);
    if (!key) this.keys.set(purpose, (key = Buffer.from(hkdfSync('sha256', this.secretKey, '', purpose, 32))));
    return key;
  }
}
