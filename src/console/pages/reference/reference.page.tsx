import './reference.css';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { addressOf } from '../../address.ts';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { SearchField } from '../../parts/list/toolbar.tsx';
import { Waiting } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useUrlState } from '../../url-state.ts';
import { Block, CopyLink } from './content.tsx';
import { Prose, useDescription, useLoadedDescription, WithDescription } from './described.tsx';
import { exampleOf, written } from './example.ts';
import { entriesOf, found } from './found.ts';
import { Index } from './index-list.tsx';
import { Introduction } from './introduction.tsx';
import { OperationView } from './operation.tsx';
import { Fields, Rules, TypeOf } from './schema-view.tsx';

/** The reference of REST, from the server's own description. */
export function ReferencePage() {
  const description = useLoadedDescription();
  return (
    <>
      <PageHead title={t('nav.reference')} lead={t('reference.lead')}>
        <Button component="a" variant="default" href={addressOf('openapi.json')} download>
          {t('reference.download')}
        </Button>
      </PageHead>
      {description === undefined && <Waiting />}
      {description === null && <Alert color="red" variant="light" role="alert" title={t('fault.network')} />}
      {description && (
        <WithDescription value={description}>
          <Reference />
        </WithDescription>
      )}
    </>
  );
}

/** What there is beside what is chosen. In a narrow window, one of them. */
function Reference() {
  const description = useDescription();
  const [url, change] = useUrlState();
  const { q = '', operation: id, schema: name } = url;
  const entries = useMemo(() => entriesOf(description), [description]);
  const [operations, schemas] = [found(entries.operations, q), found(entries.schemas, q)];
  const operation = entries.operations.find(({ thing }) => thing.operationId === id)?.thing;
  const isChosen = id !== undefined || name !== undefined;
  const place = usePlaceOfChoice(id ?? name);
  return (
    <div className="reference" data-chosen={isChosen || undefined}>
      <div className="index-side">
        <div role="search">
          <SearchField label={t('reference.filter')} text={q} onText={(text) => change({ q: text })} />
        </div>
        <Text size="sm" c="dimmed" role="status">
          {q !== '' && t('list.total', { count: operations.length + schemas.length })}
        </Text>
        <Index operations={operations} schemas={schemas} shown={{ operation: id, schema: name }} />
      </div>
      <article ref={place} className="chosen">
        {isChosen && (
          <div className="back">
            <LinkTo to="/reference" search={({ q: text }: { q?: string }) => ({ q: text })}>
              {t('reference.index')}
            </LinkTo>
          </div>
        )}
        {operation && <OperationView key={id} operation={operation} />}
        {!operation && name !== undefined && <SchemaView key={name} name={name} />}
        {!operation && id !== undefined && name === undefined && <Text>{t('notFound.text')}</Text>}
        {!isChosen && <Introduction />}
      </article>
    </div>
  );
}

/** The place of what is chosen, whose heading gets the focus with each other choice. */
function usePlaceOfChoice(chosen: string | undefined) {
  const place = useRef<HTMLElement>(null);
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current !== chosen) place.current?.querySelector('h2')?.focus({ preventScroll: true });
    shown.current = chosen;
  }, [chosen]);
  return place;
}

/** Everything about one schema. */
function SchemaView({ name }: { name: string }) {
  const description = useDescription();
  const schema = description.components.schemas[name];
  if (!schema) return <Text>{t('notFound.text')}</Text>;
  return (
    <>
      <Title order={2} size="h3" tabIndex={-1}>
        {name}
      </Title>
      <Group gap="xs" my="xs">
        <TypeOf schema={schema} />
        <CopyLink chosen={{ schema: name }} />
      </Group>
      <Prose text={schema.description} />
      <Rules schema={schema} />
      <Fields schema={schema} above={[name]} />
      <Title order={3}>{t('reference.example')}</Title>
      <Block text={written('application/json', exampleOf(description, schema, true))} />
    </>
  );
}
