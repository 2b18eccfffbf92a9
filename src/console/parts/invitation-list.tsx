import { Button, Group } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { Address } from './address.tsx';
import { confirm } from './confirm.tsx';
import { LinkTo } from './link.tsx';
import { useListState } from './list/list-state.ts';
import type { Column } from './list/list.tsx';
import { ListedLink } from './node-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { When } from './when.tsx';

const INVITATIONS = graphql(`
  query Invitations(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: InvitationWhere
    $orderBy: InvitationOrder
  ) {
    invitations(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          email
          state
          sentAt
          expiresAt
          userId
          inviter {
            __typename
            ... on User {
              id
              name
            }
            ... on Client {
              id
              name
            }
          }
          viewerCan {
            resendInvitation
            revokeInvitation
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
`);
const RESEND = graphql(`
  mutation ResendInvitation($id: ID!) {
    resendInvitation(id: $id) {
      invitation {
        id
      }
    }
  }
`);
const REVOKE = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id) {
      invitation {
        id
      }
    }
  }
`);

type Invitation = ResultOf<typeof INVITATIONS>['invitations']['edges'][number]['node'];
type OrderField = TypeOf<'InvitationOrderField'>;

/** A list of invitations, with what can be done with the open ones. A narrow window has the state below the address. */
export function useInvitations(where: TypeOf<'InvitationWhere'>) {
  const act = useAct();
  const state = useListState<OrderField>(['SENT_AT', 'EXPIRES_AT'], { field: 'SENT_AT', direction: 'DESC' });
  const variables = { ...state.page, where, orderBy: state.orderBy };
  const [result] = useQuery({ query: INVITATIONS, variables });

  const revoke = async ({ id, email }: Invitation): Promise<void> => {
    const text = t('invitation.revokeText', { email });
    if (await confirm({ title: t('invitation.revoke'), text, action: t('invitation.revoke') }))
      await act(REVOKE, { id }, { done: t('invitation.isRevoked') });
  };
  const columns: Column<Invitation, OrderField>[] = [
    {
      key: 'email',
      header: t('user.email'),
      narrow: true,
      cell: ({ email, userId, state: one }) => (
        <>
          <LinkTo to="/users/$id" params={{ id: userId }} tabIndex={-1}>
            <Address of={email} />
          </LinkTo>
          <div>
            <StateBadge state={one} className="narrow" />
          </div>
        </>
      ),
    },
    { key: 'state', header: t('state'), cell: ({ state: one }) => <StateBadge state={one} /> },
    { key: 'by', header: t('invitation.by'), cell: ({ inviter }) => (inviter ? <ListedLink node={inviter} /> : '–') },
    { key: 'sent', header: t('sent'), order: 'SENT_AT', cell: ({ sentAt }) => <When time={sentAt} /> },
    { key: 'expires', header: t('expires'), order: 'EXPIRES_AT', cell: ({ expiresAt }) => <When time={expiresAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (invitation) => (
        <Group gap="xs">
          {invitation.viewerCan.resendInvitation && invitation.state === 'PENDING' && (
            <Button
              size="xs"
              variant="default"
              onClick={() => void act(RESEND, { id: invitation.id }, { done: t('invitation.isSent') })}
            >
              {t('resend')}
            </Button>
          )}
          {invitation.viewerCan.revokeInvitation && invitation.state === 'PENDING' && (
            <Button size="xs" variant="default" onClick={() => void revoke(invitation)}>
              {t('invitation.revoke')}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return {
    state,
    result,
    pageOf: ({ invitations }: ResultOf<typeof INVITATIONS>) => invitations,
    columns,
    idOf: ({ id }: Invitation) => id,
    empty: t('invitation.none'),
  };
}
