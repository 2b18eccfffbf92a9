import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { resolvers } from './resolvers.ts';

/** The whole schema, built from the modules' resolvers. Input is checked by the services, so no validator runs here. */
export const createSchema = (): GraphQLSchema => buildSchemaSync({ resolvers, validate: false });
