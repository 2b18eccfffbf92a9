import { Alert, List, Text } from '@mantine/core';
import type { CombinedError } from 'urql';
import { codeOf } from '../graph/client.ts';
import { t, textOfCode, textOfFault, type Fault as InputFault, type LabelOf } from '../messages/index.ts';

interface Told {
  readonly path: string;
  readonly text: string;
}

const nothing = (): undefined => undefined;

/** What is wrong with an input, each with the path of its field. */
export const faultsOf = (error: CombinedError | undefined, labelOf: LabelOf = nothing): Told[] => {
  const faults = error?.graphQLErrors[0]?.extensions['faults'];
  if (!Array.isArray(faults)) return [];
  return (faults as (InputFault & { path: string })[]).map((fault) => ({
    path: fault.path,
    text: textOfFault(fault, labelOf),
  }));
};

/** A failure in one sentence, or with a sentence for each fault of an input. */
export function sentenceOf(error: CombinedError, labelOf?: LabelOf): string {
  if (error.networkError) return t('fault.network');
  const faults = faultsOf(error, labelOf);
  if (faults.length > 0) return faults.map(({ text }) => text).join(' ');
  return textOfCode(codeOf(error), error.graphQLErrors[0]?.message ?? error.message);
}

/** Shows why something failed, with all faults of an input. A form says the labels of its fields. */
export function Fault({ error, labelOf = nothing }: { error: CombinedError; labelOf?: LabelOf }) {
  const faults = faultsOf(error, labelOf);
  const code = codeOf(error);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={faults.length > 1 ? t('fault.input') : sentenceOf(error, labelOf)}
    >
      {faults.length > 1 && (
        <List size="sm">
          {faults.map(({ path, text }) => (
            <List.Item key={path + text}>
              {labelOf(path) === undefined && (
                <>
                  <code>{path}</code>:{' '}
                </>
              )}
              {text}
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
