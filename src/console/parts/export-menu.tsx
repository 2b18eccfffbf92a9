import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useAct } from '../graph/act.ts';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { number, t, type PlainKey } from '../messages/index.ts';

const EXPORT = graphql(`
  mutation Export($kind: ExportKind!, $format: ExportFormat!, $where: ExportWhere) {
    requestExport(kind: $kind, format: $format, where: $where) {
      downloadUrl
    }
  }
`);

type Kind = TypeOf<'ExportKind'>;
type Where = TypeOf<'ExportWhere'>;

/** A filtered list, and how many items it has if that is known. */
interface Shown {
  readonly kind: Kind;
  readonly where: Where;
  readonly total?: { totalCount: number; atLeast: boolean } | undefined;
}

const FORMATS = [
  ['CSV', 'export.csv'],
  ['JSON_LINES', 'export.jsonLines'],
] as const satisfies readonly [TypeOf<'ExportFormat'>, PlainKey][];

/** Downloads what a filtered list has, or everything of some kinds, each as a file. */
export function ExportMenu({ kinds, shown }: { kinds: readonly Kind[]; shown?: Shown | null }) {
  const act = useAct();
  const download = async (kind: Kind, format: TypeOf<'ExportFormat'>, where: Where | null): Promise<void> => {
    const { data } = await act(EXPORT, { kind, format, where });
    if (data) location.assign(data.requestExport.downloadUrl);
  };
  const formats = (label: string, kind: Kind, where: Where | null = null) => (
    <div key={label} role="group" aria-label={label}>
      <Text size="sm" mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {FORMATS.map(([format, text]) => (
          <Button key={format} size="xs" variant="default" onClick={() => void download(kind, format, where)}>
            {t(text)}
          </Button>
        ))}
      </Group>
    </div>
  );
  if (!useMay('requestExport')) return null;
  return (
    <Popover position="bottom-end" width={260} withinPortal={false} trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">{t('export.menu')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('export.menu')}>
        <Stack gap="sm">
          {shown && formats(shownText(shown), shown.kind, shown.where)}
          <Text size="sm" c="dimmed">
            {t('export.all')}
          </Text>
          {kinds.map((kind) => formats(t(`export.${kind}`), kind))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const shownText = ({ total }: Shown): string =>
  total && !total.atLeast ? t('export.counted', { count: number(total.totalCount) }) : t('export.list');
