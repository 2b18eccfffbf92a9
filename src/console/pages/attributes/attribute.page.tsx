import { Card, Title } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { History } from '../../parts/history.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { When } from '../../parts/when.tsx';
import { attributeFields, draftOf, inputOf } from './attribute-fields.ts';

const ATTRIBUTE = graphql(`
  query Attribute($id: ID!) {
    attributeDefinition(id: $id) {
      id
      version
      subject
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
      scope
      defaultValue
      constraints {
        minLength
        maxLength
        pattern
        minimum
        maximum
        values
        maxItems
      }
      createdAt
      updatedAt
      viewerCan {
        deleteAttributeDefinition
        readAuditEvents
        updateAttributeDefinition
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateAttribute($id: ID!, $input: UpdateAttributeDefinitionInput!, $expectedVersion: Int) {
    updateAttributeDefinition(id: $id, input: $input, expectedVersion: $expectedVersion) {
      attributeDefinition {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteAttribute($id: ID!) {
    deleteAttributeDefinition(id: $id) {
      attributeDefinition {
        id
      }
    }
  }
`);

type Attribute = NonNullable<ResultOf<typeof ATTRIBUTE>['attributeDefinition']>;

/** One attribute that the customer has defined. */
export function AttributePage() {
  return (
    <Found query={ATTRIBUTE} of={({ attributeDefinition }) => attributeDefinition}>
      {(attribute) => <Shown key={attribute.version} attribute={attribute} />}
    </Found>
  );
}

function Shown({ attribute }: { attribute: Attribute }) {
  const { id, version, subject, name, type, isList, viewerCan } = attribute;
  const act = useAct();
  const initial = draftOf(attribute);
  return (
    <ObjectPage
      above={
        <LinkTo to="/attributes" search={{ subject }}>
          {t('nav.attributes')}
        </LinkTo>
      }
      icon="attributes"
      name={name}
      id={id}
      state={<span>{named('attributeSubject', subject)}</span>}
      actions={
        viewerCan.deleteAttributeDefinition &&
        !attribute.isStandard && (
          <DeleteButton
            document={DELETE}
            id={id}
            name={name}
            text={t('attribute.deleteText', { name })}
            list={{ to: '/attributes', search: { subject } }}
          />
        )
      }
    >
      <div className="halves">
        <Card withBorder>
          <Form
            name="attribute"
            fields={attributeFields(attribute).map((field) => ({
              ...field,
              disabled: !viewerCan.updateAttributeDefinition,
            }))}
            initial={initial}
            action={t('save')}
            onSubmit={(changes) => {
              const input = inputOf(changes, attribute, initial) as TypeOf<'UpdateAttributeDefinitionInput'>;
              return act(UPDATE, { id, input, expectedVersion: version }, { done: t('saved'), quiet: true });
            }}
          />
        </Card>
        <div className="stack">
          <Card withBorder>
            <Facts
              facts={[
                [t('attribute.type'), `${named('attributeType', type)}${isList ? ` · ${t('attribute.isList')}` : ''}`],
                [t('attributeMark.isStandard'), attribute.isStandard ? t('yes') : t('no')],
                [t('created'), <When key="created" time={attribute.createdAt} />],
                [t('changed'), <When key="changed" time={attribute.updatedAt} />],
              ]}
            />
          </Card>
          {viewerCan.readAuditEvents && (
            <section>
              <Title order={2} size="h4" mb="sm">
                {t('tab.history')}
              </Title>
              <History id={id} name={name} />
            </section>
          )}
        </div>
      </div>
    </ObjectPage>
  );
}
