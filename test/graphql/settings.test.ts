import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp({ PASSWORD_MIN_LENGTH: '12', AUDIT_RETENTION_DAYS: '36500' });

it('tells what is in force, and which variable of the configuration decides it', async () => {
  const { settings } = await app.data(
    undefined,
    `{ settings {
      passwords { minLength } tokens { accessSeconds refreshSeconds keyRotationSeconds } audit { retentionDays }
      origins { setting variable origin }
    } }`,
  );
  expect(settings).toMatchObject({
    passwords: { minLength: 12 },
    tokens: { accessSeconds: 900, refreshSeconds: 2_592_000 },
    audit: { retentionDays: 36_500 },
  });
  expect(settings.origins).toEqual(
    expect.arrayContaining([
      { setting: 'passwords.minLength', variable: 'PASSWORD_MIN_LENGTH', origin: 'ENVIRONMENT' },
      { setting: 'passwords.minScore', variable: 'PASSWORD_MIN_SCORE', origin: 'DEFAULT' },
      { setting: 'passwords.refusesBreached', variable: 'PASSWORD_BREACH_RANGE_URL', origin: 'UNSET' },
    ]),
  );
});

it('names the variables of settings that exist, and tells no value with them', async () => {
  const { settings } = await app.data(undefined, '{ settings { __typename origins { setting variable origin } } }');
  const { __type } = await app.data(
    await app.token('read'),
    '{ __type(name: "Settings") { fields { name type { ofType { fields { name } } } } } }',
  );
  const known = new Set(
    __type.fields.flatMap(({ name, type }: { name: string; type: { ofType: { fields: { name: string }[] | null } } }) =>
      (type.ofType.fields ?? []).map((field) => `${name}.${field.name}`),
    ),
  );
  const settingsTold = settings.origins.map(({ setting }: { setting: string }) => setting);
  expect(settingsTold.filter((setting: string) => !known.has(setting))).toEqual([]);
  expect(new Set(settingsTold).size).toBe(settingsTold.length);
});
