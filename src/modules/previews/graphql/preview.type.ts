import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { enumOf } from '../../../ground/kernel/graphql/types.ts';
import { CLAIM_REASONS, OBSTACLES, SCOPE_OUTCOMES, WITHHELD } from '../preview-vocabulary.ts';
import type {
  ClaimReason,
  Obstacle,
  PreviewedClaim,
  PreviewedDocument,
  PreviewedScope,
  TokenPreview,
} from '../token-preview.ts';

const ReasonEnum = enumOf(CLAIM_REASONS);
registerEnumType(ReasonEnum, {
  name: 'ClaimReasonKind',
  description: 'Why a claim is in a document, or is not.',
  valuesConfig: {
    ALWAYS: { description: 'Every document of the kind has it.' },
    LOGIN: {
      description: 'It tells of the login. The preview supposes one by password, with a second factor if there is one.',
    },
    SCOPE: { description: 'The granted scope holds it.' },
    ATTRIBUTE: { description: 'The attribute of users is told as this claim.' },
    CLIENT_SETTING: { description: 'The setting of the application puts it there, or makes its value.' },
    API_SETTING: { description: 'The setting of the API puts it there.' },
    SCOPE_NOT_ALLOWED: { description: 'The application is not registered for the scope that holds it.' },
    SCOPE_NOT_ASKED: { description: 'The request does not ask for the scope that holds it.' },
    SCOPE_NOT_GRANTED: { description: 'The scope that holds it was asked for and is not granted.' },
    CLIENT_SETTING_OFF: { description: 'The setting of the application that would put it there is off.' },
    API_SETTING_OFF: { description: 'The setting of the API that would put it there is off.' },
    NO_API: { description: 'The token is for no registered API.' },
    NO_VALUE: { description: 'The user has no value for it.' },
    NO_ORGANIZATION: { description: 'The user acts for no organization.' },
    HIDDEN_FROM_CLIENT: {
      description: 'Users may not see the attribute, so that only confidential applications of the customer get it.',
    },
    TOO_LONG: { description: 'The list is too long for an ID token. Userinfo has it.' },
    REQUEST: { description: 'The request or the signed token makes it. The preview leaves it out.' },
  },
});

const OutcomeEnum = enumOf(SCOPE_OUTCOMES);
registerEnumType(OutcomeEnum, {
  name: 'ScopeOutcome',
  description: 'Why a scope is granted, or is not.',
  valuesConfig: {
    GRANTED: { description: 'The application may have it, and the user may give it.' },
    ROLE: { description: 'A role of the user allows it.' },
    UNKNOWN: { description: 'There is no such scope, or not of an API of the application.' },
    NOT_ALLOWED: { description: 'The application is not registered for it, or was not given it.' },
    NO_ROLE: { description: 'The API requires a role, and no role of the user allows it.' },
    DECLINED: { description: 'The user has left it out.' },
    OTHER_API: { description: 'It is of an API that the token is not for.' },
    ADMINISTRATORS_ONLY: { description: 'Only administrators can give it.' },
    NOT_AT_API: { description: 'A token for an API does not have it.' },
    NOT_FOR_USERS: { description: 'Only a service account gets it, for itself.' },
  },
});

const ObstacleEnum = enumOf(OBSTACLES);
registerEnumType(ObstacleEnum, {
  name: 'SignInObstacleKind',
  description: 'What stands between the user and the tokens.',
  valuesConfig: {
    USER_DISABLED: { description: 'The user is disabled.' },
    CLIENT_DISABLED: {
      description:
        'The application may not act: it has expired, its owner is disabled, or the server does not allow such clients.',
    },
    NO_SIGN_IN: { description: 'The application signs no users in.' },
    EMAIL_UNVERIFIED: { description: 'The address has to be verified first.' },
    SECOND_FACTOR: { description: 'The user is asked for the second factor.' },
    SECOND_FACTOR_SETUP: { description: 'The customer requires a second factor, and the user has none.' },
    LEVEL: { description: 'The application wants a higher level of authentication.' },
    SCOPE: { description: 'No scope can be granted, or one does not exist.' },
    RESOURCE: {
      description: 'The application is not registered for the resource, or the scopes are not those of one API.',
    },
    ORGANIZATION_SCOPE: { description: 'An organization is named without the scope organization.' },
    NOT_IN_ORGANIZATION: { description: 'The user does not belong to the organization.' },
    ORGANIZATION_CHOICE: { description: 'The user has several organizations and has to choose one.' },
    CONSENT: { description: 'The user is asked for consent.' },
  },
});

