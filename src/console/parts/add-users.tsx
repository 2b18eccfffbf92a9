import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { Outcome } from '../graph/act.ts';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { Dialog, type DialogState } from './dialog.tsx';
import { useDraft } from './drafts.ts';
import { sentenceOf } from './fault.tsx';
import { textOf } from './fields.tsx';
import { notify } from './notices.tsx';
import { Picker } from './picker.tsx';
import { submitByKeys } from './submit-by-keys.ts';

const FIND = graphql(`
  query FindAddresses($addresses: [String!]!, $first: Int!) {
    users(first: $first, where: { email: { in: $addresses } }) {
      edges {
        node {
          id
          email
        }
      }
    }
  }
`);

/** The name of the form. */
export const ADDED = 'members';
const EMPTY = { text: '' };

/** As many as one filter or one change takes. */
const AT_ONCE = 1000;

const inParts = <Item,>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, n) => items.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

/** The addresses in a text that was copied from anywhere: lists, columns, or mail headers. */
const addressesIn = (text: string): string[] => [
  ...new Set((text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g) ?? []).map((address) => address.toLowerCase())),
];

interface AddUsersProps {
  title: string;
  help?: string;
  dialog: DialogState;
  /** Adds users, at most a thousand. Returns those who were not there before, or nothing if it failed. */
  add: (ids: string[]) => Promise<readonly string[] | undefined>;
  /** Takes users away who were added, at most a thousand. Missing if the reader may not. */
  undo: ((ids: string[]) => Promise<Outcome<unknown>>) | undefined;
}

/** Adds one user who is found by name, or many whose addresses are pasted. */
export function AddUsers({ title, help, dialog, add, undo }: AddUsersProps) {
  const client = useClient();
  const { draft, change } = useDraft(ADDED, EMPTY);
  const text = textOf(draft['text']);
  const [unknown, setUnknown] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const addresses = addressesIn(text);

  const takeBack = async (ids: readonly string[]): Promise<void> => {
    for (const part of inParts(ids)) if ((await undo!(part)).error) return;
    notify(t('undone'));
  };
  const addAll = async (ids: readonly string[]): Promise<void> => {
    const added: string[] = [];
    let asked = 0;
    for (const part of inParts(ids)) {
      const some = await add(part);
      if (!some) break;
      added.push(...some);
      asked += part.length;
    }
    if (asked === 0) return;
    const mayUndo = undo !== undefined && added.length > 0;
    notify(
      t('group.added', { added: added.length, before: asked - added.length }),
      false,
      mayUndo ? () => void takeBack(added) : undefined,
    );
  };
  const addPasted = async (): Promise<void> => {
    const found = new Map<string, string>();
    for (const part of inParts(addresses)) {
      const { data, error } = await client.query(FIND, { addresses: part, first: part.length }).toPromise();
      if (error) return notify(sentenceOf(error), true);
      for (const { node } of data?.users.edges ?? []) found.set(node.email.toLowerCase(), node.id);
    }
    await addAll([...found.values()]);
    const missing = addresses.filter((address) => !found.has(address));
    setUnknown(missing);
    change(EMPTY);
    if (missing.length === 0) dialog.close();
  };

  return (
    <Dialog title={title} form={ADDED} state={dialog}>
      <Stack
        component="form"
        onKeyDown={submitByKeys}
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void addPasted().finally(() => setBusy(false));
        }}
      >
        {help && <Text size="sm">{help}</Text>}
        <Picker label={t('group.addOne')} type="USER" value={null} onPick={(user) => user && void addAll([user])} />
        <Textarea
          label={t('group.addPasted')}
          description={t('group.addPastedHelp')}
          rows={6}
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Group>
          <Button type="submit" loading={busy} disabled={addresses.length === 0}>
            {t('group.addFound', { count: addresses.length })}
          </Button>
        </Group>
        {unknown.length > 0 && (
          <Alert color="yellow" title={t('group.unknown', { count: unknown.length })}>
            <Text size="sm" className="pasted">
              {unknown.join('\n')}
            </Text>
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}
