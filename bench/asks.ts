import { bytesOf, type Script } from './load.ts';
import { always, API, each, FORM, type Operation } from './operation.ts';
import type { World } from './world.ts';

const headersOf = ({ askingToken }: World) => ({ ...API, authorization: `Bearer ${askingToken}` });
const subject = (id: string) => ({ subject: { type: 'user', id } });
const asked = ({ authority }: World) => ({
  action: { name: 'orders:write' },
  resource: { type: 'api', id: authority.api },
});

/** How many questions a batch has. */
const BATCH = 100;

/** Each connection asks about one user after another. */
const inTurn = ({ authority: { clerks } }: World, request: (n: number) => Buffer): Script[] => {
  const requests = clerks.map((_, n) => request(n));
  return each((index) => {
    let next = index * 31;
    return () => requests[next++ % requests.length];
  });
};
/** One request at a time, so that its time is that of an answer, not of waiting. */
const alone = (scripts: readonly Script[]): Script[] => scripts.slice(0, 1);

/** Who may do what: decisions, and the tokens and answers that depend on roles and groups in groups. */
export const asks: readonly Operation[] = [
  {
    name: 'evaluation',
    title: 'AuthZEN evaluation',
    status: 200,
    against: {},
    atLeast: 5000,
    roundTrips: 1,
    scripts: (world) =>
      inTurn(world, (n) =>
        bytesOf({
          method: 'POST',
          path: '/access/v1/evaluation',
          headers: headersOf(world),
          body: JSON.stringify({ ...subject(world.authority.clerks[n]!), ...asked(world) }),
        }),
      ),
  },
  {
    name: 'evaluations',
    title: 'AuthZEN, 100 evaluations',
    status: 200,
    against: {},
    within: 10,
    roundTrips: 1,
    scripts: (world) =>
      alone(
        inTurn(world, (n) =>
          bytesOf({
            method: 'POST',
            path: '/access/v1/evaluations',
            headers: headersOf(world),
            body: JSON.stringify({
              ...asked(world),
              evaluations: Array.from({ length: BATCH }, (_, k) =>
                subject(world.authority.clerks[(n + k) % world.authority.clerks.length]!),
              ),
            }),
          }),
        ),
      ),
  },
  {
    name: 'api-token',
    title: 'token for an API, by roles',
    status: 200,
    against: {},
    cpuOver: { operation: 'token', most: 1.25 },
    roundTrips: 1,
    scripts: ({ authority: { api, robot } }) =>
      always({
        method: 'POST',
        path: '/oauth2/token',
        headers: FORM,
        body: String(
          new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: robot.clientId,
            client_secret: robot.clientSecret,
            resource: api,
            scope: 'orders:read orders:write orders:ship',
          }),
        ),
      }),
  },
  {
    name: 'nested-userinfo',
    title: 'userinfo, 1,000 groups, 8 levels',
    status: 200,
    against: {},
    within: 20,
    roundTrips: 1,
    scripts: ({ nestedToken }) =>
      alone(always({ method: 'GET', path: '/oauth2/userinfo', headers: { authorization: `Bearer ${nestedToken}` } })),
  },
];
