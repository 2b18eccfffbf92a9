import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../messages/index.ts';
import { Loaded, type Result } from '../loaded.tsx';
import { List, type ListProps } from './list.tsx';
import type { ListState } from './list-state.ts';
import { Pager, type PageInfo, type Total } from './pager.tsx';
import { Toolbar, type Filter } from './toolbar.tsx';

interface Page<Row> {
  readonly edges: readonly { readonly node: Row }[];
  readonly pageInfo: PageInfo;
}

export interface ListingProps<Data, Row, Field extends string> extends Pick<
  ListProps<Row, Field>,
  'columns' | 'idOf' | 'selection' | 'onOpen'
> {
  state: ListState<Field>;
  result: Result<Data>;
  /** The page in the answer. Null if the reader may not see it, undefined if there is nothing that has it. */
  pageOf: (data: Data) => Page<Row> | null | undefined;
  total?: Total | undefined;
  /** Whether the server reads the list forward alone. */
  forwardOnly?: boolean;
  /** What the search looks in. Without it, there is no search. */
  search?: string;
  filters?: readonly Filter[];
  /** Names in the address that narrow the list without a filter. */
  narrowing?: readonly string[];
  /** Beside the filters. */
  tools?: ReactNode;
  /** What can be done with the rows that are marked. */
  bulk?: ReactNode;
  /** That there are no rows. */
  empty: string;
  /** What such things are for, where there are none yet. */
  about?: string | undefined;
  /** All there is of the row that is opened. */
  details?: ReactNode;
}

interface Labeled {
  label: string;
  /** What begins a new one. It is shown where there are none. */
  action?: ReactNode;
}

const narrowed = (
  { url }: ListState<string>,
  { filters = [], narrowing = [] }: { filters?: readonly Filter[]; narrowing?: readonly string[] },
): string[] => ['q', ...filters.map(({ name }) => name), ...narrowing].filter((name) => url[name] !== undefined);

/** Whether there is nothing at all, so that the list says what it is for. */
export function isVoid<Data, Row, Field extends string>(list: ListingProps<Data, Row, Field>): boolean {
  const { result, pageOf, state } = list;
  const page = result.error || !result.data ? undefined : pageOf(result.data);
  const { after, before } = state.url;
  return page?.edges.length === 0 && !after && !before && narrowed(state, list).length === 0;
}

/** One page of a list with what narrows it, and the way to the next and the previous ones. */
export function Listing<Data, Row, Field extends string>(props: ListingProps<Data, Row, Field> & Labeled) {
  const { state, result, pageOf, total, search, filters, tools, bulk, empty, about, action, details, forwardOnly } =
    props;
  const used = narrowed(state, props);
  const clear = (): void => state.change(Object.fromEntries(used.map((name) => [name, undefined])));
  const nothing = (
    <Stack align="center" gap="sm">
      <Text fw={about && isVoid(props) ? 600 : undefined}>{empty}</Text>
      {isVoid(props) && (
        <>
          {about && <Text maw="32rem">{about}</Text>}
          {action}
        </>
      )}
    </Stack>
  );
  return (
    <>
      {(search !== undefined || filters || tools) && (
        <Toolbar state={state} search={search} filters={filters}>
          {used.length > 0 && (
            <Button variant="subtle" onClick={clear}>
              {t('list.clear')}
            </Button>
          )}
          {tools}
        </Toolbar>
      )}
      {bulk}
      <Loaded result={result}>
        {(data) => {
          const page = pageOf(data);
          if (!page) return page === null ? t('notAllowed') : null;
          return (
            <>
              <List {...props} rows={page.edges.map(({ node }) => node)} empty={nothing} />
              <Pager state={state} info={page.pageInfo} total={total} forwardOnly={forwardOnly} />
            </>
          );
        }}
      </Loaded>
      {details}
    </>
  );
}
