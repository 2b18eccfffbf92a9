import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import {
  type Config,
  createCustomer,
  createLog,
  type CustomerCredentials,
  loadConfig,
  type Log,
  type RunningServer,
  startServer,
} from '#product';
import { TestClock } from './clock.ts';
import { holdToContract } from './contract.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';
import { note, noteRequest } from './reached.ts';
import { TEMPLATE, TEST_SECRET_KEY } from './template.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; undefined where it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

interface Sending {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What another server has of its own. */
interface Differences {
  readonly port?: number;
  /** The issuer, for a server that takes the place of another. */
  readonly baseUrl?: string;
  readonly ofMembers?: 'on' | 'off';
  readonly shutdownDelaySeconds?: number;
  readonly databaseUrl?: string;
  readonly readUrl?: string;
  readonly managementPort?: number;
  readonly log?: Log;
}

/** A real server on a database of its own, and the ways tests talk to it. */
export class TestApp {
  readonly clock = new TestClock();
  server!: RunningServer;
  /** The first customer, with its service account that holds every scope. */
  customer!: CustomerCredentials;

  constructor(private readonly env: Record<string, string>) {}

  get issuer(): string {
    return this.server.issuer;
  }

  /**
   * Sends a request; `path` begins with a slash and stands below the issuer. A body that is neither text nor bytes goes as JSON. What a
   * REST path answers must be what openapi.json says.
   */
  async send(method: string, path: string, { token, body, headers }: Sending = {}): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const isSent = isForm || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.issuer + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isSent ? (body as BodyInit) : JSON.stringify(body) }),
    });
    noteRequest(method, path, response.status);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, text, body: isJson ? JSON.parse(text) : undefined };
    holdToContract(method, path, answer);
    return answer;
  }

  /** A service account's token with these scopes, fetched as any client would. */
  async token(
    scope: string,
    { clientId, clientSecret }: { clientId: string; clientSecret: string } = this.customer,
  ): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    });
    const { status, body: answer, text } = await this.send('POST', '/oauth2/token', { body });
    if (status !== 200) throw new Error(`No token: ${status} ${text}`);
    return answer.access_token;
  }

  /** Runs a GraphQL operation; the answer's body is `{ data, errors }`. */
  async graphql(
    token: string | undefined,
    query: string,
    variables: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.send('POST', '/graphql', { token, body: { query, variables }, headers });
    if (answer.body?.data && !answer.body.errors) note('document', query);
    return answer;
  }

  /** Runs a GraphQL operation that must succeed, and gives its data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  async data(token: string | undefined, query: string, variables: object = {}): Promise<any> {
    const { body, text } = await this.graphql(token, query, variables);
    if (!body?.data || body.errors) throw new Error(`The operation failed: ${text}`);
    return body.data;
  }

  /** Another customer beside the first. */
  newCustomer(name: string = randomUUID()): Promise<CustomerCredentials> {
    return createCustomer(this.server.runtime, { name, adminEmail: `admin@${name.toLowerCase()}.example` });
  }

  async start(): Promise<void> {
    const admin = process.env['TEST_POSTGRES_URL']!;
    this.database = `test_${randomUUID().replaceAll('-', '')}`;
    const url = await cloneDatabase(admin, TEMPLATE, this.database);
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      // A fast machine runs the tests of one file sooner than one caller's budget would fill again.
      COST_PER_SECOND: '100000000',
      // Nor is a request refused because the machine is busy.
      OVERLOAD_LAG_MS: '0',
      READY_TIMEOUT_SECONDS: '60',
      REQUEST_TIMEOUT_SECONDS: '120',
      DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
      DATABASE_LOCK_TIMEOUT_SECONDS: '60',
      DATABASE_URL: url,
      SECRET_KEY: TEST_SECRET_KEY,
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
      ...this.env,
    });
    this.config = config;
    this.server = await startServer(config, createLog(config.logLevel), this.clock);
    this.customer = this.server.made!;
  }

  /** Where the database is. */
  get databaseUrl(): string {
    return this.config.database.url!;
  }

  /** Another server on the same database, at an issuer of its own. Whoever asks for it stops it. */
  async another({
    log = createLog('silent'),
    databaseUrl,
    readUrl,
    managementPort,
    ofMembers = this.config.clients.ofMembers,
    ...given
  }: Differences = {}): Promise<RunningServer> {
    const server = { ...this.config.server, port: 0, ...given };
    const database = { ...this.config.database, url: databaseUrl ?? this.databaseUrl, readUrl };
    const management = { ...this.config.management, port: managementPort };
    const clients = { ...this.config.clients, ofMembers };
    return startServer({ ...this.config, server, database, management, clients }, log, this.clock);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await dropDatabase(process.env['TEST_POSTGRES_URL']!, this.database);
  }

  private database = '';
  private config!: Config;
}

/** Deletes all customers but the first, where the next test needs it to be the only one. */
export const onlyCustomer = ({ server, customer }: TestApp): Promise<unknown> =>
  server.database.pool.query('delete from customers where id <> $1', [customer.customerId]);

/** A server for the tests of one file, with these variables on top of the usual ones. */
export function useApp(env: Record<string, string> = {}): TestApp {
  const app = new TestApp(env);
  beforeAll(() => app.start());
  afterAll(() => app.stop());
  return app;
}
