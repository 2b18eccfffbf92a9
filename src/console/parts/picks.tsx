import { useQuery } from 'urql';
import type { TypeOf } from '../graph/graphql.ts';
import { FIND } from './picker.tsx';
import { SearchPicks, type SearchPicksProps } from './search-picks.tsx';

interface PicksProps extends SearchPicksProps {
  type: TypeOf<'SearchableType'>;
}

/** Finds several objects among any number, by what is typed. */
export function Picks({ type, ...field }: PicksProps) {
  const useFound = (text: string) => {
    const [{ data }] = useQuery({ query: FIND, variables: { text, types: [type] }, pause: text === '' });
    return (text === '' ? [] : (data?.search.edges ?? [])).map(({ node: { id, name } }) => ({
      value: id,
      label: name,
    }));
  };
  return <SearchPicks {...field} useFound={useFound} />;
}
