import { Button } from '@mantine/core';
import { useAct } from '../graph/act.ts';
import { graphql } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';
import { confirm } from './confirm.tsx';

const REVOKE = graphql(`
  mutation RevokeConsent($id: ID!) {
    revokeConsent(id: $id) {
      consent {
        id
      }
    }
  }
`);

/** Revokes a consent, once the reader has confirmed it. `text` says what is lost. */
export function RevokeButton({ id, text }: { id: string; text: string }) {
  const act = useAct();
  const revoke = async (): Promise<void> => {
    if (await confirm({ title: t('consent.revoke'), text, action: t('consent.revoke') }))
      await act(REVOKE, { id }, { done: t('consent.isRevoked') });
  };
  return (
    <Button size="xs" variant="default" onClick={() => void revoke()}>
      {t('consent.revoke')}
    </Button>
  );
}
