import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import {
  connectionType,
  edgeType,
  Node,
  OWN_COUNT_COST,
  payloadType,
  ScopeEnum,
  VERSION,
} from '../../kernel/graphql.ts';
import { Fulfills } from '../../kernel/input-rules.ts';
import { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES, GIVEN_MAX } from '../attributes/index.ts';
import type {
  Client,
  ClientSource,
  ClientType,
  JwkSet,
  RefreshTokenPolicy,
  SigningAlg,
  SubjectKind,
  TrustedIssuer,
} from './client.entity.ts';
import { DOCUMENT_NAME_MAX, DOCUMENT_PATTERN, DOCUMENTS_MAX, URIS_MAX, type MetadataInput } from './client-metadata.ts';
import { NAME_MAX } from './client-name.ts';
import { ClientSourceEnum } from './client-source.ts';
import { URI_MAX } from './redirect-uri.ts';
import type { ClientWithSecret, CreateClient } from './client.service.ts';
import { ISSUERS_MAX } from './trusted-issuer.ts';
import {
  AuthMethodEnum,
  GrantTypeEnum,
  RefreshTokenPolicyEnum,
  SigningAlgEnum,
  SubjectTypeEnum,
} from './client-token.type.ts';
import { TrustedIssuerInput, TrustedIssuerType } from './trusted-issuer.type.ts';
import { SUBJECT_MAX } from './certificate-subject.ts';
import { TEXTS } from './client-texts.ts';
import type { ClientAuthMethod, GrantType } from './client-vocabulary.ts';

export const ClientTypeEnum = { CONFIDENTIAL: 'confidential', PUBLIC: 'public' } as const satisfies Record<
  string,
  ClientType
>;
registerEnumType(ClientTypeEnum, {
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
export class ClientObject extends Node implements Partial<Columns<Client>> {
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
  type!: ClientType;

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
export class ClientEdge extends edgeType(() => ClientObject) {}

@ObjectType({ description: 'A page of clients.' })
export class ClientConnection extends connectionType(() => ClientEdge) {}

@ObjectType({ description: 'A page of the clients that see a group.' })
export class GroupClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ description: 'A page of the clients of a session.' })
export class SessionClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A client and its new secret.' })
export class ClientSecretPayload
  extends payloadType('client', () => ClientObject, 'The client.')
  implements Omit<ClientWithSecret, 'client'>
{
  @Field(() => String, {
    nullable: true,
    description: 'The secret. It is returned only once. Null for a client without a secret.',
  })
  clientSecret!: string | null;
}

const URI = { maxLength: URI_MAX, format: 'uri' } as const;
const PAGE = { maxLength: URI_MAX, format: 'web_address' } as const;

@InputType()
abstract class ClientMetadataInput implements Omit<MetadataInput, 'name'> {
  @Fulfills({ ...URI, maxItems: URIS_MAX })
  @Field(() => [String], { nullable: true, description: TEXTS.redirectUris })
  redirectUris?: string[] | null;

  @Fulfills({ ...URI, maxItems: URIS_MAX })
  @Field(() => [String], { nullable: true, description: TEXTS.postLogoutRedirectUris })
  postLogoutRedirectUris?: string[] | null;

  @Field(() => [GrantTypeEnum], { nullable: true, description: TEXTS.grantTypes })
  grantTypes?: GrantType[] | null;

  @Field(() => [ScopeEnum], { nullable: true, description: TEXTS.scopes })
  scopes?: string[] | null;

  @Field(() => AuthMethodEnum, { nullable: true, description: TEXTS.tokenEndpointAuthMethod })
  tokenEndpointAuthMethod?: ClientAuthMethod | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requirePkce })
  requirePkce?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requireConsent })
  requireConsent?: boolean | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.logoUri })
  logoUri?: string | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.tosUri })
  tosUri?: string | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.policyUri })
  policyUri?: string | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.jwksUri })
  jwksUri?: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.jwks })
  jwks?: unknown;

  @Fulfills({ maxItems: ISSUERS_MAX })
  @Field(() => [TrustedIssuerInput], { nullable: true, description: TEXTS.trustedIssuers })
  trustedIssuers?: TrustedIssuerInput[] | null;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.idTokenSignedResponseAlg })
  idTokenSignedResponseAlg?: SigningAlg | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.idTokenClaims })
  idTokenClaims?: boolean | null;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.userinfoSignedResponseAlg })
  userinfoSignedResponseAlg?: SigningAlg | null;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.authorizationSignedResponseAlg })
  authorizationSignedResponseAlg?: SigningAlg | null;

  @Fulfills({ ...URI, maxItems: URIS_MAX })
  @Field(() => [String], { nullable: true, description: TEXTS.resources })
  resources?: string[] | null;

  @Fulfills({ ...URI, maxItems: URIS_MAX })
  @Field(() => [String], { nullable: true, description: TEXTS.servedResources })
  servedResources?: string[] | null;

  @Field(() => RefreshTokenPolicyEnum, { nullable: true, description: TEXTS.refreshTokenPolicy })
  refreshTokenPolicy?: RefreshTokenPolicy | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requirePushedAuthorizationRequests })
  requirePushedAuthorizationRequests?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.allowsImpersonation })
  allowsImpersonation?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requireSignedRequestObject })
  requireSignedRequestObject?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.dpopBoundAccessTokens })
  dpopBoundAccessTokens?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.fapi2 })
  fapi2?: boolean | null;

  @Fulfills({ maxLength: SUBJECT_MAX })
  @Field(() => String, { nullable: true, description: TEXTS.tlsClientSubject })
  tlsClientSubject?: string | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.tlsClientCertificateBoundAccessTokens })
  tlsClientCertificateBoundAccessTokens?: boolean | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.backchannelLogoutUri })
  backchannelLogoutUri?: string | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.frontchannelLogoutUri })
  frontchannelLogoutUri?: string | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.frontchannelLogoutSessionRequired })
  frontchannelLogoutSessionRequired?: boolean | null;

  @Field(() => SubjectTypeEnum, { nullable: true, description: TEXTS.subjectType })
  subjectType?: SubjectKind | null;

  @Fulfills(PAGE)
  @Field(() => String, { nullable: true, description: TEXTS.sectorIdentifierUri })
  sectorIdentifierUri?: string | null;

  @Fulfills({ maxItems: DOCUMENTS_MAX, maxLength: DOCUMENT_NAME_MAX, pattern: DOCUMENT_PATTERN })
  @Field(() => [String], { nullable: true, description: TEXTS.documents })
  documents?: string[] | null;
}

@InputType({ description: 'A client to register.' })
export class CreateClientInput extends ClientMetadataInput implements CreateClient {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => ClientTypeEnum, {
    nullable: true,
    description: 'Whether the client can keep a secret. CONFIDENTIAL by default.',
  })
  type?: ClientType | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: CREATED_ATTRIBUTES })
  attributes?: AttributeInput[] | null;
}

@InputType({
  description:
    'Changes to a client. Omitted fields stay unchanged. Null removes an address, keys, trusted issuers, the limit to documents or the signature of userinfo.',
})
export class UpdateClientInput extends ClientMetadataInput implements MetadataInput {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: TEXTS.name })
  name?: string | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: GIVEN_ATTRIBUTES })
  attributes?: AttributeInput[] | null;
}

@ObjectType({ simpleResolvers: true, description: 'A client that was changed or deleted.' })
export class ClientPayload extends payloadType(
  'client',
  () => ClientObject,
  'The client. A deleted one is as it was.',
) {}
