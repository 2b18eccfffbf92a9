import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { EVENT, Events } from './events.tsx';
import { useListState } from './list/list-state.ts';
import { Pager } from './list/pager.tsx';
import { Loaded } from './loaded.tsx';

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
    <Loaded result={result}>
      {({ node }) =>
        node?.history ? (
          <>
            <Events label={t('tab.history')} events={node.history.edges.map((edge) => edge.node)} />
            <Pager state={state} info={node.history.pageInfo} />
          </>
        ) : (
          t('event.none')
        )
      }
    </Loaded>
  );
}
