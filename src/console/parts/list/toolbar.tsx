import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { named, t } from '../../messages/index.ts';
import { Icon } from '../icon.tsx';
import type { ListState } from './list-state.ts';
import { SavedFilters } from './saved-filters.tsx';

/** A choice that narrows a list. */
export interface Filter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

interface ToolbarProps {
  state: ListState<string>;
  search: string | undefined;
  filters: readonly Filter[] | undefined;
  children: ReactNode;
}

/** The filter by a name of the schema, with the texts that the console has for its values. */
export const filterBy = (name: string, label: string, prefix: string, values: readonly string[]): Filter => ({
  name,
  label,
  choices: values.map((value) => ({ value, label: named(prefix, value) })),
});

const PAUSE_MS = 250;

/** The search and the filters of a list, which are also in the address. */
export function Toolbar({ state, search, filters, children }: ToolbarProps) {
  return (
    <div className="toolbar" role="search">
      {search !== undefined && (
        <SearchField label={search} text={state.url['q'] ?? ''} onText={(q) => state.change({ q })} />
      )}
      {filters?.map(({ name, label, choices }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          data={[{ value: '', label: t('list.any', { label }) }, ...choices]}
          value={state.url[name] ?? ''}
          onChange={(event) => state.change({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      {children}
      <SavedFilters state={state} />
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
  text: string;
  onText: (text: string | undefined) => void;
}

/** The field for what is searched for on a page, inside of `role="search"`. The key / goes to it. */
export function SearchField({ label, text, onText }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const look = useDebouncedCallback((value: string) => onText(value.trim() || undefined), PAUSE_MS);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const busy = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || busy || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextInput
      ref={field}
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        look(value);
      }}
    />
  );
}
