import { defineEntity, p } from '@mikro-orm/core';

export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** The `kid`: the key's JWK thumbprint (RFC 7638). */
    id: p.text().primary(),
    algorithm: p
      .text()
      .$type<SigningAlgorithm>()
      .check(`algorithm in (${SIGNING_ALGORITHMS.map((name) => `'${name}'`).join(', ')})`),
    /** A public JWK (RFC 7517) as JSON. */
    publicJwk: p.json().$type<Record<string, unknown>>(),
    /** PKCS #8 DER, encrypted with a key derived from SECRET_KEY. */
    sealedPrivateKey: p.blob().$type<Buffer>().lazy().hidden(),
    /** The key signs from this time on. It is published before. */
    activeFrom: p.datetime(),
    /** The key is published until this time. Null for the newest of its algorithm. */
    retiresAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

/** A key pair that signs tokens. One key of each algorithm signs at a time. Replaced keys stay published for a while. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
