import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '../../messages/index.ts';
import { Icon } from '../icon.tsx';
import type { ListState } from './list-state.ts';

export interface Column<Row, Field extends string = string> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the list can be ordered by. */
  readonly order?: Field;
  /** Whether a narrow window has room for it, too. */
  readonly narrow?: boolean;
}

/** The rows that the reader has marked. */
export interface Selection<Row> {
  readonly ids: ReadonlySet<string>;
  set(ids: ReadonlySet<string>): void;
  /** What the box of a row is called. */
  nameOf(row: Row): string;
}

export interface ListProps<Row, Field extends string> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row, Field>[];
  idOf: (row: Row) => string;
  state?: ListState<Field>;
  selection?: Selection<Row> | undefined;
  empty: ReactNode;
  /** Opens a row that has no link. */
  onOpen?: (row: Row) => void;
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

const MOVES: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity };

/**
 * A list as a table. Tab comes to one row, and the arrow keys (or j and k) move from row to row. Enter opens the row's first
 * link, and Space (or x) marks the row.
 */
export function List<Row, Field extends string>(props: ListProps<Row, Field>) {
  const { label, rows, columns, idOf, state, selection, empty, onOpen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [row, setRow] = useState(0);
  const last = rows.length - 1;

  const onKey = (event: KeyboardEvent, item: Row, index: number): void => {
    // Keys in buttons and fields of a row are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    if (move !== undefined) body.current?.rows[Math.min(Math.max(index + move, 0), last)]?.focus();
    else if (event.key === 'Enter')
      if (onOpen) onOpen(item);
      else (event.currentTarget as HTMLElement).querySelector('a')?.click();
    else if ((event.key === ' ' || event.key === 'x') && selection) selection.set(toggled(selection.ids, idOf(item)));
    else return;
    event.preventDefault();
  };

  const all = rows.length > 0 && rows.every((item) => selection?.ids.has(idOf(item)));
  const some = rows.some((item) => selection?.ids.has(idOf(item)));
  return (
    <div className="list" role="region" aria-label={label}>
      <Table highlightOnHover verticalSpacing="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th className="mark">
                <Checkbox
                  aria-label={t('list.markAll')}
                  checked={all}
                  indeterminate={some && !all}
                  onChange={() => selection.set(all ? new Set() : new Set(rows.map(idOf)))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} state={state} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {rows.map((item, index) => (
            <Table.Tr
              key={idOf(item)}
              tabIndex={index === Math.min(row, last) ? 0 : -1}
              onFocus={() => setRow(index)}
              data-marked={selection?.ids.has(idOf(item)) || undefined}
              onKeyDown={(event) => onKey(event, item, index)}
              {...(onOpen && { onClick: () => onOpen(item), className: 'opens' })}
            >
              {selection && (
                <Table.Td className="mark">
                  <Checkbox
                    tabIndex={-1}
                    aria-label={t('list.mark', { name: selection.nameOf(item) })}
                    checked={selection.ids.has(idOf(item))}
                    onChange={() => selection.set(toggled(selection.ids, idOf(item)))}
                  />
                </Table.Td>
              )}
              {columns.map(({ key, cell, narrow }) => (
                <Table.Td key={key} data-wide={!narrow || undefined}>
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length === 0 && <div className="empty">{empty}</div>}
    </div>
  );
}

interface HeaderProps<Row, Field extends string> {
  column: Column<Row, Field>;
  state: ListState<Field> | undefined;
}

function Header<Row, Field extends string>({ column: { header, order, narrow }, state }: HeaderProps<Row, Field>) {
  if (!order || !state) return <Table.Th data-wide={!narrow || undefined}>{header}</Table.Th>;
  const current = state.orderBy?.field === order;
  const down = state.orderBy?.direction === 'DESC';
  return (
    <Table.Th data-wide={!narrow || undefined} aria-sort={current ? (down ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton
        className="sort"
        onClick={() => state.change({ order, down: current && !down ? '1' : undefined })}
      >
        {header}
        {current && <Icon name={down ? 'down' : 'up'} size={14} />}
      </UnstyledButton>
    </Table.Th>
  );
}
