import { Card } from '@mantine/core';
import { useRef } from 'react';
import { useAct } from '../../graph/act.ts';
import { language, named, t } from '../../messages/index.ts';
import { textOf, type Draft, type Field } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import type { Customer, Rules } from './branding.page.tsx';
import { inBraces, UPDATE_BRANDING } from './update.ts';

interface BrandFormProps {
  customer: Customer;
  rules: Rules;
  /** Gets what the sample shows. */
  onLook: (look: Look) => void;
  onDone: () => void;
}

/** The name and the color as they are typed. */
export interface Look {
  readonly name: string;
  readonly color: string;
}

/** The reader's own language first. */
const inOrder = (locales: readonly string[]): string[] =>
  locales.toSorted((one, other) => Number(other === language) - Number(one === language));

/** The name, the color and the texts of pages. */
export function BrandForm({ customer, rules, onLook, onDone }: BrandFormProps) {
  const { id, branding } = customer;
  const act = useAct();
  const initial: Draft = {
    name: branding.name ?? '',
    color: branding.color ?? '',
    ...Object.fromEntries(branding.pageTexts.map(({ name, locale, text }) => [`${name} ${locale}`, text])),
  };
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
        name="brand"
        fields={fields}
        initial={initial}
        action={t('save')}
        onSubmit={submit}
        onDraft={(draft) => onLook({ name: textOf(draft['name']), color: textOf(draft['color']) })}
        fieldOf={(path) => sent.current[Number(/pageTexts[.[](\d+)/.exec(path)?.[1] ?? -1)]}
      />
    </Card>
  );
}
