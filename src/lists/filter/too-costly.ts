import { kernelErrors, type AppError } from '../../kernel/errors.ts';
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
  const many = ROWS_MAX.toLocaleString('en-US');
  const message = [
    `Too few ${listing.filter.rules.noun} of this list meet all of \`where\`.`,
    ...(found.length > 0 ? [`Each of these finds more than ${many}: ${pathsOf(found)}.`] : []),
    ...(only.length > 0 ? [`These only check what others find: ${pathsOf(only)}.`] : []),
    `Add a condition that finds fewer${orders.length > 0 ? `, or order by ${orders.join(' or ')}` : ''}.`,
  ].join(' ');
  return kernelErrors.FILTER_TOO_COSTLY({ field: 'where', message });
}

/** Refuses a numbered list, which would have to count more than it can read. The message says what would work. */
export function tooManyToNumber(listing: Listing<object>, condition: Condition): AppError {
  const [first] = conjuncts(condition).filter(isTest);
  const { noun } = listing.filter.rules;
  const message = `Among more than ${ROWS_MAX.toLocaleString('en-US')} ${noun}, too many fit to be counted. Add a word, or more letters, that fewer ${noun} have, or list them without page numbers.`;
  return kernelErrors.FILTER_TOO_COSTLY({ field: first?.path ?? 'where', message });
}

const pathsOf = (tests: readonly { readonly path: string }[]): string => tests.map(({ path }) => path).join(', ');
