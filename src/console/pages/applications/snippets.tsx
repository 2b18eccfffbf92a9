import { Code, Tabs } from '@mantine/core';
import { ISSUER } from '../../address.ts';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { signsIn } from './kinds.ts';
import { snippetsOf, type Registered } from './snippets.ts';

interface SnippetsProps {
  client: {
    id: string;
    type: string;
    tokenEndpointAuthMethod: string;
    redirectUris: readonly string[];
    scopes: readonly string[];
    grantTypes: readonly string[];
  };
  /** If it is known: it is shown once. */
  secret?: string | undefined;
}

/** What to write into the program, for the usual libraries, with the real ids. */
export function Snippets({ client, secret }: SnippetsProps) {
  const isPublic = client.type === 'PUBLIC';
  const hasKey = client.tokenEndpointAuthMethod === 'PRIVATE_KEY_JWT';
  const registered: Registered = {
    issuer: ISSUER,
    id: client.id,
    secret: isPublic || hasKey ? '' : (secret ?? t('client.secretPlace')),
    hasKey,
    redirectUri: client.redirectUris[0] ?? 'https://app.example/callback',
    scopes: client.scopes.join(' ').toLowerCase(),
    machine: !signsIn(client.grantTypes),
    browser: client.grantTypes.includes('AUTHORIZATION_CODE'),
    device: client.grantTypes.includes('DEVICE_CODE') ? `openid-client (${t('client.device')})` : undefined,
  };
  const all = snippetsOf(registered, isPublic);
  return (
    <Tabs defaultValue={all[0]?.[0] ?? null} keepMounted={false}>
      <Tabs.List>
        {all.map(([library]) => (
          <Tabs.Tab key={library} value={library}>
            {library}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {all.map(([library, text]) => (
        <Tabs.Panel key={library} value={library} pt="sm">
          <Code block tabIndex={0}>
            {text}
          </Code>
          <Copy text={text} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
