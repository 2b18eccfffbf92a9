import { raw, sql } from '@mikro-orm/postgresql';
import { checkOf, conjuncts, isTest, RANKS, type Condition, type Test } from '../../ground/lists/filter/index.ts';

/** An event that is alone, or the first of its fold. */
const IS_FIRST = '(e.fold_id is null or e.fold_id = e.id)';

/** An event that is not told by the first of its fold, in the history of its subject. Indexes have both as their condition. */
export const IS_TOLD =
  "(e.fold_id is null or e.fold_id = e.id or audit_fold(e.request_id, e.action, '') = audit_fold(e.request_id, e.action, e.subject_id))";

/** Conditions that hold for all events of a fold, or for none. */
const ALIKE: ReadonlySet<string> = new Set([
  'action',
  'actorType',
  'actorId',
  'clientId',
  'impersonatorId',
  'subjectType',
  'ipAddress',
  'requestId',
]);
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Whether a filter has whole folds. */
const hasWhole = (where: object): boolean =>
  Object.entries(where).every(([name, given]: [string, unknown]) => {
    if (given === undefined || ALIKE.has(name)) return true;
    return JOINING.has(name) && [given].flat().every((each) => hasWhole(each as object));
  });

const first: Test = {
  path: 'folded',
  check: raw(IS_FIRST),
  walk: ({ table, customerId }, between, direction, slice) => sql`
    select e.* ${raw(`from ${table} e`)} where e.customer_id = ${customerId}::uuid and ${raw(IS_FIRST)} ${between('e.id')}
    ${raw(`order by e.id ${direction}`)} ${slice}`,
  rank: RANKS.choice,
};

/** The condition of the first events, so that an index that has only these finds them. */
function ofFirst(condition: Condition): Condition {
  if ('any' in condition) return { any: condition.any.map(ofFirst) };
  const isRange = isTest(condition) && condition.value;
  return isRange ? { ...condition, check: sql`${condition.check} and ${raw(IS_FIRST)}` } : condition;
}

/**
 * The conditions of the events that stand for those of a filter: of each fold the first one. If the filter leaves that out, the
 * others that it finds stand for themselves.
 */
export function folded(where: object | null | undefined, given: Condition): readonly Condition[] {
  if (hasWhole(where ?? {})) return [first, ...conjuncts(given).map(ofFirst)];
  const isLeftOut = sql`not exists (
    select from (select e.fold_id as first_id, e.customer_id as customer_id) o cross join lateral (
      select from audit_events e where e.id = o.first_id and e.customer_id is not distinct from o.customer_id and ${checkOf(given)}) f)`;
  return [given, { path: 'folded', check: sql`(${raw(IS_FIRST)} or ${isLeftOut})`, rank: RANKS.choice }];
}
