import type { useAct } from '../../graph/act.ts';
import { CSRF } from '../../graph/client.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t, textOfCode } from '../../messages/index.ts';
import { notify } from '../../parts/notices.tsx';
import { DELETE } from './delete-import.tsx';

const CREATE = graphql(`
  mutation CreateImport($input: CreateUserImportInput!) {
    createUserImport(input: $input) {
      userImport {
        id
        uploadUrl
      }
    }
  }
`);

export type Options = TypeOf<'CreateUserImportInput'>;

interface Source {
  readonly file: File;
  readonly options: Options;
  /** Why the file was refused, if it was. */
  readonly fault?: string | undefined;
}

/** The files of the imports that this window began, so that a preview can be followed by the import. */
const files = new Map<string, Source>();

/** What an import of this window was made of. */
export const sourceOf = (id: string): Source | undefined => files.get(id);

/** The format that the name of a file tells. */
export const formatOf = (file: File): Options['format'] =>
  /\.(jsonl|ndjson|json)$/i.test(file.name) ? 'JSON_LINES' : 'CSV';

/**
 * Creates an import and sends its file. Gives the id, also if the columns have to be mapped first, or nothing if that failed:
 * then the import is deleted.
 */
export async function beginImport(
  act: ReturnType<typeof useAct>,
  file: File,
  options: Options,
): Promise<string | undefined> {
  const { data } = await act(CREATE, { input: options });
  const created = data?.createUserImport.userImport;
  if (!created?.uploadUrl) return undefined;
  const answer = await fetch(created.uploadUrl, {
    method: 'PUT',
    body: file,
    credentials: 'same-origin',
    headers: CSRF,
  });
  let fault: string | undefined;
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { code?: string; error_description?: string };
    const { code, error_description: message } = told;
    fault = message === undefined ? t('import.uploadFailed') : textOfCode(code, message);
    if (code !== 'IMPORT_COLUMNS_WRONG' || !options.dryRun) {
      // It would wait for a file, and be one of the few that may.
      await act(DELETE, { id: created.id });
      notify(fault, true);
      return undefined;
    }
  }
  files.set(created.id, { file, options, fault });
  return created.id;
}
