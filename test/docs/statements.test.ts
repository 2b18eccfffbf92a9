import { describe, expect, it } from '@jest/globals';
import { declaredStatements } from '#product';
import { sourceOf, statementSources } from '../../scripts/statements/sources.ts';

const MOST = 101;
const REASON = /^(?:Hot path: |Redeems |Claims |Many rows at once: )/;

const sources = statementSources();

/** What is wrong with each statement. */
const problems = declaredStatements().flatMap(({ name, parameters, text }) => {
  const source = sourceOf(name, sources);
  if (!source) return [`${name}: not found in the sources`];
  return [
    ...(source.file.endsWith('.hot.sql.ts') ? [] : [`${name}: not in a .hot.sql.ts file`]),
    ...(REASON.test(source.comment) ? [] : [`${name}: no reason`]),
    ...(parameters.length === 0 && /\$\d/.test(text) ? [`${name}: numbered parameters`] : []),
  ];
});

describe('the named statements', () => {
  it('are in a .hot.sql.ts file, with a reason and parameters with names', () => {
    expect(problems).toEqual([]);
  });

  it('are few', () => {
    expect(declaredStatements().length).toBeLessThanOrEqual(MOST);
  });
});