const WithheldEnum = enumOf(WITHHELD);
registerEnumType(WithheldEnum, {
  name: 'DocumentWithheld',
  description: 'Why there is no document.',
  valuesConfig: {
    NOTHING_GRANTED: { description: 'There would be no tokens.' },
    NO_OPENID: { description: 'The scope openid is not granted.' },
    OTHER_RESOURCE: { description: 'The access token is not for Guildhall, which answers userinfo.' },
    PUBLIC_CLIENT: { description: 'A public client cannot use introspection.' },
  },
});

@ObjectType('ClaimReason', { simpleResolvers: true, description: 'Why a claim is in a document, or is not.' })
class ClaimReasonType implements ClaimReason {
  @Field(() => ReasonEnum, { description: 'Why, in a word.' })
  kind!: ClaimReason['kind'];

  @Field(() => String, {
    nullable: true,
    description: 'The scope or the attribute that it is about, by name, or the field of the application or the API.',
  })
  name!: string | null;
}

@ObjectType('PreviewedClaim', { simpleResolvers: true, description: 'A claim that a document has, or could have.' })
class PreviewedClaimType implements PreviewedClaim {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether the document has it.' })
  isPresent!: boolean;

  @Field(() => [ClaimReasonType], { description: 'Why it is there. If it is not: what is missing.' })
  reasons!: readonly ClaimReason[];
}

@ObjectType('PreviewedDocument', {
  simpleResolvers: true,
  description: 'A token or an answer that an application would get. Nobody has signed it.',
})
class PreviewedDocumentType implements PreviewedDocument {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The header, but for the id of the key. Null for an answer that would not be signed.',
  })
  header!: PreviewedDocument['header'];

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'What it says. Null if there would be none.' })
  content!: PreviewedDocument['content'];

  @Field(() => WithheldEnum, { nullable: true, description: 'Why there would be none. Null if there would be one.' })
  withheld!: PreviewedDocument['withheld'];

  @Field(() => [PreviewedClaimType], {
    description: 'The claims that it has or could have, with the reasons. Empty for introspection.',
  })
  claims!: readonly PreviewedClaim[];
}

@ObjectType('PreviewedScope', { simpleResolvers: true, description: 'A scope that was asked for or granted.' })
class PreviewedScopeType implements PreviewedScope {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is granted.' })
  isGranted!: boolean;

  @Field(() => OutcomeEnum, { description: 'Why, in a word.' })
  outcome!: PreviewedScope['outcome'];

  @Field(() => [String], { description: 'The user’s roles that allow it, by name. Empty if it takes none.' })
  roles!: readonly string[];
}

@ObjectType('SignInObstacle', { simpleResolvers: true, description: 'Something between the user and the tokens.' })
class SignInObstacleType implements Obstacle {
  @Field(() => ObstacleEnum, { description: 'What it is.' })
  kind!: Obstacle['kind'];

  @Field(() => Boolean, { description: 'Whether the sign-in ends there. Otherwise the user is asked, and goes on.' })
  isFinal!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'What an application would get about a user now.' })
export class PreviewTokensPayload implements TokenPreview {
  @Field(() => PreviewedDocumentType, { description: 'The ID token.' })
  idToken!: PreviewedDocument;

  @Field(() => PreviewedDocumentType, { description: 'The access token.' })
  accessToken!: PreviewedDocument;

  @Field(() => PreviewedDocumentType, { description: 'The answer of userinfo to the access token.' })
  userinfo!: PreviewedDocument;

  @Field(() => PreviewedDocumentType, {
    description: 'What introspection of the access token tells the application itself.',
  })
  introspection!: PreviewedDocument;

  @Field(() => [PreviewedScopeType], {
    description: 'The scopes that were asked for, and the default ones of the API that come without asking.',
  })
  askedScopes!: readonly PreviewedScope[];

  @Field(() => [SignInObstacleType], {
    description:
      'What stands between the user and the tokens, in the order of a sign-in. The documents are those behind it.',
  })
  obstacles!: readonly Obstacle[];
}
