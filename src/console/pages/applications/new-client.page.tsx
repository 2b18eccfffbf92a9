import { Card, Radio, Stack, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { CreateForm } from '../../parts/create-form.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { NotAllowed } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useUrlState } from '../../url-state.ts';
import { wizardFields } from './client-fields.ts';
import { KINDS, PRESETS, type ClientInput, type Kind } from './kinds.ts';
import { SecretShown } from './secret-shown.tsx';
import { Snippets } from './snippets.tsx';

const CREATE = graphql(`
  mutation CreateClient($input: CreateClientInput!) {
    createClient(input: $input) {
      clientSecret
      client {
        id
        name
        type
        tokenEndpointAuthMethod
        scopes
        grantTypes
        redirectUris
      }
    }
  }
`);

type Created = ResultOf<typeof CREATE>['createClient'];

/** Registers an application or a service account: its kind first, then what only its owner knows. */
export function NewClientPage() {
  const { createClient, createClientScopes, readApis } = useViewer().viewerCan;
  const act = useAct();
  const [url, setUrl] = useUrlState();
  const [created, setCreated] = useState<Created>();
  const kind: Kind | undefined = KINDS.find((each) => each === url['kind']);
  const machine = kind === 'machine';
  const possible = machine
    ? createClientScopes.filter((scope) => ['READ', 'WRITE', 'ADMIN'].includes(scope))
    : createClientScopes;

  if (!createClient) return <NotAllowed title={t('client.create')} />;
  return (
    <>
      <PageHead title={t('client.create')} above={<LinkTo to="/applications">{t('nav.applications')}</LinkTo>} />
      {created ? (
        <Done created={created} />
      ) : (
        <Stack className="form">
          <Card withBorder>
            <Radio.Group label={t('client.kind')} value={kind ?? null} onChange={(next) => setUrl({ kind: next })}>
              <Stack gap="sm" mt="xs">
                {KINDS.map((each) => (
                  <Radio key={each} value={each} label={t(`kind.${each}`)} description={t(`kindHelp.${each}`)} />
                ))}
              </Stack>
            </Radio.Group>
          </Card>
          {kind && (
            <Card withBorder>
              <CreateForm
                input="CreateClientInput"
                name={kind}
                key={kind}
                fields={wizardFields(kind, possible, readApis)}
                initial={{
                  name: '',
                  scopes: PRESETS[kind].scopes?.filter((scope) => possible.includes(scope)),
                  grantTypes: PRESETS[kind].grantTypes,
                }}
                action={t('client.create')}
                onSubmit={async (draft) => {
                  const input = { ...PRESETS[kind], ...draft } as ClientInput;
                  const outcome = await act(CREATE, { input }, { done: t('client.isCreated'), quiet: true });
                  if (outcome.data) setCreated(outcome.data.createClient);
                  return outcome;
                }}
              />
            </Card>
          )}
        </Stack>
      )}
    </>
  );
}

function Done({ created: { client, clientSecret } }: { created: Created }) {
  // The button that was pressed is gone.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} tabIndex={-1} role="group" aria-label={t('client.isCreated')}>
      {clientSecret && <SecretShown secret={clientSecret} />}
      <Card withBorder>
        <Title order={2} size="h4" mb="sm">
          {t('client.snippets')}
        </Title>
        <Snippets client={client} secret={clientSecret ?? undefined} />
      </Card>
      <div>
        <ButtonTo to="/applications/$id" params={{ id: client.id }}>
          {t('client.open', { name: client.name })}
        </ButtonTo>
      </div>
    </Stack>
  );
}
