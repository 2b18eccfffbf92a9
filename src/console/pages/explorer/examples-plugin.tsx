import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import { parse, print } from 'graphql';
import { language, t } from '../../messages/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { examplesOf, type Example } from './examples.ts';

function Examples({ examples }: { examples: readonly Example[] }) {
  const actions = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const open = ({ query, variables }: Example): void => {
    if (queryEditor?.getValue().trim()) actions.addTab();
    queryEditor?.setValue(print(parse(query)));
    variableEditor?.setValue(variables ? JSON.stringify(variables, null, 2) : '');
  };
  return (
    <section className="examples" lang={language} aria-label={t('explorer.examples')}>
      <h2 className="graphiql-doc-explorer-title">{t('explorer.examples')}</h2>
      <ul>
        {examples.map((example) => (
          <li key={example.text}>
            <button type="button" onClick={() => open(example)}>
              {t(example.text)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The panel with examples. An example goes into a tab of its own if the present one has something. */
export function examplesPlugin(userId: string): GraphiQLPlugin {
  const examples = examplesOf(userId);
  return {
    title: t('explorer.examples'),
    icon: () => <Icon name="audit" />,
    content: () => <Examples examples={examples} />,
  };
}
