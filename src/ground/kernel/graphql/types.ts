// type-graphql needs it before the first decorator runs. Every type imports this file.
import 'reflect-metadata';
import {
  Arg,
  Extensions,
  Field,
  ID,
  Int,
  InterfaceType,
  ObjectType,
  registerEnumType,
  type ClassType,
} from 'type-graphql';
import { ALL_SCOPES } from '../access.ts';
import { enumName, type EnumName } from '../text.ts';

/** An enum of words, each under its GraphQL name. */
export const enumOf = <Word extends string>(words: readonly Word[]): { [Known in Word as EnumName<Known>]: Known } =>
  Object.fromEntries(words.map((word) => [enumName(word), word])) as never;

export const ScopeEnum = enumOf(ALL_SCOPES);
registerEnumType(ScopeEnum, {
  name: 'Scope',
  description: 'What a token may be used for.',
  valuesConfig: {
    OPENID: { description: 'Sign in.' },
    PROFILE: { description: 'Read the user’s names, picture, username and what else is in the profile.' },
    EMAIL: { description: 'Read the user’s address.' },
    PHONE: { description: 'Read the user’s phone number.' },
    ADDRESS: { description: 'Read the user’s postal address.' },
    GROUPS: { description: 'Read the names of the user’s groups.' },
    ORGANIZATION: { description: 'Read the organization that the user acts for.' },
    OFFLINE_ACCESS: { description: 'Use refresh tokens after the session has expired.' },
    READ: { description: 'Administer: read.' },
    WRITE: { description: 'Administer: also create and update. Includes READ.' },
    ADMIN: { description: 'Administer: everything, including delete. Includes WRITE.' },
    AUTHZ: { description: 'Ask who may do what, at `/access/v1`. For service accounts alone.' },
  },
});

/** What can be told of the viewer's rights to any object. */
@InterfaceType('NodePermissions', { description: 'What the viewer may do with an object of any type.' })
export abstract class NodePermissions {
  @Field(() => Boolean, { description: 'Whether the viewer may read the audit events about it.' })
  readAuditEvents!: boolean;
}

/** What can be told of the viewer's rights apart from objects. */
@ObjectType({ description: 'What the viewer may do, apart from what objects tell of themselves.' })
export class ViewerPermissions {}

/** Everything that `node` can find by its id. */
@InterfaceType('Node', {
  description: 'An object with an id of its own.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Unique in this server.' })
  id!: string;

  @Field(() => NodePermissions, { description: 'What the viewer may do with it.' })
  viewerCan!: NodePermissions;
}

/** The description of `version`, which every type has whose objects can be updated. */
export const VERSION = {
  description: 'Counts the changes, from 1. Pass it as `expectedVersion` to change only what you have read.',
};

/** The argument `expectedVersion` of everything that updates or deletes one object. */
export const ExpectedVersion = () =>
  Arg('expectedVersion', () => Int, {
    nullable: true,
    description:
      'The version that you have read. With another one, nothing changes, and the error is VERSION_CONFLICT.',
  });

/** Marks an operation that creates something. It takes an Idempotency-Key. */
export const Creates = () => Extensions({ creates: true });

/** The mark of an operation that needs no access token. */
export const OPEN = 'open';
/** Marks an operation that needs no access token. Its inputs are no secret, whoever asks. */
export const Open = () => Extensions({ [OPEN]: true });

/** The base of the payload of mutations on one object, which is a field of that name. */
export function payloadType<Name extends string, T extends object>(
  name: Name,
  type: () => ClassType<T>,
  description: string,
): ClassType<Record<Name, T>> {
  @ObjectType({ simpleResolvers: true })
  class BasePayload {
    [field: string]: T;
  }
  Field(() => type(), { description })(BasePayload.prototype, name);
  return BasePayload as unknown as ClassType<Record<Name, T>>;
}
