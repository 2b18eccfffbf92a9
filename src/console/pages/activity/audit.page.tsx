import { TextInput } from '@mantine/core';
import { useQuery } from 'urql';
import type { TypeOf } from '../../graph/graphql.ts';
import { namesUnder, t } from '../../messages/index.ts';
import { EVENTS, useEvents } from '../../parts/events.tsx';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { filterBy } from '../../parts/list/toolbar.tsx';
import type { UrlState } from '../../url-state.ts';

type Where = TypeOf<'AuditEventWhere'>;

const ACTORS: TypeOf<'ActorType'>[] = ['USER', 'CLIENT', 'SYSTEM', 'ANONYMOUS'];
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A day of the reader's zone, as a moment. */
const midnight = (date: string, days = 0): string | undefined => {
  const [year, month, day] = date.split('-').map(Number);
  if (!year || !month || !day) return undefined;
  return new Date(year, month - 1, day + days).toISOString();
};

/** What actions are about: `user`, `group` … */
const AREAS = new Set(namesUnder('told').flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
const isAction = (q: string): boolean => /^[a-z_]+(?:\.[a-z_]*)?$/i.test(q) && AREAS.has(q.toLowerCase().split('.')[0]);
const ADDRESS = /^[\d.:a-f]*[.:][\d.:a-f]*\d[\d.:a-f]*$/i;

/** What is searched for is the id of an object, an IP address, the beginning of an action, or a part of a name. */
function lookedFor(q: string): Where {
  if (ID.test(q))
    return {
      or: [{ subjectId: { eq: q } }, { actorId: { eq: q } }, { impersonatorId: { eq: q } }, { requestId: { eq: q } }],
    };
  if (ADDRESS.test(q)) return { ipAddress: { startsWith: q } };
  return isAction(q) ? { action: { startsWith: q.toLowerCase() } } : { search: q };
}

function conditionsOf({ q, actor, from, to, fold }: UrlState): Where | null {
  const type = ACTORS.find((each) => each === actor);
  const [begin, end] = [from && midnight(from), to && midnight(to, 1)];
  const and: Where[] = [
    ...(q ? [lookedFor(q)] : []),
    ...(fold && ID.test(fold) ? [{ foldId: { eq: fold } }] : []),
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
  const { fold } = state.url;
  const where = conditionsOf(state.url);
  const folded = fold === undefined;
  const [result] = useQuery({ query: EVENTS, variables: { ...state.page, where, orderBy: state.orderBy, folded } });
  return (
    <ListPage
      title={t('nav.audit')}
      beside={
        <ExportMenu kinds={['AUDIT_EVENTS']} shown={where && { kind: 'AUDIT_EVENTS', where: { auditEvents: where } }} />
      }
      search={t('audit.search')}
      filters={[filterBy('actor', t('event.actor'), 'actor', ACTORS)]}
      {...(fold && { lead: t('audit.fold') })}
      narrowing={['from', 'to', 'fold']}
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
      {...useEvents(state.url['q'])}
    />
  );
}
