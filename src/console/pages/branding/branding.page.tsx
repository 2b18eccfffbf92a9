import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { addressOf } from '../../address.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { BrandForm, type Look } from './brand-form.tsx';
import { Logo } from './logo.tsx';
import { Sample } from './sample.tsx';

const BRANDING = graphql(`
  query Branding {
    viewer {
      customer {
        id
        name
        branding {
          name
          color
          logoUrl
          version
          pageTexts {
            name
            locale
            text
          }
        }
        viewerCan {
          updateBranding
        }
      }
    }
    brandingTexts {
      locales
      pages {
        name
        placeholders
      }
    }
  }
`);

type Result = ResultOf<typeof BRANDING>;
export type Customer = NonNullable<Result['viewer']['customer']>;
export type Rules = Result['brandingTexts'];

/** The name, the color, the logo and the texts of the customer's pages. */
export function BrandingPage() {
  const [result, again] = useQuery({ query: BRANDING });
  const reload = (): void => again({ requestPolicy: 'network-only' });
  return (
    <Loaded result={result}>
      {({ viewer: { customer }, brandingTexts }) =>
        customer?.viewerCan.updateBranding ? (
          <>
            <PageHead
              title={t('branding.title')}
              lead={t('branding.lead', { customer: customer.name })}
              above={<LinkTo to="/settings">{t('nav.settings')}</LinkTo>}
            >
              <Anchor href={addressOf('login?prompt=login')} target="_blank">
                {t('branding.openLogin')}
              </Anchor>
            </PageHead>
            <Editor key={customer.branding.version} customer={customer} rules={brandingTexts} onDone={reload} />
          </>
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}

interface EditorProps {
  customer: Customer;
  rules: Rules;
  onDone: () => void;
}

function Editor({ customer, rules, onDone }: EditorProps) {
  const { name, branding } = customer;
  const [look, setLook] = useState<Look>({ name: branding.name ?? '', color: branding.color ?? '' });
  return (
    <div className="halves">
      <BrandForm customer={customer} rules={rules} onLook={setLook} onDone={onDone} />
      <Stack>
        <Sample name={look.name.trim() || name} color={look.color} logoUrl={branding.logoUrl} />
        <Card withBorder component="section">
          <Title order={2} size="h4" mb="sm">
            {t('branding.logo')}
          </Title>
          <Logo customer={customer} onDone={onDone} />
        </Card>
        <Text size="sm" c="dimmed">
          {t('branding.minute')}
        </Text>
      </Stack>
    </div>
  );
}
