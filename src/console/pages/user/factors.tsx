import { Button, Card, Group, List, Text } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { When } from '../../parts/when.tsx';
import type { User } from './user.page.tsx';

const RESET = graphql(`
  mutation ResetFactors($id: ID!) {
    resetUserMfa(id: $id) {
      user {
        id
        mfaEnabled
      }
    }
  }
`);
const RESET_PASSWORD = graphql(`
  mutation ResetPassword($userId: ID!) {
    requestPasswordReset(userId: $userId) {
      user {
        id
      }
    }
  }
`);

/** What a user signs in with. */
export function Factors({ user: { id, name, mfaEnabled, mfaMethods, passkeys, viewerCan } }: { user: User }) {
  const act = useAct();
  const reset = async (): Promise<void> => {
    const question = { title: t('factor.reset'), text: t('factor.resetText', { name }), action: t('factor.reset') };
    if (await confirm(question)) await act(RESET, { id }, { done: t('factor.isReset') });
  };
  return (
    <Card withBorder>
      <Text mb="sm">
        {mfaEnabled
          ? `${t('factor.enrolled')} ${(mfaMethods ?? []).map((method) => named('factor', method)).join(', ')}`
          : t('factor.none')}
      </Text>
      {passkeys && passkeys.length > 0 && (
        <>
          <Text fw={600}>{t('factor.passkeys')}</Text>
          <List mb="sm">
            {passkeys.map(({ id: passkey, name: called, isSyncable, createdAt, lastUsedAt }) => (
              <List.Item key={passkey}>
                <bdi>{called}</bdi> ({t(isSyncable ? 'factor.synced' : 'factor.deviceBound')}).{' '}
                {t('factor.passkeyAdded')}: <When time={createdAt} />.{' '}
                {lastUsedAt ? (
                  <>
                    {t('factor.passkeyUsed')}: <When time={lastUsedAt} />.
                  </>
                ) : (
                  `${t('factor.passkeyNeverUsed')}.`
                )}
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Group gap="xs">
        {mfaEnabled && viewerCan.resetUserMfa && (
          <Button variant="default" onClick={() => void reset()}>
            {t('factor.reset')}
          </Button>
        )}
        {viewerCan.requestPasswordReset && (
          <Button
            variant="default"
            onClick={() => void act(RESET_PASSWORD, { userId: id }, { done: t('factor.passwordSent') })}
          >
            {t('factor.password')}
          </Button>
        )}
      </Group>
    </Card>
  );
}
