import { Code, Drawer, Table, Text } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import { graphql, type ResultOf } from '../graph/graphql.ts';
import { named, t } from '../messages/index.ts';
import { Facts } from './facts.tsx';
import { ListedLink, type Named } from './node-link.tsx';
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

export type Event = ResultOf<typeof EVENT>;

/** What an event names, as it was called then. It leads to what still exists. */
const calledThen = (
  node: Named | null | undefined,
  name: string | null | undefined,
  otherwise: ReactNode,
  tabIndex?: -1,
) =>
  node ? (
    <ListedLink node={{ ...node, name: name ?? node.name }} tabIndex={tabIndex} />
  ) : (
    <span>{name ?? otherwise}</span>
  );

const actorOf = ({ actor, actorName, actorType }: Event, tabIndex?: -1) =>
  calledThen(actor, actorName, named('actor', actorType), tabIndex);
const subjectOf = ({ subject, subjectName, subjectType, subjectId }: Event, tabIndex?: -1) =>
  calledThen(subject && 'name' in subject ? subject : null, subjectName, `${subjectType} ${subjectId}`, tabIndex);
const userOf = ({ user, userName, userId }: Event, tabIndex?: -1) => calledThen(user, userName, userId, tabIndex);
const groupOf = ({ group, groupName, groupId }: Event, tabIndex?: -1) =>
  calledThen(group, groupName, groupId, tabIndex);

/** The words for what was done: those with whom the event names beside its subject, if there are such. */
function textOf({ action, userId, groupId }: Event): string {
  const kind = userId ? 'user' : groupId ? 'group' : 'other';
  const text = named('told', `${action}.${kind}`);
  return text === `${action}.${kind}` ? named('told', action) : text;
}

/** What was done, in words with names. The subject alone, if there are no words for it. */
function toldOf(event: Event, tabIndex?: -1): ReactNode {
  const text = textOf(event);
  if (text === event.action || (text.includes('{user}') && !event.userId)) return subjectOf(event, tabIndex);
  const names: Record<string, ReactNode> = {
    '{user}': userOf(event, tabIndex),
    '{group}': groupOf(event, tabIndex),
    '{subject}': subjectOf(event, tabIndex),
  };
  return (
    <span className="told">
      {text.split(/(\{\w+\})/).map((part) => (
        <Fragment key={part}>{names[part] ?? part}</Fragment>
      ))}
    </span>
  );
}

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
const columns = (): Column<Event>[] => [
  { key: 'action', header: t('event.action'), narrow: true, cell: ({ action }) => <Action name={action} /> },
  { key: 'time', header: t('event.time'), narrow: true, cell: ({ occurredAt }) => <When time={occurredAt} /> },
  { key: 'actor', header: t('event.actor'), cell: (event) => actorOf(event, -1) },
  { key: 'subject', header: t('event.subject'), cell: (event) => toldOf(event, -1) },
  { key: 'address', header: t('event.address'), cell: ({ ipAddress }) => ipAddress || '–' },
];

/** A list of events of the audit trail. One that is opened shows all that is known of it. */
export function useEvents() {
  const [open, setOpen] = useState<Event>();
  return {
    columns: columns(),
    idOf: ({ id }: Event) => id,
    onOpen: setOpen,
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
        {open && <EventDetails event={open} />}
      </Drawer>
    ),
  };
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function EventDetails({ event }: { event: Event }) {
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
    [t('event.subject'), toldOf(event)],
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
