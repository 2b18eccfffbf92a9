import { Button } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import type { Client } from './client.page.tsx';

const END = graphql(`
  mutation RevokeRegistrationToken($id: ID!) {
    revokeRegistrationToken(id: $id) {
      client {
        id
      }
    }
  }
`);

/** Ends the token with which an application changes its own registration. */
export function EndRegistration({ client: { id, name } }: { client: Client }) {
  const act = useAct();
  const end = async (): Promise<void> => {
    const title = t('registration.endToken');
    if (await confirm({ title, text: t('registration.endTokenText', { name }), action: title }))
      await act(END, { id }, { done: t('registration.tokenEnded') });
  };
  return (
    <Button color="red" variant="light" onClick={() => void end()}>
      {t('registration.endToken')}
    </Button>
  );
}
