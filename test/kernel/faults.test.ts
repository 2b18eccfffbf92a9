import { describe, expect, it } from '@jest/globals';
import { de } from '../../src/ground/faults/de.ts';
import { en } from '../../src/ground/faults/en.ts';
import { broken, inNames, sentenceOf, shownPath, snakeNames } from '../../src/ground/faults/index.ts';
import { fault, renamedFault } from '../../src/ground/kernel/errors.ts';

describe('a broken rule', () => {
  it('is a sentence in each language', () => {
    const rule = broken('too_long', { max: 5 });
    expect(sentenceOf(rule, 'name')).toBe('name is longer than 5 characters.');
    expect(sentenceOf(rule, '„Name“', de, 'de')).toBe('„Name“ hat mehr als 5 Zeichen.');
    const either = broken('one_of_required', { fields: ['a', 'b'], for: 'c' });
    expect(sentenceOf(either, 'a')).toBe('a or b must be given for c.');
    expect(sentenceOf(either, 'a', de, 'de')).toBe('Für c fehlt a oder b.');
    const many = broken('choice', { values: ['a', 'b', 'c'] });
    expect(sentenceOf(many, 'x')).toBe('x must be a, b or c.');
    expect(sentenceOf(broken('find_many', { max: 50_000, conditions: ['a', 'b'] }), '')).toContain('50,000: a, b.');
  });

  it('shows items of lists in brackets', () => {
    expect(shownPath('redirectUris.1')).toBe('redirectUris[1]');
    expect(shownPath('pageTexts.0.text')).toBe('pageTexts[0].text');
    expect(fault('redirectUris.1', 'fragment').message).toBe('redirectUris[1] must not have a fragment.');
  });

  it('names fields, and writes words, as a door does', () => {
    const names = snakeNames({ name: 'client_name', 'where.search': 'search' });
    expect(['name', 'jwksUri', 'redirectUris.1', 'where.search'].map(names.name)).toEqual([
      'client_name',
      'jwks_uri',
      'redirect_uris.1',
      'search',
    ]);
    const rule = broken('sector', { for: 'PAIRWISE', other: 'redirectUris' });
    expect(inNames(rule, names).parameters).toEqual({ for: 'pairwise', other: 'redirect_uris' });
    const [found] = fault('sectorIdentifierUri', 'sector', { for: 'PAIRWISE', other: 'redirectUris' }).faults;
    expect(renamedFault(found!, names)).toMatchObject({
      path: 'sector_identifier_uri',
      message:
        'sector_identifier_uri must be given for pairwise, unless redirect_uris have one and the same https host.',
    });
  });

  it('has a text in every language for every rule', () => {
    expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('does not compile without its parameters, or if nobody knows it', () => {
    // @ts-expect-error A parameter is missing.
    broken('too_long');
    // @ts-expect-error There is no such rule.
    broken('too_blue');
    // @ts-expect-error A list is no value.
    broken('too_long', { max: [1] });
    expect(broken('blank').parameters).toEqual({});
  });
});
