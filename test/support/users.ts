import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from '@jest/globals';
import type { Answer, TestApp } from './app.ts';

/** Users as service accounts see and make them over REST, for the tests of one file. */
export interface RestUsers {
  create(body: unknown, token?: string): Promise<Answer>;
  /** The id of a user just made. */
  newUser(body?: object): Promise<string>;
  /** The detail view of a user. */
  detail(id: string): Promise<Record<string, unknown>>;
}

/** The ways to users over REST, with a `write` token where none is given. */
export function useUsers(app: TestApp): RestUsers {
  let write: string;
  let read: string;
  beforeAll(async () => {
    [write, read] = await Promise.all([app.token('write'), app.token('read')]);
  });
  const create = (body: unknown, token = write): Promise<Answer> => app.send('POST', '/api/users', { token, body });
  return {
    create,
    newUser: async (body = {}) => {
      const answer = await create({ email: `${randomUUID()}@example.com`, ...body });
      expect(answer.status).toBe(201);
      return answer.body.user.id;
    },
    detail: async (id) => (await app.send('GET', `/api/users/${id}`, { token: read })).body,
  };
}
