import { Card, Text, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../../graph/graphql.ts';
import { duration, named, number, t } from '../../messages/index.ts';
import { Facts } from '../../parts/facts.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';

const SETTINGS = graphql(`
  query Settings {
    settings {
      signUp {
        enabled
        requiresVerifiedEmail
      }
      passwords {
        minLength
        maxBytes
        minScore
        refusesBreached
      }
      sessions {
        idleSeconds
        absoluteSeconds
        proofSeconds
      }
      groups {
        managedBy
        perUser
      }
      clients {
        ofMembers
        perMember
        uris
        graceSeconds
      }
      mails {
        enabled
      }
      limits {
        bulk
        members
        pageMax
        cost
        costPerSecond
        depth
        requestSeconds
        answerBytes
      }
    }
  }
`);

/** The variables of the server's configuration that decide a section. */
const VARIABLES: Readonly<Record<string, string>> = {
  signUp: 'SIGNUP_ENABLED',
  passwords: 'PASSWORD_MIN_LENGTH, PASSWORD_MIN_SCORE, PASSWORD_BREACH_RANGE_URL',
  sessions: 'SESSION_IDLE_MINUTES, SESSION_ABSOLUTE_MINUTES',
  groups: 'GROUPS_MANAGED_BY',
  clients: 'MEMBER_CLIENTS',
  mails: 'SMTP_URL',
};

type Value = boolean | number | string;

const shown = (name: string, value: Value): string => {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return named('managers', value);
  return name.endsWith('Seconds') ? duration(value) : number(value);
};

/** The fields, without the name of the type that the client adds. */
const partsOf = <Part,>(object: Readonly<Record<string, Part>>): [string, Part][] =>
  Object.entries(object).filter(([name]) => name !== '__typename');

/** What is in force. The server's configuration decides it. */
export function SettingsPage() {
  const [result] = useQuery({ query: SETTINGS });
  return (
    <>
      <PageHead title={t('nav.settings')} lead={t('settings.lead')}>
        <ButtonTo to="/settings/branding">{t('branding.title')}</ButtonTo>
      </PageHead>
      <Loaded result={result}>
        {({ settings }) => (
          <div className="halves">
            {partsOf(settings).map(([section, values]) => (
              <Card key={section} withBorder component="section">
                <Title order={2} size="h4" mb="sm">
                  {named('settings', section)}
                </Title>
                <Facts
                  facts={partsOf(values as Record<string, Value>).map(([name, value]) => [
                    named('setting', `${section}.${name}`),
                    shown(name, value),
                  ])}
                />
                {section in VARIABLES && (
                  <Text size="xs" c="dimmed" mt="sm">
                    {t('settings.from')} <code>{VARIABLES[section]}</code>
                  </Text>
                )}
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
