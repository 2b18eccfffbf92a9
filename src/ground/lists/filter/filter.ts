import type { EntityClass, Raw } from '@mikro-orm/postgresql';
import type { Viewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { declaredOf, sourceOf } from '../../kernel/entity.ts';
import { comparedWithCustomer } from '../../kernel/entity-read.ts';
import type { InputRules } from '../../kernel/input-rules.ts';
import { LISTED } from '../list-index.ts';
import type { Condition, Rows, Test } from './condition.ts';

/** The most values of `in`. */
export const IN_MAX = 1000;
/** The most characters of a text. */
export const TEXT_MAX = 255;

/** What callers can say of a property: conditions that many properties have, or some of its own. */
export type Shape =
  | 'flag'
  | 'words'
  | 'id'
  | 'optionalId'
  | 'text'
  | 'optionalText'
  | 'searchedText'
  | 'time'
  | 'optionalTime'
  | 'number'
  /** A value of the enum of this name. */
  | { readonly choice: string }
  /** A list of values of the enum of this name. */
  | { readonly list: string }
  /** Conditions that have this name, each with conditions of its own. */
  | { readonly part: string; readonly description: string; readonly fields: Readonly<Record<string, Shaped>> }
  /** The conditions of other rows. Filters refer to each other. */
  | { readonly rows: () => Filter }
  /** Several of the input of this name, which the module of the property has. */
  | { readonly inputs: string };

/** A condition as callers see it. */
export interface Shaped {
  readonly shape: Shape;
  readonly description: string;
  /** What the conditions fulfill, besides their shape. */
  readonly rules?: InputRules;
}

/** A property that rows are filtered by. */
export interface Property extends Shaped {
  /** Refuses viewers who may not read it of every row. */
  readonly permit?: (viewer: Viewer) => unknown;
  /** Reads its conditions, which are at `path` in the input. */
  readonly read: (conditions: never, path: string, reading: Reading) => Condition | Promise<Condition>;
}

/** Reads what a viewer gave for properties that have conditions of their own (`reading.ts`). */
export interface Reading {
  readonly ctx: RequestContext;
  readonly now: Date;
  /** Reads the conditions of properties. */
  readProperties(properties: Readonly<Record<string, Property>>, given: object, path: string): Promise<Condition>;
  /** Reads what was given for each name, all of which must hold. */
  readEach(
    given: object,
    path: string,
    read: (name: string, value: unknown, at: string) => Condition | Promise<Condition>,
  ): Promise<Condition>;
  /**
   * The ids of the rows that meet conditions of their own, for a relation. Null if there are no conditions. Refuses more than
   * a thousand rows.
   */
  idsOf(filter: Filter, where: object, path: string): Promise<readonly string[] | null>;
}

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
    this.place = {
      table: sourceOf(entity),
      compared: comparedWithCustomer(entity),
      listed: isLimited ? `e.${LISTED}` : 'true',
    };
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
