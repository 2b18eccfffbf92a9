import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useAct } from '../graph/act.ts';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { t, type PlainKey } from '../messages/index.ts';

const EXPORT = graphql(`
  mutation Export($kind: ExportKind!, $format: ExportFormat!) {
    requestExport(kind: $kind, format: $format) {
      downloadUrl
    }
  }
`);

type Kind = TypeOf<'ExportKind'>;

const FORMATS = [
  ['CSV', 'export.csv'],
  ['JSON_LINES', 'export.jsonLines'],
] as const satisfies readonly [TypeOf<'ExportFormat'>, PlainKey][];

/** Downloads everything of some kinds, each as a file. */
export function ExportMenu({ kinds }: { kinds: readonly Kind[] }) {
  const act = useAct();
  const download = async (kind: Kind, format: TypeOf<'ExportFormat'>): Promise<void> => {
    const { data } = await act(EXPORT, { kind, format });
    if (data) location.assign(data.requestExport.downloadUrl);
  };
  if (!useMay('requestExport')) return null;
  return (
    <Popover position="bottom-end" width={260} withinPortal={false} trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">{t('export.menu')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('export.menu')}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('export.all')}
          </Text>
          {kinds.map((kind) => (
            <div key={kind} role="group" aria-label={t(`export.${kind}`)}>
              <Text size="sm" mb={4}>
                {t(`export.${kind}`)}
              </Text>
              <Group gap="xs" wrap="nowrap">
                {FORMATS.map(([format, text]) => (
                  <Button key={format} size="xs" variant="default" onClick={() => void download(kind, format)}>
                    {t(text)}
                  </Button>
                ))}
              </Group>
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
