import type { Module } from '../../ground/jobs/module.ts';
import { Group } from './group.entity.ts';
import { GroupNesting } from './group-nesting.entity.ts';
import { Membership } from './membership.entity.ts';

export const groupsModule: Module = {
  entities: [Group, Membership, GroupNesting],
};
