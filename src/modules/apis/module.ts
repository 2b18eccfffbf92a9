import type { Module } from '../../ground/jobs/module.ts';
import { Api } from './api.entity.ts';
import { ApiScope, ClientScope } from './api-scope.entity.ts';

export const apisModule: Module = {
  entities: [Api, ApiScope, ClientScope],
};
