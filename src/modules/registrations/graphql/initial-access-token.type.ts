import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType, ScopeEnum } from '../../../ground/kernel/graphql/types.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { ofDetailsTypes, AuthMethodEnum, ClientEdge, GrantTypeEnum } from '../../clients/graphql/index.ts';
import { URIS_MAX, type ClientAuthMethod, type GrantType } from '../../clients/index.ts';
import type { InitialAccessToken } from '../initial-access-token.entity.ts';
import {
  CLIENT_LIFETIME_MAX,
  CLIENTS_MAX,
  ISSUER_MAX,
  LIFETIME_MIN,
  TOKEN_DEFAULTS,
  TOKEN_LIFETIME_MAX,
  TOKEN_NAME_MAX,
  type CreatedInitialAccessToken,
  type CreateInitialAccessToken,
} from '../initial-access-token.service.ts';
import { HOST_MAX, HOSTS_MAX } from '../redirect-host.ts';

const TEXTS = {
  name: `What administrators call it. At most ${TOKEN_NAME_MAX} characters.`,
  redirectHosts: `Where all addresses of the clients must be: host names, \`*.\` and a name for every host below it, \`*\` for any host with https, and private-use schemes with their colon (\`com.example.app:\`). At most ${HOSTS_MAX}. A loopback host such as \`localhost\` has to be named.`,
  grantTypes: 'How the clients may get tokens.',
  scopes: 'What the clients may request.',
  tokenEndpointAuthMethods: 'How the clients may authenticate.',
  resources: `The resource servers that every client may request access tokens for (RFC 8707). At most ${URIS_MAX} absolute URIs.`,
  authorizationDetailsTypes:
    'The types of `authorization_details` that clients may register for (RFC 9396 §10). Clients have to ask for them.',
  requireNonce:
    'Whether logins of confidential clients need a nonce if they have no PKCE. Without either, nothing binds a code to the browser that asked for it. Public clients always need PKCE.',
  clientsMax: `How many clients it can register, from 1 to ${CLIENTS_MAX}.`,
  clientLifetime: 'For how many seconds a client can be used. Null: until it is deleted.',
  statementIssuer:
    'Who has to sign a software statement for each client (RFC 7591 §2.3). Null: clients need no statement, and can give none.',
  statementJwks: 'The public keys of that issuer (RFC 7517 §5).',
};

@ObjectType('InitialAccessToken', {
  implements: Node,
  simpleResolvers: true,
  description: 'A token with which clients register themselves (RFC 7591), and what they may be registered with.',
})
export class InitialAccessTokenType extends Node implements Partial<Columns<InitialAccessToken>> {
  @Field(() => ID, { description: 'The customer that the clients belong to.' })
  customerId!: string;

  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Field(() => [String], { description: TEXTS.redirectHosts })
  redirectHosts!: string[];

  @Field(() => [GrantTypeEnum], { description: TEXTS.grantTypes })
  grantTypes!: GrantType[];

  @Field(() => [ScopeEnum], { description: TEXTS.scopes })
  scopes!: string[];

  @Field(() => [AuthMethodEnum], { description: TEXTS.tokenEndpointAuthMethods })
  tokenEndpointAuthMethods!: ClientAuthMethod[];

  @Field(() => [String], { description: TEXTS.resources })
  resources!: string[];

  @Field(() => [String], { description: TEXTS.authorizationDetailsTypes })
  authorizationDetailsTypes!: string[];

  @Field(() => Boolean, { description: TEXTS.requireNonce })
  requireNonce!: boolean;

  @Field(() => Int, { description: TEXTS.clientsMax })
  clientsMax!: number;

  @Field(() => Int, { description: 'How many clients it has registered, those deleted since included.' })
  clientsRegistered!: number;

  @Field(() => Int, { nullable: true, description: TEXTS.clientLifetime })
  clientLifetime!: number | null;

