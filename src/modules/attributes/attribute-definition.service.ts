import { LockMode, sql, type EntityManager } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { countLocked } from '../../ground/kernel/count-locked.ts';
import { statement, type Transaction } from '../../ground/kernel/database.ts';
import { findPage } from '../../ground/lists/entity-page.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId, NIL_ID } from '../../ground/kernel/ids.ts';
import { orderBy } from '../../ground/lists/order.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { audit } from '../audit/index.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import {
  changedDefinition,
  isLooser,
  readDefinition,
  type CreateDefinition,
  type DefinitionFields,
  type UpdateDefinition,
} from './attribute-definition.input.ts';
import { explain } from './attribute.constraints.ts';
import { definitionLoader } from './attribute.loader.ts';
import { loadPatterns } from './attribute-pattern.ts';
import { attributePolicy, type AttributeDefine } from './attribute.policy.ts';
import { readValue } from './attribute-value.ts';
import type { AttributeSubject } from './attribute-vocabulary.ts';
import { attributeErrors } from './errors.ts';

/** The most attributes of one subject that a customer may define, the standard ones included. */
export const DEFINITIONS_MAX = 100;

/** How many values are read at once, to see whether they fit a change. */
const STEP = 5_000;

/** The next objects of a subject that have a value of the attribute, behind an id. */
const storedValues = (table: string) =>
  statement<{ id: string; value: unknown }, { id: string; customerId: string; after: string }>(
    `read.values-${table}`,
    `select e.id, e.attributes -> :id::text as value from ${table} e
     where e.customer_id = :customerId and e.id > :after and e.attributes ? :id::text order by e.id limit ${STEP}`,
  );
const STORED = { user: storedValues('users'), group: storedValues('groups'), client: storedValues('clients') };

/** So many objects may have a value of an attribute that is deleted, or whose index or stored values a change is about. */
export const VALUES_MAX = 50_000;

/** How many objects of a subject have a value of the attribute, up to one more than that. */
const countedValues = (table: string) =>
  statement<{ count: number }, { id: string; customerId: string }>(
    `read.count-values-${table}`,
    `select count(*)::integer as count from (
       select from ${table} e where e.customer_id = :customerId and e.attributes ? :id::text limit ${VALUES_MAX + 1}
     ) e`,
  );
const COUNTED = { user: countedValues('users'), group: countedValues('groups'), client: countedValues('clients') };

const BY_NAME = orderBy(AttributeDefinition, { subject: 'desc', name: 'asc', id: 'asc' });

/** The attributes that a customer has defined, for one viewer. */
export class AttributeDefinitionService {
  constructor(private readonly ctx: RequestContext) {}

  /** The definition with this id. Null if there is none of which the viewer may hear. */
  async find(id: string): Promise<AttributeDefinition | null> {
    const { viewer } = attributePolicy.read(this.ctx.viewer);
    const found = isUuid(id) ? await this.ctx.loader(definitionLoader).load(id.toLowerCase()) : null;
    return found && attributePolicy.heard(viewer).includes(found.visibleTo) ? found : null;
  }

  /** The definitions of which the viewer may hear: those of users first, then groups, then clients, each by name. */
  async list(args: PageArgs, subject: AttributeSubject | null | undefined): Promise<Connection<AttributeDefinition>> {
    const { customerId, viewer } = attributePolicy.read(this.ctx.viewer);
    const heard = sql`e.customer_id = ${customerId}::uuid and e.visible_to in (${[...attributePolicy.heard(viewer)]})`;
    const where = subject ? sql`${heard} and e.subject = ${subject}` : heard;
    return findPage(this.ctx.db, AttributeDefinition, where, BY_NAME, args);
  }

  async create(input: CreateDefinition): Promise<AttributeDefinition> {
    const permit = attributePolicy.define(this.ctx.viewer);
    await loadPatterns();
    return this.insert(permit, readDefinition(input));
  }

  async update(id: string, input: UpdateDefinition, expectedVersion?: number | null): Promise<AttributeDefinition> {
    const permit = attributePolicy.define(this.ctx.viewer);
    await loadPatterns();
    return this.change(permit, id, input, expectedVersion);
  }

  /** Deletes the attribute, with its values. */
  async delete(id: string, expectedVersion?: number | null): Promise<AttributeDefinition> {
    return this.remove(attributePolicy.define(this.ctx.viewer), id, expectedVersion);
  }

  private insert({ customerId }: AttributeDefine, fields: DefinitionFields): Promise<AttributeDefinition> {
    const now = this.ctx.clock.now();
    return this.work(async (em, tx) => {
      const present = { customerId, subject: fields.subject };
      if ((await countLocked(tx, AttributeDefinition, customerId, present)) >= DEFINITIONS_MAX)
        throw attributeErrors.TOO_MANY_ATTRIBUTES({
          message: `There are ${DEFINITIONS_MAX} attributes of this subject, which is the maximum.`,
        });
      const made = em.create(AttributeDefinition, {
        ...fields,
        id: newId(now),
        customerId,
        claimSince: fields.claim === null ? null : now,
        createdAt: now,
        updatedAt: now,
      });
      this.record(em, 'created', made, { ...fields });
      return made;
    });
  }

