import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { t } from '../messages/index.ts';

/** Copies a text. The button says so, unless it has a label of its own. */
export function Copy({ text, label = t('copy') }: { text: string; label?: string }) {
  const { copied, copy } = useClipboard();
  return (
    <Button mt="xs" size="xs" variant="default" onClick={() => copy(text)}>
      {copied ? t('copied') : label}
    </Button>
  );
}
