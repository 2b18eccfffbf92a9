// type-graphql needs it before the first decorator runs. Every type imports this file.
import 'reflect-metadata';
import { ArgsType, Field, ID, Int, InterfaceType, ObjectType, type ClassType } from 'type-graphql';
import { PAGE_DEFAULT, PAGE_MAX, type PageArgs, type PageInfo as PageState } from './pagination.ts';

/** The cost of counting a list. Reading a field costs 1. */
const COUNT_COST = 500;

/** Everything that `node` can find by its id. */
@InterfaceType('Node', {
  description: 'An object with an id of its own.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Unique in this server.' })
  id!: string;
}

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

@ObjectType({ simpleResolvers: true, description: 'Where a page of a connection stands.' })
export class PageInfo implements PageState {
  @Field(() => Boolean, {
    description: 'Whether more items follow this page. With `last`, true if `before` was given.',
  })
  hasNextPage!: boolean;

  @Field(() => Boolean, {
    description: 'Whether items precede this page. Without `last`, true if `after` was given.',
  })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The first edge’s cursor. Null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The last edge’s cursor. Null on an empty page.' })
  endCursor!: string | null;
}

/** The base of an edge type; subclasses give it a name and may add fields. */
export function edgeType<T extends object>(node: () => ClassType<T>) {
  @ObjectType({ simpleResolvers: true })
  class BaseEdge {
    @Field(() => String, {
      description: 'The place of the item in this order of the list. Pass it as `after` or `before`.',
    })
    cursor!: string;

    @Field(() => node(), { description: 'The item.' })
    node!: T;
  }
  return BaseEdge;
}

/** The base of a connection type over the given edge type. */
export function connectionType<E extends object>(edge: () => ClassType<E>) {
  @ObjectType()
  class BaseConnection {
    @Field(() => [edge()], { simple: true, description: 'The items of this page, in the order of the list.' })
    edges!: E[];

    @Field(() => PageInfo, { simple: true, description: 'Where this page stands.' })
    pageInfo!: PageInfo;

    total!: () => Promise<number>;

    @Field(() => Int, {
      complexity: COUNT_COST,
      description: 'How many items the whole list holds; counted only when asked for.',
    })
    totalCount(): Promise<number> {
      return this.total();
    }
  }
  return BaseConnection;
}
