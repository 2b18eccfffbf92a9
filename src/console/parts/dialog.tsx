import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { giveUp, useDraftKey, useHasTyped } from './drafts.ts';
import { firstField } from './first-field.ts';

export interface DialogState {
  readonly opened: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The state of a dialog around a form. It is open in the beginning if something is typed there already. */
export function useDialog(form: string): DialogState {
  const [opened, { open, close }] = useDisclosure(useHasTyped(form));
  return { opened, open, close };
}

interface DialogProps {
  title: string;
  /** The name of the form inside. Closing asks before it gives up what is typed there. */
  form: string;
  state: DialogState;
  children: ReactNode;
}

/** Waits until all have heard of a key: the one that closes a dialog must not answer its question, too. */
const keyIsOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A dialog for a form. Its first field has the focus. */
export function Dialog({ title, form, state: { opened, close }, children }: DialogProps) {
  const key = useDraftKey(form);
  const [asks, setAsks] = useState(false);
  const tryToClose = async (): Promise<void> => {
    setAsks(true);
    await keyIsOver();
    const isGone = await giveUp(key);
    await keyIsOver();
    setAsks(false);
    if (isGone) close();
  };
  return (
    <Modal
      closeOnEscape={!asks}
      opened={opened}
      onClose={() => void tryToClose()}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      <Body>{children}</Body>
    </Modal>
  );
}

function Body({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // Else the button that closes the dialog would get the focus, because it comes first.
  useEffect(() => firstField(place.current)?.setAttribute('data-autofocus', ''), []);
  return <div ref={place}>{children}</div>;
}
