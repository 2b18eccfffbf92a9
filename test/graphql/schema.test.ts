import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLEnumType,
  type GraphQLSchema,
} from 'graphql';
import { format } from 'oxfmt';
import { serverErrors } from '../../src/ground/kernel/errors.ts';
import { useApp } from '../support/app.ts';

const app = useApp();
let schema: GraphQLSchema;
beforeAll(async () => {
  const { text } = await app.send('GET', '/schema.graphql', { token: await app.token('read') });
  schema = lexicographicSortSchema(buildSchema(text));
});

describe('schema.graphql', () => {
  it('is the schema that the server has', async () => {
    const committed = await readFile('schema.graphql', 'utf8');
    const { code } = await format('schema.graphql', printSchema(schema), { printWidth: 120 });
    expect(code).toBe(committed);
  });

  it('has every error code of the server, with its sentence, and no other', async () => {
    for (const file of globSync('src/**/errors.ts')) await import(`../../${file}`);
    const codes = serverErrors().map(({ code, meaning }) => [code, meaning] as const);
    const type = schema.getType('ErrorCode') as GraphQLEnumType;
    expect(Object.fromEntries(type.getValues().map(({ name, description }) => [name, description]))).toEqual(
      Object.fromEntries(codes),
    );
  });

  it('describes every type, field, argument and value of ours', () => {
    const bare: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
      if (!type.description && !['Query', 'Mutation', 'Subscription'].includes(type.name)) bare.push(type.name);
      const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
      for (const field of fields) {
        if (!field.description) bare.push(`${type.name}.${field.name}`);
        for (const arg of 'args' in field ? field.args : [])
          if (!arg.description) bare.push(`${type.name}.${field.name}(${arg.name})`);
      }
      for (const value of 'getValues' in type ? type.getValues() : [])
        if (!value.description) bare.push(`${type.name}.${value.name}`);
    }
    expect(bare).toEqual([]);
  });
});
