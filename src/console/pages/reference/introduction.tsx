import { Code, Text, Title } from '@mantine/core';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Prose, useDescription } from './described.tsx';
import type { SecurityScheme } from './description.ts';

/** What all operations have in common: where they are, and who may call them. */
export function Introduction() {
  const { info, servers, components } = useDescription();
  return (
    <>
      <Title order={2} size="h3">
        {info.title} {info.version}
      </Title>
      <Text size="sm" c="dimmed">
        {t('reference.choose')}
      </Text>
      <section aria-label={t('reference.server')}>
        <Title order={3}>{t('reference.server')}</Title>
        {servers.map(({ url }) => (
          <div key={url}>
            <Code block>{url}</Code>
            <Copy text={url} />
          </div>
        ))}
      </section>
      <section aria-label={t('reference.callers')}>
        <Title order={3}>{t('reference.callers')}</Title>
        {Object.entries(components.securitySchemes).map(([name, scheme]) => (
          <Scheme key={name} name={name} scheme={scheme} />
        ))}
      </section>
    </>
  );
}

function Scheme({ name, scheme: { description, flows = {} } }: { name: string; scheme: SecurityScheme }) {
  return (
    <div className="content">
      <Code fw={600}>{name}</Code>
      <Prose text={description} />
      {Object.entries(flows).map(([flow, { authorizationUrl, tokenUrl, scopes }]) => (
        <div key={flow} className="content">
          <Code>{flow}</Code>
          {authorizationUrl !== undefined && <Text size="sm">{authorizationUrl}</Text>}
          {tokenUrl !== undefined && <Text size="sm">{tokenUrl}</Text>}
          <Facts
            facts={Object.entries(scopes).map(([scope, text]) => [
              scope,
              <span key={scope} lang="en">
                {text}
              </span>,
            ])}
          />
        </div>
      ))}
    </div>
  );
}
