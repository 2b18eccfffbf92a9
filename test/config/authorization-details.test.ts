import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/ground/config/load.ts';
import { areMembersOf } from '../../src/ground/kernel/authorization-details-schema.ts';

const typesOf = (types: unknown) =>
  loadConfig({ AUTHORIZATION_DETAILS_TYPES: JSON.stringify(types) }).authorizationDetails.types;
const members = (given: object) => ({ pay: { name: 'Pay', members: given } });

describe('AUTHORIZATION_DETAILS_TYPES', () => {
  it('has none by default', () => {
    expect(loadConfig({}).authorizationDetails.types.size).toBe(0);
  });

  it('takes names in several languages, and the members of the RFC without a schema', () => {
    const name = { en: 'Pay', de: 'Zahlen' };
    const own = { title: { en: 'Amount' }, type: 'string' };
    const type = typesOf({ pay: { name, members: { actions: {}, identifier: {}, own }, required: ['own'] } }).get(
      'pay',
    );
    expect(type).toMatchObject({ name, titles: { own: { en: 'Amount' } } });
    expect(areMembersOf(type!, { actions: ['a'], identifier: 'x', own: '1' })).toBe(true);
    for (const wrong of [
      {},
      { own: 1 },
      { own: '1', actions: 'a' },
      { own: '1', identifier: 1 },
      { own: '1', more: 1 },
    ])
      expect(areMembersOf(type!, wrong)).toBe(false);
  });

  it.each<[string, object, unknown]>([
    ['a list that is an object', { actions: { type: 'object', additionalProperties: { type: 'string' } } }, { a: 'b' }],
    ['a list of objects', { actions: { items: { type: 'object', properties: {} } } }, [{ a: 1 }]],
    ['a list of lists', { actions: { items: { type: 'array', items: { type: 'string' } } } }, [['a']]],
    ['a list that may be a text', { actions: { anyOf: [{ type: 'array' }, { type: 'string' }] } }, 'a'],
  ])('keeps the members of the RFC what they are: never %s', (_name, schema, actions) => {
    expect(areMembersOf(typesOf(members(schema)).get('pay')!, { actions })).toBe(false);
  });

  it.each<[string, string]>([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a type with a blank', JSON.stringify({ 'a b': { name: 'A', members: {} } })],
    ['a type without a name', JSON.stringify({ a: { members: {} } })],
    ['a name that is not in English', JSON.stringify({ a: { name: { de: 'A' }, members: {} } })],
    ['a member that is the type', JSON.stringify(members({ type: { type: 'string' } }))],
    ['a member that does not say what it is', JSON.stringify(members({ amount: { maxLength: 3 } }))],
    ['the same inside', JSON.stringify(members({ amount: { type: 'object', properties: { value: {} } } }))],
    ['the same of items', JSON.stringify(members({ all: { type: 'array', items: { minimum: 1 } } }))],
    ['an unknown kind', JSON.stringify(members({ amount: { type: 'money' } }))],
    ['an unknown required member', JSON.stringify({ a: { name: 'A', members: {}, required: ['b'] } })],
    ['an unknown setting', JSON.stringify({ a: { name: 'A', members: {}, color: 'red' } })],
  ])('refuses %s, with the other faults', (_name, text) => {
    const load = () => loadConfig({ AUTHORIZATION_DETAILS_TYPES: text, PORT: 'x' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      expect((error as ConfigError).faults.map(({ variable }) => variable)).toEqual([
        'PORT',
        'AUTHORIZATION_DETAILS_TYPES',
      ]);
    }
  });
});
