import type * as z from 'zod';
import { broken, type Broken } from '../faults/index.ts';

const TYPES: Readonly<Record<string, Broken>> = {
  string: broken('text'),
  boolean: broken('boolean'),
  array: broken('list'),
  object: broken('object'),
  number: broken('number'),
  int: broken('integer'),
  record: broken('object'),
};

/** The rule that a value breaks whose schema finds it wrong. Refinements say in `params` which rule they are. */
export function ruleOf(issue: z.core.$ZodIssue): Broken {
  if (issue.code === 'custom') return issue.params as unknown as Broken;
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? broken('required') : (TYPES[issue.expected] ?? broken('invalid'));
  if (issue.code === 'too_big' && issue.origin === 'string') return broken('too_long', { max: Number(issue.maximum) });
  if (issue.code === 'too_big' && issue.origin === 'array') return broken('too_many', { max: Number(issue.maximum) });
  if (issue.code === 'invalid_value') return choiceOf(issue.values.map(String));
  if (issue.code === 'invalid_format' && issue.format === 'url') return broken('web_address');
  // Queries have numbers as texts, and other patterns there are none.
  if (issue.code === 'invalid_format' && issue.format === 'regex') return broken('whole_from', { min: 1 });
  return broken('invalid');
}

const BOOLEANS = new Set(['true', 'false']);

const choiceOf = (values: readonly string[]): Broken =>
  values.every((value) => BOOLEANS.has(value)) ? broken('boolean') : broken('choice', { values });
