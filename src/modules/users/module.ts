import type { Module } from '../../jobs/module.ts';
import { User } from './user.entity.ts';

export const usersModule: Module = {
  entities: [User],
};
