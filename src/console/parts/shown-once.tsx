import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t } from '../messages/index.ts';
import { Copy } from './copy.tsx';

/** Where an answer has a text that is shown once, and what the reader is told about it. It can be kept in the browser. */
export interface ShownOnce {
  readonly title: string;
  readonly text: string;
  /** The names of the field of the answer, from the outermost. */
  readonly path: readonly string[];
}

interface Shown extends Omit<ShownOnce, 'path'> {
  readonly secret: string;
}

let shown: Shown | undefined;
const listeners = new Set<() => void>();

function change(next: Shown | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a text of an answer until the reader closes it. */
export function showOnce({ path, ...told }: ShownOnce, answer: unknown): void {
  const secret = path.reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>>)[name], answer);
  change({ ...told, secret: String(secret) });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place where such texts appear. A click beside it closes nothing, because the text would be gone. */
export function ShownOnce() {
  const found = useSyncExternalStore(subscribe, () => shown);
  const close = (): void => change(undefined);
  return (
    <Modal
      opened={found !== undefined}
      onClose={close}
      closeOnClickOutside={false}
      title={found?.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      {found && (
        <>
          <Text size="sm" mb="sm">
            {found.text}
          </Text>
          <Code block tabIndex={0} aria-label={found.title}>
            {found.secret}
          </Code>
          <Group justify="space-between">
            <Copy text={found.secret} />
            <Button mt="xs" size="xs" onClick={close}>
              {t('close')}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
