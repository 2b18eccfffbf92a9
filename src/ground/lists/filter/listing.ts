import type { EntityClass } from '@mikro-orm/postgresql';
import type { Viewer } from '../../kernel/access.ts';
import { orderBy, orderOf, type Direction, type Order } from '../order.ts';
import type { PageArgs } from '../pagination.ts';
import type { Filter } from './filter.ts';
import type { Key } from './key.ts';

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

/** The order that a caller asks for. */
export interface OrderBy {
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
  readonly isNumbered: boolean;
  private readonly direction: Direction;
  private readonly standard: Order;

  constructor(
    readonly entity: EntityClass<Entity>,
    /** What the list holds, such as `User`. */
    readonly name: string,
    readonly filter: Filter,
    readonly sortings: Readonly<Record<string, Sorting>>,
    { direction = 'asc', isNumbered = false }: Options = {},
  ) {
    this.direction = direction;
    this.isNumbered = isNumbered;
    this.standard = orderBy(entity, { id: direction } as never);
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
