import { Code, Group, Text } from '@mantine/core';
import { addressOf } from '../../address.ts';
import { t } from '../../messages/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Fold, Prose, useDescription } from './described.tsx';
import type { Answer, Content } from './description.ts';
import { exampleOf, written } from './example.ts';
import { Fields, Member, Rules, TypeOf } from './schema-view.tsx';
import { shapeOf } from './shape.ts';

/** A text to take away, such as an example. */
export const Block = ({ text }: { text: string }) => (
  <>
    <Code block tabIndex={0} mt="xs">
      {text}
    </Code>
    <Copy text={text} />
  </>
);

/** Copies the address of what is chosen. */
export const CopyLink = ({ chosen }: { chosen: Readonly<Record<string, string>> }) => (
  <Copy
    text={addressOf(`console/reference?${new URLSearchParams(chosen).toString()}`)}
    label={t('reference.copyLink')}
    mt={0}
  />
);

/** The status of an answer, and when it is given. */
export const AnswerTitle = ({ status, answer }: { status: string; answer: Answer }) => (
  <>
    <Code fw={600}>{status}</Code> <span lang="en">{answer.description}</span>
  </>
);

/** What is in an answer, and what it leads to. */
export function AnswerView({ answer: { headers = {}, content = {}, links = {} } }: { answer: Answer }) {
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
export function Contents({ content, isWhole }: { content: Content; isWhole: boolean }) {
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
