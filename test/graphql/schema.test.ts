import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { format } from 'prettier';
import { createSchema } from '../../src/graphql/schema.ts';

describe('schema.graphql', () => {
  it('is the schema', async () => {
    const committed = await readFile('schema.graphql', 'utf8');
    expect(
      await format(printSchema(lexicographicSortSchema(createSchema())), { parser: 'graphql', printWidth: 120 }),
    ).toBe(committed);
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
