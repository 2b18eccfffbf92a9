import type { Module } from '../../jobs/module.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import { AttributeValue } from './attribute-value.entity.ts';

export const attributesModule: Module = {
  entities: [AttributeDefinition, AttributeValue],
};
