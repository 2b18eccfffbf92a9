import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Fold, Prose, useDescription } from './described.tsx';
import type { Description, Schema } from './description.ts';
import { namedIn, rulesOf, shapeOf, typeOf, type Shape } from './shape.ts';

/** The type of a value. A named one leads to its schema. */
export function TypeOf({ schema }: { schema: Schema }) {
  const description = useDescription();
  const name = namedIn(description, schema);
  const text = typeOf(description, schema);
  if (name === undefined) return <Code>{text}</Code>;
  return (
    <LinkTo to="/reference" search={(old: object) => ({ ...old, schema: name, operation: undefined })}>
      <Code c="inherit">{text}</Code>
    </LinkTo>
  );
}

/** The rules that a value keeps. */
export function Rules({ schema }: { schema: Schema }) {
  return rulesOf(useDescription(), schema).map(({ words, values }) => (
    <Text key={words} component="div" size="xs" c="dimmed" className="rule">
      {words}{' '}
      {values?.map((value) => (
        <Fragment key={value}>
          <Code>{value}</Code>{' '}
        </Fragment>
      ))}
    </Text>
  ));
}

interface MemberProps {
  name: string;
  schema: Schema;
  description?: string | undefined;
  isRequired?: boolean | undefined;
  /** Where it is sent, for a parameter. */
  place?: string;
  above?: readonly string[];
}

/** A field, a parameter or a header: its name, its type, its rules, and what is inside. */
export function Member({ name, schema, description, isRequired = false, place, above = [] }: MemberProps) {
  return (
    <div>
      <dt>
        <Code fw={600}>{name}</Code>
        {place !== undefined && <span className="second">{place}</span>}
        {isRequired && <span className="required">{t('reference.required')}</span>}
      </dt>
      <dd>
        <TypeOf schema={schema} />
        <Prose text={description ?? shapeOf(useDescription(), schema).description} />
        <Rules schema={schema} />
        <Inside schema={schema} above={above} />
      </dd>
    </div>
  );
}

/** What a value consists of: itself, or each value of the list or map that it is. */
function innermost(description: Description, schema: Schema, above: readonly string[]): [Shape, readonly string[]] {
  const shape = shapeOf(description, schema);
  const trail = shape.name === undefined ? above : [...above, shape.name];
  return shape.items && trail.length < 9 ? innermost(description, shape.items, trail) : [shape, trail];
}

/** The fields of a value inside another one, when they are asked for. Of a schema in itself, the type is enough. */
function Inside({ schema, above }: { schema: Schema; above: readonly string[] }) {
  const [{ properties = {}, additionalProperties, choices }, trail] = innermost(useDescription(), schema, above);
  const names = Object.keys(properties);
  const hasMore = typeof additionalProperties === 'object' || choices.length > 0;
  if ((names.length === 0 && !hasMore) || new Set(trail).size < trail.length) return null;
  return <Fold title={t('reference.inside')}>{() => <Fields schema={schema} above={above} />}</Fold>;
}

/** The fields of a value, the fields that may have any name, and the alternatives. */
export function Fields({ schema, above = [] }: { schema: Schema; above?: readonly string[] }) {
  const [{ properties = {}, required, additionalProperties, choices }, trail] = innermost(
    useDescription(),
    schema,
    above,
  );
  const fields = Object.entries(properties);
  return (
    <>
      {(fields.length > 0 || typeof additionalProperties === 'object') && (
        <dl className="members">
          {fields.map(([name, field]) => (
            <Member key={name} name={name} schema={field} isRequired={required?.includes(name)} above={trail} />
          ))}
          {typeof additionalProperties === 'object' && (
            <Member name={t('reference.anyName')} schema={additionalProperties} above={trail} />
          )}
        </dl>
      )}
      {choices.map((choice, index) => (
        <section key={index} aria-label={t('reference.choice', { number: index + 1 })}>
          <span className="second">{t('reference.choice', { number: index + 1 })}</span> <TypeOf schema={choice} />
          <Rules schema={choice} />
          <Fields schema={choice} above={trail} />
        </section>
      ))}
    </>
  );
}
