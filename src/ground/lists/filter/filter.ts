import type { EntityClass, Raw } from '@mikro-orm/postgresql';
import type { Viewer } from '../../kernel/access.ts';
import { declaredOf, tableOf } from '../../kernel/entity.ts';
import { LISTED } from '../list-index.ts';
import type { Rows, Test } from './condition.ts';
import type { Property } from './properties.ts';

interface Rules {
  /** What the rows are called in sentences: `users`. */
  readonly noun: string;
  /** Refuses viewers who may not read all such rows of the customer. */
  readonly read: (viewer: Viewer) => unknown;
  /** Selects `count`, how many rows of the customer meet these tests, if that is known without counting. */
  readonly count?: (customerId: string, tests: readonly Test[]) => Raw | null;
}

/** What the rows of a table can be filtered by. */
export class Filter {
  private readonly known: Record<string, Property> = {};
  private readonly place: Omit<Rows, 'customerId'>;

  constructor(
    entity: EntityClass,
    /** What the rows are called, such as `User`. */
    readonly name: string,
    readonly rules: Rules,
    properties: Readonly<Record<string, Property>>,
  ) {
    const isLimited = declaredOf(entity).has('createdAt');
    this.place = { table: tableOf(entity), listed: isLimited ? `e.${LISTED}` : 'true' };
    this.add(properties);
  }

  get properties(): Readonly<Record<string, Property>> {
    return this.known;
  }

  /** Adds properties that belong to other modules. */
  add(properties: Readonly<Record<string, Property>>): void {
    Object.assign(this.known, properties);
  }

  rows(customerId: string): Rows {
    const { count } = this.rules;
    return { ...this.place, customerId, ...(count && { count: (tests) => count(customerId, tests) }) };
  }
}
