import { Card, Title } from '@mantine/core';
import { useQuery } from 'urql';
import type { Outcome } from '../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { descriptionOf, t } from '../messages/index.ts';
import type { Field } from './fields.tsx';
import { Form } from './form.tsx';
import { Loaded } from './loaded.tsx';

const DEFINITIONS = graphql(`
  query Definitions($subject: AttributeSubject!) {
    attributeDefinitions(subject: $subject, first: 200) {
      edges {
        node {
          name
          description
          type
          isList
          isRequired
          isStandard
          constraints {
            values
          }
        }
      }
    }
  }
`);

type Definition = ResultOf<typeof DEFINITIONS>['attributeDefinitions']['edges'][number]['node'];

const TEXTS: readonly TypeOf<'AttributeType'>[] = ['STRING', 'ENUM', 'DATE', 'MOMENT'];

const none = { value: '', label: '–' };

function fieldOf(definition: Definition): Field {
  const { name, type, isList, isRequired, constraints } = definition;
  const usual = { name, label: name, help: descriptionOf(definition) || undefined, required: isRequired };
  if (isList && type !== 'JSON') return { ...usual, kind: 'lines' };
  if (type === 'BOOLEAN')
    return {
      ...usual,
      kind: 'choice',
      choices: [none, { value: 'true', label: t('yes') }, { value: 'false', label: t('no') }],
    };
  if (type === 'ENUM')
    return {
      ...usual,
      kind: 'choice',
      choices: [none, ...(constraints.values ?? []).map((value) => ({ value, label: value }))],
    };
  return { ...usual, kind: type === 'JSON' ? 'area' : 'text' };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value as a form has it. */
export const asDraft = (value: unknown, { type, isList }: Pick<Definition, 'type' | 'isList'>): unknown =>
  isList && type !== 'JSON' && Array.isArray(value) ? value.map(asText) : asText(value);

/** A text as the attribute's type: what does not fit is sent as it is, and the server says what is wrong. */
function read(text: string, type: Definition['type']): unknown {
  if (TEXTS.includes(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The other way around. */
export const asValue = (value: unknown, { type }: Pick<Definition, 'type'>): unknown =>
  Array.isArray(value)
    ? value.map((item) => read(asText(item), type))
    : value === null
      ? null
      : read(asText(value), type);

interface AttributesFormProps {
  subject: TypeOf<'AttributeSubject'>;
  values: readonly { name: string; value: unknown }[];
  mayEdit: boolean;
  onSubmit: (attributes: { name: string; value: unknown }[]) => Promise<Outcome<unknown>>;
}

/** The attributes that the customer has defined, of one object. */
export function AttributesForm({ subject, values, mayEdit, onSubmit }: AttributesFormProps) {
  const [result] = useQuery({ query: DEFINITIONS, variables: { subject } });
  const valueOf = (name: string): unknown => values.find((one) => one.name === name)?.value;
  return (
    <Loaded result={result}>
      {({ attributeDefinitions: { edges } }) => {
        const definitions = edges.map(({ node }) => node);
        if (definitions.length === 0) return null;
        const initial = definitions.flatMap((definition) => {
          const value = valueOf(definition.name);
          return value === undefined ? [] : [[definition.name, asDraft(value, definition)]];
        });
        return (
          <Card withBorder>
            <Title order={2} size="h4" mb="sm">
              {t('attributes')}
            </Title>
            <Form
              name="attributes"
              fields={definitions.map((definition) => ({ ...fieldOf(definition), disabled: !mayEdit }))}
              initial={Object.fromEntries(initial) as Record<string, unknown>}
              action={t('save')}
              onSubmit={(changes) =>
                onSubmit(
                  definitions
                    .filter(({ name }) => name in changes)
                    .map((definition) => ({
                      name: definition.name,
                      value: asValue(changes[definition.name], definition),
                    })),
                )
              }
            />
          </Card>
        );
      }}
    </Loaded>
  );
}
