import { describe, expect, it } from '@jest/globals';
import { AppError, fault, kernelErrors } from '../../src/ground/kernel/errors.ts';
import {
  attempt,
  FAULTS_MAX,
  readAll,
  readAllAsync,
  readItems,
  refuse,
  together,
} from '../../src/ground/kernel/input.ts';

const bad = (field: string) => (): never => {
  throw fault(field, 'invalid');
};

const faultOf = (work: () => unknown): AppError => {
  const error = attempt(work);
  if (error instanceof AppError) return error;
  throw new Error('It was read.');
};

describe('reading an input', () => {
  it('gives the values of all fields', () => {
    expect(readAll({ a: () => 1, b: () => 'x' })).toEqual({ a: 1, b: 'x' });
    expect(readItems([1, 2], (item) => item * 2)).toEqual([2, 4]);
  });

  it('tells the faults of all fields, nested ones too', () => {
    const error = faultOf(() => readAll({ a: bad('a'), b: () => 1, c: () => readAll({ d: bad('d'), e: bad('e') }) }));
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'a',
      message: 'a is not valid. d is not valid. e is not valid.',
    });
    expect(error.faults.map(({ path }) => path)).toEqual(['a', 'd', 'e']);
  });

  it('does so for readers that take time', async () => {
    expect(await readAllAsync({ a: () => Promise.resolve(1), b: () => 2 })).toEqual({ a: 1, b: 2 });
    const failing = readAllAsync({ a: () => Promise.reject(fault('a', 'invalid')), b: bad('b') });
    await expect(failing).rejects.toMatchObject({ faults: [{ path: 'a' }, { path: 'b' }] });
    await expect(readAllAsync({ a: () => Promise.reject(new Error('broken')), b: bad('b') })).rejects.toThrow('broken');
  });

  it('hides no refusal and no failure behind a fault', () => {
    expect(() => readAll({ a: bad('a'), b: () => refuse([kernelErrors.FORBIDDEN()]) })).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
    expect(() => attempt(() => JSON.parse('{'))).toThrow(SyntaxError);
  });

  it('tells no more faults than fit an answer', () => {
    const error = together(Array.from({ length: FAULTS_MAX + 5 }, (_, n) => fault(`f.${n}`, 'no_changes')))!;
    expect(error.faults).toHaveLength(FAULTS_MAX);
    expect(error.message).toMatch(/The input has no changes\. There are 5 more\.$/);
    expect(together([])).toBeUndefined();
  });
});
