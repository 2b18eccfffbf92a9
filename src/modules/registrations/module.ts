import type { Module } from '../../ground/jobs/module.ts';
import { ClientRegistration } from './client-registration.entity.ts';
import { InitialAccessToken } from './initial-access-token.entity.ts';

export const registrationsModule: Module = {
  entities: [InitialAccessToken, ClientRegistration],
};
