/** OAuth clients: applications that sign users in, and service accounts. */
export { Client } from './client.entity.ts';
