import type { AnyRoute } from '../src/doors/rest/route.ts';
import { routes } from '../src/doors/rest/routes/index.ts';

/** Where an answer has the id of the new object. */
const IDS: Readonly<Record<string, string>> = {
  createGroup: '/id',
  createUser: '/user/id',
  createClient: '/client_id',
};

/** The operations that can follow with a new object. */
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
