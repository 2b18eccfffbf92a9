import { Button } from '@mantine/core';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import type { TypedDocumentNode } from 'urql';
import { useAct } from '../graph/act.ts';
import { t } from '../messages/index.ts';
import { confirm } from './confirm.tsx';

interface DeleteButtonProps {
  document: TypedDocumentNode<unknown, { id: string }>;
  id: string;
  name: string;
  /** What the reader types to confirm, if it is not the name. */
  typed?: string;
  /** What is lost. */
  text: string;
  /** The list that the reader gets to see then. */
  list: NavigateOptions;
}

/** Deletes the object of a page, once the reader has typed its name, and leads to the list of its kind. */
export function DeleteButton({ document, id, name, typed = name, text, list }: DeleteButtonProps) {
  const act = useAct();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('delete'), text, action: t('delete'), name: typed }))) return;
    const { data } = await act(document, { id }, { done: t('isDeleted', { name }) });
    if (data) await navigate(list);
  };
  return (
    <Button color="red" variant="light" onClick={() => void remove()}>
      {t('delete')}
    </Button>
  );
}
