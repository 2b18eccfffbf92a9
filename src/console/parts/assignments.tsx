import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { LinkTo } from './link.tsx';
import { useListState, type ListState } from './list/list-state.ts';
import { Listing, type ListingProps } from './list/listing.tsx';
import type { Column } from './list/list.tsx';
import { filterBy } from './list/toolbar.tsx';
import { ListedLink } from './node-link.tsx';
import { useRoleChanges } from './role-changes.ts';
import { When } from './when.tsx';

/** What a list of assignments of roles shows. */
export const ASSIGNMENTS = graphql(`
  fragment Assignments on RoleAssignmentConnection {
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
        holder {
          __typename
          id
          ... on User {
            name
          }
          ... on Group {
            name
          }
          ... on Client {
            name
          }
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

type Assignment = ResultOf<typeof ASSIGNMENTS>['edges'][number]['node'];
type OrderField = TypeOf<'RoleAssignmentOrderField'>;

const holderOf = ({ holder, holderId }: Assignment): string =>
  holder && 'name' in holder && typeof holder.name === 'string' ? holder.name : holderId;

const COLUMNS = {
  holder: {
    key: 'holder',
    header: () => t('role.holder'),
    narrow: true,
    cell: (each: Assignment) => (
      <ListedLink
        node={{ __typename: each.holder?.__typename ?? '', id: each.holderId, name: holderOf(each) }}
        tabIndex={-1}
      />
    ),
  },
  role: {
    key: 'name',
    header: () => t('role.one'),
    narrow: true,
    cell: ({ accessRole }: Assignment) =>
      accessRole && (
        <LinkTo to="/roles/$id" params={{ id: accessRole.id }} tabIndex={-1}>
          {accessRole.name}
        </LinkTo>
      ),
  },
  organization: {
    key: 'organization',
    header: () => t('role.organization'),
    narrow: false,
    cell: ({ organization }: Assignment) => organization?.name ?? t('role.everywhere'),
  },
} as const;
type ColumnName = keyof typeof COLUMNS;

/** The kinds of those who have roles. */
export const HOLDER_KINDS: readonly TypeOf<'RoleHolderKind'>[] = ['USER', 'GROUP', 'CLIENT'];
const ENDS = ['YES', 'NO'] as const;

/** What the address says of a list of assignments, as the schema takes it. */
function whereOf({ url: { q, holder, ends } }: ListState<string>): TypeOf<'RoleAssignmentWhere'> | null {
  const kind = HOLDER_KINDS.find((each) => each === holder);
  const and: TypeOf<'RoleAssignmentWhere'>[] = [
    ...(q ? [{ accessRole: { name: { contains: q } } }] : []),
    ...(kind ? [{ holder: { eq: kind } }] : []),
    ...(ends ? [{ expiresAt: { isNull: ends === 'NO' } }] : []),
  ];
  return and.length > 0 ? { and } : null;
}

/** The state of a list of assignments, and what it asks for. */
export function useAssignments() {
  const state = useListState<OrderField>(['CREATED_AT', 'EXPIRES_AT'], { field: 'CREATED_AT', direction: 'ASC' });
  return { state, asked: { ...state.page, where: whereOf(state), orderBy: state.orderBy } };
}

interface AssignmentsProps<Data> extends Pick<
  ListingProps<Data, Assignment, OrderField>,
  'state' | 'result' | 'pageOf'
> {
  label: string;
  /** What the rows differ in. */
  shows: readonly ColumnName[];
  mayChange: boolean;
  tools: ReactNode;
  empty: string;
}

/** Assignments of roles: filtered, and taken away, one or many at once, which can be undone. */
export function Assignments<Data>({ shows, mayChange, ...list }: AssignmentsProps<Data>) {
  const { take } = useRoleChanges();
  const [marked, setMarked] = useState<ReadonlyMap<string, Assignment>>(new Map());
  const { result, pageOf } = list;
  const rows = (result.data && pageOf(result.data))?.edges.map(({ node }) => node) ?? [];
  const nameOf = (each: Assignment): string =>
    shows[0] === 'holder' ? holderOf(each) : (each.accessRole?.name ?? each.accessRoleId);
  const mark = (ids: ReadonlySet<string>): void => {
    const all = [...marked.values(), ...rows].filter(({ id }) => ids.has(id));
    setMarked(new Map(all.map((each) => [each.id, each])));
  };
  const columns: Column<Assignment, OrderField>[] = [
    ...shows.map((name) => ({ ...COLUMNS[name], header: COLUMNS[name].header() })),
    {
      key: 'until',
      header: t('role.until'),
      order: 'EXPIRES_AT',
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
            aria-label={t('role.takeNamed', { name: nameOf(each) })}
            onClick={() => void take([each])}
          >
            {t('role.take')}
          </Button>
        ),
    },
  ];
  return (
    <Listing
      {...list}
      {...(shows.includes('role') && { search: t('role.searchName') })}
      filters={[
        ...(shows.includes('holder') ? [filterBy('holder', t('role.holder'), 'holders', HOLDER_KINDS)] : []),
        filterBy('ends', t('role.until'), 'ends', ENDS),
      ]}
      bulk={
        marked.size > 0 && (
          <Group className="bulk" gap="xs">
            <Button
              size="xs"
              color="red"
              variant="light"
              onClick={() => void take([...marked.values()]).then((isTaken) => isTaken && setMarked(new Map()))}
            >
              {t('role.takeMarked', { count: marked.size })}
            </Button>
          </Group>
        )
      }
      columns={columns}
      idOf={({ id }) => id}
      selection={mayChange ? { ids: new Set(marked.keys()), set: mark, nameOf } : undefined}
    />
  );
}
