import { Button, Group as Row } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/index.ts';
import { Address } from '../address.tsx';
import { LinkTo } from '../link.tsx';
import { Loaded, type Result } from '../loaded.tsx';
import type { ListState } from './list-state.ts';
import { List, type Column } from './list.tsx';
import { Pager, type PageInfo } from './pager.tsx';
import { Toolbar } from './toolbar.tsx';

interface Member {
  readonly node: { readonly id: string; readonly name: string };
}

/** The columns that all lists of members have. */
export const memberColumns = (): Column<
  Member & { readonly node: { readonly email: string; readonly isActive: boolean } },
  'NAME'
>[] => [
  {
    key: 'name',
    header: t('user.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ node: { id, name, email } }) => (
      <>
        <LinkTo to="/users/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">
          <Address of={email} />
        </div>
      </>
    ),
  },
  {
    key: 'state',
    header: t('user.state'),
    cell: ({ node }) => (node.isActive ? t('user.active') : t('user.disabled')),
  },
];

interface Members<Each> {
  readonly edges: readonly Each[];
  readonly pageInfo: PageInfo;
}

interface MemberListProps<Data, Each extends Member, Field extends string> {
  state: ListState<Field>;
  result: Result<Data>;
  membersOf: (data: Data) => Members<Each> | undefined;
  columns: Column<Each, Field>[];
  /** Opens the dialog that adds users. Missing if the reader may not. */
  onAdd: (() => void) | undefined;
  /** Removes the members, which can be undone. Tells whether they are removed. Missing if the reader may not. */
  remove: ((ids: string[]) => Promise<boolean>) | undefined;
}

/** The members of something: found among any number, and removed. */
export function MemberList<Data, Each extends Member, Field extends string>(props: MemberListProps<Data, Each, Field>) {
  const { state, result, membersOf, columns, onAdd, remove } = props;
  const [ids, set] = useState<ReadonlySet<string>>(new Set());

  const removeMarked = async (): Promise<void> => {
    if (await remove!([...ids])) set(new Set());
  };

  return (
    <>
      <Toolbar state={state} search={t('user.search')}>
        {onAdd && <Button onClick={onAdd}>{t('group.add')}</Button>}
      </Toolbar>
      {ids.size > 0 && (
        <Row className="bulk" gap="xs">
          <Button size="xs" color="red" variant="light" onClick={() => void removeMarked()}>
            {t('group.removeMarked', { count: ids.size })}
          </Button>
        </Row>
      )}
      <Loaded result={result}>
        {(data) => {
          const members = membersOf(data);
          return (
            members && (
              <>
                <List
                  label={t('group.members')}
                  rows={members.edges}
                  columns={columns}
                  idOf={({ node }) => node.id}
                  state={state}
                  selection={remove && { ids, set, nameOf: ({ node }) => node.name }}
                  empty={t('group.noMembers')}
                />
                <Pager state={state} info={members.pageInfo} />
              </>
            )
          );
        }}
      </Loaded>
    </>
  );
}
