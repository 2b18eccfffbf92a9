import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '../messages/index.ts';

interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** The text of the button that leaves all as it is. */
  readonly cancel?: string;
  /** What the reader has to type first: the name of what is destroyed. */
  readonly name?: string;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

function change(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before something is done that cannot be undone easily. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      change(undefined);
      resolve(yes);
    };
    change({ ...question, answer });
  });

/** Asks before what the reader has typed is given up. */
export const askToGiveUp = (): Promise<boolean> =>
  confirm({
    title: t('draft.giveUp'),
    text: t('draft.giveUpText'),
    action: t('draft.giveUpAction'),
    cancel: t('draft.stay'),
  });

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place where questions appear. */
export function Questions() {
  const question = useSyncExternalStore(subscribe, () => asked);
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={question?.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      {question && <Question key={question.title} {...question} />}
    </Modal>
  );
}

function Question({ text, action, cancel = t('cancel'), name, answer }: Asked) {
  const [typed, setTyped] = useState('');
  const ready = name === undefined || typed.trim() === name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) answer(true);
      }}
    >
      <Text size="sm">{text}</Text>
      {name !== undefined && (
        <TextInput
          mt="md"
          data-autofocus
          autoComplete="off"
          label={t('confirm.type', { name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" data-autofocus={name === undefined || undefined} onClick={() => answer(false)}>
          {cancel}
        </Button>
        <Button type="submit" color="red" disabled={!ready}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
