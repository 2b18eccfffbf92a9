import { describe, expect, it } from '@jest/globals';
import { firstIdOf, newId } from '../../src/ground/kernel/ids.ts';

const NOW = new Date('2026-11-27T12:00:00.123Z');

describe('the id of a new row', () => {
  it('sorts in the order in which ids are made, even within a millisecond', () => {
    const ids = Array.from({ length: 2000 }, () => newId(NOW));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is a UUIDv7 of its moment, unlike any other, however many are made at once', () => {
    const ids = Array.from({ length: 10_000 }, () => newId(NOW));
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const [from, to] = [firstIdOf(NOW), firstIdOf(new Date(NOW.getTime() + 1))];
    expect(ids.every((id) => id >= from && id < to)).toBe(true);
    expect(newId(new Date(NOW.getTime() + 1)) > ids.at(-1)!).toBe(true);
  });
});
