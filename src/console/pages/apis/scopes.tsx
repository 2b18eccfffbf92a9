import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { scopeFields } from './api-fields.ts';
import type { Api } from './api.page.tsx';

const SCOPES = graphql(`
  query ApiScopes($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    api(id: $id) {
      id
      scopes(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            id
            name
            description
            translations {
              language
              description
            }
            isDefault
            isOptional
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
`);
const ADD = graphql(`
  mutation AddApiScope($id: ID!, $scope: NewApiScopeInput!) {
    addApiScopes(apiId: $id, scopes: [$scope]) {
      api {
        id
        version
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateApiScope($id: ID!, $input: UpdateApiScopeInput!) {
    updateApiScope(id: $id, input: $input) {
      apiScope {
        id
        api {
          id
          version
        }
      }
    }
  }
`);
const REMOVE = graphql(`
  mutation RemoveApiScope($id: ID!, $confirm: String, $dryRun: Boolean!) {
    removeApiScope(id: $id, confirm: $confirm, dryRun: $dryRun) {
      apiScope {
        id
      }
      ends {
        clients
        roles
      }
    }
  }
`);

type Scope = NonNullable<ResultOf<typeof SCOPES>['api']>['scopes']['edges'][number]['node'];

const EMPTY = { name: '', description: '', translations: [], isDefault: false, isOptional: false };

/** The scopes of an API: added, changed, and removed with what ends then. */
export function Scopes({ api: { id, viewerCan } }: { api: Api }) {
  const act = useAct();
  const [changed, setChanged] = useState<Scope>();
  const adding = useDialog('scope');
  const state = useListState(['NAME'], { field: 'NAME', direction: 'ASC' });
  const [result] = useQuery({ query: SCOPES, variables: { id, ...state.page } });

  const remove = async ({ id: scopeId, name }: Scope): Promise<void> => {
    const { data: dry } = await act(REMOVE, { id: scopeId, dryRun: true });
    if (!dry) return;
    const text = t('scope.removeText', { name, ...countsOf(dry.removeApiScope.ends) });
    if (!(await confirm({ title: t('remove'), text, action: t('remove'), name }))) return;
    await act(REMOVE, { id: scopeId, confirm: name, dryRun: false }, { done: t('scope.isRemoved', { name }) });
  };
  const columns: Column<Scope>[] = [
    {
      key: 'name',
      header: t('scope.name'),
      narrow: true,
      cell: ({ name, description }) => (
        <>
          <code>{name}</code>
          {description && <div className="second">{description}</div>}
        </>
      ),
    },
    {
      key: 'kind',
      header: t('state'),
      cell: ({ isDefault, isOptional }) => (
        <Group gap="xs">
          {isDefault && <Badge variant="light">{t('scope.default')}</Badge>}
          {isOptional && (
            <Badge variant="light" color="gray">
              {t('scope.optional')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (scope) => (
        <Group gap="xs">
          <ButtonTo
            size="xs"
            variant="default"
            aria-label={t('access.whoNamed', { name: scope.name })}
            to="."
            search={{ tab: 'who', scope: scope.id }}
          >
            {t('apiTab.who')}
          </ButtonTo>
          {viewerCan.addApiScopes && (
            <>
              <Button
                size="xs"
                variant="default"
                aria-label={t('scope.changeNamed', { name: scope.name })}
                onClick={() => setChanged(scope)}
              >
                {t('scope.change')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t('scope.removeNamed', { name: scope.name })}
                onClick={() => void remove(scope)}
              >
                {t('remove')}
              </Button>
            </>
          )}
        </Group>
      ),
    },
  ];
  const close = () => setChanged(undefined);
  return (
    <>
      <Listing
        label={t('apiTab.scopes')}
        tools={viewerCan.addApiScopes && <Button onClick={adding.open}>{t('scope.add')}</Button>}
        state={state}
        result={result}
        pageOf={({ api }) => api?.scopes}
        columns={columns}
        idOf={(scope) => scope.id}
        empty={t('scope.none')}
      />
      <Dialog title={t('scope.add')} form="scope" state={adding}>
        <Form
          name="scope"
          whole
          fields={scopeFields()}
          initial={EMPTY}
          action={t('scope.add')}
          onCancel={adding.close}
          onSubmit={async (input) => {
            const scope = { name: '', ...input } as TypeOf<'NewApiScopeInput'>;
            const outcome = await act(ADD, { id, scope }, { done: t('scope.isAdded'), quiet: true });
            if (outcome.data) adding.close();
            return outcome;
          }}
          fieldOf={(path) => path.split('.').at(-1)}
        />
      </Dialog>
      <Dialog
        title={t('scope.change')}
        form={`scope-${changed?.id}`}
        state={{ opened: changed !== undefined, open: close, close }}
      >
        {changed && (
          <Form
            name={`scope-${changed.id}`}
            fields={scopeFields()}
            initial={{ ...changed, translations: changed.translations.map(asInput) }}
            action={t('save')}
            onCancel={close}
            onSubmit={async (input) => {
              const outcome = await act(UPDATE, { id: changed.id, input }, { done: t('saved'), quiet: true });
              if (outcome.data) close();
              return outcome;
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** The cache adds the name of the type. */
const asInput = ({ language, description }: Scope['translations'][number]) => ({ language, description });

const countsOf = ({ clients, roles }: { clients: number; roles: number }) => ({ clients, roles });
