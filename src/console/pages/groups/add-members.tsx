import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { sentenceOf } from '../../parts/fault.tsx';
import { notify } from '../../parts/notices.tsx';
import { Picker } from '../../parts/picker.tsx';

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
const ADD = graphql(`
  mutation AddMembers($id: ID!, $userIds: [ID!]!) {
    addGroupMembers(id: $id, userIds: $userIds) {
      group {
        id
        memberCount
      }
      results {
        outcome
        user {
          id
        }
      }
    }
  }
`);

/** As many as one filter takes. */
const AT_ONCE = 1000;

/** The addresses in a text that was copied from anywhere: lists, columns, or mail headers. */
const addressesIn = (text: string): string[] => [
  ...new Set((text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g) ?? []).map((address) => address.toLowerCase())),
];

interface AddMembersProps {
  id: string;
  opened: boolean;
  onClose: () => void;
}

/** Adds one user who is found by name, or many whose addresses are pasted. */
export function AddMembers({ id, opened, onClose }: AddMembersProps) {
  const client = useClient();
  const act = useAct();
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const addresses = addressesIn(text);

  const add = async (userIds: string[]): Promise<void> => {
    const { data } = await act(ADD, { id, userIds });
    if (!data) return;
    const added = data.addGroupMembers.results.filter(({ outcome }) => outcome === 'ADDED').length;
    notify(t('group.added', { added, before: data.addGroupMembers.results.length - added }));
  };
  const addPasted = async (): Promise<void> => {
    const found = new Map<string, string>();
    for (let at = 0; at < addresses.length; at += AT_ONCE) {
      const part = addresses.slice(at, at + AT_ONCE);
      const { data, error } = await client.query(FIND, { addresses: part, first: part.length }).toPromise();
      if (error) return notify(sentenceOf(error), true);
      for (const { node } of data?.users.edges ?? []) found.set(node.email.toLowerCase(), node.id);
    }
    const ids = [...found.values()];
    for (let at = 0; at < ids.length; at += AT_ONCE) await add(ids.slice(at, at + AT_ONCE));
    const missing = addresses.filter((address) => !found.has(address));
    setUnknown(missing);
    setText('');
    if (missing.length === 0) onClose();
  };

  return (
    <Modal opened={opened} onClose={onClose} title={t('group.add')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Picker label={t('group.addOne')} type="USER" value={null} onPick={(user) => user && void add([user])} />
        <Textarea
          label={t('group.addPasted')}
          description={t('group.addPastedHelp')}
          rows={6}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button
            loading={busy}
            disabled={addresses.length === 0}
            onClick={() => {
              setBusy(true);
              void addPasted().finally(() => setBusy(false));
            }}
          >
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
    </Modal>
  );
}
