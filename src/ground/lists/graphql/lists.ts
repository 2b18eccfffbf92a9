import { Args, ArgsType, Field, InputType, registerEnumType, type ClassType } from 'type-graphql';
import type { Listing, ListArgs, OrderBy } from '../filter/index.ts';
import type { Direction } from '../order.ts';
import { whereType } from './conditions.ts';
import { ConnectionArgs } from './connection.ts';

const DirectionEnum = { ASC: 'asc', DESC: 'desc' } as const satisfies Record<string, Direction>;
registerEnumType(DirectionEnum, {
  name: 'OrderDirection',
  description: 'The direction of an order.',
  valuesConfig: {
    ASC: { description: 'The least first: the earliest moment, A before B. What is missing comes first.' },
    DESC: { description: 'The greatest first: the latest moment, Z before Y. What is missing comes last.' },
  },
});

/** The part of a list that its arguments are made of. */
type Listed = Pick<Listing<object>, 'name' | 'filter' | 'sortings'>;

const known = new Map<Listed, ClassType<ListArgs>>();

/** The parameter with the arguments of a list that is filtered and ordered: `@ListedBy(userListing) args: ListArgs`. */
export function ListedBy(listing: Listed): ReturnType<typeof Args> {
  const type = known.get(listing) ?? argsType(listing);
  known.set(listing, type);
  return Args(() => type);
}

function argsType({ name, filter, sortings }: Listed): ClassType<ListArgs> {
  const { noun } = filter.rules;
  const Where = whereType(filter);
  const Order = orderType(name, noun, sortings);
  @ArgsType()
  class FilteredArgs extends ConnectionArgs implements ListArgs {
    @Field(() => Where, { nullable: true, description: `Which ${noun}. By default all.` })
    where?: object | null;

    @Field(() => Order, { nullable: true, description: 'The order. By default the one of the list.' })
    orderBy?: object | null;
  }
  return FilteredArgs;
}

function orderType(name: string, noun: string, sortings: Listed['sortings']): ClassType {
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
