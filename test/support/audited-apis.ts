import { randomUUID } from 'node:crypto';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Run = (document: string, variables: object) => Promise<any>;
type By<Case> = (leaves: string, act: () => Promise<unknown>) => Case;
type One<Case> = (leaves: string, make: () => Promise<string>, operation: string) => Case;

const CREATE = `mutation ($identifier: String!) {
  createApi(input: { identifier: $identifier, name: "a", scopes: [{ name: "x" }] }) { api { id scopes { nodes { id } } } }
}`;

/** What the mutations of APIs leave in the trail. */
export function casesOfApis<Case>(run: Run, by: By<Case>, one: One<Case>): Record<string, Case> {
  const create = async () => (await run(CREATE, { identifier: `https://${randomUUID()}.example/` })).createApi.api;
  const newApi = async (): Promise<string> => (await create()).id;
  const newScope = async (): Promise<string> => (await create()).scopes.nodes[0].id;
  const add = 'addApiScopes(apiId: $id, scopes: [{ name: "y" }]) { api { id } }';
  const change = 'updateApiScope(id: $id, input: { name: "y" }) { apiScope { id } }';
  const created = 'createApi(input: { identifier: "https://first.example/", name: "a" }) { api { id } }';
  return {
    createApi: by('api.created', () => run(`mutation { ${created} }`, {})),
    updateApi: one('api.updated', newApi, 'updateApi(id: $id, input: { name: "b" }) { api { id } }'),
    deleteApi: one('api.deleted', newApi, 'deleteApi(id: $id) { api { id } }'),
    addApiScopes: one('api.scopes_added', newApi, add),
    updateApiScope: one('api.scope_updated', newScope, change),
    removeApiScope: one('api.scope_removed', newScope, 'removeApiScope(id: $id) { apiScope { id } }'),
  };
}
