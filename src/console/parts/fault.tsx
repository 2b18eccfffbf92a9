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

/** A failure in one sentence. */
export function sentenceOf(error: CombinedError): string {
  if (error.networkError) return t('fault.network');
  return textOfCode(codeOf(error), error.graphQLErrors[0]?.message ?? error.message);
}

/** Shows why something failed, with all faults of an input. */
export function Fault({ error }: { error: CombinedError }) {
  const faults = faultsOf(error);
  const code = codeOf(error);
  return (
    <Alert color="red" variant="light" role="alert" title={faults.length > 1 ? t('fault.input') : sentenceOf(error)}>
      {faults.length > 1 && (
        <List size="sm">
          {faults.map(({ path, message }) => (
            <List.Item key={path + message}>
              <code>{path}</code>: {message}
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
