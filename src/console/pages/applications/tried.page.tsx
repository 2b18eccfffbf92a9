import { Alert, Card, Code, Stack, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Waiting } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { decoded, finishLogin, takeAttempt, userinfoOf, type Tokens } from './try.ts';

interface Tried {
  readonly clientId?: string;
  readonly failure?: string;
  readonly tokens?: Tokens;
  readonly userinfo?: Tokens;
}

/** Finishes the login with what the address has, and takes it out of the address. */
async function finish(): Promise<Tried> {
  const query = new URLSearchParams(location.search);
  const attempt = takeAttempt();
  history.replaceState(null, '', location.pathname);
  const code = query.get('code');
  if (!attempt || query.get('state') !== attempt.state) return { failure: t('try.foreign') };
  const { clientId } = attempt;
  const told = [query.get('error'), query.get('error_description')].filter((text) => text !== null).join(': ');
  if (code === null) return { clientId, failure: told };
  const tokens = await finishLogin(attempt, code);
  const { access_token: token } = tokens;
  if (typeof token !== 'string') return { clientId, tokens };
  return { clientId, tokens, userinfo: await userinfoOf(token) };
}

/** Where a tried login comes back: the tokens, decoded. */
export function TriedPage() {
  const [tried, setTried] = useState<Tried>();
  useEffect(() => {
    void finish().then(setTried, () => setTried({ failure: t('fault.network') }));
  }, []);
  if (!tried) return <Waiting />;
  const { clientId, failure, tokens, userinfo } = tried;
  const parts: [string, unknown][] = [
    [t('try.idToken'), decoded(tokens?.['id_token'])],
    [t('try.accessToken'), decoded(tokens?.['access_token'])],
    [t('try.userinfo'), userinfo],
    [t('try.answer'), tokens],
  ];
  return (
    <>
      <PageHead
        title={t('clientTab.try')}
        above={
          clientId && (
            <LinkTo to="/applications/$id" params={{ id: clientId }} search={{ tab: 'try' }}>
              {t('client.one')}
            </LinkTo>
          )
        }
      />
      <Stack>
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {parts
          .filter(([, value]) => value !== undefined)
          .map(([title, value]) => (
            <Card key={title} withBorder component="section">
              <Title order={2} size="h4" mb="sm">
                {title}
              </Title>
              <Code block tabIndex={0} aria-label={title}>
                {JSON.stringify(value, null, 2)}
              </Code>
            </Card>
          ))}
      </Stack>
    </>
  );
}
