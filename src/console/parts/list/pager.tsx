import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { number, t } from '../../messages/index.ts';
import type { ListState } from './list-state.ts';

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** How many items there are. */
export interface Total {
  readonly totalCount: number;
  readonly atLeast: boolean;
}

interface PagerProps {
  state: ListState<string>;
  info: PageInfo;
  /** Undefined until it is known. */
  total?: Total | undefined;
  /** Whether the list is read forward alone, so that the way back is to its beginning. */
  forwardOnly?: boolean | undefined;
}

/** How many items there are, and the way to the next and the previous ones. */
export function Pager({ state, info, total, forwardOnly = false }: PagerProps) {
  // A reader who went a page back can go forward again, and the other way around.
  const back = info.hasPreviousPage || state.url['after'] !== undefined;
  const forth = info.hasNextPage || state.url['before'] !== undefined;
  return (
    <Group className="pager" justify="space-between">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total && t(total.atLeast ? 'list.totalAtLeast' : 'list.total', { count: number(total.totalCount) })}
      </Text>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label={t('list.size')}
          data={state.sizes.map((size) => ({ value: size, label: t('list.perPage', { size }) }))}
          value={state.url['size'] ?? state.sizes[0]}
          onChange={(event) => state.change({ size: event.currentTarget.value })}
        />
        <Button
          size="xs"
          variant="default"
          disabled={!back || (!info.startCursor && !forwardOnly)}
          onClick={() => state.go(forwardOnly ? {} : { before: info.startCursor ?? undefined })}
        >
          {forwardOnly ? t('list.first') : t('list.previous')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!forth || !info.endCursor}
          onClick={() => state.go({ after: info.endCursor ?? undefined })}
        >
          {t('list.next')}
        </Button>
      </Group>
    </Group>
  );
}
