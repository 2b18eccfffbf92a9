/** What a server needs to start in production, on an empty database; an address of another machine needs production. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  BOOTSTRAP_CUSTOMER: 'Acme',
  BOOTSTRAP_ADMIN_PASSWORD: 'a rather long password',
  BOOTSTRAP_CLIENT_ID: 'acme',
  BOOTSTRAP_CLIENT_SECRET: 'acme-secret-0123456789',
};
