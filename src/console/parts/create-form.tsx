import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import type { Draft, Field } from './fields.tsx';
import { Form, type FormProps } from './form.tsx';
import { Loaded } from './loaded.tsx';

const DEFAULTS = graphql(`
  query Defaults($input: String!) {
    inputConstraints(input: $input) {
      field
      defaultValue
    }
  }
`);

type CreateInput =
  | 'CreateAttributeDefinitionInput'
  | 'CreateClientInput'
  | 'CreateInitialAccessTokenInput'
  | 'CreateUserImportInput'
  | 'CreateUserInput';

/** A default as a field of the form has it. */
const valueOf = (value: unknown, kind: Field['kind']): unknown =>
  kind === 'choice' && typeof value === 'number' ? String(value) : value;

interface WithDefaultsProps {
  input: CreateInput;
  fields: readonly Field[];
  children: (defaults: Draft) => ReactNode;
}

/** Asks what the server stores for fields that are left out, so that no form shows anything else. */
export function WithDefaults({ input, fields, children }: WithDefaultsProps) {
  const [result] = useQuery({ query: DEFAULTS, variables: { input }, requestPolicy: 'cache-first' });
  return (
    <Loaded result={result}>
      {({ inputConstraints }) => {
        const known = new Map(inputConstraints.map(({ field, defaultValue }) => [field, defaultValue]));
        const found = fields.map(({ name, kind }) => [name, valueOf(known.get(name), kind)] as const);
        return children(Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== null)));
      }}
    </Loaded>
  );
}

/** An emptied field of a number has its default again. */
const withPlaceholder = (field: Field, { [field.name]: value }: Draft): Field =>
  field.kind === 'number' && typeof value === 'number' ? { placeholder: String(value), ...field } : field;

interface CreateFormProps extends Omit<FormProps, 'initial' | 'whole'>, Pick<WithDefaultsProps, 'input'> {
  /** What this form suggests instead of the defaults. */
  initial: Draft;
}

/** A form that creates something. It begins with what is stored if nothing is changed. */
export function CreateForm({ input, initial, ...form }: CreateFormProps) {
  return (
    <WithDefaults input={input} fields={form.fields}>
      {(defaults) => (
        <Form
          {...form}
          whole
          fields={form.fields.map((field) => withPlaceholder(field, defaults))}
          initial={{ ...defaults, ...initial }}
        />
      )}
    </WithDefaults>
  );
}
