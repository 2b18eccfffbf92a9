import type { NonEmptyArray } from 'type-graphql';
import { ClientResolver } from '../modules/clients/index.ts';
import { GroupResolver, UserGroupsResolver } from '../modules/groups/index.ts';

/** Every module's resolvers: what is not here is not in the schema. */
export const resolvers: NonEmptyArray<new () => object> = [ClientResolver, GroupResolver, UserGroupsResolver];
