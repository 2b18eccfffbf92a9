import { loadConfig } from '../ground/config/load.ts';
import { ClientService } from '../modules/clients/index.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { allOf } from './lists.ts';
import { actingOn, withRuntime } from './runtime.ts';

const SHOWN_ONCE = 'The secret is shown only once. Keep it.';

export async function clientList(customer: string | undefined): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const clients = (await actingOn(runtime, customer)).get(ClientService);
    const found = await allOf((page) => clients.list(page));
    const rows = found.map(({ id, type, grantTypes, name }) => [id, type, grantTypes.join(' '), name]);
    const data = found.map(({ id, name, type, grantTypes, scopes, redirectUris, documents }) => ({
      client_id: id,
      client_name: name,
      client_type: type,
      grant_types: grantTypes,
      scopes,
      redirect_uris: redirectUris,
      documents,
    }));
    return { data: { clients: data }, text: rows.length > 0 ? columns(rows) : 'There are no clients.' };
  });
}

/** What a client is created with. `documents` are separated by commas. */
interface ClientOptions {
  readonly redirectUri: string | undefined;
  readonly documents: string | undefined;
  readonly customer: string | undefined;
}

/** Creates an application if there is a `redirectUri`, as over REST. Otherwise a service client with the scopes to administer. */
export async function clientCreate(name: string, { redirectUri, documents, customer }: ClientOptions): Promise<Report> {
  const limit = documents?.split(',').map((document) => document.trim()) ?? null;
  const service = { grantTypes: ['client_credentials'], scopes: ['read', 'write', 'admin'] };
  return withRuntime(loadConfig(), async (runtime) => {
    const clients = (await actingOn(runtime, customer)).get(ClientService);
    const purpose = redirectUri === undefined ? service : { redirectUris: [redirectUri] };
    const { client, clientSecret } = await clients.create({ name, ...purpose, documents: limit });
    return told(client.id, client.name, clientSecret);
  });
}

export async function clientRotateSecret(id: string, customer: string | undefined): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const clients = (await actingOn(runtime, customer)).get(ClientService);
    const { client, clientSecret } = await clients.rotateSecret(id, 0);
    return told(client.id, client.name, clientSecret);
  });
}

function told(id: string, name: string, secret: string | null): Report {
  const facts = columns([
    ['Client', `${name} (${id})`],
    ['  secret', secret ?? ''],
  ]);
  return { data: { client_id: id, client_name: name, client_secret: secret }, text: `${facts}\n\n${SHOWN_ONCE}` };
}
