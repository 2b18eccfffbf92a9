import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { t } from '../messages/index.ts';

/** Copies a text. */
export function Copy({ text }: { text: string }) {
  const { copied, copy } = useClipboard();
  return (
    <Button mt="xs" size="xs" variant="default" onClick={() => copy(text)}>
      {copied ? t('copied') : t('copy')}
    </Button>
  );
}
