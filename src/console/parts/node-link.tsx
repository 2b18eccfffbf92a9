import { LinkTo } from './link.tsx';

interface Named {
  __typename: string;
  id: string;
  name: string;
}

/** The pages of objects, by the names of their types. */
export const PAGES = {
  User: '/users/$id',
  Group: '/groups/$id',
  Organization: '/organizations/$id',
  Client: '/applications/$id',
} as const;

/** The name of an object, which leads to its page. */
export function ListedLink({ node: { __typename, id, name } }: { node: Named }) {
  const to = PAGES[__typename as keyof typeof PAGES];
  return to ? (
    <LinkTo to={to} params={{ id }}>
      {name}
    </LinkTo>
  ) : (
    <span>{name}</span>
  );
}
