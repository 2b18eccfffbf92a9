import { entityLoader } from '../../kernel/entity-read.ts';
import { Client } from './client.entity.ts';

/** The clients of the viewer's customer by id. */
export const clientLoader = entityLoader(Client);
