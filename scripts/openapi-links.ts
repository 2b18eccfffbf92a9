import type { AnyRoute } from '../src/rest/route.ts';
import { routes } from '../src/rest/routes/index.ts';

/** Where an answer holds the id of something that other operations take in their path. */
const IDS: Readonly<Record<string, string>> = {
  createGroup: '/id',
  listGroups: '/groups/0/id',
  createUser: '/user/id',
  listUsers: '/users/0/id',
  createClient: '/client_id',
  listClients: '/clients/0/client_id',
  listSessions: '/sessions/0/id',
};

/** What can be done next with what an operation has made or listed. */
export function linksOf({ operationId, path }: AnyRoute) {
  const pointer = IDS[operationId];
  if (pointer === undefined) return undefined;
  const next = routes.flatMap((route) => {
    const [, parameter] = /^\/:(\w+)(?:\/[a-z-]+)?$/.exec(route.path.slice(path.length)) ?? [];
    return route.path.startsWith(`${path}/`) && parameter ? [{ route, parameter }] : [];
  });
  return Object.fromEntries(
    next.map(({ route, parameter }) => [
      route.operationId,
      { operationId: route.operationId, parameters: { [parameter]: `$response.body#${pointer}` } },
    ]),
  );
}
