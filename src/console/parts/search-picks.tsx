import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../messages/index.ts';
import type { Option } from './search-select.tsx';

export interface SearchPicksProps {
  label: string;
  description?: string | undefined;
  value: readonly string[];
  /** The names of what is chosen already, by id. */
  names: Readonly<Record<string, string>>;
  onPick: (ids: string[]) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
}

interface Searching extends SearchPicksProps {
  /** A hook that finds what has a text in it. The text is empty as long as nothing is typed. */
  useFound: (text: string) => readonly Option[];
}

const PAUSE_MS = 200;

/** Finds several of any number of things, by what is typed. */
export function SearchPicks({ value, names, onPick, useFound, disabled = false, ...field }: Searching) {
  const [typed, setTyped] = useState('');
  const [seen, setSeen] = useState(names);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const options = useFound(text);
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
