import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { Client, sectorOf } from '../../../../modules/clients/index.ts';
import { Grant } from '../../../../modules/grants/index.ts';
import { clientMayAct } from '../../../../modules/registrations/index.ts';
import type { CurrentSession } from '../../../../modules/sessions/index.ts';
import { Subjects } from '../../../../modules/subjects/index.ts';
import { answerUri } from '../authorize/answer.ts';

/** Keeps the page and its Content-Security-Policy short. */
const FRAMES_MAX = 50;

/**
 * The addresses that a browser loads in frames when its session ends: one of each client that has a grant of it and wants to
 * be told so (OpenID Connect Front-Channel Logout §2). Call it before the session ends, because its grants end with it.
 */
export async function logoutFrames(runtime: Runtime, session: CurrentSession): Promise<string[]> {
  const { id: sessionId, customerId } = session;
  const em = runtime.fork();
  const wanting = { customerId, client: { frontchannelLogoutUri: { $ne: null } } };
  const grants = await em.find(Grant, { sessionId, ...wanting }, { fields: ['clientId'], limit: FRAMES_MAX * 10 });
  if (grants.length === 0) return [];
  const ids = [...new Set(grants.map(({ clientId }) => clientId))].slice(0, FRAMES_MAX);
  const options = { orderBy: { id: 'asc' }, populate: ['owner'] } as const;
  const clients = await em.find(Client, { customerId, id: { $in: ids } }, options);
  const subjects = runtime.get(Subjects);
  const acting = clients.filter((client) => clientMayAct(runtime, client));
  const frames = acting.map(async (client) =>
    frameOf(
      client,
      runtime.settings.server.baseUrl,
      (await subjects.of({ ...client, sector: sectorOf(client) })).sid(sessionId),
    ),
  );
  return (await Promise.all(frames)).filter((frame) => frame !== null);
}

type Told = Pick<Client, 'frontchannelLogoutUri' | 'frontchannelLogoutSessionRequired'>;

function frameOf(
  { frontchannelLogoutUri: uri, frontchannelLogoutSessionRequired: isRequired }: Told,
  iss: string,
  sid: string,
): string | null {
  // A policy has no way of writing an IPv6 address.
  if (uri == null || new URL(uri).hostname.startsWith('[')) return null;
  return isRequired ? answerUri(uri, { iss, sid }) : uri;
}
