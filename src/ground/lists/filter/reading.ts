import type { RequestContext } from '../../kernel/context.ts';
import { Loader } from '../../kernel/loader.ts';
import { fault } from '../../kernel/errors.ts';
import { conjuncts, isTest, opposite, type Condition } from './condition.ts';
import type { Filter, Property, Reading } from './filter.ts';
import { findIds } from './find-ids.ts';
import { CONDITIONS_MAX, DEPTH_MAX, sizeOf } from './size.ts';

/** Reads the conditions that a caller gave for rows. Without any, all rows meet them. `path` is where they are. */
export async function readWhere(
  ctx: RequestContext,
  filter: Filter,
  where: object | null | undefined,
  path = 'where',
): Promise<Condition> {
  if (!where || isEmpty(where)) return { all: [] };
  const { conditions, depth } = sizeOf(where);
  if (conditions > CONDITIONS_MAX) throw fault(path, 'too_many_conditions', { max: CONDITIONS_MAX });
  if (depth > DEPTH_MAX) throw fault(path, 'nested', { max: DEPTH_MAX });
  return new Reader(ctx).read(filter, where, path);
}

interface Given {
  readonly filter: Filter;
  readonly where: object;
}

/** Reads filters that many lists of one document have: each once, however many lists have it. */
export const whereLoader = (ctx: RequestContext): Loader<Given, Condition, string> =>
  new Loader(
    ctx,
    (all) => Promise.all(all.map(({ filter, where }) => readWhere(ctx, filter, where).catch((error: Error) => error))),
    { cacheKeyFn: ({ filter, where }) => `${filter.rules.noun} ${JSON.stringify(where)}` },
  );

/** Reads a filter for one viewer. */
class Reader implements Reading {
  constructor(readonly ctx: RequestContext) {}

  get now(): Date {
    return this.ctx.clock.now();
  }

  async read(filter: Filter, where: object, path: string): Promise<Condition> {
    const list = (given: unknown, at: string): Promise<Condition[]> => {
      const parts = given as readonly object[];
      if (parts.length === 0) throw fault(at, 'no_condition');
      return Promise.all(parts.map((part, n) => this.read(filter, part, `${at}[${n}]`)));
    };
    return this.readEach(where, path, async (name, given, at) => {
      if (name === 'and') return { all: await list(given, at) };
      if (name === 'or') return atLeastOne(await list(given, at));
      if (name === 'not') return opposite(await this.read(filter, given as object, at));
      return this.readProperty(filter.properties[name]!, given, at);
    });
  }

  readProperties(properties: Readonly<Record<string, Property>>, given: object, path: string): Promise<Condition> {
    return this.readEach(given, path, (name, value, at) => this.readProperty(properties[name]!, value, at));
  }

  async readEach(
    given: object,
    path: string,
    read: (name: string, value: unknown, at: string) => Condition | Promise<Condition>,
  ): Promise<Condition> {
    const parts = givenIn(given, path).map(async ([name, value]) => read(name, value, `${path}.${name}`));
    return { all: await Promise.all(parts) };
  }

  async idsOf(filter: Filter, where: object, path: string): Promise<readonly string[] | null> {
    if (isEmpty(where)) return null;
    const condition = await this.read(filter, where, path);
    const [only, ...others] = conjuncts(condition);
    if (only && others.length === 0 && isTest(only) && only.ids) return only.ids;
    filter.rules.read(this.ctx.viewer);
    return findIds(this.ctx, filter, condition, path);
  }

  private readProperty(property: Property, given: unknown, path: string): Condition | Promise<Condition> {
    property.permit?.(this.ctx.viewer);
    return property.read(given as never, path, this);
  }
}

/** The condition that at least one holds. One that always holds is enough. */
const atLeastOne = (conditions: readonly Condition[]): Condition =>
  conditions.some((condition) => conjuncts(condition).length === 0) ? { all: [] } : { any: conditions };

/** What was given for each name. Refuses null, and an object with nothing in it. */
export function givenIn(conditions: object, path: string): [name: string, value: unknown][] {
  if (isEmpty(conditions)) throw fault(path, 'no_condition');
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const empty = entries.find(([, value]) => value === null);
  if (empty) throw fault(`${path}.${empty[0]}`, 'null_condition');
  return entries;
}

const isEmpty = (conditions: object): boolean => Object.values(conditions).every((value) => value === undefined);
