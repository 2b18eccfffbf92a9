import { Code, Group, Title } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../messages/index.ts';
import { Fold, Prose, useDescription } from './described.tsx';
import { AnswerTitle, AnswerView, Block, Contents, CopyLink } from './content.tsx';
import type { Operation } from './description.ts';
import { curlOf } from './example.ts';
import { Member } from './schema-view.tsx';

/** The name of a method, in its color. */
export const Method = ({ name }: { name: string }) => (
  <span className="method" data-method={name}>
    {name.toUpperCase()}
  </span>
);

/** A path, which breaks behind its slashes. */
export const Path = ({ path }: { path: string }) =>
  path.split(/(?<=[/])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

/** The first sentence of a text, and the others. */
export function inSentences(text: string): [first: string, others: string] {
  const first = /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
  return [first, text.slice(first.length).trim()];
}

/** Everything about one operation. */
export function OperationView({ operation }: { operation: Operation }) {
  const { method, path, summary, description, parameters, requestBody, responses } = operation;
  const [title, more] = inSentences(summary ?? path);
  return (
    <>
      <Title order={2} size="h3" lang="en" tabIndex={-1}>
        {title}
      </Title>
      <Group gap="xs" my="xs">
        <Method name={method} />
        <Code fz="sm">
          <Path path={path} />
        </Code>
        <CopyLink chosen={{ operation: operation.operationId }} />
      </Group>
      <Prose text={more} />
      <Prose text={description} />
      <Callers operation={operation} />
      {parameters.length > 0 && (
        <section aria-label={t('reference.parameters')}>
          <Title order={3}>{t('reference.parameters')}</Title>
          <dl className="members">
            {parameters.map(({ name, in: place, schema = {}, required, description: text }) => (
              <Member key={`${place} ${name}`} {...{ name, place, schema, description: text }} isRequired={required} />
            ))}
          </dl>
        </section>
      )}
      {requestBody && (
        <section aria-label={t('reference.body')}>
          <Title order={3}>
            {t('reference.body')} {requestBody.required && <span className="required">{t('reference.required')}</span>}
          </Title>
          <Prose text={requestBody.description} />
          <Contents content={requestBody.content} isWhole={false} />
        </section>
      )}
      <section aria-label={t('reference.call')}>
        <Title order={3}>{t('reference.call')}</Title>
        <Block text={curlOf(useDescription(), operation)} />
      </section>
      <section aria-label={t('reference.answers')}>
        <Title order={3}>{t('reference.answers')}</Title>
        {Object.entries(responses).map(([status, answer]) => (
          <Fold key={status} title={<AnswerTitle {...{ status, answer }} />} isOpen={status.startsWith('2')}>
            {() => <AnswerView answer={answer} />}
          </Fold>
        ))}
      </section>
    </>
  );
}

/** Who may call: each way is enough. */
function Callers({ operation: { security = [] } }: { operation: Operation }) {
  const { securitySchemes } = useDescription().components;
  const textOf = (name: string, scopes: readonly string[]): string => {
    if (securitySchemes[name]?.type === 'http') return t('reference.basic');
    return t(scopes.length > 0 ? 'reference.token' : 'reference.anyToken');
  };
  return (
    <section aria-label={t('reference.callers')}>
      <Title order={3}>{t('reference.callers')}</Title>
      <ul className="callers">
        {security.map((way) => (
          <li key={JSON.stringify(way)}>
            {Object.keys(way).length === 0 && t('reference.anyone')}
            {Object.entries(way).map(([name, scopes]) => (
              <span key={name}>
                {textOf(name, scopes)}{' '}
                {scopes.map((scope) => (
                  <Code key={scope}>{scope}</Code>
                ))}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
