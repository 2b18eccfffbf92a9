import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink } from '../../parts/node-link.tsx';
import { useRoleChanges } from '../../parts/role-changes.ts';
import { When } from '../../parts/when.tsx';
import type { Role } from './role.page.tsx';

const HOLDERS = graphql(`
  query RoleHolders($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $orderBy: RoleAssignmentOrder) {
    accessRole(id: $id) {
      id
      assignments(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) {
        edges {
          node {
            id
            accessRoleId
            holderKind
            holderId
            organizationId
            expiresAt
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
    }
  }
`);

type Assignment = NonNullable<
  NonNullable<ResultOf<typeof HOLDERS>['accessRole']>['assignments']
>['edges'][number]['node'];
type OrderField = TypeOf<'RoleAssignmentOrderField'>;

const nameOf = ({ holder, holderId }: Assignment): string =>
  holder && 'name' in holder && typeof holder.name === 'string' ? holder.name : holderId;

/** Who has a role, for which organization and until when. */
export function Holders({ role: { id, kind, viewerCan } }: { role: Role }) {
  const { assign, take } = useRoleChanges();
  const dialog = useDialog('assign');
  const state = useListState<OrderField>(['CREATED_AT', 'EXPIRES_AT'], { field: 'CREATED_AT', direction: 'ASC' });
  const [result] = useQuery({ query: HOLDERS, variables: { id, ...state.page, orderBy: state.orderBy } });
  const columns: Column<Assignment, OrderField>[] = [
    {
      key: 'holder',
      header: t('role.holder'),
      narrow: true,
      cell: (each) => (
        <ListedLink
          node={{ __typename: each.holder?.__typename ?? '', id: each.holderId, name: nameOf(each) }}
          tabIndex={-1}
        />
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
      order: 'EXPIRES_AT',
      cell: ({ expiresAt }) => (expiresAt ? <When time={expiresAt} /> : t('never')),
    },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (each) =>
        viewerCan.unassignRole && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('role.takeNamed', { name: nameOf(each) })}
            onClick={() => void take(each)}
          >
            {t('role.take')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Listing
        label={t('roleTab.holders')}
        tools={viewerCan.assignRole && <Button onClick={dialog.open}>{t('role.assign')}</Button>}
        state={state}
        result={result}
        pageOf={({ accessRole }) => accessRole && accessRole.assignments}
        columns={columns}
        idOf={(each) => each.id}
        empty={t('role.noHolders')}
      />
      <Dialog title={t('role.assignTitle')} form="assign" state={dialog}>
        <Form
          name="assign"
          whole
          fields={[
            { name: 'userIds', label: t('role.users'), kind: 'picks', type: 'USER' },
            { name: 'groupIds', label: t('role.groups'), kind: 'picks', type: 'GROUP' },
            { name: 'clientIds', label: t('role.clients'), kind: 'picks', type: 'CLIENT' },
            {
              name: 'organizationId',
              label: t('role.organization'),
              help: t('role.organizationHelp'),
              kind: 'pick',
              type: 'ORGANIZATION',
              required: kind === 'ORGANIZATION',
            },
            { name: 'expiresAt', label: t('role.until'), help: t('role.untilHelp'), kind: 'text' },
          ]}
          initial={{}}
          action={t('role.assign')}
          onCancel={dialog.close}
          onSubmit={async (input: TypeOf<'AssignRoleInput'>) => {
            const outcome = await assign(id, input, true);
            if (outcome.data) dialog.close();
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
