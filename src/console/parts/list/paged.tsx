import type { ListState } from './list-state.ts';
import { List, type ListProps } from './list.tsx';
import { Pager, type PageInfo, type Total } from './pager.tsx';

interface PagedProps<Row, Field extends string> extends Omit<ListProps<Row, Field>, 'rows'> {
  /** What the server has answered. */
  page: { readonly edges: readonly { readonly node: Row }[]; readonly pageInfo: PageInfo };
  state: ListState<Field>;
  total?: Total | undefined;
}

/** One page of a list, and the way to the next and the previous ones. */
export function Paged<Row, Field extends string>({ page, total, ...list }: PagedProps<Row, Field>) {
  return (
    <>
      <List {...list} rows={page.edges.map(({ node }) => node)} />
      <Pager state={list.state} info={page.pageInfo} total={total} />
    </>
  );
}
