import { Alert, List, Text } from '@mantine/core';
import type { CombinedError } from 'urql';
import { codeOf } from '../graph/client.ts';
import { t, textOfCode, textOfFault } from '../messages/index.ts';

interface InputFault {
  path: string;
  code: string;
  message: string;
}

/** What is wrong with an input, each with the path of its field. */
export const faultsOf = (error: CombinedError | undefined): InputFault[] => {
  const faults = error?.graphQLErrors[0]?.extensions['faults'];
  if (!Array.isArray(faults)) return [];
  return (faults as InputFault[]).map((fault) => ({ ...fault, message: textOfFault(fault.code, fault.message) }));
};

/** The label of the field that a path in the input is about, if the form has it. */
export type LabelOf = (path: string) => string | undefined;

/** A sentence about a value, which begins with the path of the value, with the label of its field instead. */
export function inLabels({ path, message }: Pick<InputFault, 'path' | 'message'>, label: string | undefined): string {
  if (label === undefined) return message;
  const [, name = '', index] = /(\w+?)(?:[.[](\d+)\]?)?$/.exec(path) ?? [];
  const field = t('fault.field', { label });
  return message.replace(
    new RegExp(String.raw`^(?:\w+[.])*${name}(?:\[\d+\]|[.]\d+)?(?= )`),
    index === undefined ? field : t('fault.line', { field, line: Number(index) + 1 }),
  );
}

/** A failure in one sentence. */
export function sentenceOf(error: CombinedError): string {
  if (error.networkError) return t('fault.network');
  return textOfCode(codeOf(error), error.graphQLErrors[0]?.message ?? error.message);
}

const nothing = (): undefined => undefined;

/** Shows why something failed, with all faults of an input. A form says the labels of its fields. */
export function Fault({ error, labelOf = nothing }: { error: CombinedError; labelOf?: LabelOf }) {
  const faults = faultsOf(error);
  const code = codeOf(error);
  const [only] = faults;
  const sentence = only ? inLabels({ ...only, message: sentenceOf(error) }, labelOf(only.path)) : sentenceOf(error);
  return (
    <Alert color="red" variant="light" role="alert" title={faults.length > 1 ? t('fault.input') : sentence}>
      {faults.length > 1 && (
        <List size="sm">
          {faults.map((fault) => (
            <List.Item key={fault.path + fault.message}>
              {labelOf(fault.path) === undefined && (
                <>
                  <code>{fault.path}</code>:{' '}
                </>
              )}
              {inLabels(fault, labelOf(fault.path))}
            </List.Item>
          ))}
        </List>
      )}
      {code !== undefined && (
        <Text size="xs" c="dimmed">
          {code}
        </Text>
      )}
    </Alert>
  );
}
