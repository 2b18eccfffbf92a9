import type { useAct } from '../../graph/act.ts';
import { CSRF } from '../../graph/client.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t, textOfCode, textOfFault, type Fault } from '../../messages/index.ts';
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
 * Creates an import and sends its file. Gives the id, also if the columns have to be mapped first or the file did not arrive, or
 * nothing if the file was refused: then the import is deleted.
 */
export async function beginImport(
  act: ReturnType<typeof useAct>,
  file: File,
  options: Options,
): Promise<string | undefined> {
  const { data } = await act(CREATE, { input: options });
  const created = data?.createUserImport.userImport;
  if (!created?.uploadUrl) return undefined;
  const fault = await send(created.uploadUrl, file);
  if (fault && !fault.lost && !(fault.code === 'IMPORT_COLUMNS_WRONG' && options.dryRun)) {
    // It would wait for a file, and be one of the few that may.
    await act(DELETE, { id: created.id });
    notify(fault.text, true);
    return undefined;
  }
  files.set(created.id, { file, options, fault: fault?.text });
  return created.id;
}

/** Sends the file of an import that waits for one. Gives what is wrong, in the reader's language. */
export async function sendFile(uploadUrl: string, file: File): Promise<string | undefined> {
  return (await send(uploadUrl, file))?.text;
}

interface Refusal {
  readonly text: string;
  readonly code?: string | undefined;
  /** Whether the server did not get the file. */
  readonly lost?: boolean;
}

async function send(uploadUrl: string, file: File): Promise<Refusal | undefined> {
  const lost = { text: t('import.uploadFailed'), lost: true };
  try {
    const answer = await fetch(uploadUrl, { method: 'PUT', body: file, credentials: 'same-origin', headers: CSRF });
    if (answer.ok) return undefined;
    const told = (await answer.json()) as { code?: string; error_description?: string; faults?: readonly Fault[] };
    const { code, error_description: message, faults: [only] = [] } = told;
    if (only) return { text: textOfFault(only, () => undefined), code };
    return message === undefined ? lost : { text: textOfCode(code, message), code };
  } catch {
    return lost;
  }
}
