import type { useAct } from '../../graph/act.ts';
import { CSRF } from '../../graph/client.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t, textOfCode } from '../../messages/index.ts';
import { notify } from '../../parts/notices.tsx';

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

const CANCEL = graphql(`
  mutation CancelFailedImport($id: ID!) {
    cancelUserImport(id: $id) {
      userImport {
        id
        state
      }
    }
  }
`);

type Options = Omit<TypeOf<'CreateUserImportInput'>, 'format'>;

/** The files of the imports that this window began, so that a preview can be followed by the import. */
const files = new Map<string, { file: File; options: Options }>();

/** What an import of this window was made of. */
export const sourceOf = (id: string): { file: File; options: Options } | undefined => files.get(id);

/** Creates an import and sends its file. Gives the id, or nothing if that failed: then the import is canceled. */
export async function beginImport(
  act: ReturnType<typeof useAct>,
  file: File,
  options: Options,
): Promise<string | undefined> {
  const format = /\.(jsonl|ndjson|json)$/i.test(file.name) ? 'JSON_LINES' : 'CSV';
  const { delimiter, ...more } = options;
  const input = { format, ...more, ...(format === 'CSV' && delimiter && { delimiter }) } as const;
  const { data } = await act(CREATE, { input });
  const created = data?.createUserImport.userImport;
  if (!created?.uploadUrl) return undefined;
  const answer = await fetch(created.uploadUrl, {
    method: 'PUT',
    body: file,
    credentials: 'same-origin',
    headers: CSRF,
  });
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { code?: string; error_description?: string };
    const { code, error_description: message } = told;
    // It would wait for a file, and be one of the few that may.
    await act(CANCEL, { id: created.id });
    notify(message === undefined ? t('import.uploadFailed') : textOfCode(code, message), true);
    return undefined;
  }
  files.set(created.id, { file, options });
  return created.id;
}
