import * as z from 'zod';
import { AppError, notFound } from '../../kernel/errors.ts';
import { listRoute, route, type ListPage } from '../route.ts';
import { count, optional, optionalId, text, timestamp, uuid } from '../fields.ts';

interface Group {
  id: string;
  name: string;
  description: string;
  customerId: string;
  organizationId: string | null;
  memberCount: number;
  createdAt: Date;
  updatedAt: Date;
}

interface MemberEdge {
  joinedAt: Date;
  node: { id: string; email: string; name: string };
}

interface Outcomes {
  payload: { results: { outcome: string }[] };
}

const member = z
  .strictObject({ user_id: uuid, email: z.string(), name: z.string(), joined_at: timestamp })
  .meta({ id: 'GroupMember', description: 'A member of a group.' });

const name = text({ minLength: 1, maxLength: 255 });
const description = text({ maxLength: 2000 });

const identity = { id: uuid, name, description, customer_id: uuid };
const scoped = { ...identity, organization_id: uuid.nullable() };
const dates = { created_at: timestamp, updated_at: timestamp };

const identityOf = (group: Group) => ({
  id: group.id,
  name: group.name,
  description: group.description,
  customer_id: group.customerId,
});
const scopedOf = (group: Group) => ({ ...identityOf(group), organization_id: group.organizationId });
const memberOf = ({ node, joinedAt }: MemberEdge) => ({
  user_id: node.id,
  email: node.email,
  name: node.name,
  joined_at: joinedAt,
});

const found = <T>(group: T | null): T => {
  if (!group) throw notFound('group');
  return group;
};

/** The one user of the list must exist; being a member already, or not at all, is what was asked for. */
const settled = ({ payload }: Outcomes): undefined => {
  const outcome = payload.results[0]?.outcome;
  if (outcome === 'USER_NOT_FOUND') throw notFound('user');
  if (outcome === 'TOO_MANY_GROUPS')
    throw new AppError('conflict', 'TOO_MANY_GROUPS', 'The user is in as many groups as you may put anybody in.');
};

const MEMBERS =
  'members(first: $first, after: $after) { edges { joinedAt node { id email name } } pageInfo { hasNextPage endCursor } }';

/** What the schema of a body says that is to hold this text. */
const given = (field: string) => ({ required: [field], properties: { [field]: { type: 'string' } } });

const update = (method: 'put' | 'patch') =>
  route({
    method,
    path: '/groups/:group_id',
    operationId: method === 'put' ? 'updateGroup' : 'patchGroup',
    summary: 'Update a group: name, description or both.',
    tag: 'Groups',
    scope: 'write',
    status: 200,
    noun: 'group',
    body: z
      .object({ name: optional(name), description: optional(description) })
      .meta({ anyOf: ['name', 'description'].map(given) })
      .refine((body) => body.name != null || body.description != null, { error: 'must hold name or description.' }),
    response: z.strictObject({ ...identity, updated_at: timestamp }),
    document: `mutation ($id: ID!, $input: UpdateGroupInput!) {
      updateGroup(id: $id, input: $input) { id name description customerId updatedAt }
    }`,
    variables: ({ params, body }) => ({
      id: params['group_id'],
      input: { name: body.name, description: body.description },
    }),
    answer: ({ updateGroup: group }: { updateGroup: Group }) => ({ ...identityOf(group), updated_at: group.updatedAt }),
  });

/** The groups area of the documented interface. */
export const groupRoutes = [
  route({
    method: 'post',
    path: '/groups',
    operationId: 'createGroup',
    summary: 'Create a group, with its first members or not at all.',
    tag: 'Groups',
    scope: 'write',
    status: 201,
    noun: 'group',
    body: z.object({
      name: name.meta({ description: 'Unique within the customer; 1 to 255 characters.' }),
      description: optional(description).meta({ description: 'At most 2,000 characters.' }),
      organization_id: optionalId().meta({ description: 'An organization of the customer.' }),
      member_ids: optional(z.array(text({ format: 'uuid' })).meta({ maxItems: 10_000 })).meta({
        description: 'The first members; at most 10,000 user ids.',
      }),
    }),
    response: z.strictObject({ ...scoped, ...dates }),
    document: `mutation ($input: CreateGroupInput!) {
      createGroup(input: $input) { id name description customerId organizationId createdAt updatedAt }
    }`,
    variables: ({ body }) => ({
      input: {
        name: body.name,
        description: body.description,
        organizationId: body.organization_id,
        memberIds: body.member_ids,
      },
    }),
    answer: ({ createGroup: group }: { createGroup: Group }) => ({
      ...scopedOf(group),
      created_at: group.createdAt,
      updated_at: group.updatedAt,
    }),
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
    response: z.strictObject({
      groups: z.array(z.strictObject({ ...identity, member_count: count, created_at: timestamp })),
      total: count,
    }),
    document: `query ($first: Int!, $after: String, $counted: Boolean!) {
      groups(first: $first, after: $after) {
        edges { node { id name description customerId memberCount createdAt } }
        pageInfo { hasNextPage endCursor }
        totalCount @include(if: $counted)
      }
    }`,
    variables: () => ({}),
    list: {
      key: 'groups',
      partial: true,
      page: (data: { groups: ListPage<{ node: Group }> & { totalCount: number } }) => data.groups,
      item: ({ node }: { node: Group }) => ({
        ...identityOf(node),
        member_count: node.memberCount,
        created_at: node.createdAt,
      }),
      head: () => ({}),
      tail: (_data, total) => ({ total }),
      total: (data) => data.groups.totalCount,
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
    response: z.strictObject({ ...scoped, members: z.array(member), ...dates }),
    document: `query ($id: ID!, $first: Int!, $after: String) {
      group(id: $id) { id name description customerId organizationId createdAt updatedAt ${MEMBERS} }
    }`,
    variables: ({ params }) => ({ id: params['group_id'] }),
    list: {
      key: 'members',
      partial: false,
      page: (data: { group: (Group & { members: ListPage<MemberEdge> }) | null }) => found(data.group).members,
      item: memberOf,
      head: ({ group }) => scopedOf(found(group)),
      tail: ({ group }) => ({ created_at: found(group).createdAt, updated_at: found(group).updatedAt }),
      total: () => 0,
    },
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
    document: 'mutation ($id: ID!) { deleteGroup(id: $id) { id } }',
    variables: ({ params }) => ({ id: params['group_id'] }),
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
    document: `query ($id: ID!, $first: Int!, $after: String) { group(id: $id) { memberCount ${MEMBERS} } }`,
    variables: ({ params }) => ({ id: params['group_id'] }),
    list: {
      key: 'members',
      partial: true,
      page: (data: { group: (Group & { members: ListPage<MemberEdge> }) | null }) => found(data.group).members,
      item: memberOf,
      head: () => ({}),
      tail: (_data, total) => ({ total }),
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
    document: `mutation ($group: ID!, $users: [ID!]!) {
      payload: addGroupMembers(groupId: $group, userIds: $users) { results { outcome } }
    }`,
    variables: ({ params }) => ({ group: params['group_id'], users: [params['user_id']] }),
    answer: settled,
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
    document: `mutation ($group: ID!, $users: [ID!]!) {
      payload: removeGroupMembers(groupId: $group, userIds: $users) { results { outcome } }
    }`,
    variables: ({ params }) => ({ group: params['group_id'], users: [params['user_id']] }),
    answer: settled,
  }),
];
