/** Imports of users: prepared, uploaded and awaited. */
import type { useApp } from './app.ts';
import { until } from './until.ts';

const STATE = `id state uploadUrl totalRows processedRows createdCount updatedCount unchangedCount skippedCount faultyCount
  delimiter encoding ignoredColumns failure
  faults(first: 100) { totalCount edges { node { row path code message documentation } } }`;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;

/** What tests do with imports, as the caller of a token. */
export function importsOf(app: ReturnType<typeof useApp>, admin: () => string) {
  const prepare = async (input: object, token = admin()): Promise<Data> =>
    (
      await app.data(
        token,
        `mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { ${STATE} } } }`,
        { input: { format: 'CSV', ...input } },
      )
    ).createUserImport.userImport;

  const upload = (id: string, body: string | Buffer, token = admin()) =>
    app.send('PUT', `/imports/${id}/file`, {
      token,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });

  const stateOf = async (id: string): Promise<Data> =>
    (await app.data(admin(), `query ($id: ID!) { userImport(id: $id) { ${STATE} } }`, { id })).userImport;

  async function settled(id: string): Promise<Data> {
    return until(async () => {
      const state = await stateOf(id);
      return state.state !== 'RUNNING' && state;
    });
  }

  /** Imports a file, and awaits the end. */
  async function imported(input: object, body: string | Buffer, token = admin()): Promise<Data> {
    const { id } = await prepare(input, token);
    const answer = await upload(id, body, token);
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    return settled(id);
  }

  /** Imports objects as JSON lines. */
  const importedLines = (rows: readonly object[], input: object = {}): Promise<Data> =>
    imported({ format: 'JSON_LINES', ...input }, rows.map((row) => JSON.stringify(row)).join('\n'));

  const faultsOf = ({ faults }: Data): unknown[] =>
    faults.edges.map(({ node }: Data) => [node.row, node.path, node.code]);

  /** A user as stored, with the organization and the groups. */
  const userOf = async (email: string): Promise<Data> => {
    const { rows } = await app.server.database.pool.query(
      `select u.*, o.name as organization, array(
         select g.name from memberships m join groups g on g.id = m.group_id where m.user_id = u.id order by 1
       ) as groups from users u left join organizations o on o.id = u.organization_id where u.email_key = $1`,
      [email],
    );
    return rows[0];
  };

  return { prepare, upload, stateOf, settled, imported, importedLines, faultsOf, userOf };
}
