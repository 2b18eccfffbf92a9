import { Card, Code, NativeSelect, Stack, Tabs, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ISSUER } from '../../address.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import type { Api } from './api.page.tsx';
import { metadataAddress, resourceMetadata, type Verified } from './verified.ts';
import { verifiersOf } from './verifiers.ts';

const NAMES = graphql(`
  query ApiScopeNames($id: ID!) {
    api(id: $id) {
      id
      scopes(first: 1000) {
        nodes {
          id
          name
          isDefault
        }
      }
    }
  }
`);

/** What the API's server shows of itself, and what checks tokens there. */
export function Verify({ api }: { api: Api }) {
  const [result] = useQuery({ query: NAMES, variables: { id: api.id } });
  return (
    <Loaded result={result}>
      {({ api: found }) => {
        const scopes = found?.scopes.nodes ?? [];
        const first = scopes.find(({ isDefault }) => isDefault) ?? scopes[0];
        if (!first) return <Text>{t('verify.noScope')}</Text>;
        return <Settings api={api} scopes={scopes.map(({ name }) => name)} first={first.name} />;
      }}
    </Loaded>
  );
}

function Settings({ api, scopes, first }: { api: Api; scopes: readonly string[]; first: string }) {
  const [scope, setScope] = useState(first);
  const { identifier, name, signingAlg } = api;
  const verified: Verified = { issuer: ISSUER, identifier, name, signingAlg, scopes, scope };
  const address = metadataAddress(identifier);
  const all = verifiersOf(verified);
  return (
    <Stack>
      <Card withBorder>
        <Title order={2} size="h4" mb="xs">
          {t('verify.programs')}
        </Title>
        <Text size="sm" mb="sm">
          {t('verify.programsText')}
        </Text>
        <NativeSelect
          className="form"
          mb="sm"
          label={t('verify.scope')}
          data={[...scopes]}
          value={scope}
          onChange={(event) => setScope(event.currentTarget.value)}
        />
        <Tabs defaultValue={all[0]![0]} keepMounted={false}>
          <Tabs.List>
            {all.map(([program]) => (
              <Tabs.Tab key={program} value={program}>
                {program}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {all.map(([program, text]) => (
            <Tabs.Panel key={program} value={program} pt="sm">
              <Shown text={text} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Card>
      <Card withBorder>
        <Title order={2} size="h4" mb="xs">
          {t('verify.metadata')}
        </Title>
        <Text size="sm" mb="sm">
          {address === undefined ? t('verify.noAddress') : t('verify.metadataText', { address })}
        </Text>
        {address !== undefined && <Shown text={resourceMetadata(verified)} />}
      </Card>
    </Stack>
  );
}

const Shown = ({ text }: { text: string }) => (
  <div>
    <Code block tabIndex={0}>
      {text}
    </Code>
    <Copy text={text} />
  </div>
);
