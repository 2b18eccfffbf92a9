import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import { connectionType, ConnectionArgs, edgeType, Node } from '../../kernel/graphql.ts';
import type { Client, ClientType, JwkSet, RefreshTokenPolicy, SigningAlg } from './client.entity.ts';
import { URIS_MAX, type MetadataInput } from './client.metadata.ts';
import { NAME_MAX } from './client-name.ts';
import type { ClientWithSecret, CreateClient } from './client.service.ts';
import { ALL_SCOPES, CONFIDENTIAL_AUTH_METHODS, GRANT_TYPES } from './client.vocabulary.ts';

const ClientTypeEnum = { CONFIDENTIAL: 'confidential', PUBLIC: 'public' } as const satisfies Record<string, ClientType>;
registerEnumType(ClientTypeEnum, {
  name: 'ClientType',
  description: 'Whether a client can keep a secret (RFC 6749 §2.1).',
  valuesConfig: {
    CONFIDENTIAL: { description: 'It runs on a server and authenticates with a secret.' },
    PUBLIC: { description: 'It runs on its users’ devices and has no secret.' },
  },
});

const RefreshTokenPolicyEnum = { RETRY: 'retry', STRICT: 'strict' } as const satisfies Record<
  string,
  RefreshTokenPolicy
>;
registerEnumType(RefreshTokenPolicyEnum, {
  name: 'RefreshTokenPolicy',
  description: 'What happens when a refresh token is presented a second time.',
  valuesConfig: {
    RETRY: {
      description:
        'For some seconds it yields the same successor, as long as that is unused: a lost answer logs nobody out.',
    },
    STRICT: { description: 'It counts as stolen: everything the client got from the login ends.' },
  },
});

const SigningAlgEnum = { RS256: 'RS256', ES256: 'ES256' } as const satisfies { [Alg in SigningAlg]: Alg };
registerEnumType(SigningAlgEnum, {
  name: 'SigningAlgorithm',
  description: 'What the server signs with (RFC 7518 §3.1).',
  valuesConfig: {
    RS256: { description: 'RSASSA-PKCS1-v1_5 with SHA-256, which every relying party knows.' },
    ES256: { description: 'ECDSA on P-256 with SHA-256: shorter and faster to make.' },
  },
});

const TEXTS = {
  name: `What users are shown; at most ${NAME_MAX} characters.`,
  redirectUris: `Where answers may be sent, compared character by character; at most ${URIS_MAX}. https, http to a loopback address, or a private-use scheme.`,
  postLogoutRedirectUris: 'Where browsers may be sent after a logout; as redirectUris.',
  grantTypes: `Any of ${GRANT_TYPES.join(', ')}.`,
  scopes: `What the client may ask for: any of ${ALL_SCOPES.join(', ')}.`,
  tokenEndpointAuthMethod: `How the client proves who it is: ${CONFIDENTIAL_AUTH_METHODS.join(', ')}; none for a public client. A client with private_key_jwt has no secret.`,
  requirePkce:
    'Whether every login needs PKCE; false by default for a confidential client, which then needs PKCE or a nonce.',
  requireConsent: 'Whether users are asked before their data goes to the client.',
  logoUri: 'The address of a picture to show beside the name.',
  tosUri: 'The address of the terms of service.',
  policyUri: 'The address of the privacy policy.',
  jwksUri: 'The https address of the client’s public keys.',
  jwks: 'The client’s public keys themselves (RFC 7517 §5), instead of an address.',
  idTokenSignedResponseAlg: 'What the client’s ID tokens are signed with; RS256 by default.',
  idTokenClaims: 'Whether ID tokens hold the claims of the granted scopes, as userinfo tells them; false by default.',
  userinfoSignedResponseAlg: 'What userinfo for the client is signed with; null for plain JSON.',
  resources: `The resource servers that the client may get access tokens for (RFC 8707), as absolute URIs; at most ${URIS_MAX}.`,
  refreshTokenPolicy: 'What happens when a refresh token is presented a second time; RETRY by default.',
  requirePushedAuthorizationRequests: 'Whether logins must begin with a pushed request (RFC 9126).',
  backchannelLogoutUri: 'The https address told of logouts (OpenID Connect Back-Channel Logout).',
} satisfies Record<keyof MetadataInput, string>;

