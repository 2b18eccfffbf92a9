import { Button, Notification } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t } from '../messages/index.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly failed: boolean;
  /** Takes back what was done. */
  readonly undo?: (() => void) | undefined;
}

const SHOWN_MS = 8000;
/** Whoever notices a mistake has to find the button, by keyboard, too. */
const UNDO_MS = 30_000;

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

/** Tells the reader that something was done, or that it failed. What failed stays until it is closed. */
export function notify(text: string, failed = false, undo?: () => void): void {
  const id = ++last;
  change([...notices, { id, text, failed, undo }]);
  if (!failed) setTimeout(() => dismiss(id), undo ? UNDO_MS : SHOWN_MS);
}

/** The same, by the reader. The button that was pressed is gone, so that the focus goes to the page. */
function leave(id: number): void {
  dismiss(id);
  document.getElementById('content')?.focus({ preventScroll: true });
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
      {shown.map(({ id, text, failed, undo }) => (
        <Notification
          key={id}
          color={failed ? 'red' : 'teal'}
          withBorder
          onClose={() => leave(id)}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          {text}
          {undo && (
            <Button
              className="undo"
              size="xs"
              variant="default"
              onClick={() => {
                leave(id);
                undo();
              }}
            >
              {t('undo')}
            </Button>
          )}
        </Notification>
      ))}
    </div>
  );
}
