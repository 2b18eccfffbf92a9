import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import type { Option } from './search-select.tsx';

const FIND = graphql(`
  query FindScopes($text: String!) {
    apis(first: 5, where: { or: [{ name: { contains: $text } }, { identifier: { contains: $text } }] }) {
      edges {
        node {
          id
          name
          isGuildhall
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
const API = graphql(`
  query AskedApi($id: ID!) {
    api(id: $id) {
      id
      name
      scopes(first: 1000) {
        edges {
          node {
            id
            name
          }
        }
      }
    }
  }
`);

/** An API with all its scopes. Undefined until it is known, null if there is no such API. */
export function useApi(id: string | undefined) {
  const [{ data }] = useQuery({ query: API, variables: { id: id ?? '' }, pause: id === undefined });
  return id === undefined ? undefined : data?.api;
}

const SHOWN_MAX = 100;

/** The scopes with a text in their names, as choices. */
export const choicesOf = (scopes: readonly { readonly id: string; readonly name: string }[], text: string): Option[] =>
  scopes
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, SHOWN_MAX)
    .map(({ id, name }) => ({ value: id, label: name }));

/** The scopes of the APIs with a text in their names. */
function useFoundByApi(text: string): Option[] {
  const [{ data }] = useQuery({ query: FIND, variables: { text }, pause: text === '' });
  const apis = text === '' ? [] : (data?.apis.edges ?? []);
  // Nobody gives scopes of Guildhall itself to roles and applications.
  return apis
    .filter(({ node }) => !node.isGuildhall)
    .flatMap(({ node: api }) =>
      api.scopes.edges.map(({ node }) => ({ value: node.id, label: `${node.name} (${api.name})` })),
    );
}

function useFoundOf(apiId: string, text: string): Option[] {
  const scopes = useApi(apiId)?.scopes.edges ?? [];
  return choicesOf(
    scopes.map(({ node }) => node),
    text,
  );
}

/** The hook that finds scopes: those of one API, or those of any by the name of the API. */
export const foundScopes = (apiId: string | undefined): ((text: string) => Option[]) =>
  apiId === undefined ? useFoundByApi : (text) => useFoundOf(apiId, text);
