import type { ResultOf } from 'gql.tada';
import * as z from 'zod';
import { broken } from '../../../ground/faults/index.ts';
import { graphql } from '../../graphql/execute.ts';
import { errorOf, notFound } from '../../../ground/kernel/errors.ts';
import { count, optional, optionalId, sent, text, timestamp, uuid, withoutVersion } from '../fields.ts';
import { listRoute, route } from '../route.ts';

const member = z
  .strictObject({ user_id: uuid, email: z.string(), name: z.string(), joined_at: timestamp })
  .meta({ id: 'GroupMember', description: 'A member of a group.' });

const name = text({ minLength: 1, maxLength: 255 });
const description = text({ maxLength: 2000 });
const described = {
  name: name.meta({ description: '1 to 255 characters. Unique within the customer.' }),
  description: optional(description.meta({ description: 'At most 2,000 characters.' })),
};

const identity = { id: uuid, name, description, customer_id: uuid };
const scoped = { ...identity, organization_id: uuid.nullable() };
const dates = { created_at: timestamp, updated_at: timestamp };

const whole = z
  .strictObject({ ...scoped, members: z.array(member), ...dates })
  .meta({ id: 'Group', description: 'A group with all its members.' });
const listed = z
  .strictObject({ ...identity, member_count: count, created_at: timestamp })
  .meta({ id: 'ListedGroup', description: 'A group in a list.' });
const created = z
  .strictObject({ ...scoped, ...dates })
  .meta({ id: 'CreatedGroup', description: 'A group that was just created.' });
const updated = z
  .strictObject({ ...identity, updated_at: timestamp })
  .meta({ id: 'UpdatedGroup', description: 'What an update tells of a group.' });

const found = <T>(group: T | null): T => {
  if (!group) throw notFound('group');
  return group;
};

/** A user, as a member of a group. */
const memberOf = <Member extends object>({ joined_at, node }: { joined_at: string; node: Member }) => ({
  ...node,
  joined_at,
});

/** Throws if the user does not exist. It is no error if the membership was there, or was gone, before. */
const checkOutcome = ({ payload }: ResultOf<typeof ADD | typeof REMOVE>): undefined => {
  const code = payload.results[0]?.error?.code;
  if (code === 'USER_NOT_FOUND') throw notFound('user');
  if (code) throw errorOf(code);
};

const IDENTITY = 'id name description customer_id: customerId';
const MEMBERS =
  'members(first: $first, after: $after) { edges { joined_at: joinedAt node { user_id: id email name } } pageInfo { hasNextPage endCursor } }';

const ADD = graphql(`
  mutation ($group: ID!, $users: [ID!]!) {
    payload: addGroupMembers(id: $group, userIds: $users) {
      results {
        error {
          code
        }
      }
    }
  }
`);
const REMOVE = graphql(`
  mutation ($group: ID!, $users: [ID!]!) {
    payload: removeGroupMembers(id: $group, userIds: $users) {
      results {
        error {
          code
        }
      }
    }
  }
`);

/** JSON Schema for a body that has this text. */
const given = (field: string) => ({ required: [field], properties: { [field]: { type: 'string' } } });

const update = (method: 'put' | 'patch') =>
  route({
    method,
    path: '/groups/:group_id',
    operationId: method === 'put' ? 'updateGroup' : 'patchGroup',
    summary: 'Update the name of a group, its description, or both.',
    tag: 'Groups',
    scope: 'write',
    status: 200,
    noun: 'group',
    body: z
      .object({ ...described, name: optional(described.name) })
      .meta({ minProperties: 1, anyOf: ['name', 'description'].map(given) })
      .refine((body) => body.name != null || body.description != null, {
        params: broken('one_of_fields', { fields: ['name', 'description'] }),
      }),
    response: updated,
    document: graphql(`mutation ($id: ID!, $input: UpdateGroupInput!, $expectedVersion: Int) {
      done: updateGroup(id: $id, input: $input, expectedVersion: $expectedVersion) {
        group { ${IDENTITY} updated_at: updatedAt version }
      }
    }`),
    variables: ({ params, body }) => ({
      id: params.group_id,
      input: sent({ name: body.name, description: body.description }),
    }),
    answer: ({ done }) => withoutVersion(done.group),
    version: ({ done }) => done.group.version,
  });

