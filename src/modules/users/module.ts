import type { Module } from '../../ground/jobs/module.ts';
import { User } from './user.entity.ts';

export const usersModule: Module = {
  entities: [User],
};
