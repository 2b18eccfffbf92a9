import { Button, Group } from '@mantine/core';
import { useAct } from '../graph/act.ts';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';

const EXPORT = graphql(`
  mutation Export($kind: ExportKind!, $format: ExportFormat!) {
    requestExport(kind: $kind, format: $format) {
      downloadUrl
    }
  }
`);

/** Downloads everything of a kind as a file. */
export function ExportMenu({ kind }: { kind: TypeOf<'ExportKind'> }) {
  const act = useAct();
  const download = async (format: TypeOf<'ExportFormat'>): Promise<void> => {
    const { data } = await act(EXPORT, { kind, format });
    if (data) location.assign(data.requestExport.downloadUrl);
  };
  if (!useMay('requestExport')) return null;
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => void download('CSV')}>
        {t('export.csv')}
      </Button>
      <Button variant="default" onClick={() => void download('JSON_LINES')}>
        {t('export.jsonLines')}
      </Button>
    </Group>
  );
}