/** The groups area of the documented interface. */
export const groupRoutes = [
  route({
    method: 'post',
    path: '/groups',
    operationId: 'createGroup',
    summary: 'Create a group with its first members. If one of them does not exist, nothing is created.',
    tag: 'Groups',
    scope: 'write',
    status: 201,
    noun: 'group',
    body: z.object({
      ...described,
      organization_id: optionalId().meta({ description: 'An organization of the customer.' }),
      member_ids: optional(z.array(text({ format: 'uuid' })).meta({ maxItems: 10_000 })).meta({
        description: 'The ids of the first members, at most 10,000.',
      }),
    }),
    response: created,
    document: graphql(`mutation ($input: CreateGroupInput!) {
      done: createGroup(input: $input) {
        group { ${IDENTITY} organization_id: organizationId created_at: createdAt updated_at: updatedAt version }
      }
    }`),
    variables: ({ body }) => ({
      input: sent({
        name: body.name,
        description: body.description,
        organizationId: body.organization_id,
        attributes: null,
        memberIds: body.member_ids,
      }),
    }),
    answer: ({ done }) => withoutVersion(done.group),
    version: ({ done }) => done.group.version,
    location: ({ done }) => `/groups/${done.group.id}`,
  }),
  listRoute({
    method: 'get',
    path: '/groups',
    operationId: 'listGroups',
    summary: 'List the customer’s groups, oldest first.',
    tag: 'Groups',
    scope: 'read',
    status: 200,
    noun: 'group',
    response: z.strictObject({ groups: z.array(listed), total: count }),
    document: graphql(`query ($first: Int!, $after: String, $counted: Boolean!) {
      groups(first: $first, after: $after) {
        edges { node { ${IDENTITY} member_count: memberCount created_at: createdAt } }
        pageInfo { hasNextPage endCursor }
        totalCount @include(if: $counted)
      }
    }`),
    variables: () => ({}),
    list: {
      key: 'groups',
      partial: true,
      whole: ({ groups }) => ({ groups }),
      item: ({ node }) => node,
      total: ({ groups }) => groups.totalCount,
    },
  }),
  listRoute({
    method: 'get',
    path: '/groups/:group_id',
    operationId: 'getGroup',
    summary: 'Get a group with all its members.',
    tag: 'Groups',
    scope: 'read',
    status: 200,
    noun: 'group',
    response: whole,
    document: graphql(`query ($id: ID!, $first: Int!, $after: String) {
      group(id: $id) {
        ${IDENTITY} organization_id: organizationId ${MEMBERS} created_at: createdAt updated_at: updatedAt version
      }
    }`),
    variables: ({ params }) => ({ id: params.group_id }),
    list: {
      key: 'members',
      partial: false,
      whole: ({ group }) => (({ version: _, ...shown }) => shown)(found(group)),
      item: memberOf,
    },
    version: ({ group }) => found(group).version,
  }),
  update('put'),
  update('patch'),
  route({
    method: 'delete',
    path: '/groups/:group_id',
    operationId: 'deleteGroup',
    summary: 'Delete a group and its memberships.',
    tag: 'Groups',
    scope: 'admin',
    status: 204,
    noun: 'group',
    document: graphql(`
      mutation ($id: ID!, $expectedVersion: Int) {
        deleteGroup(id: $id, expectedVersion: $expectedVersion) {
          group {
            id
          }
        }
      }
    `),
    variables: ({ params }) => ({ id: params.group_id }),
    answer: () => undefined,
  }),
  listRoute({
    method: 'get',
    path: '/groups/:group_id/members',
    operationId: 'listGroupMembers',
    summary: 'List a group’s members, in the order the users were created.',
    tag: 'Groups',
    scope: 'read',
    status: 200,
    noun: 'group',
    response: z.strictObject({ members: z.array(member), total: count }),
    document: graphql(`query ($id: ID!, $first: Int!, $after: String) { group(id: $id) { memberCount ${MEMBERS} } }`),
    variables: ({ params }) => ({ id: params.group_id }),
    list: {
      key: 'members',
      partial: true,
      whole: ({ group }) => ({ members: found(group).members }),
      item: memberOf,
      total: ({ group }) => found(group).memberCount,
    },
  }),
  route({
    method: 'post',
    path: '/groups/:group_id/members/:user_id',
    operationId: 'addGroupMember',
    summary: 'Add a user to a group.',
    tag: 'Groups',
    scope: 'write',
    status: 204,
    noun: 'group',
    document: ADD,
    variables: ({ params }) => ({ group: params.group_id, users: [params.user_id] }),
    answer: checkOutcome,
  }),
  route({
    method: 'delete',
    path: '/groups/:group_id/members/:user_id',
    operationId: 'removeGroupMember',
    summary: 'Remove a user from a group.',
    tag: 'Groups',
    scope: 'admin',
    status: 204,
    noun: 'group',
    document: REMOVE,
    variables: ({ params }) => ({ group: params.group_id, users: [params.user_id] }),
    answer: checkOutcome,
  }),
];
