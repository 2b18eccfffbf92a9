import { Checkbox, NativeSelect, Stack, Switch, Textarea, TextInput, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import type { TypeOf } from '../graph/graphql.ts';
import { t, type PlainKey } from '../messages/index.ts';
import { foundScopes } from './found-scopes.ts';
import { Picker } from './picker.tsx';
import { Picks } from './picks.tsx';
import { SearchPicks } from './search-picks.tsx';
import { Translations, translationsOf } from './translations.tsx';

/** A field of a form. `name` is its name in the input of the schema. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** What holds as long as the field is empty. */
  readonly placeholder?: string | undefined;
  /** `limit` is a list of lines, or null for no limit. `json` is an object, or null. `number` is a whole number, or null. */
  readonly kind:
    | 'text'
    | 'number'
    | 'area'
    | 'lines'
    | 'limit'
    | 'json'
    | 'switch'
    | 'choice'
    | 'choices'
    | 'pick'
    | 'picks'
    | 'scopes'
    | 'translations'
    | 'color';
  /** For `choice` and `choices`. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** For `picks`: the names of what is chosen already, by id. */
  readonly names?: Readonly<Record<string, string>>;
  /** For `pick`: what is chosen, and the name of what is chosen already. */
  readonly type?: TypeOf<'SearchableType'>;
  readonly valueName?: string | undefined;
  /** For `scopes`: the only API whose scopes there can be. */
  readonly apiId?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

export type Draft = Readonly<Record<string, unknown>>;

interface FieldsProps {
  fields: readonly Field[];
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** What the server says about the fields, by their names. */
  faults?: Readonly<Record<string, string>>;
}

/** A field of text with the texts of these keys. */
export const textField = ({ name, label, help }: { name: string; label: PlainKey; help?: PlainKey }): Field => ({
  name,
  label: t(label),
  help: help && t(help),
  kind: 'text',
});

/** The value of a field of text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The value of a field of a number. */
const digitsOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The fields of a form, from a description of each. */
export function Fields({ fields, draft, onChange, faults = {} }: FieldsProps) {
  return (
    <Stack gap="md">
      {fields.map((field) => (
        <One
          key={field.name}
          field={field}
          value={draft[field.name]}
          fault={faults[field.name]}
          set={(value) => onChange({ ...draft, [field.name]: value })}
        />
      ))}
    </Stack>
  );
}

interface OneProps {
  field: Field;
  value: unknown;
  fault: string | undefined;
  set: (value: unknown) => void;
}

function One({ field, value, fault, set }: OneProps) {
  const { kind, label, help, placeholder, choices = [], type, valueName, names = {} } = field;
  const { required = false, disabled = false } = field;
  const usual = { label, description: help, error: fault, disabled, required };
  if (kind === 'switch')
    return (
      <Switch
        label={label}
        description={help}
        error={fault}
        disabled={disabled}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  if (kind === 'choice')
    return (
      <NativeSelect
        {...usual}
        data={[...choices]}
        value={textOf(value)}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (kind === 'choices')
    return (
      <Checkbox.Group {...usual} value={listOf(value)} onChange={set}>
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} disabled={disabled} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (kind === 'pick')
    return (
      <Picker
        label={label}
        description={help}
        error={fault}
        disabled={disabled}
        type={type!}
        value={textOf(value) || null}
        valueName={valueName}
        onPick={set}
      />
    );
  if (kind === 'picks')
    return (
      <Picks
        label={label}
        description={help}
        error={fault}
        disabled={disabled}
        type={type!}
        value={listOf(value)}
        names={names}
        onPick={set}
      />
    );
  if (kind === 'scopes')
    return (
      <SearchPicks
        label={label}
        description={help}
        error={fault}
        disabled={disabled}
        useFound={foundScopes(field.apiId)}
        value={listOf(value)}
        names={names}
        onPick={set}
      />
    );
  if (kind === 'translations')
    return <Translations {...{ label, error: fault, disabled }} value={translationsOf(value)} onChange={set} />;
  if (kind === 'limit')
    return (
      <Stack gap="xs">
        <Switch
          label={label}
          description={help}
          error={value === null ? fault : undefined}
          disabled={disabled}
          checked={Array.isArray(value)}
          onChange={(event) => set(event.currentTarget.checked ? [] : null)}
        />
        {Array.isArray(value) && (
          <One field={{ ...field, kind: 'lines', help: undefined }} {...{ value, fault, set }} />
        )}
      </Stack>
    );
  if (kind === 'json') return <Json usual={usual} value={value} set={set} />;
  if (kind === 'area' || kind === 'lines') {
    const text = kind === 'lines' ? listOf(value).join('\n') : textOf(value);
    return (
      <Textarea
        {...usual}
        rows={kind === 'lines' ? Math.max(2, listOf(value).length + 1) : 3}
        description={help ?? (kind === 'lines' ? t('form.lines') : undefined)}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget: { value: typed } }) => set(kind === 'lines' ? typed.split('\n') : typed)}
      />
    );
  }
  if (kind === 'number')
    return (
      <TextInput
        {...usual}
        type="number"
        min={0}
        placeholder={placeholder}
        value={digitsOf(value)}
        onChange={({ currentTarget: { valueAsNumber: typed } }) => set(Number.isNaN(typed) ? null : typed)}
      />
    );
  return (
    <TextInput
      {...usual}
      placeholder={placeholder}
      leftSection={kind === 'color' && <Palette value={textOf(value)} set={set} />}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** The browser's own choice of a color, beside the text of it. */
function Palette({ value, set }: { value: string; set: (value: string) => void }) {
  return (
    <input
      type="color"
      className="palette"
      aria-label={t('branding.pick')}
      value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#3f4bc4'}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

interface JsonProps extends Pick<OneProps, 'value' | 'set'> {
  usual: TextareaProps;
}

const readJson = (typed: string): unknown => {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};
const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** An object as text. A text that is no JSON stays one, and the server refuses it. */
function Json({ usual, value, set }: JsonProps) {
  const [typed, setTyped] = useState('');
  // Spaces and lines are as they were typed.
  const isTyped = JSON.stringify(readJson(typed) || null) === JSON.stringify(value || null);
  const text = isTyped ? typed : value ? jsonOf(value) : '';
  return (
    <Textarea
      {...usual}
      rows={text ? 8 : 2}
      className="code"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next);
        set(readJson(next));
      }}
    />
  );
}
