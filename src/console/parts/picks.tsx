import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import type { TypeOf } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { FIND } from './picker.tsx';

interface PicksProps {
  label: string;
  description?: string | undefined;
  type: TypeOf<'SearchableType'>;
  value: readonly string[];
  /** The names of what is chosen already, by id. */
  names: Readonly<Record<string, string>>;
  onPick: (ids: string[]) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
}

const PAUSE_MS = 200;

/** Finds several objects among any number, by what is typed. */
export function Picks({ type, value, names, onPick, disabled = false, ...field }: PicksProps) {
  const [typed, setTyped] = useState('');
  const [seen, setSeen] = useState(names);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [{ data }] = useQuery({ query: FIND, variables: { text, types: [type] }, pause: text === '' });
  const found = text === '' ? [] : (data?.search.edges ?? []);
  const options = found.map(({ node: { id, name } }) => ({ value: id, label: name }));
  const chosen = value
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: seen[id] ?? id }));
  return (
    <MultiSelect
      {...field}
      disabled={disabled}
      searchable
      placeholder={t('picker.type')}
      nothingFoundMessage={text === '' ? t('picker.type') : t('picker.none')}
      filter={({ options: all }) => all}
      data={[...options, ...chosen]}
      value={[...value]}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setSeen({ ...seen, ...Object.fromEntries(options.map((option) => [option.value, option.label])) });
        onPick(ids);
      }}
      comboboxProps={{ transitionProps: { duration: 0 }, returnFocus: false }}
    />
  );
}
