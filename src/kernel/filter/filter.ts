import type { EntityClass, Raw } from '@mikro-orm/postgresql';
import { Field, InputType, type ClassType } from 'type-graphql';
import type { Viewer } from '../access.ts';
import { declaredOf, LISTED, tableOf } from '../entity.ts';
import { Fulfills } from '../input-rules.ts';
import type { Rows, Test } from './condition.ts';
import { addFields } from './operators.ts';
import type { Property } from './properties.ts';
import { CONDITIONS_MAX, DEPTH_MAX } from './size.ts';

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
  /** The GraphQL type of its conditions, such as `UserWhere`. */
  readonly Where: ClassType;
  private readonly known: Record<string, Property> = {};
  private readonly place: Omit<Rows, 'customerId'>;

  constructor(
    entity: EntityClass,
    name: string,
    readonly rules: Rules,
    properties: Readonly<Record<string, Property>>,
  ) {
    const isLimited = declaredOf(entity).has('createdAt');
    this.place = { table: tableOf(entity), listed: isLimited ? `e.${LISTED}` : 'true' };
    this.Where = whereType(name, rules.noun);
    this.add(properties);
  }

  get properties(): Readonly<Record<string, Property>> {
    return this.known;
  }

  /** Adds properties that belong to other modules. */
  add(properties: Readonly<Record<string, Property>>): void {
    Object.assign(this.known, properties);
    addFields(this.Where, properties);
  }

  rows(customerId: string): Rows {
    const { count } = this.rules;
    return { ...this.place, customerId, ...(count && { count: (tests) => count(customerId, tests) }) };
  }
}

const LIST = { maxItems: CONDITIONS_MAX };

function whereType(name: string, noun: string): ClassType {
  @InputType(`${name}Where`, {
    description: `Conditions of ${noun}. All that are given must hold. There are at most ${CONDITIONS_MAX}, and at most ${DEPTH_MAX} objects inside each other. Null is not a condition.`,
  })
  class Where {
    @Fulfills(LIST)
    @Field(() => [Where], { nullable: true, description: 'All of these must hold.' })
    and?: object[];

    @Fulfills(LIST)
    @Field(() => [Where], { nullable: true, description: 'At least one of these must hold.' })
    or?: object[];

    @Field(() => Where, { nullable: true, description: 'This must not hold.' })
    not?: object;
  }
  return Where;
}
