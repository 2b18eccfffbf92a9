import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { lexicographicSortSchema, printSchema, type GraphQLEnumType } from 'graphql';
import { format } from 'prettier';
import { createSchema } from '../../src/graphql/schema.ts';
import { serverErrors } from '../../src/kernel/errors.ts';

// Every room declares its error codes before the schema is made of them, as in a server.
beforeAll(async () => {
  for (const file of globSync('src/**/errors.ts')) await import(`../../${file}`);
});

describe('schema.graphql', () => {
  it('is the schema', async () => {
    const committed = await readFile('schema.graphql', 'utf8');
    expect(
      await format(printSchema(lexicographicSortSchema(createSchema())), { parser: 'graphql', printWidth: 120 }),
    ).toBe(committed);
  });

  it('has every error code of the server, with its sentence, and no other', () => {
    const type = createSchema().getType('ErrorCode') as GraphQLEnumType;
    expect(type.getValues().map(({ name, description }) => [name, description])).toEqual(
      serverErrors().map(({ code, meaning }) => [code, meaning]),
    );
  });

  it('describes every type, field, argument and value of ours', () => {
    const bare: string[] = [];
    for (const type of Object.values(createSchema().getTypeMap())) {
      if (type.name.startsWith('__') || type.astNode || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name))
        continue;
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
