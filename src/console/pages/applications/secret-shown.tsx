import { Alert, Code } from '@mantine/core';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';

/** A new secret. It is stored nowhere, so this is the only time that it is shown. */
export function SecretShown({ secret }: { secret: string }) {
  return (
    <Alert color="yellow" title={t('client.secretOnce')}>
      <Code block tabIndex={0} aria-label={t('client.secret')}>
        {secret}
      </Code>
      <Copy text={secret} />
    </Alert>
  );
}
