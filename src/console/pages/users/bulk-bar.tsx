import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { number, t, textOfItem } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Picker } from '../../parts/picker.tsx';

type Selection = TypeOf<'UserSelectionInput'>;

/** How many users a mutation has changed, and what is wrong with the others. */
const CHANGE = graphql(`
  fragment Change on UsersPayload {
    changedCount
    results {
      userId
      changed
      user {
        name
      }
      error {
        code
        message
        faults {
          path
          code
          rule
          parameters
          message
        }
      }
    }
  }
`);
const DISABLE = graphql(
  `
    mutation DisableUsers($select: UserSelectionInput!) {
      change: disableUsers(select: $select) {
        ...Change
      }
    }
  `,
  [CHANGE],
);
const ENABLE = graphql(
  `
    mutation EnableUsers($select: UserSelectionInput!) {
      change: enableUsers(select: $select) {
        ...Change
      }
    }
  `,
  [CHANGE],
);
const INVITE = graphql(
  `
    mutation InviteUsers($select: UserSelectionInput!) {
      change: inviteUsers(select: $select) {
        ...Change
      }
    }
  `,
  [CHANGE],
);
const DELETE = graphql(
  `
    mutation DeleteUsers($select: UserSelectionInput!) {
      change: deleteUsers(select: $select) {
        ...Change
      }
    }
  `,
  [CHANGE],
);
/** The same of memberships. */
const MEMBERSHIP_CHANGE = graphql(`
  fragment MembershipChange on MembershipsPayload {
    changedCount
    results {
      userId
      changed
      user {
        name
      }
      error {
        code
        message
        faults {
          path
          code
          rule
          parameters
          message
        }
      }
    }
  }
`);
const ADD = graphql(
  `
    mutation AddUsersToGroup($select: UserSelectionInput!, $groupId: ID!) {
      change: addUsersToGroups(select: $select, groupIds: [$groupId]) {
        ...MembershipChange
      }
    }
  `,
  [MEMBERSHIP_CHANGE],
);
const REMOVE = graphql(
  `
    mutation RemoveUsersFromGroup($select: UserSelectionInput!, $groupId: ID!) {
      change: removeUsersFromGroups(select: $select, groupIds: [$groupId]) {
        ...MembershipChange
      }
    }
  `,
  [MEMBERSHIP_CHANGE],
);

type Change = ResultOf<typeof DISABLE>['change'];
type Document = TypedDocumentNode<{ change: Change }, { select: Selection }>;

interface BulkBarProps {
  ids: ReadonlySet<string>;
  where: TypeOf<'UserWhere'> | null;
  total: { totalCount: number; atLeast: boolean } | undefined;
  onDone: () => void;
}

/** What can be done with many users at once: with those that are marked, or with all that the filters find. */
export function BulkBar({ ids, where, total, onDone }: BulkBarProps) {
  const { viewerCan } = useViewer();
  const act = useAct();
  const [everything, setEverything] = useState(false);
  const dialog = useDialog('bulk');
  const [refused, setRefused] = useState<{ name: string; message: string }[]>([]);
  const all = everything && where !== null && total !== undefined;
  const count = all ? total.totalCount : ids.size;
  const select: Selection = all ? { where, expectedCount: count } : { ids: [...ids] };

  /** Changes the users. `back` changes those back that were changed. */
  const run = async (
    document: Document,
    { back, more = {}, done = t('bulk.done') }: { back?: Document; more?: object; done?: string } = {},
  ): Promise<void> => {
    const { data } = await act(
      document,
      { select, ...more },
      {
        done,
        undo: ({ change: { results } }) => {
          const changed = results.filter((result) => result.changed).map(({ userId }) => userId);
          return back && changed.length > 0 ? () => act(back, { select: { ids: changed }, ...more }) : undefined;
        },
      },
    );
    if (!data) return;
    const faults = data.change.results.flatMap(({ user, error }) =>
      error ? [{ name: user?.name ?? '–', message: textOfItem(error) }] : [],
    );
    setRefused(faults);
    if (faults.length === 0) onDone();
  };
  const invite = async (): Promise<void> => {
    const [title, text] = [t('bulk.invite'), t('bulk.inviteText', { count })];
    if (await confirm({ title, text, action: title })) await run(INVITE);
  };
  const remove = async (): Promise<void> => {
    const [title, text] = [t('delete'), t('bulk.deleteText', { count })];
    if (await confirm({ title, text, action: title, name: number(count) })) await run(DELETE);
  };

  return (
    <div className="bulk">
      <Group gap="xs">
        <Text size="sm" fw={600} aria-live="polite">
          {t('bulk.marked', { count })}
        </Text>
        {where !== null && total && !total.atLeast && total.totalCount > ids.size && (
          <Button size="xs" variant="subtle" onClick={() => setEverything(!everything)}>
            {everything ? t('bulk.onlyMarked') : t('bulk.everything', { count: total.totalCount })}
          </Button>
        )}
        {viewerCan.addUsersToGroups && (
          <Button size="xs" variant="default" onClick={dialog.open}>
            {t('bulk.addToGroup')}
          </Button>
        )}
        {viewerCan.inviteUsers && (
          <Button size="xs" variant="default" onClick={() => void invite()}>
            {t('bulk.invite')}
          </Button>
        )}
        {viewerCan.enableUsers && (
          <Button size="xs" variant="default" onClick={() => void run(ENABLE, { back: DISABLE })}>
            {t('bulk.enable')}
          </Button>
        )}
        {viewerCan.disableUsers && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void run(DISABLE, { back: ENABLE, done: t('bulk.disabled') })}
          >
            {t('bulk.disable')}
          </Button>
        )}
        {viewerCan.deleteUsers && (
          <Button size="xs" color="red" variant="light" onClick={() => void remove()}>
            {t('delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={onDone}>
          {t('bulk.unmark')}
        </Button>
      </Group>
      {refused.length > 0 && (
        <Alert mt="sm" color="yellow" title={t('bulk.refused', { count: refused.length })}>
          <List size="sm">
            {refused.slice(0, 20).map(({ name, message }, index) => (
              <List.Item key={index}>
                {name}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Dialog title={t('bulk.addToGroup')} form="bulk" state={dialog}>
        <Picker
          label={t('group.one')}
          type="GROUP"
          value={null}
          onPick={(groupId) => {
            dialog.close();
            if (groupId)
              void run(ADD as unknown as Document, { back: REMOVE as unknown as Document, more: { groupId } });
          }}
        />
      </Dialog>
    </div>
  );
}
