import { raw } from '@mikro-orm/postgresql';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Client } from './client.entity.ts';

/** Whether any client has a redirect URI at this web origin. */
export const isOriginOfAny = async ({ fork }: Runtime, origin: string): Promise<boolean> => {
  const atOrigin = { [raw((client) => `web_origins(${client}.redirect_uris) @> array[?]`, [origin])]: [] };
  return (await fork().findOne(Client, atOrigin, { fields: ['id'] })) !== null;
};

/** Whether one of the redirect URIs is at this web origin. */
export const isOriginOf = (redirectUris: readonly string[], origin: string): boolean =>
  redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
