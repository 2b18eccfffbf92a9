import type { EntityClass } from '@mikro-orm/postgresql';
import { ArgsType, Field, InputType, registerEnumType, type ClassType } from 'type-graphql';
import type { Viewer } from '../access.ts';
import { ConnectionArgs } from '../graphql/types.ts';
import { orderBy, orderOf, type Direction, type Order } from '../order.ts';
import type { PageArgs } from '../pagination.ts';
import type { Filter } from './filter.ts';
import type { Key } from './key.ts';

const DirectionEnum = { ASC: 'asc', DESC: 'desc' } as const satisfies Record<string, Direction>;
registerEnumType(DirectionEnum, {
  name: 'OrderDirection',
  description: 'The direction of an order.',
  valuesConfig: {
    ASC: { description: 'The least first: the earliest moment, A before B. What is missing comes first.' },
    DESC: { description: 'The greatest first: the latest moment, Z before Y. What is missing comes last.' },
  },
});

/** What a list can be ordered by, besides its ids. */
interface Sorting {
  /** Absent for the order of the ids. */
  readonly key?: Key;
  readonly description: string;
  /** Refuses viewers who may not read it of every row. */
  readonly permit?: (viewer: Viewer) => unknown;
}

interface Options {
  /** Of the ids, which are the order if none is given. */
  readonly direction?: Direction;
  /** Whether it has numbered pages, too. The number of all rows must be known. */
  readonly isNumbered?: boolean;
}

interface OrderBy {
  readonly field: string;
  readonly direction: Direction;
}

/** The arguments of a list that is filtered and ordered. */
export interface ListArgs extends PageArgs {
  readonly where?: object | null | undefined;
  readonly orderBy?: object | null | undefined;
}

/** How a list is filtered and ordered. */
export class Listing<Entity extends object> {
  /** The GraphQL arguments of the list. */
  readonly Args: ClassType<ListArgs>;
  readonly isNumbered: boolean;
  private readonly direction: Direction;
  private readonly standard: Order;

  constructor(
    readonly entity: EntityClass<Entity>,
    /** What the list holds, such as `User`. */
    name: string,
    readonly filter: Filter,
    readonly sortings: Readonly<Record<string, Sorting>>,
    { direction = 'asc', isNumbered = false }: Options = {},
  ) {
    this.direction = direction;
    this.isNumbered = isNumbered;
    this.standard = orderBy(entity, { id: direction } as never);
    this.Args = argsType(filter, orderType(name, filter.rules.noun, sortings));
  }

  /** The names of the orders by this key. */
  orderFieldsOf(key: Key): string[] {
    return Object.keys(this.sortings).filter((field) => this.sortings[field]!.key?.sql === key.sql);
  }

  /** The order that a caller asks for. */
  orderOf(
    given: object | null | undefined,
    viewer: Viewer,
  ): {
    readonly order: Order;
    readonly key?: Key;
    readonly direction: Direction;
  } {
    if (!given) return { order: this.standard, direction: this.direction };
    const { field, direction } = given as OrderBy;
    const { key, permit } = this.sortings[field]!;
    permit?.(viewer);
    if (!key) return { order: orderBy(this.entity, { id: direction } as never), direction };
    const order = orderOf(this.entity, [{ sql: key.sql, type: key.type, direction, isRequired: true }]);
    return { order, key, direction };
  }
}

function orderType(name: string, noun: string, sortings: Readonly<Record<string, Sorting>>): ClassType {
  const fields = Object.fromEntries(Object.keys(sortings).map((field) => [field, field]));
  registerEnumType(fields, {
    name: `${name}OrderField`,
    description: `What ${noun} can be ordered by. An index has each of these orders.`,
    valuesConfig: Object.fromEntries(
      Object.entries(sortings).map(([field, { description }]) => [field, { description }]),
    ),
  });

  @InputType(`${name}Order`, { description: `An order of ${noun}. What is equal is ordered by the ids.` })
  class OrderInput implements OrderBy {
    @Field(() => fields, { description: 'What they are ordered by.' })
    field!: string;

    @Field(() => DirectionEnum, { defaultValue: 'asc', description: 'The direction.' })
    direction!: Direction;
  }
  return OrderInput;
}

function argsType({ Where, rules: { noun } }: Filter, Order: ClassType): ClassType<ListArgs> {
  @ArgsType()
  class FilteredArgs extends ConnectionArgs implements ListArgs {
    @Field(() => Where, { nullable: true, description: `Which ${noun}. By default all.` })
    where?: object | null;

    @Field(() => Order, { nullable: true, description: 'The order. By default the one of the list.' })
    orderBy?: object | null;
  }
  return FilteredArgs;
}