  @Field(() => String, { nullable: true, description: TEXTS.statementIssuer })
  statementIssuer!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: TEXTS.statementJwks })
  statementJwks!: InitialAccessToken['statementJwks'];

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it stops registering clients.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When somebody revoked it, or null.' })
  revokedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'An initial access token and its place in the list.' })
class InitialAccessTokenEdge extends edgeType(() => InitialAccessTokenType) {}

@ObjectType({ description: 'A page of initial access tokens.' })
export class InitialAccessTokenConnection extends connectionType(() => InitialAccessTokenEdge) {}

@ObjectType({ description: 'A page of the clients that an initial access token has registered.' })
export class RegisteredClientConnection extends connectionType(() => ClientEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'An initial access token that was revoked.' })
export class InitialAccessTokenPayload extends payloadType(
  'initialAccessToken',
  () => InitialAccessTokenType,
  'The token.',
) {}

@ObjectType({ simpleResolvers: true, description: 'A new initial access token.' })
export class CreatedInitialAccessTokenPayload
  extends payloadType('initialAccessToken', () => InitialAccessTokenType, 'The token.')
  implements Omit<CreatedInitialAccessToken, 'initialAccessToken'>
{
  @Field(() => String, { description: 'What clients send as a bearer token. It is returned only once.' })
  secret!: string;
}

@DefaultsTo(TOKEN_DEFAULTS)
@InputType({ description: 'An initial access token to create.' })
export class CreateInitialAccessTokenInput implements CreateInitialAccessToken {
  @Fulfills({ maxLength: TOKEN_NAME_MAX })
  @Field(() => String, { description: TEXTS.name })
  name!: string;

  @Fulfills({ maxItems: HOSTS_MAX, maxLength: HOST_MAX })
  @Field(() => [String], { description: TEXTS.redirectHosts })
  redirectHosts!: string[];

  @Field(() => [GrantTypeEnum], {
    nullable: true,
    description: `${TEXTS.grantTypes} By default AUTHORIZATION_CODE and REFRESH_TOKEN.`,
  })
  grantTypes?: GrantType[] | null;

  @Field(() => [ScopeEnum], {
    nullable: true,
    description: `${TEXTS.scopes} By default OPENID, PROFILE and EMAIL.`,
  })
  scopes?: string[] | null;

  @Field(() => [AuthMethodEnum], { nullable: true, description: `${TEXTS.tokenEndpointAuthMethods} By default all.` })
  tokenEndpointAuthMethods?: ClientAuthMethod[] | null;

  @Fulfills({ maxItems: URIS_MAX, maxLength: 2048, format: 'uri' })
  @Field(() => [String], { nullable: true, description: TEXTS.resources })
  resources?: string[] | null;

  @Fulfills(ofDetailsTypes)
  @Field(() => [String], { nullable: true, description: `${TEXTS.authorizationDetailsTypes} By default none.` })
  authorizationDetailsTypes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: `${TEXTS.requireNonce} By default true.` })
  requireNonce?: boolean | null;

  @Fulfills({ minimum: 1, maximum: CLIENTS_MAX })
  @Field(() => Int, { nullable: true, description: `${TEXTS.clientsMax} By default 1.` })
  clientsMax?: number | null;

  @Fulfills({ minimum: LIFETIME_MIN, maximum: TOKEN_LIFETIME_MAX })
  @Field(() => Int, { nullable: true, description: 'For how many seconds it registers clients. By default a day.' })
  lifetime?: number | null;

  @Fulfills({ minimum: LIFETIME_MIN, maximum: CLIENT_LIFETIME_MAX })
  @Field(() => Int, { nullable: true, description: TEXTS.clientLifetime })
  clientLifetime?: number | null;

  @Fulfills({ maxLength: ISSUER_MAX })
  @Field(() => String, { nullable: true, description: TEXTS.statementIssuer })
  statementIssuer?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: `${TEXTS.statementJwks} Together with statementIssuer.`,
  })
  statementJwks?: unknown;
}
