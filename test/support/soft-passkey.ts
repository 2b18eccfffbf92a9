import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);

/** RFC 8949, as much as authenticators need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(cbor))]);
}

const FLAGS = { present: 1, verified: 4, syncable: 8, synced: 16, credential: 64 } as const;
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** What a browser and its authenticator may do wrong. */
export interface Wrong {
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  readonly isSyncable?: boolean;
  readonly signCount?: number;
}

/** An authenticator in software with one passkey, and the browser around it. It does what it is told, wrong things too. */
export class SoftPasskey {
  readonly credentialId = randomBytes(32);
  signCount: number;
  private readonly key: KeyObject;
  /** As a COSE key. */
  readonly publicKey: Buffer;
  private handle = '';

  constructor(
    private readonly origin: string,
    private readonly isSyncable = false,
    firstCount = 1,
  ) {
    this.signCount = firstCount;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    const part = (text = '') => Buffer.from(text, 'base64url');
    const cose: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part(x)],
      [-3, part(y)],
    ];
    this.publicKey = cbor(new Map(cose));
  }

  /** The answer to creation options. */
  // oxlint-disable-next-line typescript/no-explicit-any -- options as pages have them
  create(options: any, wrong: Wrong = {}): string {
    this.handle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const authData = Buffer.concat([
      this.authData(options.rp.id, FLAGS.credential, wrong),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.publicKey,
    ]);
    const attestation: [string, Cbor][] = [
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ];
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, wrong),
      attestationObject: cbor(new Map(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to request options. */
  // oxlint-disable-next-line typescript/no-explicit-any -- options as pages have them
  get(options: any, wrong: Wrong = {}): string {
    if (this.signCount > 0) this.signCount += 1;
    const authData = this.authData(options.rpId, 0, wrong);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, wrong);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.answer({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.key).toString('base64url'),
      userHandle: wrong.userHandle ?? this.handle,
    });
  }

  private authData(rpId: string, more: number, wrong: Wrong): Buffer {
    const isSyncable = wrong.isSyncable ?? this.isSyncable;
    const verified = wrong.isVerified === false ? 0 : FLAGS.verified;
    const synced = isSyncable ? FLAGS.syncable | FLAGS.synced : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.signCount ?? this.signCount);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([FLAGS.present | verified | synced | more]), count]);
  }

  private clientData(type: string, challenge: string, wrong: Wrong): string {
    const { crossOrigin, topOrigin, origin = this.origin } = wrong;
    const data = { type, challenge: wrong.challenge ?? challenge, origin, crossOrigin, topOrigin };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  private answer(response: object): string {
    const id = this.credentialId.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
