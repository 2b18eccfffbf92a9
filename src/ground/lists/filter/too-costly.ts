import { broken, type Broken } from '../../faults/index.ts';
import { kernelErrors, type AppError } from '../../kernel/errors.ts';
import { together } from '../../kernel/input.ts';
import { conjuncts, isTest, type Condition, type Test } from './condition.ts';
import type { Listing } from './listing.ts';
import { ROWS_MAX } from './steps.ts';

/** Refuses a list whose filter no index answers in this order. The message says why, and what would work. */
export function tooCostly(listing: Listing<object>, condition: Condition): AppError {
  // The others are not the caller's.
  const tests = conjuncts(condition).filter((part) => isTest(part) && part.path.startsWith('where')) as Test[];
  const found = tests.filter(({ key, find }) => key ?? find);
  const only = tests.filter((test) => !found.includes(test));
  const orders = [...new Set(found.flatMap(({ key }) => (key ? listing.orderFieldsOf(key) : [])))];
  const told: Broken[] = [
    broken('few_meet', { things: listing.filter.rules.noun }),
    ...(found.length > 0 ? [broken('find_many', { max: ROWS_MAX, conditions: pathsOf(found) })] : []),
    ...(only.length > 0 ? [broken('only_check', { conditions: pathsOf(only) })] : []),
    orders.length > 0 ? broken('add_condition_or_order', { orders }) : broken('add_condition'),
  ];
  return together(told.map((each) => kernelErrors.FILTER_TOO_COSTLY({ field: 'where', broken: each })))!;
}

/** Refuses a numbered list, which would have to count more than it can read. The message says what would work. */
export function tooManyToNumber(listing: Listing<object>, condition: Condition): AppError {
  const [first] = conjuncts(condition).filter(isTest);
  const { noun } = listing.filter.rules;
  return kernelErrors.FILTER_TOO_COSTLY({
    field: first?.path ?? 'where',
    broken: broken('uncountable', { max: ROWS_MAX, things: noun }),
  });
}

const pathsOf = (tests: readonly { readonly path: string }[]): string[] => tests.map(({ path }) => path);
