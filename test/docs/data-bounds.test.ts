import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { storedRates, useRates, type Rate } from '../../src/modules/throttle/throttle-limit.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const read = (path: string): string => textOf(`docs/${path}`);
const page = read('data-bounds.md');

/** The cells of each line of the table, by the name of the database's table. */
const lines = [...page.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].map(([, name = '', cells = '']) => ({
  name,
  cells: cells.split('|').map((cell) => cell.trim()),
}));

it('every table has a line that says who causes its rows, how many there can be, and how long they are kept', () => {
  const tables = [...read('reference/database.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(lines.map(({ name }) => name)).toEqual(tables);
  for (const { cells } of lines) {
    expect(cells).toHaveLength(4);
    for (const cell of cells) expect(cell).not.toBe('');
  }
});

/** The constants behind the numbers of the lines: each with its file and name. */
const CONSTANTS: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  attribute_definitions: [['modules/attributes/attribute-definition.service.ts', 'DEFINITIONS_MAX']],
  audit_events: [['modules/audit/refusals.ts', 'PER_MINUTE']],
  client_registrations: [['modules/registrations/initial-access-token.service.ts', 'CLIENTS_MAX']],
  clients: [
    ['modules/clients/own-clients.ts', 'OWN_CLIENTS_MAX'],
    ['modules/registrations/metadata-documents.ts', 'DOCUMENT_CLIENTS_MAX'],
  ],
  grants: [['ground/persistence/migrations/0008-bounds-of-logins.ts', 'MOST']],
  memberships: [
    ['modules/groups/group.policy.ts', 'GROUPS_PER_USER'],
    ['modules/groups/group.policy.ts', 'GROUPS_PER_USER_BY_MEMBERS'],
  ],
  passkeys: [['modules/mfa/passkey.service.ts', 'PASSKEYS_MAX']],
  remembered_devices: [['modules/sessions/remembered-device.hot.sql.ts', 'REMEMBERED_MAX']],
  second_factor_clients: [['modules/customers/second-factor.input.ts', 'CHOSEN_MAX']],
  second_factor_groups: [['modules/customers/second-factor.input.ts', 'CHOSEN_MAX']],
  sessions: [['ground/persistence/migrations/0008-bounds-of-logins.ts', 'MOST']],
  user_import_faults: [['modules/imports/user-import.worker.ts', 'FAULTS_MAX']],
};

const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;
/** What a line tells of a limit: how much in an hour, or in a minute if that is its window. */
const tellsRate = (cells: readonly string[], { points, seconds }: Rate): boolean =>
  seconds === MINUTE_SECONDS
    ? cells.some((cell) => cell.includes(`${points.toLocaleString('en-US')} a minute`))
    : tells(cells, (points * HOUR_SECONDS) / seconds);
const { emailCode, signup, recovery, mail, push, device, pushOfClient, deviceOfClient, factor } = useRates;

/** The limits behind the numbers of the lines. */
const RATES: Readonly<Record<string, readonly Rate[]>> = {
  authorization_codes: [storedRates.grant],
  consents: [storedRates.consent],
  device_authorizations: [device.byAddress, deviceOfClient.byAccount, storedRates.device],
  email_codes: [emailCode.byAccount, emailCode.byAddress],
  grants: [storedRates.grant, storedRates.exchange],
  invitations: [mail.byAccount],
  one_time_links: [mail.byAccount, mail.byAddress],
  outbox_mails: [mail.byAccount, mail.byAddress],
  passkeys: [factor.byAccount],
  pushed_requests: [push.byAddress, pushOfClient.byAccount, storedRates.push],
  recovery_requests: [recovery.byAddress, recovery.byRecipient],
  refresh_tokens: [storedRates.refresh],
  sessions: [storedRates.login],
  used_assertions: [storedRates.assertion],
  used_challenges: [storedRates.login],
  users: [signup.byAddress],
};

/** Numbers up to ten are told in words where they stand in a sentence. */
const WORDS = new Map([[5, 'five|5']]);
const tells = (cells: readonly string[], number: number): boolean =>
  new RegExp(`(?<![\\d,])(?:${WORDS.get(number) ?? number.toLocaleString('en-US')})(?![\\d,]\\d)`).test(
    cells.join(' '),
  );

it('the numbers of the lines are those of the code', () => {
  const wrong = lines.flatMap(({ name, cells }) => {
    const constants = (CONSTANTS[name] ?? []).map(([file, constant]) => {
      const [, value = ''] = new RegExp(`const ${constant} = ([\\d_]+);`).exec(textOf(`src/${file}`)) ?? [];
      return [constant, Number(value.replaceAll('_', ''))] as const;
    });
    const rates = (RATES[name] ?? []).filter((rate) => !tellsRate(cells, rate));
    return [...constants.filter(([, number]) => !number || !tells(cells, number)), ...rates].map((of) => [name, of]);
  });
  expect(wrong).toEqual([]);
  const names = lines.map(({ name }) => name);
  expect([...Object.keys(CONSTANTS), ...Object.keys(RATES)].filter((name) => !names.includes(name))).toEqual([]);
});

it('every limit of what is stored has its line', () => {
  const told = new Set(Object.values(RATES).flat());
  expect(Object.entries(storedRates).filter(([, rate]) => !told.has(rate))).toEqual([]);
});

it('the settings that the page names exist', () => {
  const reference = read('reference/configuration.md');
  const named = new Set([...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
  for (const code of ['TOO_MANY_CHANGES', 'TOO_MANY_TRIES']) named.delete(code);
  expect([...named].filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
});
