import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { duration, named, number, t } from '../../messages/index.ts';
import { Facts } from '../../parts/facts.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
        perMember
      }
      clients {
        ofMembers
        registration
        metadataDocuments
        resourceMetadata
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
        memberChangesPerHour
        depth
        requestSeconds
        answerBytes
      }
      tokens {
        accessSeconds
        refreshSeconds
        keyRotationSeconds
      }
      audit {
        retentionDays
      }
      origins {
        setting
        variable
        origin
      }
    }
    viewer {
      customer {
        id
        version
        selfDeletion
        termsUrl
        impersonation
        impersonationMails
        rememberDeviceDays
        passwordSignIn
        emailCodes
        defaultSettings
        viewerCan {
          updateCustomer
        }
      }
    }
  }
`);

type Settings = ResultOf<typeof SETTINGS>['settings'];
type Customer = ResultOf<typeof SETTINGS>['viewer']['customer'];
type Value = boolean | number | string | null;

const DAY_SECONDS = 86_400;
/** Periods for which zero means that they do not end, or never begin. */
const ENDLESS = ['audit.retentionDays', 'customer.rememberDeviceDays', 'tokens.keyRotationSeconds'];

const shown = (name: string, value: Value): string => {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') {
    if (name === 'customer.impersonation') return named('impersonation', value);
    if (name === 'customer.passwordSignIn') return named('passwordSignIn', value);
    return name === 'groups.managedBy' ? named('managers', value) : value;
  }
  if (value === 0 && ENDLESS.includes(name)) return t('never');
  if (name.endsWith('Days')) return duration(value * DAY_SECONDS);
  return name.endsWith('Seconds') ? duration(value) : number(value);
};

/** What decides a setting of the server. */
function Origin({ setting, origins }: { setting: string; origins: Settings['origins'] }) {
  const found = origins.find((each) => each.setting === setting);
  if (!found) return t('origin.FIXED');
  return (
    <>
      {named('origin', found.origin)}: <code>{found.variable}</code>
    </>
  );
}

/** The fields, without the name of the type that the client adds. */
const partsOf = <Part,>(object: Readonly<Record<string, Part>>): [string, Part][] =>
  Object.entries(object).filter(([name]) => name !== '__typename');

interface SectionProps {
  name: string;
  values: Readonly<Record<string, Value>>;
  originOf: (setting: string) => ReactNode;
}

function Section({ name, values, originOf }: SectionProps) {
  const facts = partsOf(values).map(([field, value]): [string, ReactNode] => {
    const setting = `${name}.${field}`;
    return [
      named('setting', setting),
      <>
        {shown(setting, value)}
        <div className="second">{originOf(setting)}</div>
      </>,
    ];
  });
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {named('settings', name)}
      </Title>
      <Facts facts={facts} />
    </Card>
  );
}

/** What the customer has decided, without what only identifies the row. */
const decidedBy = (customer: Customer) => {
  const { selfDeletion, termsUrl, impersonation, impersonationMails, rememberDeviceDays, passwordSignIn, emailCodes } =
    customer;
  return { selfDeletion, termsUrl, impersonation, impersonationMails, rememberDeviceDays, passwordSignIn, emailCodes };
};

/** Whether the customer has decided a setting. */
const originIn = ({ defaultSettings }: Customer, setting: string): string =>
  defaultSettings.some((name) => setting === `customer.${name}`) ? t('origin.DEFAULT') : t('origin.CUSTOMER');

/** What is in force, and what decides it: the server's configuration, the customer, or nothing that can be changed. */
export function SettingsPage() {
  const [result] = useQuery({ query: SETTINGS });
  return (
    <>
      <PageHead title={t('nav.settings')} lead={t('settings.lead')}>
        <ButtonTo to="/settings/second-factor">{t('secondFactor.title')}</ButtonTo>
        <ButtonTo to="/settings/branding">{t('branding.title')}</ButtonTo>
      </PageHead>
      <Loaded result={result}>
        {({ settings: { origins, ...sections }, viewer: { customer: own } }) => (
          <div className="halves">
            {own.viewerCan.updateCustomer && <SignInForm customer={own} />}
            <Section name="customer" values={decidedBy(own)} originOf={(setting) => originIn(own, setting)} />
            {partsOf(sections).map(([name, values]) => (
              <Section
                key={name}
                name={name}
                values={values as Record<string, Value>}
                originOf={(setting) => <Origin setting={setting} origins={origins} />}
              />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
