import { TextInput } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { EVENT, useEvents } from '../../parts/events.tsx';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { filterBy } from '../../parts/list/toolbar.tsx';
import type { UrlState } from '../../url-state.ts';

const EVENTS = graphql(
  `
    query Events(
      $first: Int
      $after: String
      $last: Int
      $before: String
      $where: AuditEventWhere
      $orderBy: AuditEventOrder
    ) {
      auditEvents(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
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

type Where = TypeOf<'AuditEventWhere'>;

const ACTORS: TypeOf<'ActorType'>[] = ['USER', 'CLIENT', 'SYSTEM', 'ANONYMOUS'];
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A day of the reader's zone, as a moment. */
const midnight = (date: string, days = 0): string | undefined => {
  const [year, month, day] = date.split('-').map(Number);
  if (!year || !month || !day) return undefined;
  return new Date(year, month - 1, day + days).toISOString();
};

/** What is searched for is the id of an object, an IP address, or the beginning of an action. */
function lookedFor(q: string): Where {
  if (ID.test(q))
    return {
      or: [{ subjectId: { eq: q } }, { actorId: { eq: q } }, { impersonatorId: { eq: q } }, { requestId: { eq: q } }],
    };
  return /^[\d.:a-f]*[.:][\d.:a-f]*\d[\d.:a-f]*$/i.test(q)
    ? { ipAddress: { startsWith: q } }
    : { action: { startsWith: q.toLowerCase() } };
}

function conditionsOf({ q, actor, from, to }: UrlState): Where | null {
  const type = ACTORS.find((each) => each === actor);
  const [begin, end] = [from && midnight(from), to && midnight(to, 1)];
  const and: Where[] = [
    ...(q ? [lookedFor(q)] : []),
    ...(type ? [{ actorType: { eq: type } }] : []),
    ...(begin ? [{ occurredAt: { gte: begin } }] : []),
    ...(end ? [{ occurredAt: { lt: end } }] : []),
  ];
  return and.length > 0 ? { and } : null;
}

/** The audit trail. */
export function AuditPage() {
  const state = useListState<TypeOf<'AuditEventOrderField'>>(['OCCURRED_AT'], {
    field: 'OCCURRED_AT',
    direction: 'DESC',
  });
  const where = conditionsOf(state.url);
  const [result] = useQuery({ query: EVENTS, variables: { ...state.page, where, orderBy: state.orderBy } });
  return (
    <ListPage
      title={t('nav.audit')}
      beside={
        <ExportMenu kinds={['AUDIT_EVENTS']} shown={where && { kind: 'AUDIT_EVENTS', where: { auditEvents: where } }} />
      }
      search={t('audit.search')}
      filters={[filterBy('actor', t('event.actor'), 'actor', ACTORS)]}
      narrowing={['from', 'to']}
      tools={(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`audit.${name}`)}
          value={state.url[name] ?? ''}
          onChange={(event) => state.change({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      state={state}
      result={result}
      pageOf={({ auditEvents }) => auditEvents}
      {...useEvents()}
    />
  );
}
