import type { Runtime } from '../../ground/kernel/runtime.ts';
import { deviceAuthorizationEndpoint } from './endpoints/device-authorization.ts';
import { parEndpoint } from './endpoints/par.ts';
import { registeredClientEndpoint, registrationEndpoint } from './endpoints/registration.ts';
import { PATHS } from './paths.ts';
import type { OAuthRoute } from './routes.ts';

/** The endpoints at which clients register themselves, if the operator allows it. A page of any site may be such a client. */
const registrationRoutes = (runtime: Runtime): OAuthRoute[] =>
  runtime.settings.clients.registration === 'off'
    ? []
    : [
        { path: PATHS.register, methods: ['POST'], handler: registrationEndpoint(runtime), readers: 'everybody' },
        {
          path: `${PATHS.register}/:clientId`,
          methods: ['GET', 'PUT', 'DELETE'],
          handler: registeredClientEndpoint(runtime),
          readers: 'everybody',
        },
      ];

/** The endpoints at which clients begin something that users go on with, and those for registering clients. */
export const requestRoutes = (runtime: Runtime): OAuthRoute[] => [
  { path: PATHS.par, methods: ['POST'], handler: parEndpoint(runtime), readers: 'clients' },
  {
    path: PATHS.deviceAuthorization,
    methods: ['POST'],
    handler: deviceAuthorizationEndpoint(runtime),
    readers: 'clients',
  },
  ...registrationRoutes(runtime),
];
