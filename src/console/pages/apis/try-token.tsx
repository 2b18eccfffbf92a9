import { Alert, Button, Card, Code, List, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { addressOf, ISSUER } from '../../address.ts';
import { t } from '../../messages/index.ts';
import { now } from '../../now.ts';
import { Facts } from '../../parts/facts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import type { Api } from './api.page.tsx';
import { CHECKS, tryToken, type CheckName, type Tried } from './pasted-token.ts';

/** Says of a pasted token whether the API would take it, and why. The token stays in this page. */
export function TryToken({ api: { identifier, signingAlg } }: { api: Api }) {
  const [token, setToken] = useState('');
  const [tried, setTried] = useState<Tried | 'none' | 'unreached'>();
  const attempt = async (): Promise<void> => {
    try {
      const answer = await fetch(addressOf('oauth2/jwks'));
      const keys = (await answer.json()) as { keys: object[] };
      setTried((await tryToken(token.trim(), { issuer: ISSUER, identifier, signingAlg, keys }, now())) ?? 'none');
    } catch {
      setTried('unreached');
    }
  };
  return (
    <Card withBorder>
      <Stack>
        <Text size="sm">{t('tryToken.text')}</Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void attempt();
          }}
        >
          <Textarea
            label={t('tryToken.token')}
            autosize
            minRows={4}
            maxRows={12}
            spellCheck={false}
            autoComplete="off"
            value={token}
            onChange={(event) => {
              setToken(event.currentTarget.value);
              setTried(undefined);
            }}
          />
          <Button type="submit" mt="md" disabled={token.trim() === ''}>
            {t('tryToken.try')}
          </Button>
        </form>
        <div role="status">
          {tried === 'none' && <Alert color="red" title={t('tryToken.none')} />}
          {tried === 'unreached' && <Alert color="red" title={t('tryToken.unreached')} />}
          {typeof tried === 'object' && <Verdict tried={tried} />}
        </div>
      </Stack>
    </Card>
  );
}

function Verdict({ tried: { checks, said } }: { tried: Tried }) {
  const isTaken = CHECKS.every((name) => checks[name]);
  return (
    <Stack>
      <Alert
        color={isTaken ? 'teal' : 'red'}
        title={isTaken ? t('tryToken.taken') : t('tryToken.refused')}
        icon={<Icon name={isTaken ? 'check' : 'alert'} />}
      >
        <List spacing="xs" size="sm">
          {CHECKS.map((name) => (
            <List.Item key={name}>{checks[name] ? passed(name) : failed(name, said)}</List.Item>
          ))}
        </List>
      </Alert>
      <Facts
        facts={[
          [t('tryToken.scopes'), <Names key="scopes" of={said.scopes} />],
          [t('tryToken.roles'), <Names key="roles" of={said.roles} />],
          [t('tryToken.groups'), <Names key="groups" of={said.groups} />],
          [t('tryToken.subject'), said.subject],
          [t('tryToken.client'), said.client],
          [t('tryToken.until'), <When key="until" time={said.until} />],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('tryToken.since')}
      </Text>
    </Stack>
  );
}

const Names = ({ of }: { of: readonly string[] }) =>
  of.length === 0 ? <span className="none">–</span> : of.map((name) => <Code key={name}>{name}</Code>);

const passed = (name: CheckName): string =>
  ({
    type: t('tryToken.type'),
    signature: t('tryToken.signature'),
    issuer: t('tryToken.issuer'),
    audience: t('tryToken.audience'),
    expiry: t('tryToken.expiry'),
  })[name];

const failed = (name: CheckName, { type, issuer, audience }: Tried['said']): string =>
  ({
    type: t('tryToken.otherType', { type }),
    signature: t('tryToken.notSigned'),
    issuer: t('tryToken.otherIssuer', { issuer }),
    audience: t('tryToken.otherAudience', { audience }),
    expiry: t('tryToken.expired'),
  })[name];
