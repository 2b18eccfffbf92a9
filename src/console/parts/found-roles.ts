import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';

const FIND = graphql(`
  query FindRoles($text: String!) {
    accessRoles(first: 20, where: { name: { contains: $text } }) {
      edges {
        node {
          id
          name
          api {
            id
            name
          }
        }
      }
    }
  }
`);

/** The roles with a text in their names, each with its API. */
export function useFoundRoles(text: string) {
  const [{ data }] = useQuery({ query: FIND, variables: { text }, pause: text === '' });
  const found = text === '' ? [] : (data?.accessRoles.edges ?? []);
  return found.map(({ node: { id, name, api } }) => ({ value: id, label: api ? `${name} (${api.name})` : name }));
}
