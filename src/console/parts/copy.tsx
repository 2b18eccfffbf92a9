import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { t } from '../messages/index.ts';

interface CopyProps {
  text: string;
  label?: string;
  mt?: ButtonProps['mt'];
}

/** Copies a text. The button says so, unless it has a label of its own. */
export function Copy({ text, label = t('copy'), mt = 'xs' }: CopyProps) {
  const { copied, copy } = useClipboard();
  return (
    <Button mt={mt} size="xs" variant="default" onClick={() => copy(text)}>
      {copied ? t('copied') : label}
    </Button>
  );
}
