import { Field, ID, InputType, Int } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import type { SigningAlg } from '../../../ground/kernel/signing-alg.ts';
import { SigningAlgEnum } from '../../../ground/kernel/graphql/signing-alg.type.ts';
import { ScopeEnum } from '../../../ground/kernel/graphql/types.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { Settings } from '../../../ground/kernel/runtime.ts';
import { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES } from '../../attributes/graphql/index.ts';
import { API_SCOPES_MAX } from '../../apis/index.ts';
import { GIVEN_MAX } from '../../attributes/index.ts';
import { SUBJECT_MAX } from '../certificate-subject.ts';
import type { ClientKind, RefreshTokenPolicy, SubjectKind } from '../client.entity.ts';
import {
  DEFAULT_TYPE,
  defaultMetadata,
  DOCUMENT_NAME_MAX,
  DOCUMENT_PATTERN,
  DOCUMENTS_MAX,
  MAX_AGE_MAX,
  URIS_MAX,
  type MetadataInput,
} from '../client-metadata.ts';
import { NAME_MAX } from '../client-name.ts';
import type { CreateClient } from '../client.service.ts';
import { TEXTS } from '../client-texts.ts';
import { AuthMethodEnum, GrantTypeEnum, RefreshTokenPolicyEnum, SubjectTypeEnum } from './client-token.type.ts';
import { ClientTypeEnum } from './client.type.ts';
import type { ClientAuthMethod, GrantType } from '../client-vocabulary.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import { ISSUERS_MAX } from '../trusted-issuer.ts';
import { TrustedIssuerInput } from './trusted-issuer.type.ts';

/** The limits of a list of types of authorization details. */
export const ofDetailsTypes = ({ authorizationDetails: { types } }: Settings) => ({
  maxItems: types.size,
  maxLength: Math.max(0, ...[...types.keys()].map(({ length }) => length)),
});

const URI = { maxLength: URI_MAX, format: 'uri' } as const;
const PAGE = { maxLength: URI_MAX, format: 'web_address' } as const;

const API_SCOPE_IDS = `The ids of the scopes of the customer’s APIs that the client may have, for itself or for its users: all of them, at most ${API_SCOPES_MAX}. They take the scope ADMIN to give. None for a user’s own client.`;

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

  @Field(() => Boolean, { nullable: true, description: TEXTS.requireNonce })
  requireNonce?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requireConsent })
  requireConsent?: boolean | null;

  @Fulfills({ maxItems: API_SCOPES_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: API_SCOPE_IDS })
  apiScopeIds?: string[] | null;

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

  @Fulfills(ofDetailsTypes)
  @Field(() => [String], { nullable: true, description: TEXTS.authorizationDetailsTypes })
  authorizationDetailsTypes?: string[] | null;

  @Fulfills(({ authentication: { levels } }) => ({
    maxItems: levels.length,
    maxLength: Math.max(...levels.map(({ value }) => value.length)),
  }))
  @Field(() => [String], { nullable: true, description: TEXTS.defaultAcrValues })
  defaultAcrValues?: string[] | null;

  @Fulfills({ minimum: 0, maximum: MAX_AGE_MAX })
  @Field(() => Int, { nullable: true, description: TEXTS.defaultMaxAge })
  defaultMaxAge?: number | null;

  @Fulfills({ maxItems: DOCUMENTS_MAX, maxLength: DOCUMENT_NAME_MAX, pattern: DOCUMENT_PATTERN })
  @Field(() => [String], { nullable: true, description: TEXTS.documents })
  documents?: string[] | null;
}

@DefaultsTo({ type: DEFAULT_TYPE, ...defaultMetadata(DEFAULT_TYPE) })
@InputType({ description: 'A client to register.' })
export class CreateClientInput extends ClientMetadataInput implements CreateClient {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => ClientTypeEnum, {
    nullable: true,
    description: 'Whether the client can keep a secret. CONFIDENTIAL by default.',
  })
  type?: ClientKind | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: CREATED_ATTRIBUTES })
  attributes?: AttributeInput[] | null;
}

@InputType({
  description:
    'Changes to a client. Omitted fields stay unchanged. Null removes an address, keys, trusted issuers, the limit to documents, the age of logins or the signature of userinfo.',
})
export class UpdateClientInput extends ClientMetadataInput implements MetadataInput {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: TEXTS.name })
  name?: string | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: GIVEN_ATTRIBUTES })
  attributes?: AttributeInput[] | null;
}