@ObjectType('Client', {
  implements: Node,
  simpleResolvers: true,
  description: 'An OAuth client: an application that signs users in, or a service account, or both.',
})
export class ClientObject extends Node implements Partial<Columns<Client>> {
  @Field(() => ID, { description: 'The customer the client belongs to.' })
  customerId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The member who owns the client; null when the customer does.',
  })
  ownerId!: string | null;

  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => ClientTypeEnum, { description: 'Whether the client can keep a secret.' })
  type!: ClientType;

  @Field(() => [String], { description: TEXTS.redirectUris })
  redirectUris!: string[];

  @Field(() => [String], { description: TEXTS.postLogoutRedirectUris })
  postLogoutRedirectUris!: string[];

  @Field(() => [String], { description: TEXTS.grantTypes })
  grantTypes!: string[];

  @Field(() => [String], { description: TEXTS.scopes })
  scopes!: string[];

  @Field(() => String, { description: TEXTS.tokenEndpointAuthMethod })
  tokenEndpointAuthMethod!: string;

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

  @Field(() => SigningAlgEnum, { description: TEXTS.idTokenSignedResponseAlg })
  idTokenSignedResponseAlg!: SigningAlg;

  @Field(() => Boolean, { description: TEXTS.idTokenClaims })
  idTokenClaims!: boolean;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.userinfoSignedResponseAlg })
  userinfoSignedResponseAlg!: SigningAlg | null;

  @Field(() => [String], { description: TEXTS.resources })
  resources!: string[];

  @Field(() => RefreshTokenPolicyEnum, { description: TEXTS.refreshTokenPolicy })
  refreshTokenPolicy!: RefreshTokenPolicy;

  @Field(() => Boolean, { description: TEXTS.requirePushedAuthorizationRequests })
  requirePushedAuthorizationRequests!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.backchannelLogoutUri })
  backchannelLogoutUri!: string | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the previous secret stops working; null when the last rotation had no grace period.',
  })
  previousSecretExpiresAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When the secret was last rotated.' })
  rotatedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the client was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the client last changed, its secret aside.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A client and its place in the list.' })
class ClientEdge extends edgeType(() => ClientObject) {}

@ObjectType({ description: 'A page of clients.' })
export class ClientConnection extends connectionType(() => ClientEdge) {}

@ArgsType()
export class ClientListArgs extends ConnectionArgs {
  @Field(() => String, { nullable: true, description: 'A part of the name, in any case.' })
  search?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A client and the secret it has just been given.' })
export class ClientSecretPayload implements ClientWithSecret {
  @Field(() => ClientObject, { description: 'The client.' })
  client!: Client;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, which is shown only once; null for a client without one.',
  })
  clientSecret!: string | null;
}

@InputType()
abstract class ClientMetadataInput implements Omit<MetadataInput, 'name'> {
  @Field(() => [String], { nullable: true, description: TEXTS.redirectUris })
  redirectUris?: string[] | null;

  @Field(() => [String], { nullable: true, description: TEXTS.postLogoutRedirectUris })
  postLogoutRedirectUris?: string[] | null;

  @Field(() => [String], { nullable: true, description: TEXTS.grantTypes })
  grantTypes?: string[] | null;

  @Field(() => [String], { nullable: true, description: TEXTS.scopes })
  scopes?: string[] | null;

  @Field(() => String, { nullable: true, description: TEXTS.tokenEndpointAuthMethod })
  tokenEndpointAuthMethod?: string | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requirePkce })
  requirePkce?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requireConsent })
  requireConsent?: boolean | null;

  @Field(() => String, { nullable: true, description: TEXTS.logoUri })
  logoUri?: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.tosUri })
  tosUri?: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.policyUri })
  policyUri?: string | null;

  @Field(() => String, { nullable: true, description: TEXTS.jwksUri })
  jwksUri?: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.jwks })
  jwks?: unknown;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.idTokenSignedResponseAlg })
  idTokenSignedResponseAlg?: SigningAlg | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.idTokenClaims })
  idTokenClaims?: boolean | null;

  @Field(() => SigningAlgEnum, { nullable: true, description: TEXTS.userinfoSignedResponseAlg })
  userinfoSignedResponseAlg?: SigningAlg | null;

  @Field(() => [String], { nullable: true, description: TEXTS.resources })
  resources?: string[] | null;

  @Field(() => RefreshTokenPolicyEnum, { nullable: true, description: TEXTS.refreshTokenPolicy })
  refreshTokenPolicy?: RefreshTokenPolicy | null;

  @Field(() => Boolean, { nullable: true, description: TEXTS.requirePushedAuthorizationRequests })
  requirePushedAuthorizationRequests?: boolean | null;

  @Field(() => String, { nullable: true, description: TEXTS.backchannelLogoutUri })
  backchannelLogoutUri?: string | null;
}

@InputType({ description: 'A client to be registered.' })
export class CreateClientInput extends ClientMetadataInput implements CreateClient {
  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => ClientTypeEnum, {
    nullable: true,
    description: 'Whether the client can keep a secret; CONFIDENTIAL by default.',
  })
  type?: ClientType | null;
}

@InputType({
  description:
    'Changes to a client. Fields left out stay as they are; null removes an address, keys or the signature of userinfo.',
})
export class UpdateClientInput extends ClientMetadataInput implements MetadataInput {
  @Field(() => String, { nullable: true, description: TEXTS.name })
  name?: string | null;
}
