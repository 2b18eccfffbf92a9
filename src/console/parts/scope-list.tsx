import { Button } from '@mantine/core';
import { t } from '../messages/index.ts';
import { foundScopes } from './found-scopes.ts';
import { LinkTo } from './link.tsx';
import { List } from './list/list.tsx';
import { SearchSelect } from './search-select.tsx';

interface Scope {
  readonly id: string;
  readonly name: string;
  readonly api: { readonly id: string; readonly name: string } | null;
}

interface ScopeListProps {
  label: string;
  scopes: readonly Scope[];
  /** The only API whose scopes there can be. */
  apiId?: string | undefined;
  /** Gets the ids of all that there are to be. Missing if the reader may not change them. */
  change?: ((ids: string[]) => unknown) | undefined;
}

/** The scopes of APIs that something has: all of them, with what adds and removes one. */
export function ScopeList({ label, scopes, apiId, change }: ScopeListProps) {
  const ids = scopes.map(({ id }) => id);
  return (
    <>
      {change && (
        <SearchSelect
          label={apiId === undefined ? t('scope.give') : t('scope.giveOne')}
          value={null}
          useFound={foundScopes(apiId)}
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
