import { Alert, Button, Card, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Fields, textOf, type Draft } from '../../parts/fields.tsx';
import { ATTRIBUTE, FOUND, reading, targets } from './choices.ts';
import { DELETE } from './delete-import.tsx';
import { beginImport, sourceOf, type Options } from './upload.ts';

const ATTRIBUTES = graphql(`
  query ImportAttributes {
    attributeDefinitions(subject: USER, first: 200) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

/** A column that the server has found in the file. */
export interface FoundColumn {
  readonly column: string;
  readonly field: TypeOf<'UserImportField'> | null;
  readonly attribute: string | null;
  readonly negated: boolean;
  readonly samples: readonly string[];
}

interface Mapped {
  readonly target: string;
  readonly negated: boolean;
}

interface MappingProps {
  id: string;
  columns: readonly FoundColumn[];
  delimiter: string | null;
  encoding: string | null;
  /** Whether the preview is over. */
  isDone: boolean;
}

/** Columns that can say the opposite of a field. */
const FLAGS = ['IS_ACTIVE', 'EMAIL_VERIFIED'];

const foundAs = ({ field, attribute, negated }: FoundColumn): Mapped => ({
  target: attribute === null ? (field ?? '') : `${ATTRIBUTE}${attribute}`,
  negated,
});

const inputOf = (column: string, { target, negated }: Mapped): NonNullable<Options['columns']>[number] =>
  target.startsWith(ATTRIBUTE)
    ? { column, attribute: target.slice(ATTRIBUTE.length) }
    : {
        column,
        field: (target || null) as TypeOf<'UserImportField'> | null,
        negated: negated && FLAGS.includes(target),
      };

/** What each column of a previewed file is read as, and how the file is read. Changes are previewed before the import. */
export function Mapping({ id, columns, delimiter, encoding, isDone }: MappingProps) {
  const act = useAct();
  const navigate = useNavigate();
  const [result] = useQuery({ query: ATTRIBUTES });
  const { file, options, fault } = sourceOf(id)!;
  const [draft, setDraft] = useState<Draft>({
    delimiter: options.delimiter ?? FOUND,
    encoding: options.encoding ?? FOUND,
  });
  const [changes, setChanges] = useState<Readonly<Record<string, Mapped>>>({});
  const [busy, setBusy] = useState(false);

  const attributes = result.data?.attributeDefinitions?.edges.map(({ node }) => node.name) ?? [];
  const choices = targets(attributes, Boolean(options.firebase));
  const fields = reading({ delimiter, encoding });
  const isReadAnew =
    draft['delimiter'] !== (options.delimiter ?? FOUND) || draft['encoding'] !== (options.encoding ?? FOUND);
  const isChanged = isReadAnew || Object.keys(changes).length > 0;

  const given = (name: string): string | null => (draft[name] === FOUND ? null : textOf(draft[name]));
  const next = (dryRun: boolean): Options => ({
    ...options,
    dryRun,
    delimiter: given('delimiter'),
    encoding: given('encoding'),
    // Read in another way, the file has other columns.
    columns: isReadAnew
      ? []
      : [
          ...(options.columns ?? []).filter(({ column }) => !(column in changes)),
          ...Object.entries(changes).map(([column, mapped]) => inputOf(column, mapped)),
        ],
  });
  const begin = async (dryRun: boolean): Promise<void> => {
    setBusy(true);
    try {
      const begun = await beginImport(act, file, next(dryRun));
      if (begun === undefined) return;
      // The new preview takes the place of this one.
      if (dryRun) await act(DELETE, { id }, { quiet: true });
      await navigate({ to: '/imports/$id', params: { id: begun } });
    } finally {
      setBusy(false);
    }
  };
  const change = (found: FoundColumn, mapped: Mapped): void => {
    const others = Object.fromEntries(Object.entries(changes).filter(([column]) => column !== found.column));
    const asFound = foundAs(found);
    const isSame = mapped.target === asFound.target && mapped.negated === asFound.negated;
    setChanges(isSame ? others : { ...others, [found.column]: mapped });
  };

  return (
    <Card withBorder component="section" aria-label={t('import.mapping')}>
      <Stack>
        <Title order={2} size="h4">
          {t('import.mapping')}
        </Title>
        {fault !== undefined && <Alert color="red">{fault}</Alert>}
        {options.format !== 'FIREBASE_CSV' && (
          <Fields
            fields={options.format === 'CSV' ? [fields.delimiter, fields.encoding] : [fields.encoding]}
            draft={draft}
            onChange={setDraft}
          />
        )}
        {isReadAnew ? (
          <Text size="sm">{t('import.readAnew')}</Text>
        ) : (
          <ul className="columns">
            {columns.map((found) => (
              <OneColumn
                key={found.column}
                found={found}
                mapped={changes[found.column] ?? foundAs(found)}
                choices={choices}
                onChange={(mapped) => change(found, mapped)}
              />
            ))}
          </ul>
        )}
        <Group>
          {isChanged || !isDone ? (
            <Button loading={busy} disabled={!isChanged} onClick={() => void begin(true)}>
              {t('import.previewAgain')}
            </Button>
          ) : (
            <Button loading={busy} onClick={() => void begin(false)}>
              {t('import.goOn')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

interface OneColumnProps {
  found: FoundColumn;
  mapped: Mapped;
  choices: ReturnType<typeof targets>;
  onChange: (mapped: Mapped) => void;
}

function OneColumn({ found: { column, samples }, mapped, choices, onChange }: OneColumnProps) {
  return (
    <li>
      <div>
        <Text fw={600}>{column}</Text>
        <Text size="sm" c="dimmed" className="samples">
          {samples.length > 0 ? samples.join(' · ') : '–'}
        </Text>
      </div>
      <NativeSelect
        aria-label={t('import.fieldOf', { column })}
        data={choices}
        value={mapped.target}
        onChange={({ currentTarget: { value: target } }) =>
          onChange({ target, negated: mapped.negated && FLAGS.includes(target) })
        }
      />
      {FLAGS.includes(mapped.target) && (
        <Checkbox
          label={t('import.negated')}
          aria-label={t('import.negatedOf', { column })}
          checked={mapped.negated}
          onChange={({ currentTarget: { checked: negated } }) => onChange({ ...mapped, negated })}
        />
      )}
    </li>
  );
}
