// type-graphql needs it before the first decorator runs. Every type imports this file.
import 'reflect-metadata';
import {
  Arg,
  ArgsType,
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
import { PAGE_DEFAULT, PAGE_MAX, type PageArgs, type PageInfo as PageState } from '../pagination.ts';
import { enumName, type EnumName } from '../text.ts';

/** The cost of counting a customer's list. Reading a field costs 1. */
const COUNT_COST = 500;
/** The cost of counting what belongs to one object: a few rows, or a number that is stored. */
export const OWN_COUNT_COST = 10;

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

/** The arguments of every connection. */
@ArgsType()
export class ConnectionArgs implements PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `How many items, from 1 to ${PAGE_MAX}; ${PAGE_DEFAULT} by default.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor. Only items behind it.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many items, from 1 to ${PAGE_MAX}, counted from the end. Not together with \`first\`.`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor. Only items in front of it.' })
  before?: string | null;
}

@ObjectType({ description: 'Where a page of a connection stands.' })
export class PageInfo implements PageState {
  hasNextPage!: boolean;
  lookForNext?: () => Promise<boolean>;

  @Field(() => Boolean, {
    name: 'hasNextPage',
    description: 'Whether items of the list follow this page, whatever arguments were given.',
  })
  next(): boolean | Promise<boolean> {
    return this.lookForNext?.() ?? this.hasNextPage;
  }

  hasPreviousPage!: boolean;
  lookForPrevious?: () => Promise<boolean>;

  @Field(() => Boolean, {
    name: 'hasPreviousPage',
    description: 'Whether items of the list precede this page, whatever arguments were given.',
  })
  previous(): boolean | Promise<boolean> {
    return this.lookForPrevious?.() ?? this.hasPreviousPage;
  }

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'The first edge’s cursor. Null on an empty page.',
  })
  startCursor!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The last edge’s cursor. Null on an empty page.' })
  endCursor!: string | null;
}

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

/** The base of an edge type; subclasses give it a name and may add fields. */
export function edgeType<T extends object>(node: () => ClassType<T>) {
  @ObjectType({ simpleResolvers: true })
  class BaseEdge {
    static readonly nodeType = node;

    @Field(() => String, {
      description: 'The place of the item in this order of the list. Pass it as `after` or `before`.',
    })
    cursor!: string;

    @Field(() => node(), { description: 'The item.' })
    node!: T;
  }
  return BaseEdge;
}

/** An edge type, which tells the type of its items. */
interface EdgeType<E extends object> extends ClassType<E> {
  readonly nodeType: () => object;
}

/** The base of a connection type over the given edge type. */
export function connectionType<E extends { readonly node: object }>(edge: () => EdgeType<E>, countCost = COUNT_COST) {
  @ObjectType()
  class BaseConnection {
    @Field(() => [edge()], { simple: true, description: 'The items of this page, in the order of the list.' })
    edges!: E[];

    @Field(() => [edge().nodeType() as ClassType], { description: 'The same items without their edges.' })
    nodes(): object[] {
      return this.edges.map(({ node }) => node);
    }

    @Field(() => PageInfo, { simple: true, description: 'Where this page stands.' })
    pageInfo!: PageInfo;

    total!: () => Promise<number>;

    @Field(() => Int, {
      complexity: countCost,
      description:
        'How many items the whole list holds. If `atLeast` is true, there can be more. Counted only when asked for.',
    })
    totalCount(): Promise<number> {
      return this.total();
    }

    isTotalExact?: () => Promise<boolean>;

    @Field(() => Boolean, {
      complexity: countCost,
      description: 'Whether `totalCount` was not counted to the end.',
    })
    async atLeast(): Promise<boolean> {
      return !((await this.isTotalExact?.()) ?? true);
    }
  }
  return BaseConnection;
}
