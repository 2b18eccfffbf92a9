import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../messages/index.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SearchSelectProps {
  label: string;
  description?: string | undefined;
  value: string | null;
  /** The name of what is chosen already. */
  valueName?: string | undefined;
  /** Gets the id and the name of what is chosen, or null and no name. */
  onPick: (id: string | null, name: string) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
}

interface Searching extends SearchSelectProps {
  /** A hook that finds what has a text in it. The text is empty as long as nothing is typed. */
  useFound: (text: string) => readonly Option[];
}

const PAUSE_MS = 200;

/** Finds one of any number of things, by what is typed. */
export function SearchSelect({ value, valueName, onPick, useFound, disabled = false, ...field }: Searching) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asks = text !== '' && text !== valueName;
  const options = useFound(asks ? text : '');
  const known = options.some((option) => option.value === value);
  return (
    <Select
      {...field}
      disabled={disabled}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('picker.clear'), 'aria-hidden': false, tabIndex: 0 }}
      placeholder={t('picker.type')}
      nothingFoundMessage={asks ? t('picker.none') : t('picker.type')}
      filter={({ options: all }) => all}
      data={known || !value ? [...options] : [{ value, label: valueName ?? value }, ...options]}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => onPick(id, option?.label ?? '')}
      // A reader who leaves the field has moved the focus already.
      comboboxProps={{ transitionProps: { duration: 0 }, returnFocus: false }}
    />
  );
}
