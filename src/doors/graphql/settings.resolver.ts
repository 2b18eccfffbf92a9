/** The part of the configuration, and the limits, that user interfaces depend on. They are the same for all callers. */
import { Ctx, Field, FieldResolver, Int, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import { MAX_COST, SAVED_COST } from '../../ground/http/budget.ts';
import { PROOF_SECONDS } from '../../ground/kernel/access.ts';
import { BULK_MAX } from '../../ground/kernel/bulk.ts';
import { DAY_SECONDS } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { enumOf, Open } from '../../ground/kernel/graphql/types.ts';
import { PAGE_DEFAULT, PAGE_MAX } from '../../ground/lists/pagination.ts';
import { SETTING_ORIGINS, type SettingOrigin } from '../../ground/kernel/runtime.ts';
import { CLIENT_NAME_MAX, GRACE_MAX, OWN_CLIENTS_MAX, URIS_MAX } from '../../modules/clients/index.ts';
import { PASSWORD_MAX_BYTES } from '../../modules/credentials/index.ts';
import { DESCRIPTION_MAX, GROUP_NAME_MAX, groupPolicy, MEMBERS_MAX } from '../../modules/groups/index.ts';
import { requiresVerifiedEmail } from '../../modules/logins/index.ts';
import { Outbox } from '../../modules/mail/index.ts';
import { ORGANIZATION_NAME_MAX } from '../../modules/organizations/index.ts';
import { EMAIL_MAX, PHONE_MAX, PICTURE_MAX, USER_NAME_MAX, USERNAME_MAX } from '../../modules/users/index.ts';
import { MAX_ANSWER_BYTES } from './answer.ts';
import { MAX_ANONYMOUS_COST } from './cost.ts';
import { MAX_ALIASES, MAX_DEPTH, MAX_TOKENS } from './limits.ts';

const GroupManagers = { MEMBERS: 'members', ADMINS: 'admins' } as const;
registerEnumType(GroupManagers, {
  name: 'GroupManagers',
  description: 'Which users manage the groups of their customer.',
  valuesConfig: {
    MEMBERS: { description: 'All users.' },
    ADMINS: { description: 'Administrators only.' },
  },
});

const OriginEnum = enumOf(SETTING_ORIGINS);
registerEnumType(OriginEnum, {
  name: 'SettingOriginKind',
  description: 'Where the value of a setting comes from.',
  valuesConfig: {
    ENVIRONMENT: { description: 'An environment variable.' },
    FILE: { description: 'A file that an environment variable names.' },
    DEFAULT: { description: 'The default of the variable, which is not set.' },
    GENERATED: { description: 'The server, which generated it because the variable is not set.' },
    UNSET: { description: 'The variable is not set, and has no default.' },
  },
});

@ObjectType('SettingOrigin', { simpleResolvers: true, description: 'What decides a setting.' })
class SettingOriginType {
  @Field(() => String, { description: 'The setting: `passwords.minLength`.' })
  setting!: string;

  @Field(() => String, { description: 'The configuration variable that decides it.' })
  variable!: string;

  @Field(() => OriginEnum, { description: 'Where the value comes from.' })
  origin!: SettingOrigin;
}

/** A type, its description, how the value is read, and the configuration variable that decides it if there is one. */
type Setting = readonly [type: object, description: string, read: (ctx: RequestContext) => unknown, variable?: string];

interface Section {
  readonly type: new () => object;
  readonly description: string;
  readonly read: (ctx: RequestContext) => object;
  /** The variables that decide settings of it. */
  readonly variables: readonly (readonly [field: string, variable: string])[];
}

function section(name: string, description: string, settings: Readonly<Record<string, Setting>>): Section {
  @ObjectType(name, { simpleResolvers: true, description })
  class Type {}
  for (const [field, [type, text]] of Object.entries(settings))
    Field(() => type as never, { description: text })(Type.prototype, field);
  const read = (ctx: RequestContext) =>
    Object.fromEntries(Object.entries(settings).map(([field, [, , value]]) => [field, value(ctx)]));
  const variables = Object.entries(settings).flatMap(([field, [, , , variable]]) =>
    variable ? [[field, variable] as const] : [],
  );
  return { type: Type, description, read, variables };
}

const sections: Readonly<Record<string, Section>> = {
  signUp: section('SignUpSettings', 'Who may create an account.', {
    enabled: [
      Boolean,
      'Whether anybody may create an account, without an access token.',
      ({ settings }) => settings.signup.enabled,
      'SIGNUP_ENABLED',
    ],
    requiresVerifiedEmail: [
      Boolean,
      'Whether users must verify their address before they can sign in.',
      ({ settings }) => requiresVerifiedEmail(settings),
      'REQUIRE_VERIFIED_EMAIL',
    ],
  }),
  groups: section('GroupSettings', 'Who manages groups, and how many a user can be in.', {
    managedBy: [
      GroupManagers,
      'Which users manage groups.',
      ({ settings }) => settings.groups.managedBy,
      'GROUPS_MANAGED_BY',
    ],
    perUser: [Int, 'How many groups the viewer may add a user to.', ({ viewer }) => groupPolicy.groupsPerUser(viewer)],
    perMember: [
      Int,
      'How many groups there may be that a user has created who does not administer.',
      ({ settings }) => settings.limits.memberGroups,
      'MEMBER_GROUPS_MAX',
    ],
  }),
  clients: section('ClientSettings', 'Who may have clients, and what they may have.', {
    ofMembers: [
      Boolean,
      'Whether users may have clients of their own.',
      ({ settings }) => settings.clients.ofMembers === 'on',
      'MEMBER_CLIENTS',
    ],
    registration: [
      Boolean,
      'Whether clients may register themselves with an initial access token.',
      ({ settings }) => settings.clients.registration === 'on',
      'CLIENT_REGISTRATION',
    ],
    metadataDocuments: [
      Boolean,
      'Whether clients may describe themselves by a document whose address is their id.',
      ({ settings }) => settings.clients.metadataHosts !== undefined,
      'CLIENT_METADATA_HOSTS',
    ],
    resourceMetadata: [
      Boolean,
      'Whether the metadata of the APIs is published (RFC 9728).',
      ({ settings }) => settings.clients.resourceMetadata === 'on',
      'PROTECTED_RESOURCE_METADATA',
    ],
    perMember: [Int, 'How many clients a member may have.', () => OWN_CLIENTS_MAX],
    uris: [Int, 'How many URIs of a kind a client may have.', () => URIS_MAX],
    graceSeconds: [Int, 'For how many seconds at most a replaced secret keeps working.', () => GRACE_MAX],
  }),
  passwords: section('PasswordSettings', 'What a new password must fulfill.', {
    minLength: [
      Int,
      'The least number of characters.',
      ({ settings }) => settings.passwords.minLength,
      'PASSWORD_MIN_LENGTH',
    ],
    maxBytes: [Int, 'The most bytes in UTF-8.', () => PASSWORD_MAX_BYTES],
    minScore: [
      Int,
      'How hard it must be to guess, from 0 to 4, as zxcvbn estimates it.',
      ({ settings }) => settings.passwords.minScore,
      'PASSWORD_MIN_SCORE',
    ],
    refusesBreached: [
      Boolean,
      'Whether a password that is known from a breach is refused.',
      ({ settings }) => settings.passwords.breachRangeUrl !== undefined,
      'PASSWORD_BREACH_RANGE_URL',
    ],
  }),
  sessions: section('SessionSettings', 'How long logins last, in seconds.', {
    idleSeconds: [
      Int,
      'How long a session lasts without use.',
      ({ settings }) => settings.sessions.idleSeconds,
      'SESSION_IDLE_MINUTES',
    ],
    absoluteSeconds: [
      Int,
      'How long a session lasts at most.',
      ({ settings }) => settings.sessions.absoluteSeconds,
      'SESSION_ABSOLUTE_MINUTES',
    ],
    proofSeconds: [
      Int,
      'How old a sign-in may be for operations that could take over an account. If it is older, they answer REAUTHENTICATION_REQUIRED.',
      () => PROOF_SECONDS,
    ],
  }),
  tokens: section('TokenSettings', 'How long tokens and signing keys last, in seconds.', {
    accessSeconds: [
      Int,
      'How long an access token is valid, unless its session or grant ends before.',
      ({ settings }) => settings.tokens.accessSeconds,
      'ACCESS_TOKEN_SECONDS',
    ],
    refreshSeconds: [
      Int,
      'How long after the login refresh tokens can be used.',
      ({ settings }) => settings.tokens.refreshSeconds,
      'REFRESH_TOKEN_DAYS',
    ],
    keyRotationSeconds: [
      Int,
      'How long a signing key signs. With 0, keys are replaced by command only.',
      ({ settings }) => settings.tokens.keyRotationSeconds,
      'KEY_ROTATION_DAYS',
    ],
  }),
  audit: section('AuditSettings', 'How long the audit trail is kept.', {
    retentionDays: [
      Int,
      'How many days events are kept. With 0, they are kept forever.',
      ({ settings }) => settings.audit.retentionSeconds / DAY_SECONDS,
      'AUDIT_RETENTION_DAYS',
    ],
  }),
  mails: section('MailSettings', 'Whether the server sends mail.', {
    enabled: [
      Boolean,
      'Whether mails can be sent. Otherwise invitations, links and sign-up are refused.',
      ({ runtime }) => runtime.get(Outbox).mode !== 'off',
      'SMTP_URL',
    ],
  }),
  limits: section('LimitSettings', 'The most that one request may ask for.', {
    pageDefault: [Int, 'The items of a page, unless the query says how many.', () => PAGE_DEFAULT],
    pageMax: [Int, 'The most items of a page, and the most ids of `nodes`.', () => PAGE_MAX],
    bulk: [Int, 'The most objects that one mutation creates, changes or deletes.', () => BULK_MAX],
    members: [Int, 'The most users that one mutation adds to a group or removes from it.', () => MEMBERS_MAX],
    cost: [Int, 'The most that a document may cost.', () => MAX_COST],
    anonymousCost: [Int, 'The same without an access token.', () => MAX_ANONYMOUS_COST],
    costPerSecond: [
      Int,
      'What a caller may spend in a second, on average.',
      ({ settings }) => settings.limits.costPerSecond,
      'COST_PER_SECOND',
    ],
    memberChangesPerHour: [
      Int,
      'How much a user who does not administer can change in an hour.',
      ({ settings }) => settings.limits.memberChangesPerHour,
      'MEMBER_CHANGES_PER_HOUR',
    ],
    costSaved: [Int, 'What a caller can save up.', () => SAVED_COST],
    tokens: [Int, 'The most lexical tokens of a document.', () => MAX_TOKENS],
    depth: [Int, 'The most fields of a document inside each other.', () => MAX_DEPTH],
    aliases: [Int, 'The most aliases of a document.', () => MAX_ALIASES],
    answerBytes: [Int, 'The most bytes of an answer.', () => MAX_ANSWER_BYTES],
    requestSeconds: [
      Int,
      'How many seconds a request may take.',
      ({ settings }) => settings.server.requestSeconds,
      'REQUEST_TIMEOUT_SECONDS',
    ],
  }),
  lengths: section('LengthSettings', 'The most characters of texts.', {
    userName: [Int, 'The name, given name and family name of a user.', () => USER_NAME_MAX],
    username: [Int, 'The username of a user.', () => USERNAME_MAX],
    email: [Int, 'The address of a user.', () => EMAIL_MAX],
    phoneNumber: [Int, 'The phone number of a user.', () => PHONE_MAX],
    picture: [Int, 'The address of a user’s picture.', () => PICTURE_MAX],
    groupName: [Int, 'The name of a group.', () => GROUP_NAME_MAX],
    groupDescription: [Int, 'The description of a group.', () => DESCRIPTION_MAX],
    organizationName: [Int, 'The name of an organization.', () => ORGANIZATION_NAME_MAX],
    clientName: [Int, 'The name of a client.', () => CLIENT_NAME_MAX],
  }),
};

const origins = Object.entries(sections).flatMap(([name, { variables }]) =>
  variables.map(([field, variable]) => ({ setting: `${name}.${field}`, variable })),
);

@ObjectType('Settings', { description: 'What user interfaces must know of this server’s configuration and limits.' })
class SettingsType {}

@Resolver(() => SettingsType)
export class SettingsResolver {
  @Open()
  @Query(() => SettingsType, {
    description: 'What user interfaces must know of this server’s configuration and limits. Needs no access token.',
  })
  settings(): object {
    return {};
  }

  @FieldResolver(() => [SettingOriginType], {
    description:
      'What decides the settings that can be configured, and where their values come from. All others are fixed.',
  })
  origins(@Ctx() { settings }: RequestContext): SettingOriginType[] {
    return origins.map((each) => ({ ...each, origin: settings.origins[each.variable]! }));
  }
}
const { prototype } = SettingsResolver;
for (const [name, { type, description, read }] of Object.entries(sections)) {
  Object.defineProperty(prototype, name, { value: read });
  FieldResolver(() => type, { description })(prototype, name, {});
  Ctx()(prototype, name, 0);
}
