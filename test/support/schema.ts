import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

/**
 * The schema, from the file that `test/graphql/schema.test.ts` compares with it. Built from the sources beside a running
 * server, it would bring every entity a second time.
 */
export const committedSchema = () => buildSchema(readFileSync('schema.graphql', 'utf8'));
