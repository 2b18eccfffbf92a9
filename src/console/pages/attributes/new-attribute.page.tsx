import { Card, NativeSelect, Stack, Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { CreateForm } from '../../parts/create-form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useUrlState } from '../../url-state.ts';
import { attributeFields, inputOf, SUBJECTS, TYPES, type Kind } from './attribute-fields.ts';

const CREATE = graphql(`
  mutation CreateAttribute($input: CreateAttributeDefinitionInput!) {
    createAttributeDefinition(input: $input) {
      attributeDefinition {
        id
      }
    }
  }
`);

/** Defines an attribute: first what never changes, then all that follows from it. */
export function NewAttributePage() {
  const act = useAct();
  const navigate = useNavigate();
  const [url, setUrl] = useUrlState();
  const kind: Kind = {
    subject: SUBJECTS.find((each) => each === url['subject']) ?? 'USER',
    type: TYPES.find((each) => each === url['type']) ?? 'STRING',
    isList: url['list'] === '1',
    isStandard: false,
  };
  const { subject, type, isList } = kind;
  return (
    <>
      <PageHead
        title={t('attribute.create')}
        above={
          <LinkTo to="/attributes" search={{ subject }}>
            {t('nav.attributes')}
          </LinkTo>
        }
      />
      <Stack className="form">
        <Card withBorder>
          <Stack>
            <NativeSelect
              label={t('attribute.subject')}
              description={t('attribute.fixed')}
              data={SUBJECTS.map((value) => ({ value, label: t(`attributeSubject.${value}`) }))}
              value={subject}
              onChange={(event) => setUrl({ subject: event.currentTarget.value })}
            />
            <NativeSelect
              label={t('attribute.type')}
              description={t('attribute.fixed')}
              data={TYPES.map((value) => ({ value, label: named('attributeType', value) }))}
              value={type}
              onChange={(event) => setUrl({ type: event.currentTarget.value })}
            />
            <Switch
              label={t('attribute.isList')}
              description={t('attribute.isListHelp')}
              checked={isList}
              onChange={(event) => setUrl({ list: event.currentTarget.checked ? '1' : undefined })}
            />
          </Stack>
        </Card>
        <Card withBorder>
          <CreateForm
            input="CreateAttributeDefinitionInput"
            name="attribute"
            fields={[
              { name: 'name', label: t('attribute.name'), help: t('attribute.nameHelp'), kind: 'text', required: true },
              ...attributeFields(kind),
            ]}
            initial={{ name: '' }}
            action={t('attribute.create')}
            onSubmit={async (draft) => {
              const input = { subject, type, isList, name: draft['name'] ?? '', ...inputOf(draft, kind) };
              const outcome = await act(
                CREATE,
                { input: input as TypeOf<'CreateAttributeDefinitionInput'> },
                { done: t('attribute.isCreated'), quiet: true },
              );
              const id = outcome.data?.createAttributeDefinition.attributeDefinition.id;
              if (id) await navigate({ to: '/attributes/$id', params: { id } });
              return outcome;
            }}
          />
        </Card>
      </Stack>
    </>
  );
}
