import { Code, Text } from '@mantine/core';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { addressOf } from '../../address.ts';
import type { Description } from './description.ts';

const Described = createContext<Description | undefined>(undefined);

/** Gives the description to what is inside. */
export const WithDescription = Described.Provider;

/** The description that the page is about. */
export const useDescription = (): Description => useContext(Described)!;

/** The server's own description. Undefined until it is there, null if it cannot be read. */
export function useLoadedDescription(): Description | null | undefined {
  const [description, setDescription] = useState<Description | null>();
  useEffect(() => {
    const given = new AbortController();
    fetch(addressOf('openapi.json'), { signal: given.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Description>) : null))
      .then(setDescription, () => given.signal.aborted || setDescription(null));
    return () => given.abort();
  }, []);
  return description;
}

/** A text of the description, which is in English: paragraphs, with names in backticks. */
export function Prose({ text }: { text: string | undefined }) {
  return text?.split(/\n{2,}/).map((paragraph) => (
    <Text key={paragraph} component="p" size="sm" lang="en" my={4}>
      {paragraph.split(/`([^`]+)`/).map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece))}
    </Text>
  ));
}

interface FoldProps {
  title: ReactNode;
  isOpen?: boolean;
  /** Made when it is opened, so that what is in itself has no end only for those who look for it. */
  children: () => ReactNode;
}

/** Something that unfolds. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  const [opened, setOpened] = useState(isOpen);
  return (
    <details className="fold" open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{title}</summary>
      {opened && <div>{children()}</div>}
    </details>
  );
}
