import { FileInput, type FileInputProps } from '@mantine/core';
import { t } from '../../messages/index.ts';

type FileFieldProps = Pick<FileInputProps, 'value' | 'onChange' | 'description' | 'w'>;

/** Chooses the file of an import. */
export function FileField(props: FileFieldProps) {
  return (
    <FileInput
      label={t('import.file')}
      accept=".csv,.jsonl,.ndjson,.json"
      placeholder={t('import.choose')}
      {...props}
    />
  );
}
