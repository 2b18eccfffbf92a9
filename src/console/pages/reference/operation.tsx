import { Code, Group, Text, Title } from '@mantine/core';
import { addressOf } from '../../address.ts';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Fold, Prose, useDescription } from './described.tsx';
import type { Answer, Content, Operation } from './description.ts';
import { curlOf, exampleOf, written } from './example.ts';
import { Fields, Member, Rules, TypeOf } from './schema-view.tsx';
import { shapeOf } from './shape.ts';

/** The name of a method, in its color. */
export const Method = ({ name }: { name: string }) => (
  <span className="method" data-method={name}>
    {name.toUpperCase()}
  </span>
);

/** A text to take away, such as an example. */
export const Block = ({ text }: { text: string }) => (
  <>
    <Code block tabIndex={0} mt="xs">
      {text}
    </Code>
    <Copy text={text} />
  </>
);

/** Everything about one operation. */
export function OperationView({ operation }: { operation: Operation }) {
  const { method, path, summary, description, parameters, requestBody, responses } = operation;
  return (
    <>
      <Title order={2} size="h3" lang="en" tabIndex={-1}>
        {summary ?? path}
      </Title>
      <Group gap="xs" className="path">
        <Method name={method} />
        <Code fz="sm">{path}</Code>
        <Copy
          text={addressOf(`console/reference?operation=${encodeURIComponent(operation.operationId)}`)}
          label={t('reference.copyLink')}
        />
      </Group>
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

const AnswerTitle = ({ status, answer }: { status: string; answer: Answer }) => (
  <>
    <Code fw={600}>{status}</Code> <span lang="en">{answer.description}</span>
  </>
);

function AnswerView({ answer: { headers = {}, content = {}, links = {} } }: { answer: Answer }) {
  const leadsTo = Object.values(links).flatMap(({ operationId }) => operationId ?? []);
  const sent = Object.entries(headers);
  return (
    <>
      <Contents content={content} isWhole />
      {Object.keys(content).length === 0 && <Text size="sm">{t('reference.noContent')}</Text>}
      {sent.length > 0 && (
        <Fold title={t('reference.headers')}>
          {() => (
            <dl className="members">
              {sent.map(([name, { schema = {}, description }]) => (
                <Member key={name} {...{ name, schema, description }} />
              ))}
            </dl>
          )}
        </Fold>
      )}
      {leadsTo.length > 0 && (
        <Group gap="xs" fz="sm">
          {t('reference.leadsTo')}
          {leadsTo.map((id) => (
            <LinkTo key={id} to="/reference" search={(old: object) => ({ ...old, operation: id })}>
              {id}
            </LinkTo>
          ))}
        </Group>
      )}
    </>
  );
}

/** What is sent or answered, in each of its types. */
function Contents({ content, isWhole }: { content: Content; isWhole: boolean }) {
  const description = useDescription();
  return Object.entries(content).map(([type, { schema = {} }]) => (
    <div key={type} className="content">
      <Group gap="xs">
        <Code>{type}</Code>
        <TypeOf schema={schema} />
      </Group>
      <Prose text={shapeOf(description, schema).description} />
      <Rules schema={schema} />
      <Fields schema={schema} />
      <Fold title={t('reference.example')}>
        {() => <Block text={written(type, exampleOf(description, schema, isWhole))} />}
      </Fold>
    </div>
  ));
}
