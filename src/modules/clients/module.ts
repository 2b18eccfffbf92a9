import type { Module } from '../../ground/jobs/module.ts';
import { Client } from './client.entity.ts';
import { PushedRequest } from './pushed-request.entity.ts';
import { RevokedToken, UsedAssertion } from './spent-token.entity.ts';

export const clientsModule: Module = {
  entities: [Client, RevokedToken, UsedAssertion, PushedRequest],
  background: async () => (await import('./background.ts')).background,
};
