import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { named, t } from '../messages/index.ts';
import { useListState } from './list/list-state.ts';
import type { Column } from './list/list.tsx';
import { Address } from './address.tsx';
import { MessageState } from './state-badge.tsx';
import { When } from './when.tsx';

const MAILS = graphql(`
  query Mails($first: Int, $after: String, $last: Int, $before: String, $where: MailWhere, $orderBy: MailOrder) {
    mails(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          to
          subject
          kind
          state
          attempts
          lastError
          createdAt
          sentAt
          failedAt
          viewerCan {
            resendMail
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
  mutation ResendMail($id: ID!) {
    resendMail(id: $id) {
      mail {
        id
      }
    }
  }
`);

type Mail = ResultOf<typeof MAILS>['mails']['edges'][number]['node'];
type OrderField = TypeOf<'MailOrderField'>;

/** A list of the outbox: mails that were sent, wait, or were given up. */
export function useMails(where: TypeOf<'MailWhere'>) {
  const act = useAct();
  const state = useListState<OrderField>(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const [result] = useQuery({ query: MAILS, variables: { ...state.page, where, orderBy: state.orderBy } });
  const columns: Column<Mail, OrderField>[] = [
    {
      key: 'subject',
      header: t('mail.subject'),
      narrow: true,
      cell: ({ subject, to }) => (
        <>
          {subject}
          <div className="second">
            <Address of={to} />
          </div>
        </>
      ),
    },
    { key: 'kind', header: t('mail.kind'), cell: ({ kind }) => <span className="words">{named('mail', kind)}</span> },
    {
      key: 'state',
      header: t('state'),
      narrow: true,
      cell: (message) => <MessageState {...message} />,
    },
    { key: 'attempts', header: t('attempts'), cell: ({ attempts }) => attempts },
    { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
    { key: 'sent', header: t('sent'), cell: ({ sentAt }) => <When time={sentAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: ({ id, state: one, viewerCan }) =>
        one === 'DEAD' &&
        viewerCan.resendMail && (
          <Button size="xs" variant="default" onClick={() => void act(RESEND, { id }, { done: t('mail.isResent') })}>
            {t('resend')}
          </Button>
        ),
    },
  ];
  return {
    state,
    result,
    pageOf: ({ mails }: ResultOf<typeof MAILS>) => mails,
    columns,
    idOf: ({ id }: Mail) => id,
    empty: t('mail.none'),
  };
}
