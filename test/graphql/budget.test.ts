import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';

// So little that next to nothing comes back while the tests run.
const COST = 5;
const app = useApp({ COST_PER_SECOND: String(COST) });
let service: string;

beforeAll(async () => {
  service = await app.token('read');
});

const QUERY = '{ groups(first: 100) { edges { node { id } } } }';

/** What the headers tell: what is left, and in how many seconds all of it is back. */
function told({ headers }: Answer): { left: number; seconds: number } {
  const [, left, seconds] = /^"cost";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

describe('what is left of a budget', () => {
  it('is told in headers and in the answer', async () => {
    const first = await app.graphql(service, QUERY);
    expect(first.headers.get('ratelimit-policy')).toBe('"cost";q=200000;w=40000');
    const { cost, left, perSecond } = first.body.extensions.budget;
    expect({ left, perSecond }).toEqual({ left: told(first).left, perSecond: COST });
    expect(cost).toBeGreaterThan(100);
    const second = await app.graphql(service, QUERY);
    // The text costs a quarter of its characters.
    const least = left - cost - Math.ceil(QUERY.length / 4);
    expect(told(second).left).toBeGreaterThanOrEqual(least);
    expect(told(second).left).toBeLessThan(left);
    expect(told(second).seconds).toBe(Math.ceil((200_000 - told(second).left) / COST));
  });

  it('is told by REST, where it is the same one', async () => {
    const before = await app.graphql(service, QUERY);
    let answer: Answer;
    do answer = await app.send('GET', '/groups?limit=1', { token: service });
    while (told(answer).left >= told(before).left);
    expect(answer.status).toBe(200);
  });

  it('is nothing when a request is refused for it, and comes back', async () => {
    let answer: Answer;
    do answer = await app.graphql(service, '{ groups(first: 1000) { edges { node { id members { totalCount } } } } }');
    while (answer.status === 200);
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([429, 'BUDGET_SPENT']);
    expect(told(answer).left).toBeLessThan(5000);
    app.clock.advance(40_000);
    service = await app.token('read');
    expect(told(await app.graphql(service, QUERY)).left).toBeGreaterThan(199_000);
  });

  it('comes back more slowly for members', async () => {
    const { token } = await signedIn(app, await buildClient(app));
    const { headers, body } = await app.graphql(token, QUERY);
    expect(headers.get('ratelimit-policy')).toBe('"cost";q=200000;w=200000');
    expect(body.extensions.budget.perSecond).toBe(1);
  });

  it('is told to strangers in headers alone', async () => {
    const answer = await app.graphql(undefined, '{ settings { lengths { userName } } }');
    expect(answer.body.extensions).toBeUndefined();
    expect(answer.headers.get('ratelimit-policy')).toBe('"cost";q=20000;w=40000');
    expect(answer.headers.get('ratelimit')).toMatch(/^"cost";r=\d+;t=\d+$/);
  });

  it('is not told for a token that is none', async () => {
    const { status, headers } = await app.send('GET', '/groups', { token: 'none' });
    expect([status, headers.get('ratelimit')]).toEqual([401, null]);
  });
});
