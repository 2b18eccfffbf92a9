import { Alert, Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { number, t, textOfCode, textOfFault } from '../../messages/index.ts';
import { Facts } from '../../parts/facts.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { useObjectId } from '../../parts/object-id.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Awaited } from './awaited.tsx';
import { DeleteImport } from './delete-import.tsx';
import { Mapping } from './mapping.tsx';
import { sourceOf } from './upload.ts';

const IMPORT = graphql(`
  query Import($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    userImport(id: $id) {
      id
      state
      uploadUrl
      dryRun
      failure
      totalRows
      processedRows
      createdCount
      updatedCount
      unchangedCount
      skippedCount
      faultyCount
      ignoredColumns
      delimiter
      encoding
      columns {
        column
        field
        attribute
        negated
        samples
      }
      viewerCan {
        cancelUserImport
        deleteUserImport
      }
      faults(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            row
            path
            code
            rule
            parameters
            message
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
  }
`);
const CANCEL = graphql(`
  mutation CancelImport($id: ID!) {
    cancelUserImport(id: $id) {
      userImport {
        id
        state
      }
    }
  }
`);

type Import = NonNullable<ResultOf<typeof IMPORT>['userImport']>;
type RowFault = Import['faults']['edges'][number]['node'];

const POLL_MS = 1000;

const isOver = ({ state }: Import): boolean => state === 'DONE' || state === 'FAILED' || state === 'CANCELED';

const columns = (): Column<RowFault>[] => [
  { key: 'row', header: t('import.row'), narrow: true, cell: ({ row }) => number(row) },
  { key: 'path', header: t('event.field'), cell: ({ path }) => path ?? '–' },
  { key: 'message', header: t('import.fault'), narrow: true, cell: (fault) => textOfFault(fault, () => undefined) },
  { key: 'code', header: t('import.code'), cell: ({ code }) => code },
];

/** Whether the columns of the file can be mapped here. */
const mapsColumns = ({ id, dryRun, columns: found }: Import): boolean =>
  dryRun && found.length > 0 && sourceOf(id) !== undefined;

/** One import: how far it is, what it did or would do, and what is wrong with rows. */
export function ImportPage() {
  const id = useObjectId();
  const state = useListState(['ROW'], { field: 'ROW', direction: 'ASC' });
  const [result, ask] = useQuery({ query: IMPORT, variables: { id, ...state.page } });
  const found = result.data?.userImport;
  const running = found !== null && found !== undefined && !isOver(found);
  useEffect(() => {
    const timer = running ? setInterval(() => ask({ requestPolicy: 'network-only' }), POLL_MS) : undefined;
    return () => clearInterval(timer);
  }, [running, ask]);
  return (
    <>
      <PageHead
        title={found?.dryRun ? t('import.preview') : t('import.one')}
        above={<LinkTo to="/imports">{t('nav.imports')}</LinkTo>}
      />
      <Loaded result={result}>
        {({ userImport }) =>
          userImport ? (
            <Stack>
              <Progressing userImport={userImport} />
              {userImport.uploadUrl && !mapsColumns(userImport) && (
                <Awaited
                  id={id}
                  uploadUrl={userImport.uploadUrl}
                  onSent={() => ask({ requestPolicy: 'network-only' })}
                />
              )}
              {mapsColumns(userImport) && <Mapping {...userImport} isDone={userImport.state === 'DONE'} />}
              <Listing
                label={t('import.faults')}
                state={state}
                result={result}
                pageOf={(data) => data.userImport?.faults}
                columns={columns()}
                idOf={({ row, path, code }) => `${row} ${path} ${code}`}
                empty={t('import.noFaults')}
              />
            </Stack>
          ) : (
            <NotFound />
          )
        }
      </Loaded>
    </>
  );
}

function Progressing({ userImport }: { userImport: Import }) {
  const { id, state, dryRun, failure, totalRows, processedRows, viewerCan } = userImport;
  const act = useAct();
  const navigate = useNavigate();
  return (
    <Card withBorder className="form">
      <Stack>
        <Group>
          <StateBadge state={state} />
          {failure && <Text size="sm">{textOfCode(failure, failure)}</Text>}
        </Group>
        <Progress
          value={totalRows ? (processedRows / totalRows) * 100 : state === 'DONE' ? 100 : 0}
          aria-label={t('import.progress')}
        />
        <Facts
          facts={[
            [t('import.rows'), `${number(processedRows)} / ${totalRows === null ? '–' : number(totalRows)}`],
            [dryRun ? t('import.wouldCreate') : t('import.created'), number(userImport.createdCount)],
            [dryRun ? t('import.wouldUpdate') : t('import.updated'), number(userImport.updatedCount)],
            [t('import.unchanged'), number(userImport.unchangedCount)],
            [t('import.skipped'), number(userImport.skippedCount)],
            [t('import.faulty'), number(userImport.faultyCount)],
            ...(userImport.ignoredColumns.length > 0
              ? [[t('import.ignored'), userImport.ignoredColumns.join(', ')] as const]
              : []),
          ]}
        />
        {dryRun && state === 'DONE' && (
          <Alert color="blue" title={t('import.nothingChanged')}>
            {!sourceOf(id) && <Text size="sm">{t('import.chooseAgain')}</Text>}
          </Alert>
        )}
        <Group>
          {viewerCan.cancelUserImport && !isOver(userImport) && (
            <Button variant="default" onClick={() => void act(CANCEL, { id })}>
              {t('import.cancel')}
            </Button>
          )}
          {viewerCan.deleteUserImport && state !== 'RUNNING' && (
            <DeleteImport id={id} onDone={() => void navigate({ to: '/imports' })} />
          )}
        </Group>
      </Stack>
    </Card>
  );
}
