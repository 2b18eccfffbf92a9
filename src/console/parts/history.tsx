import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { EVENT, useEvents } from './events.tsx';
import { Listing } from './list/listing.tsx';
import { useListState } from './list/list-state.ts';

const HISTORY = graphql(
  `
    query History($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      node(id: $id) {
        id
        history(first: $first, after: $after, last: $last, before: $before) {
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

/** What the audit trail tells about an object. */
export function History({ id }: { id: string }) {
  const state = useListState(['TIME'], { field: 'TIME', direction: 'DESC' });
  const [result] = useQuery({ query: HISTORY, variables: { id, ...state.page } });
  return (
    <Listing
      label={t('tab.history')}
      state={state}
      result={result}
      pageOf={({ node }) => node?.history}
      {...useEvents()}
    />
  );
}
