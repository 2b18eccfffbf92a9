import { Badge, Tabs } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { named, descriptionOf, t } from '../../messages/index.ts';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { List, type Column } from '../../parts/list/list.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useUrlState } from '../../url-state.ts';
import { audienceText, SUBJECTS, type Subject } from './attribute-fields.ts';

// A subject has at most 100 attributes.
const ATTRIBUTES = graphql(`
  query Attributes($subject: AttributeSubject!) {
    attributeDefinitions(subject: $subject, first: 100) {
      edges {
        node {
          id
          name
          description
          type
          isList
          isRequired
          isUnique
          isSearchable
          isStandard
          visibleTo
          editableBy
          claim
        }
      }
    }
  }
`);

type Attribute = ResultOf<typeof ATTRIBUTES>['attributeDefinitions']['edges'][number]['node'];

const MARKS = ['isRequired', 'isUnique', 'isSearchable', 'isStandard'] as const;

const columns = (subject: Subject): Column<Attribute>[] => [
  {
    key: 'name',
    header: t('attribute.name'),
    narrow: true,
    cell: ({ id, name, description, isStandard }) => (
      <>
        <LinkTo to="/attributes/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        {description && <div className="second">{descriptionOf({ name, description, isStandard })}</div>}
      </>
    ),
  },
  {
    key: 'type',
    header: t('attribute.type'),
    narrow: true,
    cell: (attribute) => (
      <>
        {named('attributeType', attribute.type)}
        {attribute.isList && ` · ${t('attribute.isList')}`}
        <div>
          {MARKS.filter((mark) => attribute[mark]).map((mark) => (
            <Badge key={mark} mr={4} size="sm" variant="light" color="gray">
              {t(`attributeMark.${mark}`)}
            </Badge>
          ))}
        </div>
      </>
    ),
  },
  { key: 'visible', header: t('attribute.visibleTo'), cell: ({ visibleTo }) => audienceText(visibleTo, subject) },
  { key: 'editable', header: t('attribute.editableBy'), cell: ({ editableBy }) => audienceText(editableBy, subject) },
  { key: 'claim', header: t('attribute.claim'), cell: ({ claim }) => claim ?? '–' },
];

/** The attributes of users, groups and clients that the customer has defined. */
export function AttributesPage() {
  const [url, setUrl] = useUrlState();
  const subject = SUBJECTS.find((each) => each === url['subject']) ?? 'USER';
  const [result] = useQuery({ query: ATTRIBUTES, variables: { subject } });
  return (
    <>
      <PageHead title={t('nav.attributes')} lead={t('attribute.lead')}>
        {useMay('createAttributeDefinition') && (
          <ButtonTo to="/attributes/new" search={{ subject }}>
            {t('attribute.create')}
          </ButtonTo>
        )}
      </PageHead>
      <Tabs value={subject} onChange={(next) => setUrl({ subject: next ?? undefined })} keepMounted={false}>
        <Tabs.List mb="md">
          {SUBJECTS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`attributeSubject.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={subject}>
          <Loaded result={result}>
            {({ attributeDefinitions: { edges } }) => (
              <List
                label={t('nav.attributes')}
                rows={edges.map(({ node }) => node)}
                columns={columns(subject)}
                idOf={({ id }) => id}
                empty={t('attribute.none')}
              />
            )}
          </Loaded>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
