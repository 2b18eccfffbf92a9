import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { LinkTo } from './link.tsx';
import { List } from './list/list.tsx';
import { SearchSelect } from './search-select.tsx';

const FIND = graphql(`
  query FindScopes($text: String!) {
    apis(first: 5, where: { or: [{ name: { contains: $text } }, { identifier: { contains: $text } }] }) {
      edges {
        node {
          id
          name
          scopes(first: 100) {
            edges {
              node {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`);

interface Scope {
  readonly id: string;
  readonly name: string;
  readonly api: { readonly id: string; readonly name: string } | null;
}

interface ScopeListProps {
  label: string;
  scopes: readonly Scope[];
  /** Gets the ids of all that there are to be. Missing if the reader may not change them. */
  change?: ((ids: string[]) => unknown) | undefined;
}

function useFound(text: string) {
  const [{ data }] = useQuery({ query: FIND, variables: { text }, pause: text === '' });
  const apis = text === '' ? [] : (data?.apis.edges ?? []);
  return apis.flatMap(({ node: api }) =>
    api.scopes.edges.map(({ node }) => ({ value: node.id, label: `${node.name} (${api.name})` })),
  );
}

/** The scopes of APIs that something has: all of them, with what adds and removes one. */
export function ScopeList({ label, scopes, change }: ScopeListProps) {
  const ids = scopes.map(({ id }) => id);
  return (
    <>
      {change && (
        <SearchSelect
          label={t('scope.give')}
          value={null}
          useFound={useFound}
          onPick={(id) => id && !ids.includes(id) && change([...ids, id])}
        />
      )}
      <List
        label={label}
        rows={scopes}
        idOf={({ id }) => id}
        empty={t('scope.none')}
        columns={[
          { key: 'name', header: t('scope.one'), narrow: true, cell: ({ name }) => <code>{name}</code> },
          {
            key: 'api',
            header: t('role.api'),
            narrow: true,
            cell: ({ api }) =>
              api && (
                <LinkTo to="/apis/$id" params={{ id: api.id }} tabIndex={-1}>
                  {api.name}
                </LinkTo>
              ),
          },
          {
            key: 'act',
            header: t('list.actions'),
            narrow: true,
            cell: ({ id, name }) =>
              change && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('scope.removeNamed', { name })}
                  onClick={() => change(ids.filter((each) => each !== id))}
                >
                  {t('remove')}
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
