import { NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { EVENT, EVENTS, useEvents, type Event } from './events.tsx';
import { Listing, type ListingProps } from './list/listing.tsx';
import { useListState } from './list/list-state.ts';

const HISTORY = graphql(
  `
    query History($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $folded: Boolean!) {
      node(id: $id) {
        id
        history(first: $first, after: $after, last: $last, before: $before, folded: $folded) {
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
    }
  `,
  [EVENT],
);

/** What the audit trail tells about an object: what was done to it, and what it did if it can act. */
export function History({ id, name, acts = false }: { id: string; name: string; acts?: boolean }) {
  const state = useListState(['TIME'], { field: 'TIME', direction: 'DESC' });
  const list = {
    state,
    label: t('tab.history'),
    ...(acts && {
      tools: (
        <NativeSelect
          aria-label={t('audit.side')}
          data={[
            { value: '', label: t('audit.doneTo', { name }) },
            { value: 'by', label: t('audit.doneBy', { name }) },
          ]}
          value={state.url['side'] ?? ''}
          onChange={(event) => state.change({ side: event.currentTarget.value || undefined })}
        />
      ),
    }),
  };
  return acts && state.url['side'] === 'by' ? <DoneBy id={id} list={list} /> : <DoneTo id={id} list={list} />;
}

interface SideProps {
  id: string;
  list: Pick<ListingProps<unknown, Event, 'TIME'>, 'state' | 'tools'> & { label: string };
}

function DoneTo({ id, list }: SideProps) {
  const [result] = useQuery({ query: HISTORY, variables: { id, folded: true, ...list.state.page } });
  return <Listing {...list} result={result} pageOf={({ node }) => node?.history} {...useEvents(id)} />;
}

/** Also what others did through it, or in its name. */
function DoneBy({ id, list }: SideProps) {
  const where = { or: [{ actorId: { eq: id } }, { clientId: { eq: id } }, { impersonatorId: { eq: id } }] };
  const [result] = useQuery({ query: EVENTS, variables: { where, folded: true, ...list.state.page } });
  return <Listing {...list} result={result} pageOf={({ auditEvents }) => auditEvents} {...useEvents()} />;
}
