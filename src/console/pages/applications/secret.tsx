import { Button, Card, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { duration, moment, t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import type { Client } from './client.page.tsx';
import { SecretShown } from './secret-shown.tsx';
import { Snippets } from './snippets.tsx';

const ROTATE = graphql(`
  mutation RotateSecret($id: ID!, $gracePeriod: Int!) {
    rotateClientSecret(id: $id, gracePeriod: $gracePeriod) {
      clientSecret
      client {
        id
        rotatedAt
        previousSecretExpiresAt
      }
    }
  }
`);

const HOUR = 3600;
/** For how many seconds the previous secret keeps working. */
const PERIODS = [24 * HOUR, HOUR, 7 * 24 * HOUR, 0];

/** The secret is replaced. The previous one keeps working for a while, so that the program can be changed. */
export function Secret({ client }: { client: Client }) {
  const act = useAct();
  const [period, setPeriod] = useState(PERIODS[0]!);
  const [secret, setSecret] = useState<string>();
  const rotate = async (): Promise<void> => {
    const text = period === 0 ? t('client.rotateNowText') : t('client.rotateText', { time: duration(period) });
    if (!(await confirm({ title: t('client.rotate'), text, action: t('client.rotate') }))) return;
    const { data } = await act(ROTATE, { id: client.id, gracePeriod: period });
    setSecret(data?.rotateClientSecret.clientSecret ?? undefined);
  };
  return (
    <Stack className="form">
      {secret && (
        <>
          <SecretShown secret={secret} />
          <Snippets client={client} secret={secret} />
        </>
      )}
      <Card withBorder>
        <Facts facts={[[t('client.rotated'), <When key="rotated" time={client.rotatedAt ?? client.createdAt} />]]} />
        {client.previousSecretExpiresAt && (
          <Text size="sm" mt="xs">
            {t('client.previous', { time: moment(client.previousSecretExpiresAt) })}
          </Text>
        )}
        <NativeSelect
          mt="md"
          label={t('client.grace')}
          description={t('client.graceHelp')}
          data={PERIODS.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('client.graceNone') : duration(seconds),
          }))}
          value={String(period)}
          onChange={(event) => setPeriod(Number(event.currentTarget.value))}
        />
        <Button mt="md" onClick={() => void rotate()}>
          {t('client.rotate')}
        </Button>
      </Card>
    </Stack>
  );
}
