import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import type { SigningAlg } from '../../../ground/kernel/signing-alg.ts';
import { SigningAlgEnum } from '../../../ground/kernel/graphql/signing-alg.type.ts';
import { Node, payloadType, ScopeEnum, VERSION } from '../../../ground/kernel/graphql/types.ts';
import type {
  Client,
  ClientSource,
  ClientKind,
  JwkSet,
  RefreshTokenPolicy,
  SubjectKind,
  TrustedIssuer,
} from '../client.entity.ts';
import { ClientSourceEnum } from './client-source.type.ts';
import type { ClientWithSecret } from '../client.service.ts';
import { AuthMethodEnum, GrantTypeEnum, RefreshTokenPolicyEnum, SubjectTypeEnum } from './client-token.type.ts';
import { TrustedIssuerType } from './trusted-issuer.type.ts';
import { TEXTS } from '../client-texts.ts';
import type { ClientAuthMethod, GrantType } from '../client-vocabulary.ts';

export const ClientTypeEnum = { CONFIDENTIAL: 'confidential', PUBLIC: 'public' } as const satisfies Record<
  string,
  ClientKind
>;
registerChoices(ClientTypeEnum, {
  name: 'ClientType',
  description: 'Whether a client can keep a secret (RFC 6749 §2.1).',
  valuesConfig: {
    CONFIDENTIAL: { description: 'It runs on a server and authenticates with a secret.' },
    PUBLIC: { description: 'It runs on its users’ devices and has no secret.' },
  },
});

@ObjectType('Client', {
  implements: Node,
  simpleResolvers: true,
  description: 'An OAuth client: an application that signs users in, a service account, or both.',
})
export class ClientType extends Node implements Partial<Columns<Client>> {
  @Field(() => ID, { description: 'The customer the client belongs to.' })
  customerId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The member who owns the client. Null if the customer owns it.',
  })
  ownerId!: string | null;

  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => ClientTypeEnum, { description: 'Whether the client can keep a secret.' })
  type!: ClientKind;

  @Field(() => ClientSourceEnum, { description: 'Who made the client.' })
  source!: ClientSource;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When a client that registered itself ends. Null if it does not.',
  })
  expiresAt!: Date | null;

  @Field(() => [String], { description: TEXTS.redirectUris })
  redirectUris!: string[];

  @Field(() => [String], { description: TEXTS.postLogoutRedirectUris })
  postLogoutRedirectUris!: string[];

  @Field(() => [GrantTypeEnum], { description: TEXTS.grantTypes })
  grantTypes!: GrantType[];

  @Field(() => [ScopeEnum], { description: TEXTS.scopes })
  scopes!: string[];

  @Field(() => AuthMethodEnum, { description: TEXTS.tokenEndpointAuthMethod })
  tokenEndpointAuthMethod!: ClientAuthMethod;

  @Field(() => Boolean, { description: TEXTS.requirePkce })
  requirePkce!: boolean;

  @Field(() => Boolean, { description: TEXTS.requireNonce })
  requireNonce!: boolean;

  @Field(() => Boolean, { description: TEXTS.requireConsent })
  requireConsent!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.logoUri })
  logoUri!: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.tosUri })
  tosUri!: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.policyUri })
  policyUri!: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.jwksUri })
  jwksUri!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.jwks })
  jwks!: JwkSet | null;

  @Field(() => [TrustedIssuerType], { description: TEXTS.trustedIssuers })
  trustedIssuers!: TrustedIssuer[];

  @Field(() => SigningAlgEnum, { description: TEXTS.idTokenSignedResponseAlg })
  idTokenSignedResponseAlg!: SigningAlg;

  @Field(() => Boolean, { description: TEXTS.idTokenClaims })
  idTokenClaims!: boolean;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.userinfoSignedResponseAlg })
  userinfoSignedResponseAlg!: SigningAlg | null;

  @Field(() => SigningAlgEnum, { description: TEXTS.authorizationSignedResponseAlg })
  authorizationSignedResponseAlg!: SigningAlg;

  @Field(() => [String], { description: TEXTS.resources })
  resources!: string[];

  @Field(() => [String], { description: TEXTS.servedResources })
  servedResources!: string[];

  @Field(() => RefreshTokenPolicyEnum, { description: TEXTS.refreshTokenPolicy })
  refreshTokenPolicy!: RefreshTokenPolicy;

  @Field(() => Boolean, { description: TEXTS.requirePushedAuthorizationRequests })
  requirePushedAuthorizationRequests!: boolean;

  @Field(() => Boolean, { description: TEXTS.allowsImpersonation })
  allowsImpersonation!: boolean;

  @Field(() => Boolean, { description: TEXTS.requireSignedRequestObject })
  requireSignedRequestObject!: boolean;

  @Field(() => Boolean, { description: TEXTS.dpopBoundAccessTokens })
  dpopBoundAccessTokens!: boolean;

  @Field(() => Boolean, { description: TEXTS.fapi2 })
  fapi2!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.tlsClientSubject })
  tlsClientSubject!: string | null;

  @Field(() => Boolean, { description: TEXTS.tlsClientCertificateBoundAccessTokens })
  tlsClientCertificateBoundAccessTokens!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.backchannelLogoutUri })
  backchannelLogoutUri!: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.frontchannelLogoutUri })
  frontchannelLogoutUri!: string | null;

  @Field(() => Boolean, { description: TEXTS.frontchannelLogoutSessionRequired })
  frontchannelLogoutSessionRequired!: boolean;

  @Field(() => SubjectTypeEnum, { description: TEXTS.subjectType })
  subjectType!: SubjectKind;

  @Field(() => String, { nullable: true, description: TEXTS.sectorIdentifierUri })
  sectorIdentifierUri!: string | null;

  @Field(() => [String], { description: TEXTS.authorizationDetailsTypes })
  authorizationDetailsTypes!: string[];

  @Field(() => [String], { description: TEXTS.defaultAcrValues })
  defaultAcrValues!: string[];

  @Field(() => Int, { nullable: true, description: TEXTS.defaultMaxAge })
  defaultMaxAge!: number | null;

  @Field(() => [String], { nullable: true, description: TEXTS.documents })
  documents!: string[] | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the previous secret stops working. Null if the last rotation had no grace period.',
  })
  previousSecretExpiresAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When the secret was last rotated.' })
  rotatedAt!: Date | null;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the client was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, {
    description: 'When the client was last changed. Rotations of its secret do not count.',
  })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A client and its place in the list.' })
export class ClientEdge extends edgeType(() => ClientType) {}

@ObjectType({ description: 'A page of clients.' })
export class ClientConnection extends connectionType(() => ClientEdge) {}

@ObjectType({ description: 'A page of the clients that have scopes of an API.' })
export class ApiClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ description: 'A page of the clients that see a group.' })
export class GroupClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ description: 'A page of the clients of a session.' })
export class SessionClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A client and its new secret.' })
export class ClientSecretPayload
  extends payloadType('client', () => ClientType, 'The client.')
  implements Omit<ClientWithSecret, 'client'>
{
  @Field(() => String, {
    nullable: true,
    description: 'The secret. It is returned only once. Null for a client without a secret.',
  })
  clientSecret!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A client that was changed or deleted.' })
export class ClientPayload extends payloadType('client', () => ClientType, 'The client. A deleted one is as it was.') {}
