import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';

/** Finds objects of some types, or of all. */
export const FIND = graphql(`
  query Find($text: String!, $types: [SearchableType!]) {
    search(text: $text, types: $types, first: 20) {
      edges {
        node {
          __typename
          ... on User {
            id
            name
            email
          }
          ... on Group {
            id
            name
          }
          ... on Organization {
            id
            name
          }
          ... on Client {
            id
            name
          }
        }
      }
    }
  }
`);

interface PickerProps extends SearchSelectProps {
  type: TypeOf<'SearchableType'>;
}

/** Finds one object among any number, by what is typed. */
export function Picker({ type, ...field }: PickerProps) {
  const useFound = (text: string) => {
    const [{ data }] = useQuery({ query: FIND, variables: { text, types: [type] }, pause: text === '' });
    return (text === '' ? [] : (data?.search.edges ?? [])).map(({ node }) => ({
      value: node.id,
      label: node.__typename === 'User' ? `${node.name} <${node.email}>` : node.name,
    }));
  };
  return <SearchSelect {...field} useFound={useFound} />;
}
