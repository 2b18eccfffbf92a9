// type-graphql needs it before the first decorator runs.
import 'reflect-metadata';
import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { PAGE_DEFAULT, PAGE_MAX, type PageArgs, type PageInfo as PageState } from '../pagination.ts';

/** The cost of counting a customer's list. Reading a field costs 1. */
const COUNT_COST = 500;
/** The cost of counting what belongs to one object: a few rows, or a number that is stored. */
export const OWN_COUNT_COST = 10;

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
