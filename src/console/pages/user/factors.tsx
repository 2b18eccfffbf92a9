import { Button, Card, List, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { When } from '../../parts/when.tsx';
import type { User } from './user.page.tsx';

const DEVICES = graphql(`
  query UserDevices($id: ID!) {
    user(id: $id) {
      id
      rememberedDevices {
        id
        deviceName
        location
        ipAddress
        expiresAt
      }
    }
  }
`);
const FORGET = graphql(`
  mutation ForgetDevice($id: ID!) {
    forgetRememberedDevice(id: $id) {
      device {
        id
      }
    }
  }
`);
const FORGET_ALL = graphql(`
  mutation ForgetDevices($userId: ID!) {
    forgetRememberedDevices(userId: $userId) {
      count
    }
  }
`);

/** The devices on which the user is not asked for the second factor. */
function Devices({ user: { id, name, viewerCan } }: { user: User }) {
  const act = useAct();
  const [{ data }, ask] = useQuery({ query: DEVICES, variables: { id } });
  const devices = data?.user?.rememberedDevices ?? [];
  if (devices.length === 0) return null;
  const again = (): void => ask({ requestPolicy: 'network-only' });
  const mayForget = viewerCan.forgetRememberedDevices;
  const forgetAll = async (): Promise<void> => {
    const action = t('factor.forgetDevices');
    const sure = await confirm({ title: action, text: t('factor.forgetDevicesText', { name }), action });
    if (!sure) return;
    await act(FORGET_ALL, { userId: id }, { done: t('factor.devicesForgotten') });
    again();
  };
  return (
    <>
      <Text fw={600}>{t('factor.devices')}</Text>
      <List mb="sm">
        {devices.map(({ id: device, deviceName, location, ipAddress, expiresAt }) => (
          <List.Item key={device}>
            {deviceName}, {location === 'Unknown' ? ipAddress : `${location} · ${ipAddress}`}, {t('factor.deviceUntil')}{' '}
            <When time={expiresAt} />{' '}
            {mayForget && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${t('factor.forgetDevice')}: ${deviceName}`}
                onClick={() => void act(FORGET, { id: device }, { done: t('factor.deviceForgotten') })}
              >
                {t('factor.forgetDevice')}
              </Button>
            )}
          </List.Item>
        ))}
      </List>
      {mayForget && (
        <Button variant="default" size="xs" mb="sm" onClick={() => void forgetAll()}>
          {t('factor.forgetDevices')}
        </Button>
      )}
    </>
  );
}

/** What a user signs in with. */
export function Factors({ user }: { user: User }) {
  const { mfaEnabled, mfaMethods, passkeys } = user;
  return (
    <Card withBorder>
      <Text mb="sm">
        {mfaEnabled
          ? `${t('factor.enrolled')} ${(mfaMethods ?? []).map((method) => named('factor', method)).join(', ')}`
          : t(mfaMethods?.includes('EMAIL') ? 'factor.email' : 'factor.none')}
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
      <Devices user={user} />
    </Card>
  );
}
