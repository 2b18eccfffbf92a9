import type { KeyPair } from './key-pair.ts';

/** A key pair, and when it is used. */
export class PublishedKey {
  /** The public key as it is in the key set. */
  readonly jwk: string;
  private readonly headers = new Map<string, string>();

  constructor(
    readonly pair: KeyPair,
    readonly activeFrom: Date,
    readonly retiresAt: Date | null,
  ) {
    this.jwk = JSON.stringify(pair.publicJwk);
  }

  isPublished(now: Date): boolean {
    return this.retiresAt === null || this.retiresAt > now;
  }

  /** The encoded JOSE header of all tokens of this type that this key signs. */
  header(typ: string): string {
    let header = this.headers.get(typ);
    if (!header) {
      const { id: kid, algorithm: alg } = this.pair;
      header = Buffer.from(JSON.stringify({ alg, typ, kid })).toString('base64url');
      this.headers.set(typ, header);
    }
    return header;
  }
}
