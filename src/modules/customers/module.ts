import type { Module } from '../../ground/jobs/module.ts';
import { Customer } from './customer.entity.ts';
import { SecondFactorGroup, SecondFactorClient } from './second-factor.entity.ts';

export const customersModule: Module = {
  entities: [Customer, SecondFactorGroup, SecondFactorClient],
};
