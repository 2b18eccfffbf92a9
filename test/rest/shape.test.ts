import { describe, expect, it } from '@jest/globals';
import type { ResultOf } from 'gql.tada';
import * as z from 'zod';
import { graphql } from '../../src/doors/graphql/execute.ts';
import { listRoute, route } from '../../src/doors/rest/route.ts';

// What these tests say is said while TypeScript compiles: `@ts-expect-error` fails where there is no error.
const given = {
  method: 'get',
  path: '/groups/:group_id',
  operationId: 'getGroup',
  summary: '',
  tag: '',
  scope: 'read',
  status: 200,
  noun: 'group',
} as const;
const response = z.strictObject({ id: z.string(), name: z.string() });
const updated = graphql(
  'mutation ($id: ID!, $input: UpdateGroupInput!) { done: updateGroup(id: $id, input: $input) { group { id name } } }',
);
const more = graphql(
  'mutation ($id: ID!, $input: UpdateGroupInput!) { done: updateGroup(id: $id, input: $input) { group { id name memberCount } } }',
);
const listed = graphql(
  'query ($first: Int!, $after: String) { groups(first: $first, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } totalCount } }',
);

const none = (): undefined => undefined;
const nodeOf = <Node>(edge: { node: Node }): Node => edge.node;

describe('a route compiles', () => {
  const variables = ({ params }: { params: { group_id: string } }) => ({ id: params.group_id, input: { name: 'a' } });

  it('with an answer that is its response’s', () => {
    const made = route({ ...given, response, document: updated, variables, answer: ({ done }) => done.group });
    expect(made.document).toContain('updateGroup');
  });

  it('not with a field less, nor with one more', () => {
    // @ts-expect-error -- `name` is missing
    route({ ...given, response, document: updated, variables, answer: ({ done: { group } }) => ({ id: group.id }) });
    // @ts-expect-error -- `memberCount` is not in the response
    route({ ...given, response, document: more, variables, answer: ({ done }) => done.group });
  });

  it('not with a field of another type', () => {
    // @ts-expect-error -- a name is no number
    route({ ...given, response, document: updated, variables, answer: ({ done }) => ({ ...done.group, name: 1 }) });
  });

  it('not with variables that its document does not take, nor with parameters that its path has not', () => {
    const answer = none;
    // @ts-expect-error -- `nam` is no field of UpdateGroupInput
    route({ ...given, document: updated, variables: () => ({ id: '', input: { nam: 'a' } }), answer });
    // @ts-expect-error -- the path has no `user_id`
    route({ ...given, document: updated, variables: ({ params }) => ({ id: params.user_id, input: {} }), answer });
  });

  it('not with a body where it has no response', () => {
    // @ts-expect-error -- nothing is answered
    route({ ...given, document: updated, variables, answer: ({ done }) => done.group });
  });
});

describe('a list compiles', () => {
  const whole = { key: 'groups', partial: false } as const;
  const groups = z.array(response);

  it('not with an item, or a field beside the list, that is not its response’s', () => {
    const list = { ...given, document: listed, variables: () => ({}) } as const;
    listRoute({
      ...list,
      response: z.strictObject({ groups }),
      list: { ...whole, whole: ({ groups: found }) => ({ groups: found }), item: nodeOf },
    });
    listRoute({
      ...list,
      response: z.strictObject({ groups }),
      // @ts-expect-error -- `id` alone is no group
      list: { ...whole, whole: ({ groups: found }) => ({ groups: found }), item: ({ node: { id } }) => ({ id }) },
    });
    listRoute({
      ...list,
      response: z.strictObject({ groups }),
      // @ts-expect-error -- `more` is not in the response
      list: { ...whole, whole: ({ groups: found }) => ({ groups: found, more: 1 }), item: nodeOf },
    });
    listRoute({
      ...list,
      response: z.strictObject({ groups, total: z.int() }),
      // @ts-expect-error -- the response has a total, which nothing counts
      list: { ...whole, whole: ({ groups: found }: ResultOf<typeof listed>) => ({ groups: found }), item: nodeOf },
    });
  });
});
