import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeLong } from '../../src/doors/graphql/long-answer.ts';

const text = async (answer: object): Promise<string> => String(await writeLong(answer));

it('a long answer is written as a short one is', async () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 60 }),
      fc.dictionary(fc.string(), tie('value')),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(value, async (data) => {
      expect(await text({ data: { data } as never })).toBe(`${JSON.stringify({ data: { data } })}\n`);
    }),
  );
});

it('errors come first, and what is not there is left out', async () => {
  const list = Array.from({ length: 100 }, (_, n) => ({ n, name: `“${n}”`, at: undefined }));
  const errors = [{ message: 'No.', path: ['list', 3] }];
  expect(await text({ data: { list }, errors })).toBe(`${JSON.stringify({ errors, data: { list } })}\n`);
  expect(await text({ data: { list: [[], [[]], {}] } })).toBe('{"data":{"list":[[],[[]],{}]}}\n');
});
