import { MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useUrlState, type UrlState } from '../../url-state.ts';
import { useOrganization } from '../access/question.tsx';
import { Picker } from '../picker.tsx';

const CLIENT = graphql(`
  query PreviewedClient($id: ID!) {
    client(id: $id) {
      id
      name
      scopes
      resources
      apiScopes(first: 1000) {
        edges {
          node {
            id
            name
            api {
              id
              name
              identifier
            }
          }
        }
      }
    }
  }
`);
const USER = graphql(`
  query PreviewedUser($id: ID!) {
    user(id: $id) {
      id
      name
    }
  }
`);

/** Whose page it is: the other one is chosen. */
export type About = { readonly userId: string } | { readonly clientId: string };

/** What is asked, as far as the address says it. */
export interface Question {
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
  readonly organizationId: string | undefined;
  /** With spaces between; undefined for all. */
  readonly scope: string | undefined;
  readonly resource: string | undefined;
}

/** The question in the address. */
export function useQuestion(about: About): Question {
  const [{ user, client, organization, scopes, resource }] = useUrlState();
  const { userId = user, clientId = client } = about as { userId?: string; clientId?: string };
  return { userId, clientId, organizationId: organization, scope: scopes, resource };
}

/** What the application may ask for. */
function useClientOf(id: string | undefined) {
  const [{ data }] = useQuery({ query: CLIENT, variables: { id: id ?? '' }, pause: id === undefined });
  const client = id === undefined ? undefined : data?.client;
  const apiScopes = (client?.apiScopes?.edges ?? []).map(({ node }) => node);
  const apis = new Map(apiScopes.flatMap(({ api }) => (api ? [[api.identifier, api.name]] : [])));
  const others = (client?.resources ?? []).filter((resource) => !apis.has(resource));
  return {
    name: client?.name,
    resources: [...[...apis].map(([value, label]) => ({ value, label })), ...others],
    scopesAt: (resource: string | undefined): string[] => [
      ...(client?.scopes ?? []).map((scope) => scope.toLowerCase()),
      ...apiScopes.filter(({ api }) => resource === undefined || api?.identifier === resource).map(({ name }) => name),
    ],
  };
}

/** Asks for the other one, an organization, the scopes and what the access token is for. The address keeps them. */
export function QuestionFields({ about, question }: { about: About; question: Question }) {
  const [, ask] = useUrlState();
  const { userId, clientId, organizationId, scope, resource } = question;
  const client = useClientOf(clientId);
  const organization = useOrganization(organizationId);
  const asked = scope?.split(' ') ?? [];
  const possible = [...new Set([...client.scopesAt(resource), ...asked])];
  return (
    <div className="toolbar question" role="search" aria-label={t('preview.question')}>
      {'userId' in about ? (
        <Picker
          label={t('client.one')}
          type="CLIENT"
          value={clientId ?? null}
          valueName={client.name}
          onPick={(id) => ask({ client: id ?? undefined, ...NO_MORE })}
        />
      ) : (
        <UserPicker id={userId} ask={ask} />
      )}
      <Picker
        label={t('access.organization')}
        type="ORGANIZATION"
        value={organizationId ?? null}
        valueName={organization?.name}
        onPick={(id) => ask({ organization: id ?? undefined })}
      />
      <NativeSelect
        label={t('preview.resource')}
        data={[{ value: '', label: t('preview.noResource') }, ...client.resources]}
        value={resource ?? ''}
        onChange={({ currentTarget: { value } }) => ask({ resource: value || undefined, scopes: undefined })}
      />
      <MultiSelect
        label={t('preview.scopes')}
        placeholder={asked.length === 0 ? t('preview.allScopes') : undefined}
        searchable
        data={possible}
        value={asked}
        onChange={(names) => ask({ scopes: names.join(' ') || undefined })}
        comboboxProps={{ transitionProps: { duration: 0 }, returnFocus: false }}
      />
    </div>
  );
}

/** What another application may not be able to ask for. */
const NO_MORE: UrlState = { scopes: undefined, resource: undefined };

interface UserPickerProps {
  id: string | undefined;
  ask: (change: UrlState) => void;
}

function UserPicker({ id, ask }: UserPickerProps) {
  const [{ data }] = useQuery({ query: USER, variables: { id: id ?? '' }, pause: id === undefined });
  return (
    <Picker
      label={t('preview.user')}
      type="USER"
      value={id ?? null}
      valueName={id === undefined ? undefined : data?.user?.name}
      onPick={(picked) => ask({ user: picked ?? undefined })}
    />
  );
}
