import type { Module } from '../../ground/jobs/module.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import { AttributeValue } from './attribute-value.entity.ts';

export const attributesModule: Module = {
  entities: [AttributeDefinition, AttributeValue],
};
