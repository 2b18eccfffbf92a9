import { LinkTo } from './link.tsx';

export interface Named {
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
  Api: '/apis/$id',
  AccessRole: '/roles/$id',
} as const;

interface ListedLinkProps {
  node: Named;
  /** -1 for what the Enter key opens from the row that it is in. */
  tabIndex?: -1 | undefined;
}

/** The name of an object, which leads to its page. */
export function ListedLink({ node: { __typename, id, name }, tabIndex }: ListedLinkProps) {
  const to = PAGES[__typename as keyof typeof PAGES];
  return to ? (
    <LinkTo to={to} params={{ id }} tabIndex={tabIndex}>
      {name}
    </LinkTo>
  ) : (
    <span>{name}</span>
  );
}
