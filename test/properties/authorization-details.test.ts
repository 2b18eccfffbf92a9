import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { areCovered, type AuthorizationDetail } from '../../src/ground/kernel/authorization-details.ts';
import { detailsWithin } from '../../src/modules/grants/redeemed-grant.hot.sql.ts';
import { useApp } from '../support/app.ts';

const app = useApp();

describe('what covers what', () => {
  const value = fc.constantFrom<unknown>('a', 1, null, ['a'], { b: ['a'] }, { b: ['a', 'c'] });
  const list = fc.uniqueArray(fc.constantFrom('r', 'w', 'x'), { minLength: 1 });
  const detail = fc.record(
    {
      type: fc.constantFrom('t', 'u'),
      actions: list,
      locations: list,
      identifier: fc.constantFrom('1', '2'),
      own: value,
    },
    { requiredKeys: ['type'] },
  ) as fc.Arbitrary<AuthorizationDetail>;
  const details = fc.array(detail, { minLength: 1, maxLength: 3 });

  it('RFC 9396 §6: is the same in a statement and in the server', async () => {
    const { pool } = app.server.database;
    const compare = async (asked: readonly AuthorizationDetail[], granted: readonly AuthorizationDetail[]) => {
      const text = `select ${detailsWithin('$1')} as covered from (select $2::jsonb as authorization_details) g`;
      const { rows } = await pool.query(text, [JSON.stringify(asked), JSON.stringify(granted)]);
      expect([asked, granted, rows[0].covered]).toEqual([asked, granted, areCovered(asked, granted)]);
    };
    await fc.assert(fc.asyncProperty(details, details, compare), { numRuns: 300 });
    // Of two lists drawn by chance, few cover each other. These do, or nearly.
    const part = fc.tuple(details, list).map(([granted, actions]) => ({
      granted,
      asked: granted.map((one) => ('actions' in one ? { ...one, actions } : one)),
    }));
    await fc.assert(
      fc.asyncProperty(part, ({ asked, granted }) => compare(asked, granted)),
      { numRuns: 300 },
    );
  });
});
