import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/index.ts';
import { FileField } from './file-field.tsx';
import { sendFile, sourceOf } from './upload.ts';

interface AwaitedProps {
  id: string;
  uploadUrl: string;
  onSent: () => void;
}

/** An import whose file has not arrived: why, if this window knows, and the file is sent again. */
export function Awaited({ id, uploadUrl, onSent }: AwaitedProps) {
  const source = sourceOf(id);
  const [file, setFile] = useState<File | null>(source?.file ?? null);
  const [fault, setFault] = useState(source?.fault);
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    const refused = await sendFile(uploadUrl, file);
    setFault(refused);
    setBusy(false);
    if (refused === undefined) onSent();
  };
  return (
    <Alert color="yellow" title={t('import.noFile')}>
      <Stack align="flex-start">
        <Text size="sm">{fault ?? t('import.noFileText')}</Text>
        <FileField value={file} onChange={setFile} w="100%" />
        <Button loading={busy} disabled={!file} onClick={() => void again()}>
          {t('import.sendAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
