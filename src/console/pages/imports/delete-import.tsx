import { Button } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';

export const DELETE = graphql(`
  mutation DeleteImport($id: ID!) {
    deleteUserImport(id: $id) {
      userImport {
        id
      }
    }
  }
`);

/** Deletes an import that does not run, once the reader has confirmed it. `name` tells it from others in a list. */
export function DeleteImport({ id, name, onDone }: { id: string; name?: string; onDone?: () => void }) {
  const act = useAct();
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('import.delete'), text: t('import.deleteText'), action: t('delete') }))) return;
    const { data } = await act(DELETE, { id }, { done: t('import.isDeleted') });
    if (data) onDone?.();
  };
  return (
    <Button
      size={name === undefined ? 'sm' : 'compact-xs'}
      color="red"
      variant="light"
      aria-label={name === undefined ? undefined : `${t('delete')}: ${name}`}
      onClick={() => void remove()}
    >
      {t('delete')}
    </Button>
  );
}
