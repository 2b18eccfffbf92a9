import { Card, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { language, named, number, t } from '../../messages/index.ts';
import { textOf, type Draft, type Field } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import type { Customer, Rules } from './branding.page.tsx';
import { CONTRAST_MIN, contrastToWhite } from './contrast.ts';
import { inBraces, UPDATE_BRANDING } from './update.ts';

interface BrandFormProps {
  customer: Customer;
  rules: Rules;
  onDone: () => void;
}

/** The reader's own language first. */
const inOrder = (locales: readonly string[]): string[] =>
  locales.toSorted((one, other) => Number(other === language) - Number(one === language));

/** The name, the color and the texts of pages. */
export function BrandForm({ customer, rules, onDone }: BrandFormProps) {
  const { id, branding } = customer;
  const act = useAct();
  const initial: Draft = {
    name: branding.name ?? '',
    color: branding.color ?? '',
    ...Object.fromEntries(branding.pageTexts.map(({ name, locale, text }) => [`${name} ${locale}`, text])),
  };
  const [color, setColor] = useState(textOf(initial['color']));
  // The texts that were sent last, by which the server numbers its faults.
  const sent = useRef<string[]>([]);
  const texts = inOrder(rules.locales).flatMap((locale) =>
    rules.pages.map(({ name, placeholders }) => ({ name, locale, placeholders, field: `${name} ${locale}` })),
  );
  const fields: Field[] = [
    {
      name: 'name',
      label: t('branding.name'),
      help: t('branding.nameHelp', { customer: customer.name }),
      kind: 'text',
    },
    { name: 'color', label: t('branding.color'), help: t('branding.colorHelp'), kind: 'color' },
    ...texts.map(({ name, locale, placeholders, field }): Field => ({
      name: field,
      label: `${named('pageText', name)} (${named('locale', locale)})`,
      help: t('branding.placeholders', { places: inBraces(placeholders) }),
      kind: 'area',
    })),
  ];

  const submit = async ({ name, color: chosen, ...rest }: Draft) => {
    const changed = texts.filter(({ field }) => field in rest);
    sent.current = changed.map(({ field }) => field);
    const input = {
      ...(name !== undefined && { name: name as string | null }),
      ...(chosen !== undefined && { color: chosen as string | null }),
      ...(changed.length > 0 && {
        pageTexts: changed.map(({ name: text, locale, field }) => ({
          name: text,
          locale,
          text: rest[field] as string | null,
        })),
      }),
    };
    const variables = { id, input, expectedVersion: branding.version };
    const outcome = await act(UPDATE_BRANDING, variables, { done: t('branding.isChanged'), quiet: true });
    if (outcome.data) onDone();
    return outcome;
  };

  return (
    <Card withBorder component="section" aria-label={t('branding.look')}>
      <Form
        fields={fields}
        initial={initial}
        action={t('save')}
        onSubmit={submit}
        onDraft={(draft) => setColor(textOf(draft['color']))}
        fieldOf={(path) => sent.current[Number(/pageTexts[.[](\d+)/.exec(path)?.[1] ?? -1)]}
      >
        <Contrast color={color} />
      </Form>
    </Card>
  );
}

/** Whether the color can be read, with a button in it as in light mode. */
function Contrast({ color }: { color: string }) {
  const ratio = contrastToWhite(color);
  if (ratio === null) return null;
  const isEnough = ratio >= CONTRAST_MIN;
  return (
    <Group mt="md" gap="sm" role="status">
      {isEnough && (
        <span className="brand-sample" style={{ background: color }}>
          {t('branding.sample')}
        </span>
      )}
      <Text size="sm" {...(!isEnough && { c: 'var(--mantine-color-error)' })}>
        {t('branding.contrast', { ratio: number(Math.floor(ratio * 10) / 10) })}.{' '}
        {t(isEnough ? 'branding.enough' : 'branding.tooLight')}
      </Text>
    </Group>
  );
}
