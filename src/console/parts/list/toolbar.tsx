import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../messages/index.ts';
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
  /** What the search looks in. Without it, there is no search. */
  search?: string;
  filters?: readonly Filter[];
  /** Names in the address that narrow the list without a field here. */
  more?: readonly string[];
  children?: ReactNode;
}

const PAUSE_MS = 250;

/** The search and the filters of a list, which are also in the address. The key / goes to the search. */
export function Toolbar({ state, search, filters = [], more = [], children }: ToolbarProps) {
  const used = ['q', ...filters.map(({ name }) => name), ...more].filter((name) => state.url[name] !== undefined);
  const clear = (): void => state.change(Object.fromEntries(used.map((name) => [name, undefined])));
  return (
    <div className="toolbar" role="search">
      {search !== undefined && <Search label={search} state={state} />}
      {filters.map(({ name, label, choices }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          data={[{ value: '', label: t('list.any', { label }) }, ...choices]}
          value={state.url[name] ?? ''}
          onChange={(event) => state.change({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      {used.length > 0 && (
        <Button variant="subtle" onClick={clear}>
          {t('list.clear')}
        </Button>
      )}
      {children}
      <SavedFilters state={state} />
    </div>
  );
}

function Search({ label, state }: { label: string; state: ListState<string> }) {
  const field = useRef<HTMLInputElement>(null);
  const found = state.url['q'] ?? '';
  const [typed, setTyped] = useState(found);
  useEffect(() => setTyped(found), [found]);
  const look = useDebouncedCallback((q: string) => state.change({ q: q.trim() || undefined }), PAUSE_MS);

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
