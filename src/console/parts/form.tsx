import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { reload } from '../address.ts';
import type { Outcome } from '../graph/act.ts';
import { codeOf } from '../graph/client.ts';
import { t } from '../messages/index.ts';
import { cleaned, giveUp, same, sendDraft, useDraft, useHasTyped } from './drafts.ts';
import { Fault, faultsOf } from './fault.tsx';
import { Fields, type Draft, type Field } from './fields.tsx';
import { useFirstFault } from './first-field.ts';
import { submitByKeys } from './submit-by-keys.ts';

export interface FormProps {
  /** Its name on the page, by which its draft is kept. */
  name: string;
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

function changesOf(draft: Draft, initial: Draft, whole: boolean): Draft {
  const pairs = Object.entries(draft).filter(([name, value]) =>
    whole ? (cleaned(value) ?? null) !== null : !same(value, initial[name]),
  );
  return Object.fromEntries(pairs.map(([name, value]) => [name, cleaned(value)]));
}

/** What the changed fields had before, to take the changes back. */
export const valuesBefore = (initial: Draft, changes: object): Draft =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, initial[name] ?? null]));

const labelsOf = (fields: readonly Field[], names: readonly string[]): string[] =>
  fields.filter(({ name }) => names.includes(name)).map(({ label }) => label);

/** The field that a fault is about: the path `redirectUris.1` belongs to `redirectUris`. */
const fieldAt = (path: string, fields: readonly Field[], fieldOf: FormProps['fieldOf']): Field | undefined => {
  const parts = [fieldOf?.(path) ?? '', ...path.split(/[.[\]]/)];
  return parts.map((part) => fields.find(({ name }) => name === part)).find((field) => field !== undefined);
};

/** What is wrong with each field, by its name. What is about no field is not there. */
function byField(error: CombinedError | undefined, at: (path: string) => Field | undefined): Record<string, string> {
  const found = faultsOf(error, (path) => at(path)?.label).flatMap(({ path, text }) => {
    const field = at(path);
    return field ? [[field.name, text] as const] : [];
  });
  const names = Map.groupBy(found, ([name]) => name);
  return Object.fromEntries([...names].map(([name, faults]) => [name, faults.map(([, text]) => text).join(' ')]));
}

/** A form that sends what the reader has changed, and shows what is wrong beside its field. */
export function Form({
  fields,
  action,
  onSubmit,
  whole = false,
  onDraft,
  fieldOf,
  onCancel,
  children,
  ...form
}: FormProps) {
  // What was sent last is what the fields have, until the answer to another query says so.
  const [sent, setSent] = useState<{ draft: Draft; insteadOf: string }>();
  const given = JSON.stringify(form.initial);
  const initial = sent?.insteadOf === given ? sent.draft : form.initial;
  const { key, draft, changedMeanwhile, change } = useDraft(form.name, initial);
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const changes = changesOf(draft, initial, whole);
  const isTyped = useHasTyped(form.name);
  const at = (path: string): Field | undefined => fieldAt(path, fields, fieldOf);
  const faults = byField(error, at);
  const place = useFirstFault(error);
  // A draft can be there from the beginning.
  useEffect(() => onDraft?.(draft), [JSON.stringify(draft)]);

  const submit = async (): Promise<void> => {
    setBusy(true);
    const outcome = await sendDraft(key, () => onSubmit(changes));
    if (outcome.data) setSent({ draft, insteadOf: given });
    setError(outcome.error);
    setBusy(false);
  };
  const cancel = async (): Promise<void> => {
    if (!(await giveUp(key))) return;
    setError(undefined);
    onCancel?.();
  };
  const stale = error !== undefined && codeOf(error) === 'VERSION_CONFLICT';
  return (
    <form
      ref={place}
      noValidate
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Fields fields={fields} draft={draft} onChange={change} faults={faults} />
      {children}
      {changedMeanwhile.length > 0 && (
        <Alert mt="md" color="yellow" role="status">
          {t('draft.meanwhile', { fields: labelsOf(fields, changedMeanwhile).join(', ') })}
        </Alert>
      )}
      {error && (faultsOf(error).length === 0 || faultsOf(error).some(({ path }) => !at(path))) && (
        <div className="form-fault" tabIndex={-1}>
          <Fault error={error} labelOf={(path) => at(path)?.label} />
        </div>
      )}
      <Group mt="lg">
        <Button type="submit" loading={busy} disabled={stale || (!whole && Object.keys(changes).length === 0)}>
          {action}
        </Button>
        {(onCancel ?? isTyped) && (
          <Button variant="default" onClick={() => void cancel()}>
            {onCancel ? t('cancel') : t('draft.giveUpAction')}
          </Button>
        )}
        {stale && (
          <Button variant="default" onClick={reload}>
            {t('form.reload')}
          </Button>
        )}
      </Group>
    </form>
  );
}
