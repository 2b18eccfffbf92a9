import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { t } from '../messages/index.ts';
import { Fault } from './fault.tsx';

/** Says that something is on its way. */
export function Waiting() {
  return (
    <Center p="xl" role="status" aria-label={t('loading')}>
      <Loader type="dots" />
    </Center>
  );
}

export interface Result<Data> {
  readonly data?: Data | undefined;
  readonly error?: CombinedError | undefined;
}

interface LoadedProps<Data> {
  result: Result<Data>;
  children: (data: Data) => ReactNode;
}

/** Shows what a query found; until then that it is on its way, or why it failed. */
export function Loaded<Data>({ result: { data, error }, children }: LoadedProps<Data>) {
  if (data !== undefined && data !== null && !error) return children(data);
  if (error) return <Fault error={error} />;
  return <Waiting />;
}
