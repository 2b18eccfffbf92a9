import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { t } from '../../messages/index.ts';
import type { Column } from './list.tsx';
import type { ListState } from './list-state.ts';

/** The columns that the reader wants to see. The first one is always there. */
export function chosenColumns<Row, Field extends string>(
  all: readonly Column<Row, Field>[],
  usual: readonly string[],
  { url }: ListState<Field>,
): readonly Column<Row, Field>[] {
  const wanted = url['columns']?.split(',') ?? usual;
  return all.filter(({ key }, index) => index === 0 || wanted.includes(key));
}

interface ColumnsMenuProps<Row, Field extends string> {
  all: readonly Column<Row, Field>[];
  usual: readonly string[];
  state: ListState<Field>;
}

/** The choice of columns, which is kept in the address. */
export function ColumnsMenu<Row, Field extends string>({ all, usual, state }: ColumnsMenuProps<Row, Field>) {
  const shown = chosenColumns(all, usual, state).map(({ key }) => key);
  const toggle = (key: string): void => {
    const next = all.map((column) => column.key).filter((known) => shown.includes(known) !== (known === key));
    state.change({ columns: next.join(',') });
  };
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">{t('list.columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <Stack gap="xs">
          {all.slice(1).map(({ key, header }) => (
            <Checkbox key={key} label={header} checked={shown.includes(key)} onChange={() => toggle(key)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
