import 'graphiql/style.css';
import './explorer.css';
import { Alert, Button, useComputedColorScheme } from '@mantine/core';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { parse, print } from 'graphql';
import { useMemo, useState } from 'react';
import { stepUp } from '../../address.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useRepaired } from '../../parts/repaired.ts';
import { examplesPlugin } from './examples-plugin.tsx';
import { FIRST } from './examples.ts';
import { fetcherWith } from './fetcher.ts';
import { provideWorkers } from './workers.ts';

provideWorkers();

/**
 * The tabs of GraphiQL contain buttons, which tabs must not: they become a list of buttons. The buttons of its history get
 * the names that are seen.
 */
function repair(place: HTMLElement): void {
  const list = place.querySelector('.graphiql-tabs');
  list?.removeAttribute('role');
  for (const tab of list?.querySelectorAll('.graphiql-tab') ?? []) {
    tab.removeAttribute('role');
    tab.removeAttribute('aria-selected');
    const isCurrent = tab.classList.contains('graphiql-tab-active');
    tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', String(isCurrent));
  }
  for (const button of place.querySelectorAll('.graphiql-history-item-label')) button.removeAttribute('aria-label');
}

const isWide = (): boolean => matchMedia('(min-width: 60rem)').matches;

/** GraphiQL with the session of this browser. What the reader writes is kept in the browser. */
export function ExplorerPage() {
  const { user } = useViewer();
  const [code, setCode] = useState<string>();
  const theme = useComputedColorScheme('light');
  const fetcher = useMemo(() => fetcherWith(setCode), []);
  const examples = useMemo(() => examplesPlugin(user?.id ?? ''), [user?.id]);
  const place = useRepaired(repair);
  return (
    <div className="explorer">
      <PageHead title={t('nav.explorer')} lead={t('explorer.lead')} />
      {code === 'DOCUMENT_NOT_TRUSTED' && (
        <Alert color="yellow" variant="light" mb="md" title={t('explorer.trusted')}>
          {t('explorer.trustedText')}
        </Alert>
      )}
      {code === 'REAUTHENTICATION_REQUIRED' && (
        <Alert color="yellow" variant="light" mb="md" title={t('fault.proof')}>
          <Button onClick={() => stepUp()}>{t('explorer.prove')}</Button>
        </Alert>
      )}
      {/* The texts of GraphiQL are in English. */}
      <div className="graphiql" lang="en" ref={place}>
        <GraphiQL
          fetcher={fetcher}
          plugins={[examples, HISTORY_PLUGIN]}
          {...(isWide() && { visiblePlugin: examples })}
          forcedTheme={theme}
          isHeadersEditorEnabled={false}
          showPersistHeadersSettings={false}
          defaultEditorToolsVisibility="variables"
          defaultQuery={print(parse(FIRST))}
          inputValueDeprecation
        />
      </div>
    </div>
  );
}
