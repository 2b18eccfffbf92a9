import { Field, InputType, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { JwkSet, TrustedIssuer } from '../client.entity.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import { ISSUER_TEXT_MAX, type GivenIssuer } from '../trusted-issuer.ts';

const TEXTS = {
  issuer: 'Who signs the assertions: their iss, such as https://token.actions.githubusercontent.com.',
  subject: 'The workload: their sub. It is compared character by character.',
  audience: 'Their aud. Null for the issuer of this server, or its token endpoint.',
  jwks: 'The public keys of the issuer (RFC 7517 §5), instead of jwksUri.',
  jwksUri: 'The https address of the public keys of the issuer.',
};
const TEXT = { maxLength: ISSUER_TEXT_MAX } as const;

@ObjectType('TrustedIssuer', {
  simpleResolvers: true,
  description: 'An issuer that vouches for a workload with signed assertions (RFC 7523 §3).',
})
export class TrustedIssuerType implements TrustedIssuer {
  @Field(() => String, { description: TEXTS.issuer })
  issuer!: string;

  @Field(() => String, { description: TEXTS.subject })
  subject!: string;

  @Field(() => String, { nullable: true, description: TEXTS.audience })
  audience!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.jwks })
  jwks!: JwkSet | null;

  @Field(() => String, { nullable: true, description: TEXTS.jwksUri })
  jwksUri!: string | null;
}

@InputType({ description: 'An issuer to trust. It has either jwks or jwksUri.' })
export class TrustedIssuerInput implements GivenIssuer {
  @Fulfills(TEXT)
  @Field(() => String, { description: TEXTS.issuer })
  issuer!: string;

  @Fulfills(TEXT)
  @Field(() => String, { description: TEXTS.subject })
  subject!: string;

  @Fulfills(TEXT)
  @Field(() => String, { nullable: true, description: TEXTS.audience })
  audience?: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.jwks })
  jwks?: unknown;

  @Fulfills({ maxLength: URI_MAX, format: 'web_address' })
  @Field(() => String, { nullable: true, description: TEXTS.jwksUri })
  jwksUri?: string | null;
}
