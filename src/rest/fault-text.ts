import type * as z from 'zod';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What is wrong with a value, as a text that follows the name of its field. */
export function faultText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required.' : `must be ${NOUNS[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}.`;
  return 'is not valid.';
}
