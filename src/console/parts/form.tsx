import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CombinedError } from 'urql';
import type { Outcome } from '../graph/act.ts';
import { codeOf } from '../graph/client.ts';
import { t } from '../messages/index.ts';
import { Fault, faultsOf } from './fault.tsx';
import { Fields, type Draft, type Field } from './fields.tsx';

interface FormProps {
  fields: readonly Field[];
  /** What the fields have at the beginning. */
  initial: Draft;
  action: string;
  /** Gets what differs from the beginning; everything, if `whole`. */
  onSubmit: (changes: Draft) => Promise<Outcome<unknown>>;
  whole?: boolean;
  /** Gets what is in the fields, whenever that changes. */
  onDraft?: (draft: Draft) => void;
  /** The field that a fault is about, if its path does not name the field. */
  fieldOf?: (path: string) => string | undefined;
  onCancel?: () => void;
  children?: ReactNode;
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** The values as the schema takes them: lists without empty lines, and null instead of an empty text. */
function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed).filter((item) => item !== '');
  return trimmed(value) === '' ? null : value;
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(cleaned(one) ?? null) === JSON.stringify(cleaned(other) ?? null);

function changesOf(draft: Draft, initial: Draft, whole: boolean): Draft {
  const pairs = Object.entries(draft).filter(([name, value]) =>
    whole ? (cleaned(value) ?? null) !== null : !same(value, initial[name]),
  );
  return Object.fromEntries(pairs.map(([name, value]) => [name, cleaned(value)]));
}

/** What the changed fields had before, to take the changes back. */
export const valuesBefore = (initial: Draft, changes: object): Draft =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, initial[name] ?? null]));

/** The faults of the fields by their names: the path `redirectUris.1` belongs to `redirectUris`. */
function byField(
  error: CombinedError | undefined,
  fields: readonly Field[],
  fieldOf: FormProps['fieldOf'],
): Record<string, string> {
  const names = new Set(fields.map(({ name }) => name));
  const found: Record<string, string> = {};
  for (const { path, message } of faultsOf(error)) {
    const name = fieldOf?.(path) ?? path.split(/[.[\]]/).find((part) => names.has(part));
    if (name) found[name] = message;
  }
  return found;
}

/** A form that sends what the reader has changed, and shows what is wrong beside its field. */
export function Form({
  fields,
  initial,
  action,
  onSubmit,
  whole = false,
  onDraft,
  fieldOf,
  onCancel,
  children,
}: FormProps) {
  const [draft, setDraft] = useState(initial);
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const changes = changesOf(draft, initial, whole);
  const faults = byField(error, fields, fieldOf);

  const change = (next: Draft): void => {
    setDraft(next);
    onDraft?.(next);
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError((await onSubmit(changes)).error);
    setBusy(false);
  };
  const stale = error !== undefined && codeOf(error) === 'VERSION_CONFLICT';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Fields fields={fields} draft={draft} onChange={change} faults={faults} />
      {children}
      {error && (Object.keys(faults).length === 0 || faultsOf(error).length > Object.keys(faults).length) && (
        <div className="form-fault">
          <Fault error={error} />
        </div>
      )}
      <Group mt="lg">
        <Button type="submit" loading={busy} disabled={stale || (!whole && Object.keys(changes).length === 0)}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        {stale && (
          <Button variant="default" onClick={() => location.reload()}>
            {t('form.reload')}
          </Button>
        )}
      </Group>
    </form>
  );
}
