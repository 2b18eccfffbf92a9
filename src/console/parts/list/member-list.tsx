import { Button, Group as Row } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/index.ts';
import { Address } from '../address.tsx';
import { LinkTo } from '../link.tsx';
import type { Column } from './list.tsx';
import { Listing, type ListingProps } from './listing.tsx';

interface Member {
  readonly id: string;
  readonly name: string;
}

/** The columns that all lists of members have. */
export const memberColumns = (): Column<Member & { readonly email: string; readonly isActive: boolean }, 'NAME'>[] => [
  {
    key: 'name',
    header: t('user.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name, email }) => (
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
    cell: ({ isActive }) => (isActive ? t('user.active') : t('user.disabled')),
  },
];

interface MemberListProps<Data, Each extends Member, Field extends string> extends Pick<
  ListingProps<Data, Each, Field>,
  'state' | 'result' | 'pageOf' | 'columns'
> {
  /** Opens the dialog that adds users. Missing if the reader may not. */
  onAdd: (() => void) | undefined;
  /** Removes the members, which can be undone. Tells whether they are removed. Missing if the reader may not. */
  remove: ((ids: string[]) => Promise<boolean>) | undefined;
}

/** The members of something: found among any number, and removed. */
export function MemberList<Data, Each extends Member, Field extends string>(props: MemberListProps<Data, Each, Field>) {
  const { onAdd, remove, ...list } = props;
  const [ids, set] = useState<ReadonlySet<string>>(new Set());

  const removeMarked = async (): Promise<void> => {
    if (await remove!([...ids])) set(new Set());
  };

  return (
    <Listing
      {...list}
      label={t('group.members')}
      search={t('user.search')}
      tools={onAdd && <Button onClick={onAdd}>{t('group.add')}</Button>}
      bulk={
        ids.size > 0 && (
          <Row className="bulk" gap="xs">
            <Button size="xs" color="red" variant="light" onClick={() => void removeMarked()}>
              {t('group.removeMarked', { count: ids.size })}
            </Button>
          </Row>
        )
      }
      idOf={({ id }) => id}
      selection={remove && { ids, set, nameOf: ({ name }) => name }}
      empty={t('group.noMembers')}
    />
  );
}
