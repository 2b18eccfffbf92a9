import { Button, Card, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import type { Client } from './client.page.tsx';
import { beginLogin, RETURN } from './try.ts';

const ALLOW = graphql(`
  mutation AllowTry($id: ID!, $redirectUris: [String!]!, $expectedVersion: Int) {
    updateClient(id: $id, input: { redirectUris: $redirectUris }, expectedVersion: $expectedVersion) {
      client {
        id
        version
      }
    }
  }
`);

/** Signs in at the application for real, with the console in the place of the program. */
export function TryIt({ client }: { client: Client }) {
  const { id, version, type, redirectUris, scopes, viewerCan } = client;
  const act = useAct();
  const [secret, setSecret] = useState('');
  const allowed = redirectUris.includes(RETURN);
  const isPublic = type === 'PUBLIC';
  const change = (uris: string[]): void =>
    void act(ALLOW, { id, redirectUris: uris, expectedVersion: version }, { done: t('saved') });
  return (
    <Card withBorder className="form">
      <Stack>
        <Text size="sm">{t('try.text')}</Text>
        {allowed ? (
          <>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                void beginLogin(id, isPublic ? '' : secret.trim(), scopes.join(' ').toLowerCase());
              }}
            >
              {!isPublic && (
                <PasswordInput
                  label={t('client.secret')}
                  description={t('try.secretHelp')}
                  autoComplete="off"
                  visibilityToggleButtonProps={{ 'aria-label': t('try.showSecret') }}
                  value={secret}
                  onChange={(event) => setSecret(event.currentTarget.value)}
                />
              )}
              <Button type="submit" mt="md" disabled={!isPublic && secret === ''}>
                {t('try.begin')}
              </Button>
            </form>
            {viewerCan.updateClient && (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => change(redirectUris.filter((uri) => uri !== RETURN))}
                >
                  {t('try.forbid')}
                </Button>
              </div>
            )}
          </>
        ) : (
          <>
            <Text size="sm">
              {t('try.needs')} <code>{RETURN}</code>
            </Text>
            {viewerCan.updateClient && (
              <div>
                <Button variant="default" onClick={() => change([...redirectUris, RETURN])}>
                  {t('try.allow')}
                </Button>
              </div>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}
