import { Card, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { CreateForm } from '../../parts/create-form.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { NotAllowed } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SecretShown } from '../applications/secret-shown.tsx';
import { inputOf, tokenFields } from './token-fields.ts';

const CREATE = graphql(`
  mutation CreateInitialAccessToken($input: CreateInitialAccessTokenInput!) {
    createInitialAccessToken(input: $input) {
      secret
      initialAccessToken {
        id
        name
      }
    }
  }
`);

type Created = ResultOf<typeof CREATE>['createInitialAccessToken'];

/** Makes a token with which applications register themselves. Its secret is shown once. */
export function NewTokenPage() {
  const { createInitialAccessToken, createClientScopes } = useViewer().viewerCan;
  const act = useAct();
  const [created, setCreated] = useState<Created>();
  if (!createInitialAccessToken) return <NotAllowed title={t('registration.create')} />;
  return (
    <>
      <PageHead title={t('registration.create')} above={<LinkTo to="/registration">{t('nav.registration')}</LinkTo>} />
      {created ? (
        <Done created={created} />
      ) : (
        <Card withBorder className="form">
          <CreateForm
            input="CreateInitialAccessTokenInput"
            name="token"
            fields={tokenFields(createClientScopes)}
            initial={{ name: '' }}
            action={t('registration.create')}
            onSubmit={async (draft) => {
              const outcome = await act(
                CREATE,
                { input: inputOf(draft) },
                { done: t('registration.isCreated'), quiet: true },
              );
              if (outcome.data) setCreated(outcome.data.createInitialAccessToken);
              return outcome;
            }}
          />
        </Card>
      )}
    </>
  );
}

function Done({ created: { initialAccessToken, secret } }: { created: Created }) {
  // The button that was pressed is gone.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} tabIndex={-1} role="group" aria-label={t('registration.isCreated')}>
      <SecretShown secret={secret} />
      <div>
        <ButtonTo to="/registration/$id" params={{ id: initialAccessToken.id }}>
          {t('client.open', { name: initialAccessToken.name })}
        </ButtonTo>
      </div>
    </Stack>
  );
}
