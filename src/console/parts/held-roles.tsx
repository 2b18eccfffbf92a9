import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { useFoundRoles } from './found-roles.ts';
import { LinkTo } from './link.tsx';
import { useListState } from './list/list-state.ts';
import { Listing } from './list/listing.tsx';
import type { Column } from './list/list.tsx';
import { holderInput, useRoleChanges } from './role-changes.ts';
import { SearchSelect } from './search-select.tsx';
import { When } from './when.tsx';

const ASSIGNMENT = graphql(`
  fragment HeldRole on RoleAssignmentConnection {
    edges {
      node {
        id
        accessRoleId
        holderKind
        holderId
        organizationId
        expiresAt
        accessRole {
          id
          name
        }
        organization {
          id
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
`);
const HELD = graphql(
  `
    query HeldRoles($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      node(id: $id) {
        __typename
        id
        ... on User {
          roles(first: $first, after: $after, last: $last, before: $before) {
            ...HeldRole
          }
        }
        ... on Group {
          roles(first: $first, after: $after, last: $last, before: $before) {
            ...HeldRole
          }
        }
        ... on Client {
          roles(first: $first, after: $after, last: $last, before: $before) {
            ...HeldRole
          }
        }
      }
    }
  `,
  [ASSIGNMENT],
);
type Assignment = ResultOf<typeof ASSIGNMENT>['edges'][number]['node'];

/** The roles that a user, a group or a service account has itself: listed, given and taken away. */
export function HeldRoles({ id, kind }: { id: string; kind: TypeOf<'RoleHolderKind'> }) {
  const { assign, take } = useRoleChanges();
  const mayChange = useMay('createAccessRole');
  const state = useListState(['CREATED_AT'], { field: 'CREATED_AT', direction: 'ASC' });
  const [result] = useQuery({ query: HELD, variables: { id, ...state.page } });
  const columns: Column<Assignment>[] = [
    {
      key: 'name',
      header: t('role.name'),
      narrow: true,
      cell: ({ accessRole }) =>
        accessRole && (
          <LinkTo to="/roles/$id" params={{ id: accessRole.id }} tabIndex={-1}>
            {accessRole.name}
          </LinkTo>
        ),
    },
    {
      key: 'organization',
      header: t('role.organization'),
      cell: ({ organization }) => organization?.name ?? t('role.everywhere'),
    },
    {
      key: 'until',
      header: t('role.until'),
      cell: ({ expiresAt }) => (expiresAt ? <When time={expiresAt} /> : t('never')),
    },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (each) =>
        mayChange && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('role.takeNamed', { name: each.accessRole?.name ?? '' })}
            onClick={() => void take(each)}
          >
            {t('role.take')}
          </Button>
        ),
    },
  ];
  return (
    <Listing
      label={t('tab.roles')}
      tools={
        mayChange && (
          <SearchSelect
            label={t('role.find')}
            value={null}
            useFound={useFoundRoles}
            onPick={(role) => role && void assign(role, holderInput(kind, id))}
          />
        )
      }
      state={state}
      result={result}
      pageOf={({ node }) => (node && 'roles' in node ? node.roles : node && null)}
      columns={columns}
      idOf={(each) => each.id}
      empty={t('role.noneHeld')}
    />
  );
}
