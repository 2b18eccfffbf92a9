import { describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  type GraphQLInputObjectType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { committedSchema } from '../support/schema.ts';

const schema = committedSchema();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
const fieldsOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] => Object.values(type.getFields());
const mutations = fieldsOf(schema.getMutationType()!);
const argsOf = ({ args }: GraphQLField<unknown, unknown>) =>
  args
    .map(({ name, type }) => `${name}: ${String(type)}`)
    // What others depend on is deleted with its name to confirm it, or only for a try.
    .filter((arg) => !['expectedVersion: Int', 'confirm: String', 'dryRun: Boolean!'].includes(arg))
    .toSorted();

describe('the shape of changes', () => {
  it.each(mutations)('$name returns a payload', ({ type }) => {
    expect(String(type)).toMatch(/^\w+Payload$/);
    expect(isObjectType(getNamedType(type))).toBe(true);
  });

  it.each(mutations.filter(({ name }) => /^(create|update|delete)(?!.*s$)/.test(name)))(
    '$name takes what it is named for, and returns it under its name',
    (field) => {
      const [, verb, noun] = /^(create|update|delete)(\w+)$/.exec(field.name)!;
      const input = `input: ${verb === 'create' ? 'Create' : 'Update'}${noun}Input!`;
      expect(argsOf(field)).toEqual({ create: [input], update: ['id: ID!', input], delete: ['id: ID!'] }[verb!]);
      const payload = getNamedType(field.type) as GraphQLObjectType;
      expect(String(payload.getFields()[noun![0]!.toLowerCase() + noun!.slice(1)]?.type)).toBe(`${noun}!`);
    },
  );

  it('has inputs of the same fields for creating and for changing, whose values mean the same', () => {
    const inputs = new Map(types.filter(isInputObjectType).map((type) => [type.name, type.getFields()]));
    for (const [name, changed] of inputs) {
      const created = name.startsWith('Update') && inputs.get(name.replace(/^Update/, 'Create'));
      if (!created) continue;
      const typesOf = (fields: typeof changed) =>
        Object.fromEntries(
          Object.values(fields)
            .filter((field) => field.name in changed && field.name in created)
            .map((field) => [field.name, String(getNullableType(field.type))]),
        );
      expect(typesOf(changed)).toEqual(typesOf(created));
    }
  });
});

/** A user has at most twenty of each, and groups are nested eight times at most, as their descriptions say. */
const FEW = new Set(['User.passkeys', 'User.rememberedDevices', 'EffectiveGroupEdge.via', 'EffectiveMemberEdge.via']);

/** Its lists have at most a hundred items: an administrator writes each as a whole. */
const CHOSEN_WHOLE = 'SecondFactorPolicy';

describe('the shape of objects', () => {
  const nodes = objects.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));

  it('is a node for everything that has an id', () => {
    expect(nodes.map(({ name }) => name)).toEqual(
      objects.filter((type) => 'id' in type.getFields()).map(({ name }) => name),
    );
  });

  // Sessions are deleted when they end, so there is none behind the id of a delivery.
  const LEADS_NOWHERE = new Set(['LogoutDelivery.sessionId', 'Customer.impersonatorIds']);

  it.each(objects)('of $name has the object beside every id', (type) => {
    const fields = type.getFields();
    for (const { name, type: idType } of Object.values(fields)) {
      if (name === 'id' || getNamedType(idType).name !== 'ID' || LEADS_NOWHERE.has(`${type.name}.${name}`)) continue;
      expect(name).toMatch(/.Id$/);
      const beside = getNamedType(fields[name.slice(0, -2)]?.type);
      expect([name, beside?.name ?? null]).toEqual([name, expect.any(String)]);
      expect(isObjectType(beside) || isInterfaceType(beside) || beside?.name === 'Actor').toBe(true);
    }
  });

  it.each(objects)('of $name calls moments by names that end in At or Until', (type) => {
    for (const { name, type: fieldType } of fieldsOf(type))
      expect([name, /(At|Until)$/.test(name)]).toEqual([name, getNamedType(fieldType).name === 'DateTimeISO']);
  });

  it.each(objects)('of $name has connections where it has many objects with ids', (type) => {
    if (/(Connection|Payload|Query)$/.test(type.name) || type.name === CHOSEN_WHOLE) return;
    const lists = fieldsOf(type).filter((field) => isListType(getNullableType(field.type)));
    const plain = lists.filter((field) => nodes.includes(getNamedType(field.type) as GraphQLObjectType));
    expect(plain.map(({ name }) => `${type.name}.${name}`).filter((name) => !FEW.has(name))).toEqual([]);
  });

  it('is whole for every connection', () => {
    for (const type of objects.filter(({ name }) => name.endsWith('Connection'))) {
      expect(Object.keys(type.getFields()).toSorted()).toEqual(['atLeast', 'edges', 'nodes', 'pageInfo', 'totalCount']);
      const lists = objects.flatMap(fieldsOf).filter((field) => getNamedType(field.type) === type);
      for (const list of lists)
        expect(list.args.map(({ name }) => name)).toEqual(expect.arrayContaining(['after', 'before', 'first', 'last']));
    }
  });

  it('has one type for one name: scopes, grant types and states are enums wherever they are', () => {
    const named = new Map<string, Set<string>>();
    const inputs = types.filter(isInputObjectType).filter(({ name }) => !/(Where|Filter)$/.test(name));
    // The scopes of an API are its own, and objects.
    const ofOthers = [...objects, ...inputs].filter(({ name }) => !/^(Api|ApiUse|CreateApiInput)$/.test(name));
    const all = ofOthers.flatMap((type) => Object.values(type.getFields()));
    for (const { name, type } of all) {
      const bare = getNamedType(type as GraphQLOutputType);
      if (/^(scopes|grantTypes|role|tokenEndpointAuthMethod|mfaMethods|kind|state|outcome)$/.test(name))
        expect([name, isEnumType(bare)]).toEqual([name, true]);
      if (name === 'state' || name === 'kind' || name === 'outcome') continue;
      named.set(name, (named.get(name) ?? new Set()).add(bare.name));
    }
    for (const name of ['scopes', 'grantTypes', 'role', 'userId', 'clientId', 'createdAt', 'totalCount'])
      expect([name, named.get(name)?.size]).toEqual([name, 1]);
  });

  it('is filtered by enums where it has enums', () => {
    for (const where of types.filter(isInputObjectType).filter(({ name }) => name.endsWith('Where')))
      for (const { name, type } of Object.values(where.getFields())) {
        if (!/^(scopes|grantTypes|role|kind|state)$/.test(name)) continue;
        const conditions = Object.values((getNamedType(type) as GraphQLInputObjectType).getFields());
        expect([name, conditions.map((condition) => isEnumType(getNamedType(condition.type)))]).toEqual([
          name,
          conditions.map(() => true),
        ]);
      }
  });
});
