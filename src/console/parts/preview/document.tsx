import { Alert, Code, Title } from '@mantine/core';
import { Fragment } from 'react';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { List, type Column } from '../list/list.tsx';

/** What a document shows. */
export const DOCUMENT = graphql(`
  fragment Document on PreviewedDocument {
    header
    content
    withheld
    claims {
      name
      isPresent
      reasons {
        kind
        name
      }
    }
  }
`);

type Shown = ResultOf<typeof DOCUMENT>;
type Claim = Shown['claims'][number];

const columns = (): Column<Claim>[] => [
  { key: 'claim', header: t('preview.claim'), narrow: true, cell: ({ name }) => <Name of={name} /> },
  { key: 'why', header: t('access.why'), narrow: true, cell: ({ reasons }) => <Reasons of={reasons} /> },
];

/** The name of a claim, which can break in front of its words. */
const Name = ({ of }: { of: string }) => (
  <code>
    {of.split(/(?=[_:.])/).map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);

/** What the forms call the settings. Scopes and attributes have names of their own. */
const settingsByName = (): Readonly<Record<string, string>> => ({
  idTokenClaims: t('client.idTokenClaims'),
  subjectType: t('client.subjectType'),
  userinfoSignedResponseAlg: t('client.userinfoAlg'),
  tellsRoles: t('api.tellsRoles'),
  tellsGroups: t('api.tellsGroups'),
  tellsEntitlements: t('api.tellsEntitlements'),
});

const isOfSetting = (kind: Claim['reasons'][number]['kind']): boolean => kind.includes('_SETTING');

function Reasons({ of }: { of: Claim['reasons'] }) {
  const settings = settingsByName();
  return (
    <ul className="reasons">
      {of.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          {named('claimWhy', kind)}
          {name !== null && <> {isOfSetting(kind) ? <q>{settings[name] ?? name}</q> : <code>{name}</code>}</>}
        </li>
      ))}
    </ul>
  );
}

/** A document that would be issued, and why each claim is there or is not. */
export function Document({ label, of: { header, content, withheld, claims } }: { label: string; of: Shown }) {
  if (withheld !== null) return <Alert color="gray" title={named('withheld', withheld)} />;
  return (
    <div className="stack">
      {header && <Json label={t('preview.header')} of={header} />}
      <Json label={header ? t('preview.payload') : label} of={content} />
      <Claims title={t('preview.there')} of={claims.filter(({ isPresent }) => isPresent)} />
      <Claims title={t('preview.missing')} of={claims.filter(({ isPresent }) => !isPresent)} />
    </div>
  );
}

function Claims({ title, of }: { title: string; of: readonly Claim[] }) {
  if (of.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <List label={title} rows={of} columns={columns()} idOf={({ name }) => name} empty={title} />
    </section>
  );
}

function Json({ label, of }: { label: string; of: unknown }) {
  return (
    <figure className="json">
      <figcaption>{label}</figcaption>
      <Code block tabIndex={0} aria-label={label}>
        {JSON.stringify(of, null, 2)}
      </Code>
    </figure>
  );
}
