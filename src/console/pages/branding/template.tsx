import { Card, Tabs, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { textOf, type Draft, type Field } from '../../parts/fields.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Form } from '../../parts/form.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { Branded, Rule } from './templates.page.tsx';
import { inBraces, UPDATE_BRANDING } from './update.ts';

const PREVIEW = graphql(`
  query MailPreview($template: MailTemplate!, $locale: String!, $draft: MailDraftInput) {
    mailPreview(template: $template, locale: $locale, draft: $draft) {
      subject
      text
      html
    }
  }
`);

type Part = TypeOf<'MailPart'>;
const PARTS: readonly Part[] = ['SUBJECT', 'INTRODUCTION', 'CLOSING'];

interface TemplateProps {
  customer: Branded;
  rule: Rule;
  locale: string;
  onDone: () => void;
}

/** One mail in one language: its texts, and beside them what it looks like with them. */
export function Template({ customer: { id, branding, viewerCan }, rule, locale, onDone }: TemplateProps) {
  const { template, placeholders, texts } = rule;
  const act = useAct();
  const own = branding.mailTexts.filter((each) => each.template === template && each.locale === locale);
  const initial: Draft = Object.fromEntries(own.map(({ part, text }) => [part, text]));
  const [draft, setDraft] = useState(initial);
  const [sent, setSent] = useState<Part[]>([]);
  const fields = PARTS.map((part): Field => ({
    name: part,
    label: named('part', part),
    help: t('branding.placeholders', { places: inBraces(placeholders) }),
    placeholder: texts.find((each) => each.part === part && each.locale === locale)?.text,
    kind: part === 'SUBJECT' ? 'text' : 'area',
    disabled: !viewerCan.updateBranding,
  }));

  const submit = async (changes: Draft) => {
    const parts = PARTS.filter((part) => part in changes);
    setSent(parts);
    const mailTexts = parts.map((part) => ({ template, part, locale, text: changes[part] as string | null }));
    const variables = { id, input: { mailTexts }, expectedVersion: branding.version };
    const outcome = await act(UPDATE_BRANDING, variables, { done: t('templates.isChanged'), quiet: true });
    if (outcome.data) onDone();
    return outcome;
  };

  return (
    <div className="halves">
      <Card withBorder component="section">
        <Title order={2} size="h4" mb="sm">
          {t('templates.texts')}
        </Title>
        <Form
          name={`${template} ${locale}`}
          fields={fields}
          initial={initial}
          action={t('save')}
          onSubmit={submit}
          onDraft={setDraft}
          fieldOf={(path) => sent[Number(/mailTexts[.[](\d+)/.exec(path)?.[1] ?? -1)]}
        >
          {!viewerCan.updateBranding && <Text mt="md">{t('templates.readOnly')}</Text>}
        </Form>
      </Card>
      <Preview template={template} locale={locale} draft={draft} />
    </div>
  );
}

interface PreviewProps {
  template: Rule['template'];
  locale: string;
  draft: Draft;
}

function Preview({ template, locale, draft }: PreviewProps) {
  const [typed] = useDebouncedValue(draft, 300);
  const own = (part: Part): string | null => textOf(typed[part]).trim() || null;
  const tried = { subject: own('SUBJECT'), introduction: own('INTRODUCTION'), closing: own('CLOSING') };
  const variables = { template, locale, draft: tried };
  const [{ data, error }] = useQuery({ query: PREVIEW, variables });
  const mail = data?.mailPreview;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {t('templates.preview')}
      </Title>
      {error && <Fault error={error} />}
      {mail && (
        <>
          <Text size="sm" c="dimmed">
            {t('templates.subject')}
          </Text>
          <Text fw={600} mb="sm">
            {mail.subject}
          </Text>
          <Tabs defaultValue="html">
            <Tabs.List>
              <Tabs.Tab value="html">{t('templates.html')}</Tabs.Tab>
              <Tabs.Tab value="text">{t('templates.text')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="html" pt="sm">
              <MailFrame title={mail.subject} html={mail.html} />
            </Tabs.Panel>
            <Tabs.Panel value="text" pt="sm">
              <pre className="mail-text">{mail.text}</pre>
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Card>
  );
}
