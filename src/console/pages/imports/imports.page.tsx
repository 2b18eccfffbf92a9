import { Badge, Button, Card, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { exactMoment, number, t } from '../../messages/index.ts';
import { WithDefaults } from '../../parts/create-form.tsx';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { Fields, textOf, type Draft, type Field } from '../../parts/fields.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { FOUND, reading } from './choices.ts';
import { DeleteImport } from './delete-import.tsx';
import { FileField } from './file-field.tsx';
import { beginImport, formatOf, type Options } from './upload.ts';

const IMPORTS = graphql(`
  query Imports($first: Int, $after: String, $last: Int, $before: String) {
    userImports(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          id
          state
          dryRun
          totalRows
          faultyCount
          createdAt
          viewerCan {
            deleteUserImport
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

type Import = ResultOf<typeof IMPORTS>['userImports']['edges'][number]['node'];

/** The format that the name of the file tells. */
const BY_NAME = 'BY_NAME';
const FIREBASE = 'FIREBASE_CSV';

const fields = (isFirebase: boolean): Field[] => [
  {
    name: 'existing',
    label: t('import.existing'),
    kind: 'choice',
    choices: [
      { value: 'UPDATE', label: t('import.UPDATE') },
      { value: 'SKIP', label: t('import.SKIP') },
      { value: 'REFUSE', label: t('import.REFUSE') },
    ],
  },
  {
    name: 'format',
    label: t('import.format'),
    kind: 'choice',
    choices: [
      { value: BY_NAME, label: t('import.formatByName') },
      { value: FIREBASE, label: t('import.firebase') },
    ],
  },
  ...(isFirebase
    ? ([
        { name: 'signerKey', label: t('import.signerKey'), help: t('import.firebaseHelp'), kind: 'text' },
        { name: 'saltSeparator', label: t('import.saltSeparator'), kind: 'text' },
        { name: 'rounds', label: t('import.rounds'), kind: 'number' },
        { name: 'memoryCost', label: t('import.memoryCost'), kind: 'number' },
      ] as const)
    : [reading().delimiter, reading().encoding]),
];

/** What a caller has chosen, for a file. */
function optionsOf(draft: Draft, file: File): Options {
  const existing = (draft['existing'] ?? null) as TypeOf<'ExistingUsers'> | null;
  if (draft['format'] === FIREBASE) {
    const { rounds, memoryCost } = draft as { rounds: number; memoryCost: number };
    const keys = { signerKey: textOf(draft['signerKey']).trim(), saltSeparator: textOf(draft['saltSeparator']).trim() };
    return { format: FIREBASE, existing, ...(keys.signerKey && { firebase: { ...keys, rounds, memoryCost } }) };
  }
  const format = formatOf(file);
  const given = (name: string): string | null => (draft[name] === FOUND ? null : textOf(draft[name]));
  return { format, existing, encoding: given('encoding'), ...(format === 'CSV' && { delimiter: given('delimiter') }) };
}

const columns = (): Column<Import>[] => [
  {
    key: 'created',
    header: t('created'),
    narrow: true,
    cell: ({ id, createdAt }) => (
      <LinkTo to="/imports/$id" params={{ id }} tabIndex={-1}>
        <When time={createdAt} />
      </LinkTo>
    ),
  },
  {
    key: 'state',
    header: t('state'),
    narrow: true,
    cell: ({ state, dryRun }) => (
      <>
        <StateBadge state={state} /> {dryRun && <Badge variant="outline">{t('import.preview')}</Badge>}
      </>
    ),
  },
  { key: 'rows', header: t('import.rows'), cell: ({ totalRows }) => (totalRows === null ? '–' : number(totalRows)) },
  { key: 'faults', header: t('import.faulty'), cell: ({ faultyCount }) => number(faultyCount) },
  {
    key: 'delete',
    header: t('delete'),
    narrow: true,
    cell: ({ id, state, createdAt, viewerCan }) =>
      viewerCan.deleteUserImport && state !== 'RUNNING' && <DeleteImport id={id} name={exactMoment(createdAt)} />,
  },
];

/** Imports of users: a new one begins with a preview, which changes nothing. */
export function ImportsPage() {
  const act = useAct();
  const navigate = useNavigate();
  const state = useListState(['CREATED'], { field: 'CREATED', direction: 'DESC' });
  const [result] = useQuery({ query: IMPORTS, variables: state.page });
  const [file, setFile] = useState<File | null>(null);
  const [draft, setDraft] = useState<Draft>({
    format: BY_NAME,
    delimiter: FOUND,
    encoding: FOUND,
    saltSeparator: 'Bw==',
    rounds: 8,
    memoryCost: 14,
  });
  const [busy, setBusy] = useState(false);
  const shown = fields(draft['format'] === FIREBASE);

  const preview = async (): Promise<void> => {
    if (!file) return;
    const id = await beginImport(act, file, { ...optionsOf(draft, file), dryRun: true });
    if (id) await navigate({ to: '/imports/$id', params: { id } });
  };
  return (
    <ListPage
      title={t('nav.imports')}
      lead={t('import.lead')}
      beside={<ExportMenu kinds={['USERS', 'GROUPS', 'MEMBERSHIPS', 'CLIENTS', 'AUDIT_EVENTS']} />}
      above={
        useMay('createUserImport') && (
          <Card withBorder className="form" mb="md">
            <Title order={2} size="h4" mb="sm">
              {t('import.new')}
            </Title>
            <Stack>
              <FileField description={t('import.fileHelp')} value={file} onChange={setFile} />
              <WithDefaults input="CreateUserImportInput" fields={shown}>
                {(defaults) => <Fields fields={shown} draft={{ ...defaults, ...draft }} onChange={setDraft} />}
              </WithDefaults>
              <div>
                <Button
                  loading={busy}
                  disabled={!file}
                  onClick={() => {
                    setBusy(true);
                    void preview().finally(() => setBusy(false));
                  }}
                >
                  {t('import.makePreview')}
                </Button>
              </div>
            </Stack>
          </Card>
        )
      }
      state={state}
      result={result}
      pageOf={({ userImports }) => userImports}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('import.none')}
    />
  );
}
