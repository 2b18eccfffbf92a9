import { NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { language, named, t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useUrlState } from '../../url-state.ts';
import { Template } from './template.tsx';

const TEMPLATES = graphql(`
  query MailTemplates {
    viewer {
      customer {
        id
        branding {
          version
          mailTexts {
            template
            part
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
      mails {
        template
        placeholders
        texts {
          part
          locale
          text
        }
      }
    }
  }
`);

type Result = ResultOf<typeof TEMPLATES>;
export type Branded = NonNullable<Result['viewer']['customer']>;
export type Rule = Result['brandingTexts']['mails'][number];

/** Every mail: what it says, how it looks, and the texts that the customer can write. */
export function TemplatesPage() {
  const [url, change] = useUrlState();
  const [result, again] = useQuery({ query: TEMPLATES });
  return (
    <>
      <PageHead
        title={t('templates.title')}
        lead={t('templates.lead')}
        above={<LinkTo to="/mails">{t('nav.mails')}</LinkTo>}
      />
      <Loaded result={result}>
        {({ viewer: { customer }, brandingTexts: { locales, mails } }) => {
          const rule = mails.find(({ template }) => template === url['template']) ?? mails[0];
          const locale = locales.find((each) => each === (url['language'] ?? language)) ?? locales[0];
          if (!customer || !rule || locale === undefined) return <NotFound />;
          return (
            <>
              <div className="template-choice">
                <NativeSelect
                  label={t('templates.list')}
                  data={mails.map(({ template }) => ({ value: template, label: named('template', template) }))}
                  value={rule.template}
                  onChange={(event) => change({ template: event.currentTarget.value })}
                />
                <NativeSelect
                  label={t('templates.language')}
                  data={locales.map((value) => ({ value, label: named('locale', value) }))}
                  value={locale}
                  onChange={(event) => change({ language: event.currentTarget.value })}
                />
              </div>
              <Template
                key={`${rule.template} ${locale} ${customer.branding.version}`}
                customer={customer}
                rule={rule}
                locale={locale}
                onDone={() => again({ requestPolicy: 'network-only' })}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
