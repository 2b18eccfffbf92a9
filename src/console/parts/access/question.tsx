import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useUrlState, type UrlState } from '../../url-state.ts';
import { choicesOf, useApi } from '../found-scopes.ts';
import { Picker } from '../picker.tsx';
import { SearchSelect } from '../search-select.tsx';

const FIND = graphql(`
  query FindApis($where: ApiWhere) {
    apis(first: 20, where: $where, orderBy: { field: NAME }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);
const ORGANIZATION = graphql(`
  query AskedOrganization($id: ID!) {
    organization(id: $id) {
      id
      name
    }
  }
`);

/** What is named by its id. Undefined until it is known, null if there is no such thing. */
interface Named {
  readonly api: ReturnType<typeof useApi>;
  readonly organization: ResultOf<typeof ORGANIZATION>['organization'] | undefined;
}

/** What is asked about, as far as the address says it. */
export interface Question extends Named {
  readonly apiId: string | undefined;
  /** The name of the scope. */
  readonly scope: string | undefined;
  readonly organizationId: string | undefined;
}

/** The question in the address. */
export function useQuestion(): Question {
  const [{ api, scope, organization }] = useUrlState();
  return {
    apiId: api,
    scope,
    organizationId: organization,
    api: useApi(api),
    organization: useOrganization(organization),
  };
}

/** What an organization is called. */
export function useOrganization(id: string | undefined): Named['organization'] {
  const [{ data }] = useQuery({ query: ORGANIZATION, variables: { id: id ?? '' }, pause: id === undefined });
  return id === undefined ? undefined : data?.organization;
}

function useFoundApis(text: string) {
  const where = text === '' ? null : { or: [{ name: { contains: text } }, { identifier: { contains: text } }] };
  const [{ data }] = useQuery({ query: FIND, variables: { where } });
  return (data?.apis.edges ?? []).map(({ node: { id, name } }) => ({ value: id, label: name }));
}

interface Scope {
  readonly id: string;
  readonly name: string;
}

interface ScopeFieldProps {
  scopes: readonly Scope[];
  value: Scope | undefined;
  disabled?: boolean;
  onPick: (id: string | null, name: string) => void;
}

/** Chooses one of the scopes of an API. */
export function ScopeField({ scopes, value, ...field }: ScopeFieldProps) {
  const useFound = (text: string) => choicesOf(scopes, text);
  return (
    <SearchSelect
      {...field}
      label={t('scope.one')}
      value={value?.id ?? null}
      valueName={value?.name}
      useFound={useFound}
    />
  );
}

/** Asks for an API, one of its scopes and an organization. The address keeps them. */
export function QuestionFields({ apiId, scope, organizationId, api, organization }: Question) {
  const [, setUrl] = useUrlState();
  const ask = (change: UrlState) => setUrl({ after: undefined, before: undefined, ...change });
  const scopes = (api?.scopes.edges ?? []).map(({ node }) => node);
  return (
    <div className="toolbar question" role="search" aria-label={t('access.question')}>
      <SearchSelect
        label={t('role.api')}
        value={apiId ?? null}
        valueName={api?.name}
        useFound={useFoundApis}
        onPick={(id) => ask({ api: id ?? undefined, scope: undefined })}
      />
      <ScopeField
        key={apiId}
        scopes={scopes}
        value={scopes.find(({ name }) => name === scope)}
        disabled={apiId === undefined}
        onPick={(id, name) => ask({ scope: id === null ? undefined : name })}
      />
      <Picker
        label={t('access.organization')}
        type="ORGANIZATION"
        value={organizationId ?? null}
        valueName={organization?.name}
        onPick={(id) => ask({ organization: id ?? undefined })}
      />
    </div>
  );
}
