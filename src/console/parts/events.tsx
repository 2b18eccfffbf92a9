import { Code, Drawer, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { graphql, type ResultOf } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { Facts } from './facts.tsx';
import { LinkTo } from './link.tsx';
import { ListedLink } from './node-link.tsx';
import { actorOf, isFold, toldOf } from './told.tsx';
import type { Column } from './list/list.tsx';
import { When } from './when.tsx';

/** What a list of events shows. */
export const EVENT = graphql(`
  fragment Event on AuditEvent {
    id
    action
    occurredAt
    actorType
    actorId
    actorName
    actor {
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
    client {
      id
      name
    }
    foldId
    foldSize @include(if: $folded)
    userImportId
    userImport {
      id
    }
    impersonatorId
    impersonator {
      __typename
      id
      name
    }
    subjectType
    subjectId
    subjectName
    userId
    userName
    user {
      __typename
      id
      name
    }
    groupId
    groupName
    group {
      __typename
      id
      name
    }
    subject {
      __typename
      id
      ... on User {
        name
      }
      ... on Client {
        name
      }
      ... on Group {
        name
      }
      ... on Organization {
        name
      }
      ... on Api {
        name
      }
      ... on AccessRole {
        name
      }
    }
    ipAddress
    requestId
    details
    changes {
      field
      old
      new
      isHidden
    }
  }
`);

/** The trail, or a part of it. */
export const EVENTS = graphql(
  `
    query Events(
      $first: Int
      $after: String
      $last: Int
      $before: String
      $where: AuditEventWhere
      $orderBy: AuditEventOrder
      $folded: Boolean!
    ) {
      auditEvents(
        first: $first
        after: $after
        last: $last
        before: $before
        where: $where
        orderBy: $orderBy
        folded: $folded
      ) {
        edges {
          node {
            ...Event
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
  `,
  [EVENT],
);

export type Event = ResultOf<typeof EVENT>;

/** The name of an action, which can break behind its dots. */
const Action = ({ name }: { name: string }) => (
  <code>
    {name.split(/(?<=[._])/).map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);

// By keyboard, one opens the event, which has the same links.
const columns = (about: string | undefined): Column<Event>[] => [
  { key: 'action', header: t('event.action'), narrow: true, cell: ({ action }) => <Action name={action} /> },
  { key: 'time', header: t('event.time'), narrow: true, cell: ({ occurredAt }) => <When time={occurredAt} /> },
  { key: 'actor', header: t('event.actor'), cell: (event) => actorOf(event, -1) },
  { key: 'subject', header: t('event.subject'), cell: (event) => <Told event={event} about={about} /> },
  { key: 'address', header: t('event.address'), cell: ({ ipAddress }) => ipAddress || '–' },
];

/**
 * A list of events of the audit trail. One that is opened shows all that is known of it, and a fold its events. `about` is whom
 * the reader looks for: a part of a name, or an id.
 */
export function useEvents(about?: string) {
  const [open, setOpen] = useState<Event>();
  const navigate = useNavigate();
  return {
    columns: columns(about),
    idOf: ({ id }: Event) => id,
    onOpen: (event: Event) => {
      if (isFold(event, about)) void navigate({ to: '/audit', search: { fold: event.id } });
      else setOpen(event);
    },
    empty: t('event.none'),
    details: (
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="lg"
        title={open?.action}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {open && <EventDetails event={open} about={about} />}
      </Drawer>
    ),
  };
}

/** What was done. A fold leads to its events. */
const Told = ({ event, about }: { event: Event; about: string | undefined }) => (
  <>
    {toldOf(event, about, -1)}
    {isFold(event, about) && (
      <div className="second">
        <LinkTo to="/audit" search={{ fold: event.id }} tabIndex={-1} onClick={(click) => click.stopPropagation()}>
          {t('told.unfold')}
        </LinkTo>
      </div>
    )}
  </>
);

const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function EventDetails({ event, about }: { event: Event; about: string | undefined }) {
  const facts: [string, ReactNode][] = [
    [t('event.time'), <When key="time" time={event.occurredAt} />],
    [t('event.actor'), actorOf(event)],
    [t('event.through'), event.client ? <ListedLink node={{ __typename: 'Client', ...event.client }} /> : '–'],
    ...(event.impersonatorId
      ? [
          [
            t('event.impersonator'),
            event.impersonator ? <ListedLink node={event.impersonator} /> : event.impersonatorId,
          ] as [string, ReactNode],
        ]
      : []),
    [t('event.subject'), toldOf(event, about)],
    [t('event.address'), event.ipAddress || '–'],
    [t('event.request'), event.requestId],
    [t('id'), event.id],
  ];
  return (
    <div className="stack">
      <Facts facts={facts} />
      {event.changes.length > 0 && (
        <Table aria-label={t('event.changes')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('event.field')}</Table.Th>
              <Table.Th>{t('event.before')}</Table.Th>
              <Table.Th>{t('event.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {event.changes.map(({ field, old, new: next, isHidden }) => (
              <Table.Tr key={field}>
                <Table.Td>{field}</Table.Td>
                <Table.Td>{isHidden ? t('event.hidden') : shown(old)}</Table.Td>
                <Table.Td>{isHidden ? t('event.hidden') : shown(next)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {Object.keys(event.details).length > 0 && (
        <>
          <Text fw={600}>{t('event.details')}</Text>
          <Code block>{JSON.stringify(event.details, null, 2)}</Code>
        </>
      )}
    </div>
  );
}