  private change(
    { customerId }: AttributeDefine,
    id: string,
    input: UpdateDefinition,
    expectedVersion?: number | null,
  ): Promise<AttributeDefinition> {
    return this.work(async (em, tx) => {
      const definition = await locked(em, customerId, id);
      checkVersion(definition, expectedVersion);
      const before = { ...definition };
      const after = changedDefinition(definition, input);
      const fields = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
      if (fields.length === 0) throw fault('input', 'no_changes');
      if (definition.isStandard && fields.some((field) => KEPT.includes(field)))
        throw attributeErrors.STANDARD_ATTRIBUTE();
      const isTighter = fields.includes('constraints') && !isLooser(before.constraints, after.constraints);
      if (isTighter || fields.includes('isUnique') || fields.includes('isSearchable')) await refuseMany(tx, definition);
      if (isTighter) await this.checkValues(tx, definition, after);
      const now = this.ctx.clock.now();
      Object.assign(definition, after, { updatedAt: now, ...(reachesMore(before, after) && { claimSince: now }) });
      const changes = Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] }]));
      this.record(em, 'updated', definition, { name: definition.name, fields, changes });
      return definition;
    });
  }

  private remove(
    { customerId }: AttributeDefine,
    id: string,
    expectedVersion?: number | null,
  ): Promise<AttributeDefinition> {
    return this.work(async (em, tx) => {
      const definition = await locked(em, customerId, id);
      checkVersion(definition, expectedVersion);
      if (definition.isStandard) throw attributeErrors.STANDARD_ATTRIBUTE();
      await refuseMany(tx, definition);
      const { name, subject } = definition;
      this.record(em, 'deleted', definition, { name, subject });
      em.remove(definition);
      return definition;
    });
  }

  /** Refuses constraints that stored values break, and says how many there are. Nobody writes values meanwhile. */
  private async checkValues(tx: Transaction, { id, customerId, subject }: AttributeDefinition, next: DefinitionFields) {
    let wrong = 0;
    let after = subject === 'client' ? '' : NIL_ID;
    for (;;) {
      const rows = await tx.rows(STORED[subject], { id, customerId, after });
      wrong += rows.filter(({ value }) => !fits(next, value)).length;
      if (rows.length < STEP) break;
      after = rows.at(-1)!.id;
    }
    if (wrong > 0)
      throw attributeErrors.ATTRIBUTE_VALUES_IN_USE({
        field: 'constraints',
        broken: broken('stored_values', { count: wrong, things: `${subject}${wrong === 1 ? '' : 's'}` }),
      });
  }

  private record(em: EntityManager, what: string, { id: subjectId }: AttributeDefinition, details: object): void {
    const action = `attribute_definition.${what}`;
    audit.record(em, this.ctx, { action, subjectType: 'attribute_definition', subjectId, details: { ...details } });
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work(
    steps: (em: EntityManager, tx: Transaction) => Promise<AttributeDefinition>,
  ): Promise<AttributeDefinition> {
    return this.ctx.db.transaction((tx) => steps(tx.em, tx)).catch(explain);
  }
}

const FIELDS = [
  'description',
  'isRequired',
  'constraints',
  'defaultValue',
  'visibleTo',
  'editableBy',
  'isUnique',
  'isSearchable',
  'claim',
  'scope',
] as const satisfies (keyof DefinitionFields)[];

/** Whether applications get the value that did not get it, or get it under another scope: users have not consented to that. */
const reachesMore = (before: Claimed, after: Claimed): boolean =>
  after.claim !== null &&
  (before.claim !== after.claim ||
    before.scope !== after.scope ||
    (before.visibleTo === 'administrators' && after.visibleTo !== 'administrators'));

type Claimed = Pick<DefinitionFields, 'claim' | 'scope' | 'visibleTo'>;

/** What OpenID Connect says of a standard attribute. */
const KEPT: readonly string[] = ['constraints', 'claim', 'scope', 'description'];

function fits(rules: DefinitionFields, value: unknown): boolean {
  try {
    readValue(rules, value, 'value');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Refuses what would take too long in one transaction, which keeps everybody else from writing values meanwhile. */
async function refuseMany(tx: Transaction, { id, customerId, subject }: AttributeDefinition): Promise<void> {
  const [counted] = await tx.rows(COUNTED[subject], { id, customerId });
  if (counted!.count > VALUES_MAX)
    throw attributeErrors.ATTRIBUTE_HAS_MANY_VALUES({
      message: `More than ${VALUES_MAX.toLocaleString('en-US')} ${subject}s have a value of this attribute, which is too many to do this at once. Define another attribute, or remove values first.`,
    });
}

async function locked(em: EntityManager, customerId: string, id: string): Promise<AttributeDefinition> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const where = { customerId, id: id.toLowerCase() };
  const found = isUuid(id) ? await em.findOne(AttributeDefinition, where, { lockMode }) : null;
  if (!found) throw attributeErrors.ATTRIBUTE_DEFINITION_NOT_FOUND();
  return found;
}
