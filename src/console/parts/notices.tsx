import { Notification } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t } from '../messages/index.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly failed: boolean;
}

const SHOWN_MS = 8000;

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

/** Tells the reader that something was done, or that it failed. What failed stays until it is closed. */
export function notify(text: string, failed = false): void {
  const id = ++last;
  change([...notices, { id, text, failed }]);
  if (!failed) setTimeout(() => dismiss(id), SHOWN_MS);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place where notices appear. Screen readers read them. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className="notices" role="status">
      {shown.map(({ id, text, failed }) => (
        <Notification
          key={id}
          color={failed ? 'red' : 'teal'}
          withBorder
          onClose={() => dismiss(id)}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          {text}
        </Notification>
      ))}
    </div>
  );
}
